"""Time zones by the names of their cities and countries, in three languages."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from babel import Locale as BabelLocale
from babel.core import get_global

from bot.text.locale import LOCALES, Locale

NEVER: Final = 9
"""The rank of what is not meant."""


@lru_cache(maxsize=4096)
def zone_words(locale: Locale, zone: str) -> str:
    """A zone as people call it: its city, and its country where that is known."""
    names = BabelLocale.parse(locale)
    known = names.time_zones.get(zone)
    city = (known or {}).get("city") or zone.rpartition("/")[2].replace("_", " ")
    code = get_global("zone_territories").get(zone)
    country = names.territories.get(code) if code else None
    return f"{city}, {country}" if country else str(city)


@lru_cache(maxsize=4096)
def _sought(zone: str) -> tuple[str, ...]:
    """What a zone can be found by, its cities first."""
    names = [zone_words(locale, zone).casefold() for locale in LOCALES]
    return (*dict.fromkeys(names), zone.casefold().replace("_", " "))


def zones_found(locale: Locale, zones: Iterable[str], typed: str, most: int) -> list[str]:
    """The zones that somebody may mean: those whose city begins so, then those with such a word, in the order of their
    names."""
    wanted = typed.strip().casefold().replace("_", " ")
    ranked = sorted((_rank(zone, wanted), zone_words(locale, zone), zone) for zone in zones)
    return [zone for rank, _, zone in ranked if rank < NEVER][:most] if wanted else []


def _rank(zone: str, wanted: str) -> int:
    texts = _sought(zone)
    if any(text.startswith(wanted) for text in texts):
        return 0
    if any(f" {wanted}" in text for text in texts):
        return 1
    return 2 if any(wanted in text for text in texts) else NEVER
