"""Hints at a table: allowed or not, for the seat that asks, kept until the table changes."""

from pathlib import Path

import pytest

from bot.app.tables import TableRefusal
from bot.engine import View
from bot.engine.actions import Offer
from bot.engine.state import Options
from bot.players.advice import Advice, advise
from bot.players.workers.pool import PlannerPool
from tests.app.tables.table_fixture import ALEX, CHANNEL, KIM, ROBIN, caller, world


class InPlace(PlannerPool):
    """Advises without a process, and counts."""

    asked = 0

    async def advise(self, seen: View, offers: list[Offer]) -> Advice:
        self.asked += 1
        return advise(seen, offers)


class Late(PlannerPool):
    """Computer players never leave it any time."""

    async def advise(self, seen: View, offers: list[Offer]) -> Advice:
        raise TimeoutError


async def test_hints_are_on_where_one_person_plays(path: Path) -> None:
    async with world(path, pool=InPlace()) as w:
        alone = await w.game(KIM, computers=1)
        assert alone.hints
        await w.settle_setup(alone.game)
        assert (await w.tables.hints.advice(alone.game, KIM)).best


async def test_among_people_they_are_off_until_the_owner_allows_them(path: Path) -> None:
    async with world(path, pool=InPlace()) as w:
        game = (await w.tables.lobby.open(caller(KIM))).game
        assert (await w.tables.status(game)).hints  # as long as nobody has joined
        assert not (await w.tables.lobby.join(caller(ALEX), game)).hints
        assert (await w.tables.lobby.option(caller(KIM), game, "hints", True)).hints
        assert not (await w.tables.lobby.option(caller(KIM), game, "hints", False)).hints
        assert {each.name: each.value for each in await w.tables.lobby.options(game)}["hints"] is False


async def test_who_may_not_ask_is_told_why(path: Path) -> None:
    async with world(path, pool=InPlace()) as w:
        game = (await w.game(KIM, ALEX)).game
        await w.settle_setup(game)
        with pytest.raises(TableRefusal, match="no_hints"):
            await w.tables.hints.advice(game, KIM)
        with pytest.raises(TableRefusal, match="not_in_game"):
            await w.tables.hints.advice(game, ROBIN)


async def test_advice_is_worked_out_once_for_each_position(path: Path) -> None:
    pool = InPlace()
    async with world(path, pool=pool) as w:
        game = (await w.game(KIM, options=Options(alone="mautoma"))).game
        await w.settle_setup(game)
        first = await w.tables.hints.advice(game, KIM)
        assert await w.tables.hints.advice(game, KIM) is first
        assert pool.asked == 1
        controls = await w.tables.play.offers(game, KIM)
        await w.tables.play.act(caller(KIM), controls.token, first.best.action)
        await w.tables.hints.advice(game, KIM)
        assert pool.asked == 2


async def test_computer_players_come_first(path: Path) -> None:
    async with world(path, pool=Late()) as w:
        game = (await w.game(KIM, computers=1)).game
        await w.settle_setup(game)
        with pytest.raises(TableRefusal, match="hints_busy"):
            await w.tables.hints.advice(game, KIM)


async def test_a_rematch_keeps_the_choice(path: Path) -> None:
    async with world(path) as w:
        game = (await w.tables.lobby.open(caller(KIM))).game
        await w.tables.lobby.join(caller(ALEX), game)
        await w.tables.lobby.option(caller(KIM), game, "hints", True)
        await w.tables.lobby.start(caller(KIM), game)
        assert (await w.tables.administration.rematch(caller(KIM, channel=CHANNEL + 1), game)).hints
