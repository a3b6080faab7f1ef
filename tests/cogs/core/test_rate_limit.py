"""Requests in an even pace, on a clock that is turned by hand."""

import pytest

from cogs.core.rate_limit import Pace


async def test_turns_are_as_far_apart_as_they_should(monkeypatch: pytest.MonkeyPatch) -> None:
    moment, waits = 100.0, []

    async def sleep(seconds: float) -> None:
        waits.append(round(seconds, 3))

    monkeypatch.setattr("cogs.core.rate_limit.time.monotonic", lambda: moment)
    monkeypatch.setattr("cogs.core.rate_limit.asyncio.sleep", sleep)
    pace = Pace(5)
    for _ in range(4):
        await pace.turn()
    assert waits == [0, 0.2, 0.4, 0.6]
    moment += 10
    await pace.turn()
    assert waits[-1] == 0
