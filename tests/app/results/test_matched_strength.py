"""“Like me” goes a step up after a game won against a computer player and a step down after one lost."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.results.matched_strength import LADDER, matched_strength, next_strength
from bot.app.score_pad import Closing, Options, Player, ScorePad, Sheet
from bot.app.tables.model import STRENGTHS
from bot.store import Store
from bot.store.result_statistics import Finish
from tests.app.results.sample_results import OTHER_PLACE, PLACE, keep

ME, OTHER = 7, 8


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'revive.sqlite3'}") as store:
        yield store


def seats(own: int, *computers: tuple[str, int]) -> list[tuple[int | None, Finish]]:
    """A game in which I was placed so, and computer players of some strengths so."""
    theirs = [(None, Finish(1, 1, 2, strength, rank)) for strength, rank in computers]
    return [(ME, Finish(1, 1, 1, None, own)), *theirs]


@pytest.mark.parametrize(
    ("own", "computers", "expected"),
    [
        (1, [("easy", 2)], "casual"),
        (2, [("easy", 1)], "easy"),
        (1, [("hard", 2)], "hard"),
        (2, [("hard", 1)], "normal"),
        (1, [("steady", 1)], "steady"),
        (2, [("easy", 3), ("steady", 1)], "casual"),
        (1, [("random", 2), ("casual", 3)], "steady"),
        (1, [("random", 2)], "easy"),
        (1, [("unknown", 2)], "easy"),
        (2, [("casual", 3), ("casual", 1)], "easy"),
    ],
)
def test_a_step_up_or_down(own: int, computers: list[tuple[str, int]], expected: str) -> None:
    assert next_strength(ME, seats(own, *computers)) == expected


def test_every_strength_but_the_random_one_is_gone_through() -> None:
    assert ("random", *LADDER) == STRENGTHS


KIM, ALEX, ROBOT = Player("Kim", ME), Player("Alex", OTHER), Player("Robo 1", computer="steady")


def game(*played: tuple[Player, int]) -> ScorePad:
    """A refereed game of which the totals are known."""
    players, points = zip(*played, strict=True)
    sheets = tuple(Sheet(whole=total) for total in points)
    return ScorePad(1, "en", players, sheets, Options(), Closing(1, "Kim"), game=True)


async def test_the_last_game_with_computers_here_counts(store: Store) -> None:
    """Not those of others, nor those of people alone, nor those elsewhere."""
    assert await matched_strength(store, PLACE, ME) == "easy"
    won, lost = game((KIM, 90), (ROBOT, 80)), game((ALEX, 60), (ROBOT, 80))
    await keep(store, [won, game((KIM, 60), (ALEX, 80)), lost])
    await keep(store, [lost, won, game((KIM, 70), (ROBOT, 80))], OTHER_PLACE)
    assert await matched_strength(store, PLACE, ME) == "normal"
    assert await matched_strength(store, PLACE, OTHER) == "casual"
    assert await matched_strength(store, OTHER_PLACE, ME) == "casual"
    assert await matched_strength(store, OTHER_PLACE + 1, ME) == "easy"
