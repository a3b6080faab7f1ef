"""The journal: requests of the bot, violations of the rules of Discord, and listeners to every change."""

from __future__ import annotations

import contextlib
import logging
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.practice.errors import Json
    from bot.practice.model import Message

_log = logging.getLogger(__name__)


@dataclass
class Violation:
    """Something that Discord would refuse (error) or that a careful bot would not do (warning, note)."""

    kind: str
    detail: str
    severity: str = "error"
    route: str | None = None
    status: int | None = None
    at: float = field(default_factory=time.time)

    def __str__(self) -> str:
        where = f" [{self.route} -> {self.status}]" if self.route else ""
        return f"{self.severity.upper()} {self.kind}: {self.detail}{where}"


class Journal:
    """Violations, requests and events of one loopback Discord. Listeners are called on every change."""

    def __init__(self) -> None:
        self.violations: list[Violation] = []
        self.pings: list[Message] = []
        self.events: deque[Json] = deque(maxlen=5000)
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.last_request = 0.0
        self.in_flight = 0
        self._listeners: list[Callable[[str, Any], None]] = []
        self._expected: list[tuple[frozenset[str], list[Violation]]] = []

    def listen(self, listener: Callable[[str, Any], None]) -> Callable[[], None]:
        """Call ``listener(kind, what)`` on every change; returns a function that stops it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, kind: str, what: Any = None) -> None:
        """Call the listeners. Kinds: message, deleted, channel, commands, interaction, session, violation, request."""
        for listener in list(self._listeners):
            listener(kind, what)

    def event(self, kind: str, **data: Any) -> None:
        """Record an event and call the listeners."""
        self.events.append({"kind": kind, "at": time.time(), **data})
        self.tell(kind, data)

    def request(self, method: str, route: str, status: int) -> None:
        """Count one request of the bot."""
        self.requests[method, route, status] += 1
        self.last_request = time.monotonic()
        self.tell("request")

    def violation(self, kind: str, detail: str, *, severity: str = "error", **more: Any) -> None:
        """Record a violation, unless it was expected."""
        found = Violation(kind, detail, severity, **more)
        for kinds, caught in reversed(self._expected):
            if kind in kinds:
                caught.append(found)
                return
        self.violations.append(found)
        _log.warning("%s", found)
        self.tell("violation", found)

    @contextlib.contextmanager
    def collecting(self, *kinds: str) -> Iterator[list[Violation]]:
        """Collect violations of these kinds in a list instead of recording them."""
        caught: list[Violation] = []
        entry = (frozenset(kinds), caught)
        self._expected.append(entry)
        try:
            yield caught
        finally:
            self._expected.remove(entry)
