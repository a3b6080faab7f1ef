"""How quickly people at a table have agreed to play, and what follows from it: when somebody is reminded, from when on
they are late, and how long a vote on it waits for an answer."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Literal

Pace = Literal["live", "day", "relaxed", "none"]


@dataclass(frozen=True, slots=True)
class Spans:
    """``remind``: after so long a person is told once more. ``late``: after so much time outside their quiet hours they
    are late. ``answer``: whoever has not answered a vote about a late person within so much time outside their quiet
    hours agrees."""

    remind: timedelta
    late: timedelta
    answer: timedelta


SPANS: Final[dict[Pace, Spans]] = {
    "live": Spans(timedelta(minutes=5), timedelta(minutes=15), timedelta(minutes=5)),
    "day": Spans(timedelta(hours=12), timedelta(hours=24), timedelta(hours=8)),
    "relaxed": Spans(timedelta(hours=24), timedelta(hours=72), timedelta(hours=24)),
}
"""The paces at which somebody can be late; with ``none`` nobody is."""
PACES: Final[tuple[Pace, ...]] = (*SPANS, "none")


def as_pace(text: str) -> Pace | None:
    """The pace of that name; None where there is none."""
    return next((pace for pace in PACES if pace == text), None)
