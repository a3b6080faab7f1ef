"""Pieces on the map. The silhouette shows the kind of piece, colour and number its owner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.pictures.layers.terrain import clear_sign, other_row, sign_at
from bot.pictures.themes import DARK_INK, LIGHT_INK, ink_on, lightness, seat_colour

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.engine.state import Space
    from bot.engine.views import View
    from bot.pictures.layers.hexagons import Layout
    from bot.pictures.layers.terrain import Region
    from bot.pictures.render.canvas import Canvas

LEFT: Final = 0.5
LARGE: Final = 0.9
"""How far left of the middle pieces stand that make room, for a radius of 1; on a large location."""
_NUMBER: Final = {"small": (0.1, 0.62), "large_building": (0.08, 0.62), "figure": (0.19, 0.6), "marker": (-0.12, 0.58)}
"""How far below the middle the number of a piece is drawn, and its size, for a piece of size 1."""


def piece(canvas: Canvas, x: float, y: float, kind: str, seat: int, size: float, least: float = 0.0) -> None:
    """A piece round x, y; ``least``: the size below which its number may not be drawn."""
    colour = seat_colour(seat)
    rim = LIGHT_INK if lightness(colour) < 55 else DARK_INK
    canvas.outlined_icon(x, y, kind, size, colour, rim, max(1.5, size * 0.05))
    below, share = _NUMBER[kind]
    if kind == "marker":
        canvas.disc(x, y + below * size, 0.26 * size, colour)
    canvas.text(x, y + below * size, str(seat + 1), max(share * size, least), ink_on(colour), "centre")


def draw_pieces(canvas: Canvas, seen: View, region: Region) -> None:
    """Draw all pieces in a region. Their spaces lose the icon of the terrain."""
    clear_for_pieces(canvas, seen, region)
    stand_pieces(canvas, seen, region)


def clear_for_pieces(canvas: Canvas, seen: View, region: Region) -> None:
    """Remove the terrain's icon where pieces stand in its place."""
    for space in _taken(seen, region):
        printed = seen.prints[space]
        if printed is not None and printed.terrain in ("city", "desert"):
            clear_sign(canvas, region, seen, space)


def stand_pieces(canvas: Canvas, seen: View, region: Region, aside: Collection[Space] = ()) -> None:
    """Draw all pieces in a region over what is already drawn; ``aside``: spaces where they keep the right half free."""
    for space in _taken(seen, region):
        _on_space(canvas, seen, region, space, aside=space in aside)


def _in_left_half(canvas: Canvas, seen: View, region: Region, space: Space) -> None:
    found, layout = pieces_on(seen, space), region.layout
    x, y = layout.centre(seen.board.hexes[space])
    r = layout.radius
    x, y = x - LEFT * r, y + sign_at(layout)
    if len(found) < 3:
        _line(canvas, x, y, found, (0.95 if len(found) < 2 else 0.8) * r, 0.36 * r, layout.smallest * r)
        return
    _line(canvas, x, y - 0.26 * r, found[:2], 0.66 * r, 0.36 * r)
    _line(canvas, x, y + 0.26 * r, found[2:], 0.66 * r, 0.36 * r)


def _taken(seen: View, region: Region) -> list[Space]:
    """The spaces of a region on which something stands."""
    taken = {*seen.state.buildings, *seen.state.figures, *seen.state.markers.values()}
    return sorted(taken.intersection(region.spaces))


def _on_space(canvas: Canvas, seen: View, region: Region, space: Space, *, aside: bool) -> None:
    layout, printed = region.layout, seen.prints[space]
    found = pieces_on(seen, space)
    if printed is None or printed.terrain == "large":
        _at_large(canvas, seen, region, space, found, aside=aside)
        return
    if aside:
        _in_left_half(canvas, seen, region, space)
        return
    x, y = layout.centre(seen.board.hexes[space])
    up = sign_at(layout) - (0.06 * layout.radius if len(found) > 1 else 0)
    _in_row(canvas, (x, y + up), found, layout, 1.5 * layout.radius)


def pieces_on(seen: View, space: Space) -> list[tuple[str, int]]:
    """Kind and seat of every piece on a space."""
    found: list[tuple[str, int]] = []
    building = seen.state.buildings.get(space)
    if building is not None:
        found.append(("small" if building.size == "small" else "large_building", building.seat))
    found += [("figure", seat) for seat in seen.state.figures.get(space, ())]
    return found + [("marker", seat) for seat, at in seen.state.markers.items() if at == space]


def _at_large(
    canvas: Canvas, seen: View, region: Region, space: Space, found: Sequence[tuple[str, int]], *, aside: bool
) -> None:
    """Figures on a large location stand in its other row."""
    place, r = seen.board.place_of[space], region.layout.radius
    x, y = other_row(seen, region.layout, place)
    _in_row(canvas, (x - (LARGE * r if aside else 0.0), y), found, region.layout, (1.6 if aside else 3.2) * r)


def _in_row(
    canvas: Canvas, at: tuple[float, float], found: Sequence[tuple[str, int]], layout: Layout, width: float
) -> None:
    """Pieces side by side, or in two rows from three pieces on: then their numbers are smaller than other texts."""
    (x, y), r, least = at, layout.radius, layout.smallest * layout.radius
    if len(found) > 2 and width < 2 * r:
        half = (len(found) + 1) // 2
        _line(canvas, x, y - 0.2 * r, found[:half], 0.78 * r, 0.68 * r)
        _line(canvas, x, y + 0.32 * r, found[half:], 0.78 * r, 0.68 * r)
        return
    size = (1.08 if len(found) < 2 else 1.02) * r
    _line(canvas, x, y, found, size, min(size * 0.78, width / max(1, len(found))), least)


def _line(
    canvas: Canvas,
    x: float,
    y: float,
    found: Sequence[tuple[str, int]],
    size: float,
    step: float,
    least: float = 0.0,
) -> None:
    for number, (kind, seat) in enumerate(found):
        piece(canvas, x + (number - (len(found) - 1) / 2) * step, y, kind, seat, size, least)
