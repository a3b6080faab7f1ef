"""The fields of a pack as people call them, on the page and where packs are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.app.own_packs.shorthand_words import WORDS, said
from bot.text import t

if TYPE_CHECKING:
    from bot.text import Locale

FIELDS: Final = (
    "id", "name", "en", "de", "fr", "colour", "top", "bottom", "get", "slot", "set", "active", "campaign",
    "colours", "track", "lines", "of", "points", "ability", "lasting", "tokens", "row", "books", "links",
    "at_once", "trade", "cost", "once", "machine", "back", "card", "spaces", "terrain", "crystals", "bonus",
    "space", "kind", "market", "artifact", "cards", "side", "modules", "flask", "levels", "reach", "devotion",
    "small", "large", "tribe",
)  # fmt: skip


def field_label(locale: Locale, part: str) -> str:
    """A field in words; a number or an identifier as it stands."""
    if part in FIELDS:
        return t(locale, f"editor.field.{part}")
    return said(locale, part) if part in WORDS else part
