"""What was read from a file of results, and what was not understood in it."""

from datetime import datetime
from typing import Final, Literal

import msgspec

from bot.app.score_pad.model import Details, Options, Sheet

MOST_RESULTS: Final = 10_000
"""Results in one file."""
MOST_ROWS: Final = 4 * MOST_RESULTS
MOST_TOLD: Final = 200
"""Mistakes that are listed; of more, the number is told."""
MOST_POINTS: Final = 9_999
"""Points of one player."""

Expected = Literal[
    "number",
    "at_most",
    "multiple",
    "list",
    "leftover",
    "artifacts",
    "end_tile",
    "day",
    "day_clear",
    "past",
    "mode",
    "yes_no",
    "total",
    "line",
    "same",
    "alone",
    "seats",
    "twice",
    "name",
    "name_short",
    "text_short",
    "computer",
    "identifier",
    "points",
    "json",
    "parts",
    "starter",
]
"""What should have stood there; in words ``results.import.expected.<this>``."""
Refusal = Literal[
    "large", "rows", "encoding", "empty", "no_table", "columns", "cell", "json", "heavy", "broken", "none"
]


class FileMistake(msgspec.Struct, frozen=True, order=True):
    """What was not understood. ``line`` counts as spreadsheets do, the header is 1; in JSON it is the number of the
    result, from 1. ``wanted``: a value that the expectation names."""

    line: int
    column: str
    found: str
    expected: Expected
    wanted: str = ""


class ReadSeat(msgspec.Struct, frozen=True):
    """A player of a result. ``name`` as it stands beside the points, ``person`` as they are to be called here."""

    name: str
    person: str
    sheet: Sheet
    computer: str = ""
    tribe: str = ""
    card: str = ""


class ReadResult(msgspec.Struct, frozen=True):
    """A result that was understood; ``source``: its fingerprint, by which it is known when it comes again."""

    line: int
    played: datetime
    options: Options
    seats: tuple[ReadSeat, ...]
    source: str
    details: Details = Details()


class ReadFile(msgspec.Struct, frozen=True, tag="ReadFile"):
    """What a file says. ``left_out``: results with mistakes; ``more``: mistakes that are not listed; ``unread``:
    columns that mean nothing here."""

    results: tuple[ReadResult, ...]
    mistakes: tuple[FileMistake, ...] = ()
    more: int = 0
    left_out: int = 0
    unread: tuple[str, ...] = ()


class FileRefused(msgspec.Struct, frozen=True, tag="FileRefused"):
    """Why nothing of a file was read; ``values`` are the numbers and texts that tell why."""

    why: Refusal
    values: dict[str, str] = {}


class FileOrder(msgspec.Struct, frozen=True, tag="Results"):
    """A file that is to be read, and the present time, in seconds since 1970."""

    data: bytes
    now: float
