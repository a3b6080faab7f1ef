"""Ids and times in the format of Discord."""

from __future__ import annotations

from bot.practice import limits
from bot.practice.practice_clock import CLOCK


class Snowflakes:
    """Generates ids from the clock, so that they stay unique after a restart."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        """A new id, greater than all before."""
        value = (int(CLOCK.time() * 1000) - limits.DISCORD_EPOCH) << 22
        self._last = max(value, self._last + 1)
        return self._last


def now_iso() -> str:
    """The current time in ISO format."""
    return CLOCK.now().isoformat()
