"""Days and times in a file, as programs and spreadsheets write them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.app.result_files.result_file_model import Expected

FIRST_YEAR: Final = 2000
NOON: Final = 12
"""The hour of a day of which no time is known, so that it is the same day nearly everywhere."""
AHEAD: Final = 14 * 3600
"""Seconds that a day may be ahead of UTC somewhere."""
_ISO: Final = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?")
_WRITTEN: Final = re.compile(r"(\d{1,2})([./])(\d{1,2})\2(\d{4})(?: (\d{1,2}):(\d\d)(?::(\d\d))?)?")


class UnreadableDay(ValueError):
    """It is no day; ``expected`` says what would be one."""

    def __init__(self, expected: Expected) -> None:
        super().__init__(expected)
        self.expected: Expected = expected


def day_of_cell(text: str, now: float) -> datetime:
    """The moment, in UTC where no zone is told: ``2026-01-31T20:15:00+00:00``, ``2026-01-31``, ``31.1.2026 20:15``, or
    ``31/01/2026`` where it can be one day only.

    :raises UnreadableDay: it cannot be read, could be two days, or is still to come.
    """
    found = _iso(text) if _ISO.fullmatch(text) else _written(text)
    if found.year < FIRST_YEAR:
        raise UnreadableDay("day")
    if found.timestamp() > now + AHEAD:
        raise UnreadableDay("past")
    return found


def _iso(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
        found = found.replace(hour=NOON) if len(text) == len("2026-01-31") else found
        found = found if found.tzinfo else found.replace(tzinfo=UTC)
        return found.astimezone(UTC).replace(microsecond=0)
    except (ValueError, OverflowError):
        raise UnreadableDay("day") from None


def _written(text: str) -> datetime:
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise UnreadableDay("day")
    day, month, year = int(match[1]), int(match[3]), int(match[4])
    if match[2] == "/" and day != month:
        if day <= 12 and month <= 12:
            raise UnreadableDay("day_clear")
        day, month = (month, day) if month > 12 else (day, month)
    hour, minute, second = (int(match[at] or 0) for at in (5, 6, 7))
    try:
        return datetime(year, month, day, hour if match[5] else NOON, minute, second, tzinfo=UTC)
    except ValueError:
        raise UnreadableDay("day") from None
