"""Time zones by the names of their cities and countries, in three languages."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from babel import Locale as BabelLocale
from babel.core import get_global

from bot.text.locale import LOCALES, Locale

INSIDE: Final = 2
"""The rank of what is only part of a word."""
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


def zones_meant(zones: Iterable[str], typed: str) -> list[str]:
    """The zones that somebody means who picked none: those of that city, else those of which a name begins so, else
    those with such a word."""
    wanted = typed.strip().casefold().replace("_", " ")
    ranked = [(_rank(zone, wanted), zone) for zone in sorted(zones)] if wanted else []
    best = min((rank for rank, _ in ranked), default=NEVER)
    meant = [zone for rank, zone in ranked if rank == best and best < INSIDE]
    return [zone for zone in meant if any(_city(text) == wanted for text in _sought(zone))] or meant


def _city(text: str) -> str:
    return text.partition(",")[0].rpartition("/")[2]


def _rank(zone: str, wanted: str) -> int:
    texts = _sought(zone)
    if any(text.startswith(wanted) for text in texts):
        return 0
    if any(f" {wanted}" in text for text in texts):
        return 1
    return INSIDE if any(wanted in text for text in texts) else NEVER
