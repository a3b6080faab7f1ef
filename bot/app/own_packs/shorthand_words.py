"""The words of the short-hand in three languages, from the catalogues: singular, plural, abbreviations."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from bot.text import LOCALES, t

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.text import Locale

WORDS: Final = (
    "gear", "book", "food", "crystal", "points", "energy", "devotion", "gain_any", "forest", "mountain", "field",
    "any", "tribe_ability", "take_card", "take_module", "take_machine", "take_crate", "take_artifact",
    "return_energy", "range", "any_colour", "reset_switch", "wake", "clear_slot", "water_again", "place_marker",
    "take_scyphoz", "populate_apart", "per", "most", "explore", "populate", "build", "crates", "machines",
    "modules", "technologies", "buildings", "small_buildings", "large_buildings", "large_locations", "cards_gained",
    "discs", "progress_markers", "hibernations", "track_steps", "waters", "artifacts", "flasks", "fifth_slot",
    "origin", "when", "played", "switched", "explored", "populated", "built", "hibernated", "machine_used",
    "crate_opened", "desert", "city", "water", "abyss", "red", "green", "blue", "small", "large", "yellow", "white",
    "violet", "true", "false", "fill", "discard_cards", "by_hand", "worth", "usual",
)  # fmt: skip
"""What has words of its own; every other value of a pack is written as it stands there."""
_KNOWN: Final = frozenset(WORDS)


def said(locale: Locale, key: str, n: int = 1) -> str:
    """The word for a value of a pack, as it is written for ``n`` of it."""
    if key not in _KNOWN:
        return key
    forms = _forms(locale, key)
    return forms[0] if n == 1 or len(forms) == 1 else forms[1]


@cache
def meanings(locale: Locale, keys: tuple[str, ...]) -> dict[str, str]:
    """What each word stands for among ``keys``, in small letters. All languages are understood; the reader's own is
    asked first, where an abbreviation means different things."""
    found = {key.casefold(): key for key in keys}
    for language in (*(each for each in LOCALES if each != locale), locale):
        found |= {form.casefold(): key for key in keys if key in _KNOWN for form in _forms(language, key)}
    return found


def value_meant(locale: Locale, keys: Iterable[str], typed: str) -> str | None:
    """The one of ``keys`` that is typed in any of the languages; None where it is none of them."""
    return meanings(locale, tuple(keys)).get(" ".join(typed.split()).casefold())


@cache
def _forms(locale: Locale, key: str) -> tuple[str, ...]:
    return tuple(t(locale, f"shorthand.{key}").split("|"))
