"""The clock of the practice channel, set forward."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.practice import practice_clock
from bot.practice.practice_clock import FURTHEST, PracticeClock
from bot.practice.snowflakes import Snowflakes, now_iso


def test_it_is_set_forward_and_tells_so() -> None:
    clock, told = PracticeClock(), list[float]()
    clock.listen(lambda: told.append(clock.ahead))
    clock.forward(3600)
    clock.forward(60)
    assert told == [3600, 3660]
    assert clock.now() - datetime.now(UTC) > timedelta(minutes=60)


@pytest.mark.parametrize("seconds", [0, -5, FURTHEST + 1, float("nan"), float("inf")])
def test_it_never_goes_back_and_not_too_far(seconds: float) -> None:
    clock = PracticeClock()
    with pytest.raises(ValueError, match=r"\d|nan|inf"):
        clock.forward(seconds)
    assert clock.ahead == 0


def test_ids_and_times_follow_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = PracticeClock()
    monkeypatch.setattr("bot.practice.snowflakes.CLOCK", clock)
    ids = Snowflakes()
    before = ids.next()
    clock.forward(24 * 3600)
    assert (ids.next() - before) >> 22 >= 24 * 3600 * 1000
    assert datetime.fromisoformat(now_iso()) > datetime.now(UTC) + timedelta(hours=23)
    assert practice_clock.CLOCK.ahead == 0
