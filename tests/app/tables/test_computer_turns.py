"""Computer players that look ahead: they think beside the bot, say why, and whatever happens to them stops no game."""

import asyncio
import os
import signal
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.app.tables import STRENGTHS, USUAL, Move
from bot.app.tables import computer_turns as module
from bot.app.tables.computer_turns import KINDS, Kind
from bot.app.tables.model import Strength
from bot.engine import View
from bot.engine.actions import Action, EndTurn, Offer
from bot.players import Level, RandomPlayer, Reason, Thought
from bot.players.strengths import longest_thoughts
from bot.players.workers.pool import PlannerPool
from tests.app.tables.table_fixture import ALEX, CHANNEL, KIM, ROBIN, World, caller, world
from tests.app.tables.test_lobby import refused


class Broken(PlannerPool):
    """Never thinks."""

    async def think(self, seen: View, offers: list[Offer], level: Level, seed: int = 0) -> Thought:
        raise RuntimeError("no thought")


class Cheat:
    """Wants what is never allowed."""

    def choose(self, seen: View, offers: list[Offer]) -> Action:
        return EndTurn(seat=1 - offers[0].action.seat)

    def think(self, seen: View, offers: list[Offer]) -> Thought:
        return Thought(self.choose(seen, offers), Reason("best"))


async def a_turn_later(w: World, strength: Strength) -> int:
    """A game in which the computer player has moved and the person is on again."""
    game = (await w.game(KIM, computers=1, strength=strength)).game
    await w.settle_setup(game)
    await w.play_one(game, KIM)
    while (await w.tables.status(game)).active == 0:
        controls = await w.tables.play.offers(game, KIM)
        ending = [offer.action for offer in controls.offers if isinstance(offer.action, EndTurn)]
        await (w.tables.play.act(caller(KIM), controls.token, ending[0]) if ending else w.play_one(game, KIM))
        if ending:
            break
    await asyncio.wait_for(w.tables.computers.settle(), 60)
    status = await w.tables.status(game)
    assert status.stage == "running"
    assert 0 in (status.active, *status.waiting), "it waits for the person"
    return game


@pytest.mark.parametrize("strength", ["easy", "casual", "steady", "normal", "hard"])
async def test_it_moves_and_says_why(path: Path, strength: Strength) -> None:
    async with world(path) as w:
        game = await a_turn_later(w, strength)
        log = await w.tables.play.log(game, None, 0)
        moved = [line.record for line in log if line.record.seat == 1 and line.user is None]
        assert moved
        reasons = [record.why for record in moved if isinstance(record, Move)]
        assert strength == "easy" or any(reasons)


async def test_reasons_outlive_the_bot_but_are_in_no_file(path: Path) -> None:
    """Whoever reads the log after a restart reads them as before; an exported game is what was done, no more."""
    async with world(path) as w:
        game = await a_turn_later(w, "easy")
        before = await reasons(w, game)
        file = await w.tables.files.export(caller(KIM), game)
    async with world(path) as w:
        assert await reasons(w, game) == before
        assert any(before.values())
        assert b'"why"' not in file.data


async def reasons(w: World, game: int) -> dict[int, Reason | None]:
    """What everybody may read of why the records came about."""
    log = [line.record for line in await w.tables.play.log(game, None, 0)]
    return {record.number: record.why for record in log if isinstance(record, Move)}


async def test_a_planner_that_fails_does_not_stop_the_game(path: Path) -> None:
    async with world(path, pool=Broken()) as w:
        game = (await w.game(KIM, computers=2, strength="hard")).game
        assert (await w.play_on(game, RandomPlayer(4))).stage == "over"


async def test_a_stand_in_is_kept_with_its_move(path: Path) -> None:
    """People are told that the easy player moved, also after a restart."""
    async with world(path, pool=PlannerPool(1, most_waiting=0)) as w:
        game = await a_turn_later(w, "normal")
    async with world(path) as w:
        log = [line.record for line in await w.tables.play.log(game, None, 0)]
        assert "busy" in {record.stand_in for record in log if isinstance(record, Move)}


async def test_a_long_wait_is_kept_with_its_move(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=count(0, 20).__next__))
    async with world(path) as w:
        game = await a_turn_later(w, "normal")
        log = [line.record for line in await w.tables.play.log(game, None, 0)]
        assert any(record.waited for record in log if isinstance(record, Move))


