"""The part of the map that a picture shows, and how large: all of it, a part by name, or no more than is needed.

A picture that is cropped to what is needed is made for a phone: at ``PHONE`` pixels its texts are ``READABLE`` pixels
high or more, and it is at most ``TALLEST`` pixels high, in the table's message ``TALLEST_OF_TABLE``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.game import Game
from bot.engine.rules.map_range import reach
from bot.pictures.layers.hexagons import ROOT3, Layout, bounds, fitting, flat
from bot.pictures.layers.terrain import Region

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.state import Space
    from bot.engine.views import View

PHONE: Final = 270
"""Pixels: the width of a message's container on a phone that is 390 pixels wide."""
READABLE: Final = 9.05
TALLEST: Final = 300
TALLEST_OF_TABLE: Final = 240
MARGIN: Final = 16
WINDOW: Final = (7.6, 6)
"""Columns and rows of hexagons in an enlarged part of the map."""
RIM: Final = 0.15
"""Space round a cropped part of the map, for a radius of 1."""
SECTORS: Final = {
    "north_west": (0.0, 0.0),
    "north": (0.5, 0.0),
    "north_east": (1.0, 0.0),
    "west": (0.0, 0.5),
    "centre": (0.5, 0.5),
    "east": (1.0, 0.5),
    "south_west": (0.0, 1.0),
    "south": (0.5, 1.0),
    "south_east": (1.0, 1.0),
}
"""Parts of the map by name. The label of a space also names the part round it."""
_Box = tuple[float, float, float, float]
"""Left, top, right, bottom for a radius of 1."""


def whole_region(seen: View, width: int, below: int) -> Region:
    """The whole map; ``below``: pixels that the picture needs below it."""
    layout, height = fitting(seen.board.hexes, width - 2 * MARGIN, None, MARGIN, MARGIN)
    spaces = tuple(range(len(seen.board.hexes)))
    return Region(layout, width, round(height + 2 * MARGIN + below), spaces, below)


def part_region(seen: View, area: str | None, width: int, below: int) -> Region | None:
    """One of ``SECTORS``, or the part round the space with this label; None for any other text."""
    wanted = area.strip() if area else ""
    found = seen.board.space_named(wanted)
    if found is not None:
        middle = flat(seen.board.hexes[found])
    elif wanted in SECTORS:
        x0, y0, x1, y1 = bounds(seen.board.hexes)
        across, down = SECTORS[wanted]
        middle = x0 + across * (x1 - x0), y0 + down * (y1 - y0)
    else:
        return None
    wide, high = WINDOW[0] * ROOT3, (WINDOW[1] - 1) * 1.5 + 2
    return _window(seen, _round(middle, wide, high), width, below, MARGIN)


def known_region(seen: View, width: int, below: int) -> Region:
    """What has been explored and can be walked to, with the tiles that can be explored next; no larger than a phone
    shows well."""
    table = Game(seen.setup, seen.pack, seen.state, seen.variants)
    steps, state = reach(table, None).steps, seen.state
    standing = {*state.buildings, *state.figures, *state.markers.values()}
    near = [space for space, far in enumerate(steps) if far >= 0 or space in standing]
    return _for_phone(seen, bounds(_tiles(seen, near)), width, below, TALLEST_OF_TABLE)


def round_targets(seen: View, targets: Iterable[Space], width: int, below: int) -> Region:
    """Some spaces with one row of others round them; no larger than a phone shows well."""
    x0, y0, x1, y1 = bounds(_tiles(seen, targets))
    wide, high = max(WINDOW[0] * ROOT3, x1 - x0 + ROOT3), max((WINDOW[1] - 1) * 1.5 + 2, y1 - y0 + 1.5)
    return _for_phone(seen, _round(((x0 + x1) / 2, (y0 + y1) / 2), wide, high), width, below)


def _tiles(seen: View, spaces: Iterable[Space]) -> list[tuple[int, int]]:
    """The hexagons of some spaces; of a tile that is not explored, or one location, all of them."""
    shown = set(spaces)
    for space in tuple(shown):
        printed = seen.prints[space]
        if printed is None or printed.terrain in ("large", "vast", "lake"):
            shown.update(seen.board.spaces_of[seen.board.place_of[space]])
    return [seen.board.hexes[space] for space in shown]


def _round(middle: tuple[float, float], wide: float, high: float) -> _Box:
    x, y = middle
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _for_phone(seen: View, box: _Box, width: int, below: int, most: int = TALLEST) -> Region:
    """A part of the map, wider than asked for where it would be too tall, with texts that a phone shows well."""
    x0, y0, x1, y1 = box
    rim = RIM * width / (x1 - x0)
    tallest = most * width / PHONE - below - 2 * rim
    wide = max(x1 - x0, (y1 - y0) * (width - 2 * rim) / tallest)
    wider = _round(((x0 + x1) / 2, (y0 + y1) / 2), wide, y1 - y0)
    region = _window(seen, wider, width, below, rim)
    smallest = READABLE * width / PHONE / region.layout.radius
    layout = Layout(region.layout.radius, region.layout.left, region.layout.top, smallest)
    return region._replace(layout=layout)


def _window(seen: View, box: _Box, width: int, below: int, margin: float) -> Region:
    """The box of a map, moved so that it shows no more beyond the edge than it has to."""
    x0, y0, x1, y1 = bounds(seen.board.hexes)
    wide, high = box[2] - box[0], min(box[3] - box[1], y1 - y0)
    left = (x0 + x1 - wide) / 2 if wide > x1 - x0 else min(max(box[0], x0), x1 - wide)
    top = min(max(box[1], y0), y1 - high)
    radius = (width - 2 * margin) / wide
    layout = Layout(radius, margin - radius * left, margin - radius * top)
    inside = tuple(
        space
        for space, each in enumerate(seen.board.hexes)
        if left - 1 < flat(each)[0] < left + wide + 1 and top - 1 < flat(each)[1] < top + high + 1
    )
    return Region(layout, width, round(radius * high + 2 * margin + below), inside, below)
