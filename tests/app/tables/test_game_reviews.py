"""“Where did I lose points?”: of finished games alone, the person's own moves, worked out once."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from bot.app.tables import TableRefusal
from bot.app.tables.game_reviews import LEAST, TURNS, Review
from bot.engine.actions import Action
from bot.engine.components import Pack
from bot.engine.view_codec import decode_view
from bot.players import RandomPlayer, Reason
from bot.players.advice import AdvisedMove
from bot.players.review import JudgedMove
from bot.players.workers.pool import PlannerPool
from tests.app.tables.table_fixture import ALEX, KIM, ROBIN, World, caller, world

_action = msgspec.msgpack.Decoder(Action)


class ByTurn(PlannerPool):
    """Judges at a glance: a move of turn 7 cost 7 points, one of another turn as many as its last digit; keeps what it
    was asked."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[tuple[int, Action, bool]] = []
        self.failing = 0

    async def review(
        self, pack: Pack, positions: list[tuple[bytes, bytes]], *, close: bool = False
    ) -> list[JudgedMove]:
        if self.failing:
            self.failing -= 1
            raise TimeoutError
        found = []
        for data, taken in positions:
            seen, offers = decode_view(data, {pack.hash: pack})
            action = _action.decode(taken)
            assert action in [offer.action for offer in offers] or seen.decision is not None
            assert seen.seat == action.seat
            self.asked.append((seen.state.turn.number, action, close))
            found.append(JudgedMove(action, seen.state.turn.number % 10, AdvisedMove(action, Reason("best"))))
        return found


async def over(w: World, *people: int, computers: int = 0) -> int:
    game = (await w.game(*people, computers=computers)).game
    await w.settle_setup(game)
    assert (await w.play_on(game, RandomPlayer(8))).stage == "over"
    return game


async def review_of(w: World, game: int, user: int) -> Review:
    return await (await w.tables.reviews.of(game, user)).task


async def test_the_dearest_turns_in_the_order_of_the_game(path: Path) -> None:
    pool = ByTurn()
    async with world(path, pool=pool) as w:
        game = await over(w, KIM, computers=1)
        running = await w.tables.reviews.of(game, KIM)
        found = await running.task
        assert [round(lost.cost) for lost in found.lost] == [9] * TURNS
        assert [lost.turn for lost in found.lost] == sorted({lost.turn for lost in found.lost})
        assert found.moves == found.of == running.done == running.of > 20
        assert all(lost.cost >= LEAST for lost in found.lost)
        logged = [line for line in await w.tables.play.log(game, None, 0) if line.user == KIM]
        mine = [line.record.action for line in logged]
        assert {action.seat for _, action, _ in pool.asked} == {0}
        assert all(action in mine for _, action, _ in pool.asked)
        assert sum(close for _, _, close in pool.asked) == 6


async def test_it_is_worked_out_once(path: Path) -> None:
    pool = ByTurn()
    async with world(path, pool=pool) as w:
        game = await over(w, KIM, ALEX)
        first, again = await asyncio.gather(review_of(w, game, KIM), review_of(w, game, KIM))
        assert first is again
        asked = len(pool.asked)
        assert await review_of(w, game, KIM) is first
        assert len(pool.asked) == asked
        other = await review_of(w, game, ALEX)
        assert {action.seat for _, action, _ in pool.asked[asked:]} == {1}
        assert other != first
    async with world(path, pool=ByTurn()) as w:
        assert await review_of(w, game, KIM) == first, "after a restart it is worked out again"


async def test_computer_players_come_first(path: Path) -> None:
    """Where they think for long, it waits on."""
    pool = ByTurn()
    async with world(path, pool=pool) as w:
        game = await over(w, KIM, computers=1)
        pool.failing = 3
        assert (await review_of(w, game, KIM)).lost


async def test_when_time_is_up_it_says_how_far_it_came(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.tables.game_reviews.WITHIN", -1.0)
    async with world(path, pool=ByTurn()) as w:
        game = await over(w, KIM, computers=1)
        found = await review_of(w, game, KIM)
        assert (found.lost, found.moves) == ((), 0)
        assert found.of > 0


async def test_only_who_played_in_a_game_that_is_over(path: Path) -> None:
    async with world(path, pool=ByTurn()) as w:
        game = (await w.game(KIM, ALEX)).game
        with pytest.raises(TableRefusal, match="not_over"):
            await w.tables.reviews.of(game, KIM)
        await w.settle_setup(game)
        await w.play_on(game, RandomPlayer(8))
        with pytest.raises(TableRefusal, match="no_moves"):
            await w.tables.reviews.of(game, ROBIN)


async def test_who_left_their_seat_sees_their_own_moves(path: Path) -> None:
    pool = ByTurn()
    async with world(path, pool=pool) as w:
        game = (await w.game(KIM, computers=1)).game
        await w.settle_setup(game)
        for _ in range(40):
            await w.play_one_if(game, KIM, RandomPlayer(2))
            await w.tables.computers.settle()
        await w.tables.administration.replace(caller(KIM), game, 0, ALEX, "Alex")
        assert (await w.play_on(game, RandomPlayer(8))).stage == "over"
        await review_of(w, game, KIM)
        turns = {turn for turn, _, _ in pool.asked}
        pool.asked.clear()
        await review_of(w, game, ALEX)
        assert max(turns) <= min(turn for turn, _, _ in pool.asked)
