"""The board: the map with all pieces; below it the points and hibernations of the players and the artifacts left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.pictures.alt_text import board_alt
from bot.pictures.layers.map_region import part_region, whole_region
from bot.pictures.layers.overlay_drawing import draw_over
from bot.pictures.layers.scoreboard import UNITS, draw_foot, foot_height
from bot.pictures.layers.terrain import Grounds, Region, trace
from bot.pictures.picture import Picture
from bot.pictures.render.canvas import LEVEL, Canvas
from bot.pictures.render.drawable_names import names_of
from bot.pictures.themes import ThemeName, theme_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.state import Space
    from bot.engine.views import View
    from bot.pictures.layers.overlay import Overlay
    from bot.text.locale import Locale

WIDTH: Final = 1280
"""Pixels. Labels on the map are 31 pixels high, and at least 9 where the whole picture is shown 390 pixels wide."""
GROUNDS: Final = Grounds()


def board(
    seen: View,
    locale: Locale,
    theme: ThemeName = "dark",
    *,
    names: Sequence[str] = (),
    area: str | None = None,
    overlay: Overlay | None = None,
    mark: int | None = None,
) -> Picture:
    """The map as a view shows it.

    :param names: the players by seat, as they are (nothing escaped).
    :param area: one of ``SECTORS`` or a space's label, to show that part larger; anything else shows all.
    :param mark: a place round which a line is drawn.
    """
    found, called = theme_of(theme), names_of(seen, names, locale)
    region = region_of(seen, area)
    canvas = Canvas.over(GROUNDS.get(seen, found, region), found)
    draw_over(canvas, seen, region, overlay)
    if mark is not None:
        trace(canvas, seen, region.layout, seen.board.spaces_of[mark], found.marked, 0.16 * region.layout.radius)
    draw_foot(Canvas.over(canvas.image, found, WIDTH / UNITS), seen, called, whole=_is_all(seen, region.spaces))
    level = LEVEL if overlay else LEVEL - 1
    return Picture(canvas.png(level=level), board_alt(seen, locale, called, overlay), "board.png")


def region_of(seen: View, area: str | None) -> Region:
    """The part of the map to draw."""
    part = part_region(seen, area, WIDTH, _below(seen, whole=False))
    return part or whole_region(seen, WIDTH, _below(seen, whole=True))


def _below(seen: View, *, whole: bool) -> int:
    return round(foot_height(seen, whole=whole) * WIDTH / UNITS)


def _is_all(seen: View, spaces: Sequence[Space]) -> bool:
    return len(spaces) == len(seen.board.hexes)
