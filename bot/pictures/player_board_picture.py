"""A player's board: everything of a seat that the reader may see, or one part of it enlarged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import msgspec

from bot.engine.game import Game
from bot.engine.variants.abyss.journey_cards import counted, flasks
from bot.engine.variants.abyss.state_access import shown
from bot.pictures.alt_text import join_sentences, player_alt
from bot.pictures.layers.map_region import PHONE
from bot.pictures.picture import Drawing, Picture
from bot.pictures.player_sections import (
    SectionContext,
    cards,
    goal,
    header,
    journeys,
    machines,
    progress,
    slots,
    technologies,
    tracks,
)
from bot.pictures.render.canvas import Canvas
from bot.pictures.render.drawable_names import names_of
from bot.pictures.seat_score import score_lines, score_rows, score_words
from bot.pictures.themes import ThemeName, theme_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.engine.state import SeatNumber
    from bot.engine.views import View
    from bot.text.locale import Locale

WIDTH: Final = 1000
UNITS: Final = 1400
"""Width of the whole board, in pixels and in units."""
PART: Final = 3 * PHONE
PART_UNITS: Final = 648
"""Width of a part of it, which is made for a phone: there texts are 9 pixels high or more."""
EDGE: Final = 20
GAP: Final = 18
ROOM: Final = 2200
"""Height in units that is nearly always enough. Empty space is cut off; a board that needs more is drawn again."""
_PARTS: Final[dict[str, tuple[Callable[[SectionContext, float, float, float], float], ...]]] = {
    "overview": (header, journeys, goal, score_lines),
    "cards": (cards, slots),
    "tracks": (tracks, progress, machines),
    "tribe": (technologies,),
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
    return player_board_drawing(seen, seat, locale, theme, names=names, area=area).picture()


def player_board_drawing(
    seen: View,
    seat: SeatNumber,
    locale: Locale,
    theme: ThemeName = "dark",
    *,
    names: Sequence[str] = (),
    area: str | None = None,
) -> Drawing:
    """The same before it is drawn.

    :raises IndexError: there is no such seat.
    """
    name = names_of(seen, names, locale)[seat]
    part = area if area in _PARTS else None

    def draw() -> bytes:
        units, width = (PART_UNITS, PART) if part else (UNITS, WIDTH)
        context = SectionContext(Canvas(units, ROOM, theme_of(theme), width / units), seen, seat, locale, name)
        bottom = _laid_out(context, part, units - 2 * EDGE)
        if bottom > ROOM:
            context = replace(context, canvas=Canvas(units, bottom, theme_of(theme), width / units))
            _laid_out(context, part, units - 2 * EDGE)
        return context.canvas.png(bottom)

    def words() -> str:
        said = player_alt(seen, seat, locale, name)
        return join_sentences([score_words(seen, seat, locale), said]) if part == "overview" else said

    state = seen.state
    kept = shown(state)
    own = kept.seats[seat] if kept is not None else None
    mine = msgspec.msgpack.encode((state.seats[seat], state.common_card, state.phase, own, _counted(seen, seat)))
    rows = score_rows(seen, seat) if part == "overview" else ()
    shows = ("player", seen.pack.hash, seat, mine, rows, locale, theme, name, part)
    return Drawing(shows, draw, words, "player.png")


def _counted(seen: View, seat: SeatNumber) -> list[int]:
    """How far each open journey is, and the flasks: they are drawn and may depend on the map."""
    kept = shown(seen.state)
    if kept is None:
        return []
    game = Game(seen.setup, seen.pack, seen.state, seen.variants)
    return [flasks(game, seat), *(counted(game, seat, seen.pack.journey[name]) for name in kept.seats[seat].journeys)]


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
    """Draw the parts one below the other and return where the next one would begin; what is empty takes no room."""
    for part in parts:
        height = part(context, x, y, width)
        y += height + GAP if height else 0.0
    return y


def _whole(context: SectionContext, width: float) -> float:
    """Draw all parts, with technologies beside machines."""
    y = _stacked(context, (header, journeys, cards, slots, tracks, progress), EDGE, EDGE, width)
    left = width * 0.58
    below = _stacked(context, (technologies,), EDGE, y, left)
    beside = _stacked(context, (machines, goal), EDGE + left + GAP, y, width - left - GAP)
    return max(below, beside)
