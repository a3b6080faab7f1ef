"""A decision that waits for its seat, with what an answer to it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.engine.actions import Decision, Option

if TYPE_CHECKING:
    from bot.engine.resolution.tasks import Source
    from bot.engine.state import SeatNumber

SKIP: Final = Option("skip")
Answer = Callable[[list[Option]], None]


@dataclass
class OpenDecision:
    """A decision that one seat has to make.

    ``forced``: answers itself where there is one way only. ``tells_nothing``: an event says so when there is no way at
    all. ``waits``: stays open without a way, since a free action may bring one. ``answer`` carries out what the picked
    options mean; the task is off the stack by then.
    """

    kind: str
    rule: str
    options: tuple[Option, ...]
    answer: Answer
    source: Source
    least: int = 1
    most: int = 1
    interruptible: bool = True
    forced: bool = True
    tells_nothing: bool = True
    waits: bool = False

    def as_decision(self, seat: SeatNumber) -> Decision:
        """The decision as the seat sees it."""
        return Decision(
            seat=seat,
            kind=self.kind,
            options=self.options,
            least=self.least,
            most=self.most,
            source=self.source,
            rule=self.rule,
            interruptible=self.interruptible,
        )
