"""The orientations of a tile, each as a small picture of the tile in its place, numbered like the options of the
decision."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.pictures.alt_text import orientation_alt
from bot.pictures.layers.hexagons import ROOT3, Layout, bounds
from bot.pictures.layers.map_region import PHONE, READABLE
from bot.pictures.layers.pieces import draw_pieces
from bot.pictures.layers.terrain import Region, draw_ground, middle_of, trace
from bot.pictures.picture import Picture
from bot.pictures.render.canvas import Canvas
from bot.pictures.themes import Theme, ThemeName, ink_on, theme_of

if TYPE_CHECKING:
    from bot.engine.views import View
    from bot.text.locale import Locale

WIDTH: Final = 3 * PHONE
GAP: Final = 12
ACROSS: Final = 2


def orientation_choice(
    seen: View, place: int, orientations: tuple[int, ...], locale: Locale, theme: ThemeName = "dark"
) -> Picture:
    """A picture of each orientation of the revealed tile on a place.

    :param orientations: as in the options of the decision (``Option.number``), in their order.
    :raises ValueError: the tile is not revealed, or there is only one orientation.
    """
    if not seen.state.places[place].revealed or not orientations:
        raise ValueError(f"place {place}: an explored tile and at least one orientation expected")
    found = theme_of(theme)
    views = [laid(seen, place, orientation) for orientation in orientations]
    across = min(ACROSS, len(views))
    width = (WIDTH - GAP * (across + 1)) // across
    height = round(width * 0.78)
    rows = -(-len(views) // across)
    canvas = Canvas(WIDTH, GAP + rows * (height + GAP), found)
    for number, each in enumerate(views):
        x, y = GAP + (number % across) * (width + GAP), GAP + (number // across) * (height + GAP)
        canvas.image.paste(_panel(each, place, found, width, height).image, (x, y))
        canvas.disc(x + 44, y + 44, 36, found.accent)
        canvas.text(x + 44, y + 44, str(number + 1), 48, ink_on(found.accent), "centre")
    return Picture(canvas.png(), orientation_alt(views, place, locale), "orientation.png")


def laid(seen: View, place: int, orientation: int) -> View:
    """The view with the tile on a place in this orientation."""
    tile = seen.state.places[place].tile
    printed = seen.pack.tile[tile].spaces if tile in seen.pack.tile else seen.pack.start_tile[tile].spaces
    prints = list(seen.prints)
    for space, index in zip(seen.board.spaces_of[place], seen.board.orientations[place][orientation], strict=True):
        prints[space] = printed[index] if printed else prints[space]
    return replace(seen, prints=tuple(prints))


def _panel(seen: View, place: int, theme: Theme, width: int, height: int) -> Canvas:
    """The tile and its surroundings."""
    x0, y0, x1, y1 = bounds(seen.board.hexes[space] for space in seen.board.spaces_of[place])
    radius = min(width / (x1 - x0 + 2.2 * ROOT3), height / (y1 - y0 + 3.0))
    x, y = middle_of(seen, Layout(radius, 0, 0), place)
    layout = Layout(radius, width / 2 - x, height / 2 - y, READABLE * WIDTH / PHONE / radius)
    near = {place, *seen.board.places_beside[place]}
    inside = tuple(space for space in range(len(seen.board.hexes)) if seen.board.place_of[space] in near)
    region = Region(layout, width, height, inside)
    canvas = draw_ground(seen, theme, region)
    draw_pieces(canvas, seen, region)
    trace(canvas, seen, layout, seen.board.spaces_of[place], theme.marked, radius * 0.15)
    return canvas
