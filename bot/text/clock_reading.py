"""Times of day, days of the week and dates as people type them in three languages."""

import re
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from babel import Locale as BabelLocale

from bot.text.formatting import joined
from bot.text.locale import LOCALES, Locale

_TIME: Final = re.compile(
    r"(\d{1,2})(?:\s*(?:[:.h]|uhr|heures?)\s*(\d{2})?)?\s*(?:uhr|heures?|h)?\s*(am|pm|a\.m\.|p\.m\.)?"
)
_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})[./](\d{1,2})(?:[./](\d{4}|\d{2})?)?")
_RANGE: Final = re.compile(r"\s*(?:[-–]|\bto\b|\bbis\b|\bà\b|\bau\b)\s*")
WEEK: Final = 7
CENTURY: Final = 2000
"""What a year of two digits is added to."""


def clock_typed(text: str) -> int | None:
    """Minutes after midnight, from ``22``, ``22:30``, ``10 pm``, ``22 Uhr`` or ``22h30``; None: it is no time."""
    found = _TIME.fullmatch(text.strip().casefold())
    if found is None:
        return None
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").replace(".", "")
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    hour = 0 if (hour, minute) == (24, 0) else hour
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def clock_words(minute: int) -> str:
    """A time of day."""
    return f"{minute // 60}:{minute % 60:02}"


@lru_cache(maxsize=1)
def _days() -> dict[str, int]:
    """Days of the week by their names in all languages, shortened or not; Monday is 0."""
    found: dict[str, int] = {}
    for locale in LOCALES:
        for width in ("wide", "abbreviated", "short"):
            names = BabelLocale.parse(locale).days["format"].get(width, {})
            found |= {str(name).casefold().rstrip("."): int(day) for day, name in names.items()}
    return found


def days_typed(text: str) -> tuple[int, ...] | None:
    """Days of the week from ``Mon-Fri``, ``sa, so`` or ``lundi mercredi``; None: not all of it are days."""
    days: set[int] = set()
    for part in re.split(r"[,;+&]|\band\b|\bund\b|\bet\b", text.casefold()):
        found = _days_of(part.strip())
        if found is None:
            return None
        days |= found
    return tuple(sorted(days)) or None


def _days_of(part: str) -> set[int] | None:
    """The days of a row such as ``mon-fri``, or of words one after the other."""
    ends = _RANGE.split(part)
    words = [_days().get(word.strip().rstrip(".")) for word in (part.split() if len(ends) == 1 else ends)]
    if None in words or len(ends) > 2:
        return None
    named = [day for day in words if day is not None]
    if len(ends) == 1:
        return set(named)
    return {(named[0] + step) % WEEK for step in range((named[1] - named[0]) % WEEK + 1)}


def days_words(locale: Locale, days: tuple[int, ...]) -> str:
    """Days of the week, a row of three or more from first to last."""
    names = BabelLocale.parse(locale).days["format"]["abbreviated"]
    if len(days) > 2 and days[-1] - days[0] == len(days) - 1:
        return f"{names[days[0]]}–{names[days[-1]]}"
    return joined(locale, [names[day] for day in days])


def date_typed(text: str, today: date) -> date | None:
    """A date from ``2026-12-27``, ``27.12.``, ``27/12/2026``, ``27.12.26`` (the day comes first) or ``+3`` (days from
    today); without a year the next such day. None: it is no date."""
    typed = text.strip()
    if re.fullmatch(r"\+\d{1,3}", typed):
        return today + timedelta(days=int(typed))
    try:
        if found := _ISO.fullmatch(typed):
            return date(int(found[1]), int(found[2]), int(found[3]))
        if found := _DAY_FIRST.fullmatch(typed):
            day, month = int(found[1]), int(found[2])
            if found[3]:
                return date(int(found[3]) + (CENTURY if len(found[3]) == 2 else 0), month, day)
            this_year = date(today.year, month, day)
            return this_year if this_year > today else date(today.year + 1, month, day)
    except ValueError:
        return None
    return None
