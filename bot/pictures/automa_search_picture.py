"""The choice of the Mautoma: its range, the candidates with their valuation, and the direction of its search."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, pi, sin
from typing import TYPE_CHECKING, Final

from bot.engine.variants.mautoma.candidate_search import best
from bot.engine.variants.mautoma.event_log import met, origins_of, spaces_in_range
from bot.pictures.alt_text import join_sentences
from bot.pictures.board_picture import WIDTH
from bot.pictures.layers.hexagons import CORNERS, face_mask, face_size, fitting
from bot.pictures.layers.pieces import draw_pieces
from bot.pictures.layers.terrain import Grounds, Region, large_middle, trace
from bot.pictures.picture import Picture
from bot.pictures.render.canvas import Canvas
from bot.pictures.themes import DARK_INK, LIGHT_INK, VEIL, ThemeName, ink_on, theme_of
from bot.text.catalogue import t, tn
from bot.text.game.automa_text import range_words, search_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.engine.solo_components import Area, MautomaBoard, Segment, TieBreaker
    from bot.engine.state import Space
    from bot.engine.variants.mautoma.candidate_search import Candidate
    from bot.engine.variants.mautoma.event_log import Choice
    from bot.engine.views import View
    from bot.pictures.themes import RGB
    from bot.text.locale import Locale

SIDE: Final = 60
"""Pixels left and right of the map, for the thin arrows."""
EDGE: Final = 18
BAND: Final = 76
"""Pixels above and below the map for the thick arrow, which marks where the search begins."""
LINE: Final = 50
FOOT: Final = 2 * LINE + 10
"""Pixels of the two lines of text at the bottom."""
GROUNDS: Final = Grounds(24, 1)
TEXT: Final = 32
ROWS_SHOWN: Final = 3
"""Thin arrows on each side."""


@dataclass(frozen=True)
class _Drawing:
    """The layout of the picture."""

    canvas: Canvas
    seen: View
    region: Region
    top: float
    bottom: float


def mautoma_search(seen: View, choice: Choice, tie: TieBreaker, locale: Locale, theme: ThemeName = "dark") -> Picture:
    """A choice of the Mautoma on the map.

    :param seen: the map as it was when it chose (``as_it_was``).
    :param tie: the tie-breaker of its marker's segment; its arrows are drawn where it had to decide.
    """
    found = theme_of(theme)
    top, below = (BAND if choice.tied and tie.rows == rows else EDGE for rows in ("down", "up"))
    layout, height = fitting(seen.board.hexes, WIDTH - 2 * SIDE, None, SIDE, top)
    spaces = tuple(range(len(seen.board.hexes)))
    region = Region(layout, WIDTH, round(top + height + below + FOOT), spaces)
    canvas = Canvas.over(GROUNDS.get(seen, found, region), found)
    drawing = _Drawing(canvas, seen, region, top, top + height)
    _veil(drawing, choice)
    draw_pieces(canvas, seen, region)
    _origins(drawing)
    _candidates(drawing, choice, tie)
    if choice.tied:
        _arrows(drawing, tie)
    _foot(drawing, choice, locale)
    return Picture(canvas.png(), search_alt(seen, choice, tie, locale), "mautoma.png")


# ---- the map -----------------------------------------------------------------------------------------------------


def _veil(drawing: _Drawing, choice: Choice) -> None:
    """Dim what is out of range. A tile that counts as one location is dimmed as a whole."""
    canvas, layout, board = drawing.canvas, drawing.region.layout, drawing.seen.board
    near = set(spaces_in_range(drawing.seen, choice.limit))
    for spaces in board.spaces_of:
        if near.intersection(spaces) and _is_whole(drawing.seen, spaces[0]):
            near.update(spaces)
    width, height = face_size(layout.radius)
    veil = face_mask(layout.radius, 1.02).point(lambda value: round(value * VEIL))
    for space, at in enumerate(board.hexes):
        if space not in near:
            x, y = layout.centre(at)
            canvas.paste(veil, round(x - width / 2), round(y - height / 2), canvas.theme.ground)


def _is_whole(seen: View, space: Space) -> bool:
    """Whether the tile of a space is one location: unexplored, a large location or a vast crystal."""
    printed = seen.prints[space]
    return printed is None or printed.terrain in ("large", "vast", "lake")


def _origins(drawing: _Drawing) -> None:
    canvas, layout = drawing.canvas, drawing.region.layout
    board, begun = drawing.seen.board, origins_of(drawing.seen)
    for spaces in board.spaces_of:
        here = [space for space in spaces if space in begun]
        groups = [here] if here and _is_whole(drawing.seen, here[0]) else [[space] for space in here]
        for group in groups:
            trace(canvas, drawing.seen, layout, group, canvas.theme.accent, layout.radius * 0.13)


def _candidates(drawing: _Drawing, choice: Choice, tie: TieBreaker) -> None:
    """Draw a sign on each candidate and a frame round the chosen one."""
    canvas, layout = drawing.canvas, drawing.region.layout
    if choice.chosen is not None:
        trace(canvas, drawing.seen, layout, choice.chosen.spaces, LIGHT_INK, layout.radius * 0.17)
    for candidate, text in signs(drawing.seen, choice, tie):
        _sign(drawing, _middle(drawing, choice, candidate), text, candidate == choice.chosen)


def signs(seen: View, choice: Choice, tie: TieBreaker) -> Iterator[tuple[Candidate, str]]:
    """The sign of each candidate. For a desert it is the reward; for another one it is its place in the search, if it
    is among the best (1 is the chosen one)."""
    if choice.what == "build":
        yield from ((candidate, str(candidate.value)) for candidate in choice.candidates)
        return
    order = met(seen.board, tie, best(list(choice.candidates)))
    for candidate in choice.candidates:
        yield candidate, str(order.index(candidate) + 1) if candidate in order else "–"


def _middle(drawing: _Drawing, choice: Choice, candidate: Candidate) -> tuple[float, float]:
    layout, board = drawing.region.layout, drawing.seen.board
    place = board.place_of[candidate.spaces[0]]
    r = layout.radius
    if choice.what == "explore":
        x, y = layout.centre(board.hexes[max(candidate.spaces)])
        return x + 0.1 * r, y + 0.36 * r
    if len(candidate.spaces) > 1:
        x, y = large_middle(drawing.seen, layout, place)
        return x + 2.1 * r, y
    x, y = layout.centre(board.hexes[candidate.spaces[0]])
    busy = candidate.target in drawing.seen.state.figures
    return (x + 0.66 * r, y - 0.6 * r) if busy else (x, y - 0.3 * r)


def _sign(drawing: _Drawing, at: tuple[float, float], text: str, chosen: bool) -> None:
    canvas, size = drawing.canvas, 0.46 * drawing.region.layout.radius
    theme = canvas.theme
    canvas.disc(*at, size * 1.14, LIGHT_INK)
    canvas.disc(*at, size, theme.accent if chosen else DARK_INK)
    ink = DARK_INK if chosen and theme.name == "dark" else LIGHT_INK
    canvas.text(*at, text, size * (1.4 if len(text) < 2 else 1.1), ink, "centre")


# ---- the search --------------------------------------------------------------------------------------------------


def _arrows(drawing: _Drawing, tie: TieBreaker) -> None:
    """The thick arrow shows where the search begins and runs along the rows; the thin arrows show the direction from
    row to row."""
    colour = drawing.canvas.theme.accent
    down, right = tie.rows == "down", tie.along == "right"
    y = drawing.top - BAND / 2 if down else drawing.bottom + BAND / 2
    start, end = (SIDE, WIDTH * 0.42) if right else (WIDTH - SIDE, WIDTH * 0.58)
    _arrow(drawing.canvas, (start, y), (end, y), 15, colour)
    length = (drawing.bottom - drawing.top) / (ROWS_SHOWN + 1)
    for number in range(ROWS_SHOWN):
        middle = drawing.top + (number + 1) * length
        first, last = (middle - 0.3 * length, middle + 0.3 * length)[:: 1 if down else -1]
        for x in (SIDE / 2, WIDTH - SIDE / 2):
            _arrow(drawing.canvas, (x, first), (x, last), 5, colour)


def _arrow(canvas: Canvas, start: tuple[float, float], end: tuple[float, float], thick: float, colour: RGB) -> None:
    """An arrow whose head is three times as wide as its shaft."""
    angle, head = atan2(end[1] - start[1], end[0] - start[0]), 2.6 * thick
    neck = (end[0] - head * cos(angle), end[1] - head * sin(angle))
    canvas.line(start, neck, thick, colour)
    wings = [(neck[0] + 1.5 * thick * cos(angle + turn), neck[1] + 1.5 * thick * sin(angle + turn)) for turn in _WINGS]
    canvas.polygon([end, *wings], colour)


_WINGS: Final = (pi / 2, -pi / 2)


# ---- words -------------------------------------------------------------------------------------------------------


def _foot(drawing: _Drawing, choice: Choice, locale: Locale) -> None:
    """What the signs and frames mean."""
    canvas = drawing.canvas
    y, theme = canvas.height - FOOT + LINE / 2, canvas.theme
    canvas.disc(SIDE, y, 18, LIGHT_INK)
    canvas.disc(SIDE, y, 15.5, DARK_INK)
    most = WIDTH - 3 * SIDE
    canvas.text(SIDE + 34, y, t(locale, f"picture.mautoma.signs.{choice.what}"), TEXT, theme.ink, most=most)
    x = float(SIDE)
    frames = [("from", theme.accent), ("chosen_one", LIGHT_INK)]
    for key, colour in frames[: 2 if choice.chosen else 1]:
        canvas.rounded((x - 16, y + LINE - 16, 32, 32), 8, theme.ground, colour, 6)
        x += 34 + canvas.text(x + 34, y + LINE, t(locale, f"picture.mautoma.{key}"), TEXT, theme.ink) + 54


def search_alt(seen: View, choice: Choice, tie: TieBreaker, locale: Locale) -> str:
    """The alternative text: the range, the chosen candidate, and all others with their signs."""
    labels = seen.board.labels
    parts = [t(locale, f"picture.mautoma.{choice.what}", range=range_words(locale, choice.limit))]
    if choice.chosen is not None:
        parts.append(t(locale, "picture.mautoma.chosen", label=_label(labels, choice, choice.chosen)))
    signed = [f"{_label(labels, choice, candidate)} {text}" for candidate, text in signs(seen, choice, tie)]
    if signed:
        what = t(locale, f"picture.mautoma.signs.{choice.what}")
        parts.append(tn(locale, "picture.mautoma.candidates", len(signed), what=what, found=", ".join(signed)))
    if choice.tied:
        parts.append(t(locale, "picture.mautoma.search", search=search_words(locale, tie)))
    return join_sentences(parts)


def _label(labels: Sequence[str], choice: Choice, candidate: Candidate) -> str:
    """A tile is called by its first space in reading order."""
    return labels[min(candidate.spaces) if choice.what == "explore" else candidate.target]


# ---- its board ---------------------------------------------------------------------------------------------------

CIRCLE: Final = (1000, 560)
"""Pixels of the picture of its board."""
MIDDLE: Final = (285.0, 280.0)
RING: Final = 186.0
QUADRANTS: Final[dict[Segment, float]] = {"top_right": -90, "bottom_right": 0, "bottom_left": 90, "top_left": 180}
"""Where each segment begins, in degrees clockwise from the right."""
GRID: Final = (4, 5)
"""Rows and columns of the hexagons that are numbered in the order of the search."""
DISPLAYS: Final = {"cards": 5, "modules": 5, "machines": 3}
ICONS: Final = {"cards": "card", "modules": "module", "machines": "machine"}


def mautoma_circle(
    board: MautomaBoard, marker: int, locale: Locale, theme: ThemeName = "dark", *, hibernates: bool = False
) -> Picture:
    """The Mautoma's board: the circle with the marker on a field (from 0), the tie-breakers inside, the areas' numbers
    outside; beside it the order of the present search, or what the present area replaces.

    :param hibernates: whether the area is shown instead of the search.
    """
    canvas = Canvas(*CIRCLE, theme_of(theme))
    field = board.circle[marker]
    _segments(canvas, board, field.segment)
    _fields(canvas, board, marker, locale)
    if hibernates:
        _replaced(canvas, board.areas[field.area - 1])
    else:
        _order(canvas, board.ties[field.segment])
    return Picture(canvas.png(), circle_alt(board, marker, locale, hibernates=hibernates), "circle.png")


def _at(angle: float, far: float) -> tuple[float, float]:
    return MIDDLE[0] + far * cos(angle * pi / 180), MIDDLE[1] + far * sin(angle * pi / 180)


def _angles(board: MautomaBoard) -> list[float]:
    """The angle of each field. The fields of a segment share its quarter evenly."""
    angles, before = [], dict.fromkeys(QUADRANTS, 0)
    sizes = {segment: sum(field.segment == segment for field in board.circle) for segment in QUADRANTS}
    for field in board.circle:
        place = before[field.segment]
        before[field.segment] += 1
        angles.append(QUADRANTS[field.segment] + (place + 0.5) * 90 / sizes[field.segment])
    return angles


def _segments(canvas: Canvas, board: MautomaBoard, present: Segment) -> None:
    """The four tie-breakers, each in its quarter. The thick arrow runs along the rows, the thin one from row to row."""
    theme = canvas.theme
    canvas.disc(*MIDDLE, 126, theme.panel)
    for x, y, w, h in ((MIDDLE[0] - 2, MIDDLE[1] - 126, 4, 252), (MIDDLE[0] - 126, MIDDLE[1] - 2, 252, 4)):
        canvas.rectangle((x, y, w, h), theme.ground)
    for segment, begins in QUADRANTS.items():
        tie, colour = board.ties[segment], theme.accent if segment == present else theme.soft
        x, y = _at(begins + 45, 68)
        right, down = (1 if tie.along == "right" else -1), (1 if tie.rows == "down" else -1)
        _arrow(canvas, (x - 30 * right, y - 14), (x + 30 * right, y - 14), 9, colour)
        _arrow(canvas, (x, y + 14 - 18 * down + 8), (x, y + 14 + 18 * down + 8), 4, colour)


def _fields(canvas: Canvas, board: MautomaBoard, marker: int, locale: Locale) -> None:
    """Each field in its colour, with its number and the first letter of the colour. The number of its area stands
    outside."""
    theme, angles = canvas.theme, _angles(board)
    size = min(44.0, pi * RING / len(angles) - 4)
    last = [*range(marker), *range(marker + 1, len(angles)), marker]
    for number in last:
        field, angle = board.circle[number], angles[number]
        x, y = _at(angle, RING)
        if number == marker:
            canvas.disc(x, y, size + 9, theme.accent)
            canvas.disc(x, y, size + 3, theme.ground)
        colour = theme.icon_colour(field.colour)
        canvas.disc(x, y, size, colour)
        letter = t(locale, f"mautoma.colour.{field.colour}")[:1].upper()
        canvas.text(x, y, f"{number + 1} {letter}", size * 0.74, ink_on(colour), "centre")
        present = field.area == board.circle[marker].area
        canvas.text(*_at(angle, RING + size + 30), str(field.area), 26, theme.ink if present else theme.soft, "centre")


def _order(canvas: Canvas, tie: TieBreaker) -> None:
    """A map of hexagons, numbered in the order of the search."""
    rows, columns = GRID
    right, down = tie.along == "right", tie.rows == "down"
    for row in range(rows):
        for column in range(columns):
            step = (row if down else rows - 1 - row) * columns + (column if right else columns - 1 - column)
            x, y = 622 + (column + row % 2 / 2) * 62, 178 + row * 54
            colour = canvas.theme.accent if step == 0 else canvas.theme.raised
            canvas.polygon([(x + 34 * cx, y + 34 * cy) for cx, cy in CORNERS], colour)
            canvas.text(x, y, str(step + 1), 30, ink_on(colour), "centre")
    left, end = 592, 622 + (columns - 0.5) * 62 + 8
    y = 178 - 74 if down else 178 + (rows - 1) * 54 + 74
    _arrow(canvas, (left, y) if right else (end, y), (end, y) if right else (left, y), 12, canvas.theme.accent)
    first, last = (178 - 20, 178 + (rows - 1) * 54 + 20)[:: 1 if down else -1]
    _arrow(canvas, (end + 36, first), (end + 36, last), 5, canvas.theme.accent)


def _replaced(canvas: Canvas, area: Area) -> None:
    """The places of the displays. Those that are replaced are filled."""
    positions = {"cards": area.cards, "modules": area.modules, "machines": area.machines}
    for row, (what, places) in enumerate(DISPLAYS.items()):
        y, theme = 150 + row * 128, canvas.theme
        canvas.icon(600, y + 44, ICONS[what], 58, theme.ink)
        for place in range(1, places + 1):
            goes = place in positions[what]
            box = (640 + (place - 1) * 70, y, 60, 88)
            canvas.rounded(box, 10, theme.accent if goes else theme.panel, None if goes else theme.line)
            ink = ink_on(theme.accent) if goes else theme.soft
            canvas.text(box[0] + 30, y + 44, str(place), 34, ink, "centre")


def circle_alt(board: MautomaBoard, marker: int, locale: Locale, *, hibernates: bool = False) -> str:
    """The alternative text: where the marker stands, and the order of the search or the displays that are replaced."""
    field = board.circle[marker]
    tie, area = board.ties[field.segment], board.areas[field.area - 1]
    first = t(
        locale,
        "picture.mautoma.circle",
        field=marker + 1,
        colour=t(locale, f"mautoma.colour.{field.colour}"),
        segment=t(locale, f"mautoma.segment.{field.segment}"),
    )
    if not hibernates:
        return join_sentences([first, t(locale, "picture.mautoma.order", search=search_words(locale, tie))])
    shown = {
        name: ", ".join(map(str, found)) or "–"
        for name, found in (("cards", area.cards), ("modules", area.modules), ("machines", area.machines))
    }
    return join_sentences([first, t(locale, "picture.mautoma.area", area=field.area, **shown)])
