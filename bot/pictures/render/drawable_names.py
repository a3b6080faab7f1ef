"""Names of players that can be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.pictures.render.text_rendering import readable
from bot.text.catalogue import t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.views import View
    from bot.text.locale import Locale


MAUTOMA: Final = "Mautoma"
"""The name of the Mautoma, the same in all languages."""


def names_of(seen: View, names: Sequence[str], locale: Locale) -> tuple[str, ...]:
    """A name for every seat of a view. A seat without a readable name is called by its number."""
    return all_names(names, len(seen.state.seats), locale)


def all_names(names: Sequence[str], count: int, locale: Locale) -> tuple[str, ...]:
    """``count`` names that can be drawn."""
    given = [*names, *[""] * count][:count]
    return tuple(readable(name) or t(locale, "thing.seat", n=seat + 1) for seat, name in enumerate(given))
