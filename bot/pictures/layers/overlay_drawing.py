"""What is laid over the map: a range, a way, or the targets of an action with their costs. What cannot be reached is
dimmed.

A cost is a plate with numbers and the icons of what they count. It stays inside its space, beside the pieces there and
above the label. Where the map is too small for that, a plate has the total alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.pictures.layers.hexagons import face_mask, face_size
from bot.pictures.layers.pieces import clear_for_pieces, stand_pieces
from bot.pictures.layers.terrain import COST_AT, label_top, middle_of, other_row, sign_at, trace
from bot.pictures.themes import DARK_INK, LIGHT_INK, VEIL

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from bot.engine.state import Space
    from bot.engine.views import View
    from bot.pictures.layers.overlay import Overlay
    from bot.pictures.layers.terrain import Region
    from bot.pictures.render.canvas import Box, Canvas

NUMBER: Final = 0.63
"""Size of the number of a cost in one row, for a radius of 1; in several rows it is as small as may be."""
ROWS: Final = 0.56
TALL: Final = 0.59
"""Where texts have to be larger than this for a radius of 1, a space has no room for two rows of a cost."""
ICON: Final = 0.84
HEIGHT: Final = 1.04
PITCH: Final = 0.84
"""Size of an icon, height of one row and distance between rows, for numbers of size 1."""
GAP: Final = 0.04
"""Gap between a number and its icon. Two kinds in one row are three times as far apart."""
PAD: Final = 0.07
RIM: Final = 0.055
BUSY_AT: Final = -0.95
"""How far below the middle of a space a cost of the range is drawn where something has to stay visible."""
BESIDE: Final = 0.38
"""How far right of the middle a cost is drawn beside figures, which then stand left of it."""
ANY: Final = "any_basic"
_Rows = Sequence[Sequence[tuple[str, int]]]


class Plate(NamedTuple):
    """A cost: the middle of its plate, its rows, the size of its numbers in pixels."""

    x: float
    y: float
    rows: _Rows
    size: float

    def box(self, canvas: Canvas, r: float) -> Box:
        """Where the plate is, for hexagons of this radius."""
        width = max(_width(canvas, row, self.size) for row in self.rows) + 2 * PAD * r
        height = _height(self.rows, self.size)
        return self.x - width / 2, self.y - height / 2, width, height


def draw_over(canvas: Canvas, seen: View, region: Region, overlay: Overlay | None) -> None:
    """Draw the pieces and what is laid over the map onto its ground."""
    if overlay is None:
        clear_for_pieces(canvas, seen, region)
        stand_pieces(canvas, seen, region)
        return
    _reach(canvas, seen, region, overlay)
    clear_for_pieces(canvas, seen, region)
    _steps(canvas, seen, region, overlay)
    stand_pieces(canvas, seen, region, _aside(seen, overlay))
    _way(canvas, seen, region, overlay)


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
    return printed is None or printed.terrain in ("large", "vast", "lake")


def _way(canvas: Canvas, seen: View, region: Region, overlay: Overlay) -> None:
    layout, r = region.layout, region.layout.radius
    for space in overlay.origins:
        if space in region.spaces:
            trace(canvas, seen, layout, [space], canvas.theme.accent, r * 0.13)
    if overlay.target is not None:
        trace(canvas, seen, layout, [overlay.target], canvas.theme.marked, r * 0.16)
    for plate in cost_plates(seen, region, overlay):
        _draw(canvas, plate, r)


def _aside(seen: View, overlay: Overlay) -> Collection[Space]:
    """The spaces whose figures make room for the cost of an action."""
    costs = overlay.costs if overlay.what == "action" else {}
    return {space for space in costs if space in seen.state.figures}


def cost_plates(seen: View, region: Region, overlay: Overlay) -> Iterator[Plate]:
    """There is one cost a space, but only one for a whole tile that is unexplored, a large location or a vast crystal.
    If a way is shown, only the costs on it are written."""
    whole: dict[int, int] = {}
    on_way = set(overlay.costs) if overlay.target is None else {*overlay.path, overlay.target}
    for space in sorted(on_way.intersection(overlay.costs, region.spaces).difference(overlay.origins)):
        if _is_whole(seen, space):
            place = seen.board.place_of[space]
            whole[place] = min(whole.get(place, space), space, key=lambda each: overlay.costs[each].total)
        elif space not in seen.state.buildings and region.shows(seen.board.hexes[space]):
            yield _on_space(seen, region, overlay, space)
    for space in whole.values():
        yield _on_tile(seen, region, overlay, space)


def _on_space(seen: View, region: Region, overlay: Overlay, space: Space) -> Plate:
    layout, r = region.layout, region.layout.radius
    x, y = layout.centre(seen.board.hexes[space])
    rows: _Rows = [[part] for part in overlay.parts(space)]
    if len(rows) > 1 and layout.smallest > TALL:
        rows = [[(ANY, overlay.costs[space].total)]]
    if overlay.what == "range" and _is_busy(seen, space):
        return Plate(x, y + BUSY_AT * r, rows, layout.text(NUMBER))
    beside = BESIDE * r if space in _aside(seen, overlay) else 0.0
    size = layout.text(NUMBER if len(rows) == 1 else ROWS)
    lowest = label_top(layout) - _height(rows, size) / 2
    return Plate(x + beside, y + min(sign_at(layout), lowest), rows, size)


def _is_busy(seen: View, space: Space) -> bool:
    printed = seen.prints[space]
    shows = printed is not None and bool(printed.crystals or printed.bonus)
    return shows or space in seen.state.figures


def _on_tile(seen: View, region: Region, overlay: Overlay, space: Space) -> Plate:
    """The cost of a whole tile: of exploring it in place of its printed cost, of a large location beside figures."""
    layout, r, row = region.layout, region.layout.radius, overlay.parts(space)
    size, place = layout.text(NUMBER), seen.board.place_of[space]
    x, y = middle_of(seen, layout, place)
    if not seen.state.places[place].revealed:
        if overlay.what == "range":
            return Plate(x - 0.4 * r, y - 1.1 * r, [row], size)
        return Plate(x, y + COST_AT * r, [row], size)
    if seen.board.places[place].kind == "large":
        x, y = other_row(seen, layout, place)
        taken = any(each in seen.state.figures for each in seen.board.spaces_of[place])
        return Plate(x + (0.75 * r if taken else 0.0), y, [row], size)
    return Plate(x + 0.95 * r, y, [row], size)


def _height(rows: _Rows, size: float) -> float:
    return (HEIGHT + (len(rows) - 1) * PITCH) * size


def _draw(canvas: Canvas, plate: Plate, r: float) -> None:
    """A plate with a cost: each number with the icon of its resource."""
    size = plate.size
    free = not any(number for row in plate.rows for _, number in row)
    ground = canvas.theme.accent if free else DARK_INK
    ink = DARK_INK if free and canvas.theme.name == "dark" else LIGHT_INK
    rim, (left, top, width, height) = RIM * r, plate.box(canvas, r)
    canvas.rounded((left - rim, top - rim, width + 2 * rim, height + 2 * rim), 0.4 * r + rim, LIGHT_INK)
    canvas.rounded((left, top, width, height), 0.4 * r, ground)
    for number, row in enumerate(plate.rows):
        y = top + (HEIGHT / 2 + number * PITCH) * size
        x = plate.x - _width(canvas, row, size) / 2
        for kind, amount in row:
            x += canvas.text(x, y, str(amount), size, ink) + GAP * size
            canvas.icon(x + ICON * size / 2, y, kind, ICON * size, ink)
            x += (ICON + 3 * GAP) * size


def _width(canvas: Canvas, row: Sequence[tuple[str, int]], size: float) -> float:
    wide = sum(canvas.text_width(str(amount), size) + (GAP + ICON) * size for _, amount in row)
    return wide + 3 * GAP * size * (len(row) - 1)


def _steps(canvas: Canvas, seen: View, region: Region, overlay: Overlay) -> None:
    """The way as a line from cost to cost, below the pieces and beside the labels, with a dot on each space."""
    if overlay.target is None or overlay.origin is None:
        return
    layout, r = region.layout, region.layout.radius
    spaces = (overlay.origin, *overlay.path, overlay.target)
    middles = [layout.centre(seen.board.hexes[space]) for space in spaces]
    points = [(x, y + sign_at(layout)) for x, y in middles]
    for thick, colour in ((0.2 * r, DARK_INK), (0.1 * r, LIGHT_INK)):
        for start, end in pairwise(points):
            canvas.line(start, end, thick, colour)
    for at in points:
        canvas.disc(*at, 0.17 * r, DARK_INK)
        canvas.disc(*at, 0.11 * r, LIGHT_INK)
