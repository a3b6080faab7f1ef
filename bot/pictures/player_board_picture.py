"""A player's board: everything of a seat that the reader may see, or one part of it enlarged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.pictures.alt_text import player_alt
from bot.pictures.picture import Picture
from bot.pictures.player_sections import (
    SectionContext,
    cards,
    goal,
    header,
    machines,
    progress,
    slots,
    technologies,
    tracks,
)
from bot.pictures.render.canvas import Canvas
from bot.pictures.render.drawable_names import names_of
from bot.pictures.themes import ThemeName, theme_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.engine.state import SeatNumber
    from bot.engine.views import View
    from bot.text.locale import Locale

WIDTH: Final = 1000
"""Pixels."""
UNITS: Final = 1400
PART_UNITS: Final = 1000
"""Width in units, for the whole board and for an enlarged part."""
EDGE: Final = 20
GAP: Final = 18
ROOM: Final = 2200
"""Height in units that is nearly always enough. Empty space is cut off; a board that needs more is drawn again."""
_PARTS: Final[dict[str, tuple[Callable[[SectionContext, float, float, float], float], ...]]] = {
    "cards": (header, cards, slots),
    "tracks": (header, tracks, progress, machines),
    "tribe": (header, technologies, goal),
}
AREAS: Final = tuple(_PARTS)


def player_board(
    seen: View,
    seat: SeatNumber,
    locale: Locale,
    theme: ThemeName = "dark",
    *,
    names: Sequence[str] = (),
    area: str | None = None,
) -> Picture:
    """The board of a seat.

    :param area: one of ``AREAS`` to show that part enlarged; anything else shows the whole board.
    :raises IndexError: there is no such seat.
    """
    name = names_of(seen, names, locale)[seat]
    units = PART_UNITS if area in _PARTS else UNITS
    context = SectionContext(Canvas(units, ROOM, theme_of(theme), WIDTH / units), seen, seat, locale, name)
    bottom = _laid_out(context, area, units - 2 * EDGE)
    if bottom > ROOM:
        context = replace(context, canvas=Canvas(units, bottom, theme_of(theme), WIDTH / units))
        _laid_out(context, area, units - 2 * EDGE)
    return Picture(context.canvas.png(bottom), player_alt(seen, seat, locale, name), "player.png")


def _laid_out(context: SectionContext, area: str | None, width: float) -> float:
    """Draw the parts and return the height that they need."""
    parts = _PARTS.get(area or "")
    below = _stacked(context, parts, EDGE, EDGE, width) if parts else _whole(context, width)
    return below + EDGE - GAP


def _stacked(
    context: SectionContext,
    parts: Sequence[Callable[[SectionContext, float, float, float], float]],
    x: float,
    y: float,
    width: float,
) -> float:
    """Draw the parts one below the other and return where the next one would begin."""
    for part in parts:
        y += part(context, x, y, width) + GAP
    return y


def _whole(context: SectionContext, width: float) -> float:
    """Draw all parts, with technologies beside machines."""
    y = _stacked(context, (header, cards, slots, tracks, progress), EDGE, EDGE, width)
    left = width * 0.58
    below = _stacked(context, (technologies,), EDGE, y, left)
    beside = _stacked(context, (machines, goal), EDGE + left + GAP, y, width - left - GAP)
    return max(below, beside)
