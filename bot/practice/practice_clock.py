"""The clock of the practice channel. It can be set forward, so that a game over days can be tried in minutes."""

from __future__ import annotations

import datetime as dt
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FURTHEST = 31 * 24 * 3600
"""Seconds by which it can be set forward at once."""


class PracticeClock:
    """Goes as the machine's clock does, so many seconds ahead of it."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self._listeners: list[Callable[[], None]] = []

    def time(self) -> float:
        """Seconds since 1970."""
        return time.time() + self.ahead

    def now(self) -> dt.datetime:
        """The moment, aware."""
        return dt.datetime.fromtimestamp(self.time(), dt.UTC)

    def forward(self, seconds: float) -> None:
        """Set it forward, and tell everybody. Raises :class:`ValueError`: not at all, or too far."""
        if not 0 < seconds <= FURTHEST:
            raise ValueError(seconds)
        self.ahead += seconds
        for listener in self._listeners:
            listener()

    def listen(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` whenever it is set."""
        self._listeners.append(listener)


CLOCK = PracticeClock()
"""That of this process: ids and times of everything on the channel come from it."""
