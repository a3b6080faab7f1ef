"""How the scores of a finished game went: worked out from its records, never before the end."""

from itertools import pairwise

import pytest

from bot.app.tables import score_history as course_module
from bot.players import RandomPlayer
from tests.app.tables.table_fixture import ALEX, KIM, World, caller
from tests.app.tables.test_lobby import refused
from tests.app.tables.test_play import playing


async def _over(w: World) -> int:
    """A game to its end in which some actions were taken back."""
    game, player = await playing(w, KIM, ALEX), RandomPlayer(2)
    for _ in range(40):
        status = await w.tables.status(game)
        user = status.seats[next(iter(status.waiting), status.active) or 0].user or 0
        await w.play_one(game, user, player)
        if (await w.tables.play.offers(game, user)).may_undo:
            await w.tables.play.undo(caller(user), game)
            await w.play_one_if(game, user, player)
    assert (await w.play_on(game, player)).stage == "over"
    return game


async def test_it_ends_with_the_final_totals(w: World) -> None:
    game = await _over(w)
    course, status = await w.tables.score_histories.of(game), await w.tables.status(game)
    assert course[-1] == tuple(sheet.total for sheet in status.sheets)
    assert len(course) > status.turn / 2
    assert all(len(totals) == 2 for totals in course)
    steps = [after[seat] - before[seat] for before, after in pairwise(course) for seat in (0, 1)]
    assert sum(step > 0 for step in steps) > 10
    assert max(steps) < 60, "no turn brings half a game"


async def test_nothing_before_the_end(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await w.play_on(game, RandomPlayer(7), 40)
    assert await w.tables.score_histories.of(game) == ()
    await refused("no_such_game", w.tables.score_histories.of(10_000))


async def test_it_is_worked_out_once(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await _over(w)
    first = await w.tables.score_histories.of(game)

    def again(*_: object) -> None:
        raise AssertionError("worked out twice")

    monkeypatch.setattr(course_module, "score_history", again)
    assert await w.tables.score_histories.of(game) == first


async def test_a_game_that_cannot_be_played_again_has_none(
    w: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = await _over(w)

    def broken(*_: object) -> None:
        raise ValueError("other rules")

    monkeypatch.setattr(course_module, "Replay", broken)
    assert await w.tables.score_histories.of(game) == ()
    assert "score history of a game could not be computed" in caplog.text
