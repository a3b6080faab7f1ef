"""Streaks, records and balances."""

import pytest

from bot.app.results import Balance, balance_of, streaks_of
from bot.store.result_statistics import Meeting, PlayedSeat


def games(*won: int, totals: tuple[int, ...] = ()) -> list[PlayedSeat]:
    points = totals or (100,) * len(won)
    return [PlayedSeat(n, n, points[n], 1 if first else 2, first, 3) for n, first in enumerate(won)]


@pytest.mark.parametrize(
    ("won", "now", "longest"),
    [((0,), 0, 0), ((1,), 1, 1), ((1, 1, 0, 1), 1, 2), ((0, 2, 1, 1), 3, 3), ((1, 1, 1, 0), 0, 3)],
)
def test_streaks(won: tuple[int, ...], now: int, longest: int) -> None:
    found = streaks_of(games(*won))
    assert (found.now, found.longest) == (now, longest)


def test_records_are_the_first_of_their_kind() -> None:
    found = streaks_of(games(0, 0, 0, 0, totals=(90, 120, 120, 90)))
    assert (found.best.result, found.lowest.result) == (1, 0)


def test_a_balance() -> None:
    met = [
        Meeting(1, 1, 90, 1, 80, 2),
        Meeting(2, 2, 70, 3, 90, 1),
        Meeting(3, 3, 80, 1, 80, 1),
        Meeting(4, 4, 60, 2, 50, 3),
    ]
    assert balance_of(met) == Balance(2, 1, 1, 75, 75)


def test_of_no_games_there_is_nothing_to_say() -> None:
    with pytest.raises(ValueError, match="no games"):
        streaks_of([])
    with pytest.raises(ValueError, match="no games"):
        balance_of([])