async def test_a_lost_process_does_not_stop_the_game(path: Path) -> None:
    """Its processes are killed in the middle of a thought."""
    planners = PlannerPool(seconds=longest_thoughts())
    async with world(path, pool=planners) as w:
        game = (await w.game(KIM, computers=1, strength="normal")).game
        await w.settle_setup(game)
        for _ in range(4):
            await w.play_one_if(game, KIM, RandomPlayer(1))
            for process in planners.process_ids:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            await asyncio.wait_for(w.tables.computers.settle(), 60)
        status = await w.tables.status(game)
        assert status.stage == "running"
        assert 0 in (status.active, *status.waiting)


@pytest.mark.parametrize("quick", [True, False])
async def test_a_move_that_is_not_allowed_becomes_another(path: Path, quick: bool) -> None:
    async with world(path, kinds=dict.fromkeys(STRENGTHS, Kind(lambda seed: Cheat(), quick=quick))) as w:
        game = (await w.game(KIM, computers=1)).game
        await w.play_on(game, RandomPlayer(4), 40)
        log = await w.tables.play.log(game, None, 0)
        assert [line for line in log if line.record.seat == 1]


async def test_a_table_that_could_not_be_changed_is_tried_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two failures of the disk, and then it goes on by itself."""
    monkeypatch.setattr(module, "AGAIN_AFTER", (0.01,) * 4)
    async with world(path) as w:
        game = (await w.game(KIM, computers=1)).game
        await w.settle_setup(game)
        commit, left = w.tables.repository.commit, [2]

        async def fails(before: Any, after: Any, step: Any) -> Any:
            if step.caller is None and left[0]:
                left[0] -= 1
                raise OSError("the disk is full")
            return await commit(before, after, step)

        monkeypatch.setattr(w.tables.repository, "commit", fails)
        while (await w.tables.status(game)).active == 0 and left[0]:
            await w.play_one(game, KIM)
            await w.tables.computers.settle()
        assert not left[0]
        status = await w.tables.status(game)
        assert 0 in (status.active, *status.waiting)


async def test_thinking_does_not_hold_up_the_event_loop(path: Path) -> None:
    """While a thought is under way, others are served: the thought ends only when that has happened."""
    served = asyncio.Event()

    class Waiting(PlannerPool):
        async def think(self, seen: View, offers: list[Offer], level: Level, seed: int = 0) -> Thought:
            await served.wait()
            return Thought(offers[0].action)

    async with world(path, pool=Waiting()) as w:
        game = (await w.game(KIM, computers=1, strength="hard")).game
        other = (await w.game(ALEX, ROBIN, channel=CHANNEL + 1)).game
        await w.play_one_if(game, KIM, RandomPlayer(1))
        while (status := await w.tables.status(other)).active is None:
            for seat in status.waiting:
                await w.play_one(other, status.seats[seat].user or 0)
        assert w.tables.computers._tasks, "a thought is under way"
        served.set()
        await w.settle_setup(game)
        assert (await w.tables.status(game)).active is not None


async def test_strengths_are_chosen_in_the_lobby(w: World) -> None:
    game = (await w.tables.lobby.open(caller(KIM), None)).game
    await w.tables.lobby.computer(caller(KIM), game)
    assert (await w.tables.status(game)).seats[1].computer == USUAL
    status = await w.tables.lobby.strength(caller(KIM), game, 1, "hard")
    assert status.seats[1].computer == "hard"
    await refused("unknown_seat", w.tables.lobby.strength(caller(KIM), game, 0, "hard"))
    await refused("unknown_seat", w.tables.lobby.strength(caller(KIM), game, 3, "hard"))
    await refused("unknown_computer", w.tables.lobby.strength(caller(KIM), game, 1, "genius"))  # type: ignore[arg-type]
    await w.tables.lobby.join(caller(ALEX), game)
    await refused("not_allowed", w.tables.lobby.strength(caller(ALEX), game, 1, "easy"))


async def test_a_person_is_replaced_by_a_strength(w: World) -> None:
    game = (await w.game(KIM, ALEX)).game
    voted = await w.tables.administration.replace_by_computer(caller(KIM), game, 1, "easy")
    assert voted.status.seats[1].computer == "easy"


def test_every_strength_has_a_player() -> None:
    assert set(KINDS) == set(STRENGTHS)
