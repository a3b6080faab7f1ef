"""Ids and times in the format of Discord."""

from __future__ import annotations

import datetime as dt
import time

from bot.practice import limits


class Snowflakes:
    """Generates ids from the clock, so that they stay unique after a restart."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        """A new id, greater than all before."""
        value = (int(time.time() * 1000) - limits.DISCORD_EPOCH) << 22
        self._last = max(value, self._last + 1)
        return self._last


def now_iso() -> str:
    """The current time in ISO format."""
    return dt.datetime.now(dt.UTC).isoformat()
