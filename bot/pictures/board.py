"""The board: the map with all pieces, and below it who has how many points, hibernations and what is left."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bot.engine.effects import ARTIFACT_COLOURS
from bot.pictures.alts import board_alt
from bot.pictures.canvas import Canvas
from bot.pictures.ground import SIGN_AT, Grounds, Region, large_middle, middle_of, trace
from bot.pictures.hexagons import ROOT3, Layout, bounds, face_mask, face_size, fitting, flat
from bot.pictures.naming import names_of
from bot.pictures.picture import Picture
from bot.pictures.pieces import draw_pieces
from bot.pictures.themes import DARK_INK, LIGHT_INK, VEIL, ThemeName, seat_colour, theme_of
from bot.text.telling.short import effect_symbols

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.engine.state import SeatNumber, Space
    from bot.engine.views import View
    from bot.pictures.overlay import Overlay
    from bot.text.locale import Locale

WIDTH: Final = 1280
"""Pixels: labels on the map are then 31 of them, 9 and more when all is shown 390 wide."""
UNITS: Final = 1400
"""Units of the same width, for what is below the map."""
MARGIN: Final = 16
LANE: Final = 52
"""Height of a seat's line below the map."""
WINDOW: Final = (7.6, 6)
"""Columns and rows of hexagons in a part of the map."""
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
"""Parts of the map by name; a space's label names the part round it."""
GROUNDS: Final = Grounds()


def board(
    seen: View,
    locale: Locale,
    theme: ThemeName = "dark",
    *,
    names: Sequence[str] = (),
    area: str | None = None,
    overlay: Overlay | None = None,
) -> Picture:
    """The map as a view shows it.

    :param names: the players by seat, as they are (nothing escaped).
    :param area: one of ``SECTORS`` or a space's label, to show that part larger; anything else shows all.
    """
    found, called = theme_of(theme), names_of(seen, names, locale)
    region = region_of(seen, area)
    canvas = Canvas.over(GROUNDS.get(seen, found, region), found)
    if overlay is not None:
        _reach(canvas, seen, region, overlay)
    draw_pieces(canvas, seen, region)
    if overlay is not None:
        _way(canvas, seen, region, overlay)
    _foot(Canvas.over(canvas.image, found, WIDTH / UNITS), seen, called, region)
    return Picture(canvas.png(), board_alt(seen, locale, called, overlay), "board.png")


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
    below = foot_height(seen, inside) * WIDTH / UNITS
    return Region(layout, WIDTH, round(height + 2 * MARGIN + below), inside)


# ---- over the map ------------------------------------------------------------------------------------------------


def _reach(canvas: Canvas, seen: View, region: Region, overlay: Overlay) -> None:
    """Dims what cannot be reached and writes what the rest costs."""
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
    """Whether the tile of a space counts as one: unexplored, a large location, a vast crystal."""
    printed = seen.prints[space]
    return printed is None or printed.terrain in ("large", "vast")


def _way(canvas: Canvas, seen: View, region: Region, overlay: Overlay) -> None:
    layout, r = region.layout, region.layout.radius
    for space in overlay.origins:
        if space in region.spaces:
            trace(canvas, seen, layout, [space], canvas.theme.accent, r * 0.13)
    if overlay.target is not None and overlay.origin is not None:
        _steps(canvas, seen, layout, (overlay.origin, *overlay.path, overlay.target))
        trace(canvas, seen, layout, [overlay.target], LIGHT_INK, r * 0.16)
    for at, busy, food in _costs(canvas, seen, region, overlay):
        _cost(canvas, at, (0.3 if busy else 0.4) * r, food)


def _costs(
    canvas: Canvas, seen: View, region: Region, overlay: Overlay
) -> Iterator[tuple[tuple[float, float], bool, int]]:
    """Where a cost stands, whether it has to be small there, and the cost: one a space, but one for a whole tile that
    is unexplored, a large location or a vast crystal."""
    whole: dict[int, int] = {}
    for space in sorted(set(overlay.costs).intersection(region.spaces).difference(overlay.origins)):
        food = overlay.costs[space]
        if _is_whole(seen, space):
            place = seen.board.place_of[space]
            whole[place] = min(food, whole.get(place, food))
            continue
        x, y = region.layout.centre(seen.board.hexes[space])
        r, busy = region.layout.radius, space in seen.state.buildings or space in seen.state.figures
        yield (x + 0.55 * r, y - 0.45 * r) if busy else (x, y + SIGN_AT * r), busy, food
    for place, food in whole.items():
        yield _beside_plate(canvas, seen, region, place), True, food


def _beside_plate(canvas: Canvas, seen: View, region: Region, place: int) -> tuple[float, float]:
    layout, r = region.layout, region.layout.radius
    if not seen.state.places[place].revealed:
        x, y = middle_of(seen, layout, place)
        return x, y - 1.02 * r
    if seen.board.places[place].kind == "large":
        x, y = large_middle(seen, layout, place)
        return x + 2.1 * r, y
    x, y = middle_of(seen, layout, place)
    return x + 0.75 * r, y + 0.9 * r


def _cost(canvas: Canvas, at: tuple[float, float], size: float, food: int) -> None:
    canvas.disc(*at, size * 1.14, LIGHT_INK)
    canvas.disc(*at, size, DARK_INK if food else canvas.theme.accent)
    canvas.text(*at, str(food), size * 1.5, LIGHT_INK if food or canvas.theme.name == "light" else DARK_INK, "centre")


