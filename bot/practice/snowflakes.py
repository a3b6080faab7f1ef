"""Ids and times, as Discord writes them."""

from __future__ import annotations

import datetime as dt
import time

from bot.practice import limits


class Snowflakes:
    """Ids by the clock, so that they stay unique over restarts."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        """A new id, greater than all before."""
        value = (int(time.time() * 1000) - limits.DISCORD_EPOCH) << 22
        self._last = max(value, self._last + 1)
        return self._last


def now_iso() -> str:
    """The time now, as Discord writes it."""
    return dt.datetime.now(dt.UTC).isoformat()
