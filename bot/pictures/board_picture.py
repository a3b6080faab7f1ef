"""The board: the map with all pieces; below it the points and hibernations of the players and the artifacts left."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bot.pictures.alt_text import board_alt
from bot.pictures.layers.hexagons import ROOT3, Layout, bounds, face_mask, face_size, fitting, flat
from bot.pictures.layers.pieces import clear_for_pieces, stand_pieces
from bot.pictures.layers.scoreboard import UNITS, draw_foot, foot_height
from bot.pictures.layers.terrain import SIGN_AT, Grounds, Region, large_middle, middle_of, trace
from bot.pictures.picture import Picture
from bot.pictures.render.canvas import LEVEL, Canvas
from bot.pictures.render.drawable_names import names_of
from bot.pictures.themes import DARK_INK, LIGHT_INK, VEIL, ThemeName, theme_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.engine.resources import Resource
    from bot.engine.state import Space
    from bot.engine.views import View
    from bot.pictures.layers.overlay import Overlay
    from bot.text.locale import Locale

WIDTH: Final = 1280
"""Pixels. Labels on the map are 31 pixels high, and at least 9 where the whole picture is shown 390 pixels wide."""
MARGIN: Final = 16
WINDOW: Final = (7.6, 6)
"""Columns and rows of hexagons in an enlarged part of the map."""
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
COST: Final = 0.76
"""Height of a cost that has one row, for a radius of 1."""
PITCH: Final = 0.54
"""Distance between the rows of a cost."""
NUMBER: Final = 0.63
"""Size of the numbers of a cost: 9 pixels high on a phone."""
ICON: Final = 0.5
GAP: Final = 0.04
"""Gap between a number and its icon. Two kinds in one row are three times as far apart."""
PAD: Final = 0.12
RIM: Final = 0.055
ROWS_AT: Final = -0.55
BUSY_AT: Final = -0.95
"""How far below the middle of a space a cost is drawn: with two rows, and with one row on a space where something must
stay visible."""
ASIDE: Final = (0.86, -0.3)
"""How far right of and below the middle a cost with more rows is drawn on such a space; there it covers the least of
the label."""
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
    if overlay is not None:
        _reach(canvas, seen, region, overlay)
    clear_for_pieces(canvas, seen, region)
    if overlay is not None:
        _steps(canvas, seen, region, overlay)
    stand_pieces(canvas, seen, region)
    if overlay is not None:
        _way(canvas, seen, region, overlay)
    if mark is not None:
        trace(canvas, seen, region.layout, seen.board.spaces_of[mark], found.marked, 0.16 * region.layout.radius)
    draw_foot(Canvas.over(canvas.image, found, WIDTH / UNITS), seen, called, whole=_is_all(seen, region.spaces))
    level = LEVEL if overlay else LEVEL - 1
    return Picture(canvas.png(level=level), board_alt(seen, locale, called, overlay), "board.png")


# ---- what part ---------------------------------------------------------------------------------------------------


def region_of(seen: View, area: str | None) -> Region:
    """The part of the map to draw."""
    wanted = area.strip() if area else ""
    middle = seen.board.space_named(wanted)
    if middle is not None:
        return _part(seen, flat(seen.board.hexes[middle]))
    share = SECTORS.get(wanted)
    if share is None:
        layout, height = fitting(seen.board.hexes, WIDTH - 2 * MARGIN, None, MARGIN, MARGIN)
        return _region(seen, layout, height, range(len(seen.board.hexes)))
    x0, y0, x1, y1 = bounds(seen.board.hexes)
    return _part(seen, (x0 + share[0] * (x1 - x0), y0 + share[1] * (y1 - y0)))


def _part(seen: View, middle: tuple[float, float]) -> Region:
    """The window round a point, moved so that it stays on the map."""
    x0, y0, x1, y1 = bounds(seen.board.hexes)
    wide, high = min(WINDOW[0] * ROOT3, x1 - x0), min((WINDOW[1] - 1) * 1.5 + 2, y1 - y0)
    left = min(max(middle[0] - wide / 2, x0), x1 - wide)
    top = min(max(middle[1] - high / 2, y0), y1 - high)
    radius = (WIDTH - 2 * MARGIN) / wide
    layout = Layout(radius, MARGIN - radius * left, MARGIN - radius * top)
    inside = [
        space
        for space, each in enumerate(seen.board.hexes)
        if left - 1 < flat(each)[0] < left + wide + 1 and top - 1 < flat(each)[1] < top + high + 1
    ]
    return _region(seen, layout, radius * high, inside)


def _region(seen: View, layout: Layout, height: float, spaces: Iterable[Space]) -> Region:
    inside = tuple(spaces)
    below = foot_height(seen, whole=_is_all(seen, inside)) * WIDTH / UNITS
    return Region(layout, WIDTH, round(height + 2 * MARGIN + below), inside)


def _is_all(seen: View, spaces: Sequence[Space]) -> bool:
    return len(spaces) == len(seen.board.hexes)


# ---- over the map ------------------------------------------------------------------------------------------------


def _reach(canvas: Canvas, seen: View, region: Region, overlay: Overlay) -> None:
    """Dim what cannot be reached, and write the costs of everything else."""
    layout = region.layout
    width, height = face_size(layout.radius)
    veil = face_mask(layout.radius, 1.02).point(lambda value: round(value * VEIL))
    near = {*overlay.costs, *overlay.path, *overlay.origins}
    places = {seen.board.place_of[space] for space in near if _is_whole(seen, space)}
    for space in region.spaces:
        if space not in near and seen.board.place_of[space] not in places:
            x, y = layout.centre(seen.board.hexes[space])
            canvas.paste(veil, round(x - width / 2), round(y - height / 2), canvas.theme.ground)


def _is_whole(seen: View, space: Space) -> bool:
    """Whether the tile of a space is one location: unexplored, a large location or a vast crystal."""
    printed = seen.prints[space]
    return printed is None or printed.terrain in ("large", "vast")


def _way(canvas: Canvas, seen: View, region: Region, overlay: Overlay) -> None:
    layout, r = region.layout, region.layout.radius
    for space in overlay.origins:
        if space in region.spaces:
            trace(canvas, seen, layout, [space], canvas.theme.accent, r * 0.13)
    if overlay.target is not None:
        trace(canvas, seen, layout, [overlay.target], canvas.theme.marked, r * 0.16)
    for at, rows in _costs(canvas, seen, region, overlay):
        _cost(canvas, at, r, rows)


_Rows = Sequence[Sequence[tuple["Resource", int]]]


def _costs(canvas: Canvas, seen: View, region: Region, overlay: Overlay) -> Iterator[tuple[tuple[float, float], _Rows]]:
    """The position of each cost and the cost in rows. There is one cost a space, but only one for a whole tile that is
    unexplored, a large location or a vast crystal. Pieces, crystals and the bonus of a water space are not covered. If
    a way is shown, only the costs on it are written."""
    whole: dict[int, int] = {}
    on_way = set(overlay.costs) if overlay.target is None else {*overlay.path, overlay.target}
    for space in sorted(on_way.intersection(overlay.costs, region.spaces).difference(overlay.origins)):
        if _is_whole(seen, space):
            place = seen.board.place_of[space]
            whole[place] = min(whole.get(place, space), space, key=lambda each: overlay.costs[each].total)
        elif space not in seen.state.buildings:
            parts = overlay.parts(space)
            yield _beside_pieces(seen, region, space, len(parts)), [[part] for part in parts]
    for place, space in whole.items():
        row = overlay.parts(space)
        yield _beside_plate(canvas, seen, region, place, _row_width(canvas, row, region.layout.radius)), [row]


def _beside_pieces(seen: View, region: Region, space: Space, rows: int) -> tuple[float, float]:
    x, y = region.layout.centre(seen.board.hexes[space])
    r = region.layout.radius
    if not _is_busy(seen, space):
        return x, y + (SIGN_AT if rows == 1 else ROWS_AT) * r
    return (x, y + BUSY_AT * r) if rows == 1 else (x + ASIDE[0] * r, y + ASIDE[1] * r)


def _is_busy(seen: View, space: Space) -> bool:
    printed = seen.prints[space]
    shows = printed is not None and bool(printed.crystals or printed.bonus)
    return shows or space in seen.state.figures


def _beside_plate(canvas: Canvas, seen: View, region: Region, place: int, wide: float) -> tuple[float, float]:
    layout, r = region.layout, region.layout.radius
    if not seen.state.places[place].revealed:
        x, y = middle_of(seen, layout, place)
        return x - 0.4 * r, y - 1.1 * r
    if seen.board.places[place].kind == "large":
        x, y = large_middle(seen, layout, place)
        return x + (1.6 + PAD) * r + wide / 2, y
    x, y = middle_of(seen, layout, place)
    return x + 0.95 * r, y


def _cost(canvas: Canvas, at: tuple[float, float], r: float, rows: _Rows) -> None:
    """A plate with a cost: each number with the icon of its resource."""
    free = not any(number for row in rows for _, number in row)
    ground = canvas.theme.accent if free else DARK_INK
    ink = DARK_INK if free and canvas.theme.name == "dark" else LIGHT_INK
    width = max(_row_width(canvas, row, r) for row in rows) + 2 * PAD * r
    height = (COST + (len(rows) - 1) * PITCH) * r
    rim, left, top = RIM * r, at[0] - width / 2, at[1] - height / 2
    canvas.rounded((left - rim, top - rim, width + 2 * rim, height + 2 * rim), 0.4 * r + rim, LIGHT_INK)
    canvas.rounded((left, top, width, height), 0.4 * r, ground)
    for number, row in enumerate(rows):
        y = top + (COST / 2 + number * PITCH) * r
        x = at[0] - _row_width(canvas, row, r) / 2
        for kind, amount in row:
            x += canvas.text(x, y, str(amount), NUMBER * r, ink) + GAP * r
            canvas.icon(x + ICON * r / 2, y, kind, ICON * r, ink)
            x += (ICON + 3 * GAP) * r


def _row_width(canvas: Canvas, row: Sequence[tuple[Resource, int]], r: float) -> float:
    wide = sum(canvas.text_width(str(amount), NUMBER * r) + (GAP + ICON) * r for _, amount in row)
    return wide + 3 * GAP * r * (len(row) - 1)


def _steps(canvas: Canvas, seen: View, region: Region, overlay: Overlay) -> None:
    """The way as a line from cost to cost, below the pieces and beside the labels, with a dot on each space."""
    if overlay.target is None or overlay.origin is None:
        return
    layout, r = region.layout, region.layout.radius
    spaces = (overlay.origin, *overlay.path, overlay.target)
    middles = [layout.centre(seen.board.hexes[space]) for space in spaces]
    points = [(x, y + SIGN_AT * r) for x, y in middles]
    for thick, colour in ((0.2 * r, DARK_INK), (0.1 * r, LIGHT_INK)):
        for start, end in pairwise(points):
            canvas.line(start, end, thick, colour)
    for at in points:
        canvas.disc(*at, 0.17 * r, DARK_INK)
        canvas.disc(*at, 0.11 * r, LIGHT_INK)