def _steps(canvas: Canvas, seen: View, layout: Layout, spaces: Sequence[Space]) -> None:
    """The way as a row of dots from middle to middle."""
    centres = [layout.centre(seen.board.hexes[space]) for space in spaces]
    r = layout.radius
    for (x0, y0), (x1, y1) in pairwise(centres):
        for share in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
            x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
            canvas.disc(x, y, 0.15 * r, DARK_INK)
            canvas.disc(x, y, 0.1 * r, LIGHT_INK)


# ---- below the map -----------------------------------------------------------------------------------------------


def _foot(canvas: Canvas, seen: View, names: Sequence[str], region: Region) -> None:
    """The tracks below the whole map; below a part only whose number is which."""
    top = canvas.height - foot_height(seen, region.spaces)
    if len(region.spaces) == len(seen.board.hexes):
        _score_track(canvas, seen, names, top)
        _hibernation(canvas, seen, top + 60 + len(names) * LANE)
    else:
        _legend(canvas, names, top)


def foot_height(seen: View, spaces: Sequence[Space]) -> float:
    """Units below the map."""
    whole = len(spaces) == len(seen.board.hexes)
    return 60 + len(seen.state.seats) * LANE + 128 if whole else LANE + 12


def _legend(canvas: Canvas, names: Sequence[str], top: float) -> None:
    """Whose number is which, in a line."""
    wide = (UNITS - 2 * MARGIN) / max(1, len(names))
    for seat, name in enumerate(names):
        x = MARGIN + seat * wide
        canvas.token(x + 24, top + 26, seat, 40)
        canvas.text(x + 54, top + 26, name, 34, most=wide - 70)


MOST_POINTS: Final = 60
"""Where the bars of the score track end; a bar of more points ends there too, its number says how many."""
BAR: Final = (480, 880)
"""Where the bars of the score track begin, and how long they are."""


def _score_track(canvas: Canvas, seen: View, names: Sequence[str], top: float) -> None:
    theme, bonuses = canvas.theme, seen.pack.board.score_bonuses
    most = max(MOST_POINTS, 1.2 * max(bonuses, default=0))
    left, length = BAR
    lanes = top + 56
    for at, effects in bonuses.items():
        x = left + length * at / most
        canvas.rectangle((x - 1, top + 46, 2, 10 + len(names) * LANE), theme.line)
        canvas.symbols(x, top + 24, effect_symbols(effects), 27, theme.ink, "centre")
    for seat, name in enumerate(names):
        y = lanes + (seat + 0.5) * LANE
        canvas.token(MARGIN + 24, y, seat, 42)
        canvas.text(MARGIN + 58, y, name, 35, most=270)
        canvas.text(left - 40, y, str(seen.state.seats[seat].points), 38, align="right")
        _lane(canvas, y, seat, min(1.0, seen.state.seats[seat].points / most), sorted(at / most for at in bonuses))


def _lane(canvas: Canvas, y: float, seat: SeatNumber, share: float, marks: Sequence[float]) -> None:
    left, length = BAR
    canvas.rounded((left, y - 8, length, 16), 8, canvas.theme.raised)
    if share > 0:
        canvas.rounded((left, y - 8, max(16.0, length * share), 16), 8, seat_colour(seat))
    for mark in marks:
        canvas.disc(left + length * mark, y, 4, canvas.theme.ground if mark <= share else canvas.theme.soft)
    canvas.token(left + length * share, y, seat, 38)


def _hibernation(canvas: Canvas, seen: View, top: float) -> None:
    """The rows of hibernation with their rewards and who is there; beside them the large artifacts left."""
    theme, rows = canvas.theme, seen.pack.board.hibernation
    left, height = MARGIN + 62, 112
    canvas.icon(MARGIN + 26, top + height / 2, "hibernate", 52, theme.soft)
    room = UNITS - MARGIN - left - 338
    wide = room / max(1, len(rows))
    for row, effects in enumerate(rows):
        x = left + row * wide
        canvas.rounded((x + 3, top, wide - 6, height), 12, theme.panel)
        canvas.symbol_block((x + 7, top + 4, wide - 14, 62), effect_symbols(effects), 29, theme.ink)
        there = [seat for seat, mine in enumerate(seen.state.seats) if min(mine.hibernations, len(rows)) == row + 1]
        for number, seat in enumerate(there):
            step = min(36.0, (wide - 40) / max(1, len(there) - 1))
            canvas.token(x + wide / 2 + (number - (len(there) - 1) / 2) * step, top + 87, seat, 36)
    _artifacts(canvas, seen, (UNITS - MARGIN - 326, top, 326, height))


def _artifacts(canvas: Canvas, seen: View, box: tuple[float, float, float, float]) -> None:
    theme = canvas.theme
    x, y, _, h = box
    canvas.rounded(box, 12, theme.panel)
    canvas.icon(x + 40, y + h / 2, "artifact", 58, theme.icon_colour("artifact"))
    for number, colour in enumerate(ARTIFACT_COLOURS):
        at = x + 112 + number * 82
        canvas.icon(at, y + 40, colour, 40)
        left = seen.state.artifacts.get(colour, 0)
        canvas.text(at, y + 84, str(left), 36, theme.ink if left else theme.soft, "centre")
