"""The static layer of the map: terrain, crystals, bonuses, backs of tiles, large locations, labels.

It changes only when a tile is explored. It is cached as a compressed picture of 256 colours (about 115 KB).
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image

from bot.pictures.layers.hexagons import Layout, corner_at, face, face_mask, face_size, outline
from bot.pictures.render.canvas import Canvas
from bot.pictures.render.palette import palette_of
from bot.pictures.render.text_rendering import CAP
from bot.pictures.themes import DARK, DARK_INK, LIGHT_INK, RGB, Theme, ink_on, mix
from bot.text.game.effect_symbols import amounts_symbols, effect_symbols

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.engine.components import SpacePrint
    from bot.engine.state import Space
    from bot.engine.views import View

LABEL: Final = 0.65
"""Size of a label for a radius of 1, unless the layout asks for larger texts."""
SMALLEST: Final = 0.62
"""Size of every other number on the map, likewise."""
BADGE: Final = 1.3
"""Size of a star with points in it."""
LABEL_AT: Final = 0.43
SIGN_AT: Final = -0.36
"""How far below the middle of a space the label is drawn, and the icon or piece. Larger labels push both up."""
SHOWN: Final = 0.8
"""How far inside the picture the middle of a space has to be for a radius of 1, so that it gets its label."""
GRID: Final = 0.955
KEPT: Final = 120
"""How many compressed grounds are cached; one takes about 115 KB."""
READY: Final = 1
"""How many uncompressed grounds are cached; one takes 1.6 MB. Unpacking one takes 4 ms."""
PACKING: Final = 2
"""Compression level of zlib: 6 KB less than level 1. Level 5 saves 12 KB more and takes twice as long."""
AROUND: Final = 2.0
"""How far from the middle of a space its tile may leave traces on the ground, for a radius of 1."""
MOST_CHANGED: Final = 3
"""Tiles that may have changed since a ground was drawn, so that only they are drawn anew."""


class Region(NamedTuple):
    """The part of a map that is drawn: the layout, the size of the picture in pixels (with the part below the map), and
    the spaces."""

    layout: Layout
    width: int
    height: int
    spaces: tuple[Space, ...]
    below: int = 0
    """Pixels below the map."""

    def shows(self, at: tuple[int, int]) -> bool:
        """Whether the middle part of a hexagon is in the picture, so that its label can be read."""
        x, y = self.layout.centre(at)
        rim = SHOWN * self.layout.radius
        return rim <= x <= self.width - rim and rim <= y <= self.height - self.below - rim


class _Key(NamedTuple):
    """What a ground looks like: the pack, the theme, the part of the map, and each place."""

    pack: str
    theme: str
    region: Region
    places: tuple[object, ...]

    def changed_since(self, older: _Key) -> list[int] | None:
        """The places that look other than in an older ground of the same part of the map; None where it is of another
        part, or too many have changed."""
        if self[:3] != older[:3]:
            return None
        found = [n for n, (now, before) in enumerate(zip(self.places, older.places, strict=True)) if now != before]
        return found if len(found) <= MOST_CHANGED else None


class Grounds:
    """A cache of grounds: the most recent ones uncompressed, many more compressed. The least recently used ones are
    dropped. Where a ground is there on which few tiles lie differently, only these are drawn anew; it is dropped then,
    as that is how a map is explored."""

    def __init__(self, most: int = KEPT, ready: int = READY) -> None:
        self._packed: OrderedDict[_Key, tuple[tuple[int, int], bytes]] = OrderedDict()
        self._ready: OrderedDict[_Key, Image.Image] = OrderedDict()
        self._most, self._most_ready, self._lock = most, ready, Lock()

    def get(self, seen: View, theme: Theme, region: Region) -> Image.Image:
        """The ground of a view's map, as a picture to draw on."""
        key = _Key(seen.pack.hash, theme.name, region, ground_key(seen))
        with self._lock:
            image = self._found(key, theme) or self._drawn(key, seen, theme, region)
            self._ready[key] = image
            self._ready.move_to_end(key)
            while len(self._ready) > self._most_ready:
                self._pack(*self._ready.popitem(last=False))
        return image.convert("RGB")

    def _found(self, key: _Key, theme: Theme) -> Image.Image | None:
        if (ready := self._ready.get(key)) is not None:
            return ready
        if (packed := self._packed.get(key)) is None:
            return None
        self._packed.move_to_end(key)
        image = Image.frombytes("P", packed[0], zlib.decompress(packed[1]))
        image.putpalette(palette_of(theme).getpalette() or [])
        return image

    def _drawn(self, key: _Key, seen: View, theme: Theme, region: Region) -> Image.Image:
        for older in (*reversed(self._ready), *reversed(self._packed)):
            changed = key.changed_since(older)
            if changed is not None and (before := self._found(older, theme)) is not None:
                self._ready.pop(older, None)
                self._packed.pop(older, None)
                return redraw_ground(seen, theme, region, before, changed)
        return draw_ground(seen, theme, region).quantised()

    def _pack(self, key: _Key, image: Image.Image) -> None:
        if key not in self._packed:
            self._packed[key] = (image.size, zlib.compress(image.tobytes(), PACKING))
        self._packed.move_to_end(key)
        while len(self._packed) > self._most:
            self._packed.popitem(last=False)

    def clear(self) -> None:
        """Forget all grounds."""
        with self._lock:
            self._packed.clear()
            self._ready.clear()

    @property
    def packed(self) -> int:
        """Bytes of all compressed grounds."""
        return sum(len(packed) for _, packed in self._packed.values())


def ground_key(seen: View) -> tuple[object, ...]:
    """The part of a view that changes the ground."""
    return tuple(
        (lying.tile, lying.orientation) if lying.revealed else seen.backs.get(n)
        for n, lying in enumerate(seen.state.places)
    )


def redraw_ground(seen: View, theme: Theme, region: Region, before: Image.Image, changed: Sequence[int]) -> Image.Image:
    """The ground as it is now, made of one on which some places looked otherwise; equal to one that is drawn anew."""
    after = before.copy()
    for place in changed:
        box = _traces(seen, region, place)
        if box[0] >= box[2] or box[1] >= box[3]:
            continue
        near = {other for other in range(len(seen.board.spaces_of)) if _meet(box, _traces(seen, region, other))}
        canvas = draw_ground(seen, theme, region, near)
        after.paste(Canvas.over(canvas.image.crop(box), theme).quantised(), box)
    return after


def _traces(seen: View, region: Region, place: int) -> tuple[int, int, int, int]:
    """The part of the picture in which a tile may leave traces, in pixels: left, top, right, bottom."""
    centres = [region.layout.centre(seen.board.hexes[space]) for space in seen.board.spaces_of[place]]
    far = AROUND * region.layout.radius
    return (
        max(0, int(min(x for x, _ in centres) - far)),
        max(0, int(min(y for _, y in centres) - far)),
        min(region.width, int(max(x for x, _ in centres) + far)),
        min(region.height, int(max(y for _, y in centres) + far)),
    )


def _meet(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def draw_ground(seen: View, theme: Theme, region: Region, places: Collection[int] | None = None) -> Canvas:
    """Draw the map without pieces: faces of spaces, tile edges, large locations; ``places``: of these tiles only."""
    canvas = Canvas(region.width, region.height, theme)
    inside = set(region.spaces)
    drawn = [each for each in enumerate(seen.board.spaces_of) if places is None or each[0] in places]
    shown = [space for space in region.spaces if places is None or seen.board.place_of[space] in places]
    for space in shown:
        _face(canvas, seen, region.layout, space)
    for place, spaces in drawn:
        if inside.intersection(spaces):
            _rim(canvas, seen, region.layout, place)
    for space in shown:
        printed = seen.prints[space]
        whole = printed is None or printed.terrain in ("large", "vast", "lake")
        if printed is not None and not whole and region.shows(seen.board.hexes[space]):
            paste_sign(canvas, region.layout, seen.board.hexes[space], printed)
            label(canvas, region.layout, seen, space)
    for place, spaces in drawn:
        if inside.issuperset(spaces) and all(region.shows(seen.board.hexes[space]) for space in spaces):
            _plate(canvas, seen, region.layout, place)
    return canvas


def _face(canvas: Canvas, seen: View, layout: Layout, space: Space) -> None:
    printed = seen.prints[space]
    terrain = printed.terrain if printed else "unexplored"
    whole = terrain in ("unexplored", "large", "vast", "lake")
    paste_face(canvas, layout, seen.board.hexes[space], terrain, 1.02 if whole else GRID)


def paste_face(canvas: Canvas, layout: Layout, at: tuple[int, int], terrain: str, share: float = GRID) -> None:
    """A terrain's hexagon without anything on it."""
    width, height = face_size(layout.radius)
    x, y = layout.centre(at)
    known = terrain if terrain in canvas.theme.terrain or terrain == "unexplored" else "desert"
    picture, mask = face(canvas.theme.name, known, layout.radius), face_mask(layout.radius, share)
    canvas.image.paste(picture, (round(x - width / 2), round(y - height / 2)), mask)


def _rim(canvas: Canvas, seen: View, layout: Layout, place: int) -> None:
    """The edge of a tile."""
    spaces = seen.board.spaces_of[place]
    hidden = seen.prints[spaces[0]] is None
    colour = canvas.theme.ice_rim if hidden else canvas.theme.strong
    trace(canvas, seen, layout, spaces, colour, max(2.0, layout.radius * 0.06))


def trace(canvas: Canvas, seen: View, layout: Layout, spaces: Sequence[Space], colour: RGB, thick: float) -> None:
    """A line round an area."""
    for space, (first, second) in outline(seen.board, spaces):
        middle = layout.centre(seen.board.hexes[space])
        canvas.line(corner_at(middle, layout.radius, first), corner_at(middle, layout.radius, second), thick, colour)


# ---- one space ---------------------------------------------------------------------------------------------------


def terrain_ink(theme: Theme, terrain: str) -> RGB:
    """The ink that is readable on a terrain."""
    return ink_on(theme.terrain.get(terrain, theme.ice))


def label(canvas: Canvas, layout: Layout, seen: View, space: Space, colour: RGB | None = None) -> None:
    """Draw the name of a space in its lower part."""
    printed = seen.prints[space]
    x, y = layout.centre(seen.board.hexes[space])
    terrain = printed.terrain if printed else "unexplored"
    ink = colour or mix(terrain_ink(canvas.theme, terrain), canvas.theme.terrain.get(terrain, canvas.theme.ice), 0.18)
    canvas.text(x, y + label_at(layout), seen.board.labels[space], layout.text(LABEL), ink, "centre")


def clear_sign(canvas: Canvas, region: Region, seen: View, space: Space) -> None:
    """Draw a space anew without the icon of its terrain, so that something else can stand there."""
    printed = seen.prints[space]
    if printed is not None:
        paste_face(canvas, region.layout, seen.board.hexes[space], printed.terrain)
        if region.shows(seen.board.hexes[space]):
            label(canvas, region.layout, seen, space)


def _grown(layout: Layout) -> float:
    """How much larger than usual labels are, for a radius of 1."""
    return max(0.0, layout.smallest - LABEL)


def label_at(layout: Layout) -> float:
    """How far below the middle of a space the middle of its label is, in pixels."""
    return (LABEL_AT - 0.5 * _grown(layout)) * layout.radius


def label_top(layout: Layout) -> float:
    """How far below the middle of a space its label begins, in pixels."""
    return label_at(layout) - CAP * layout.text(LABEL) / 2


def sign_at(layout: Layout) -> float:
    """How far below the middle of a space its icon or piece is drawn, in pixels."""
    return (SIGN_AT - 0.45 * _grown(layout)) * layout.radius


def paste_sign(
    canvas: Canvas, layout: Layout, at: tuple[int, int], printed: SpacePrint, below: float | None = None
) -> None:
    """Draw what a space shows: the icon of its terrain, its crystals, or the bonus of a water space."""
    x, y = layout.centre(at)
    r, ink = layout.radius, terrain_ink(canvas.theme, printed.terrain)
    middle = y + (sign_at(layout) if below is None else below * r)
    if printed.bonus:
        box = (x - 0.82 * r, middle - 0.5 * r, 1.64 * r, 0.96 * r)
        canvas.symbol_block(box, effect_symbols(printed.bonus), layout.text(SMALLEST), LIGHT_INK, plain=True)
    elif printed.crystals:
        _crystals(canvas, x, middle, r, printed.crystals)
    elif printed.terrain != "desert":
        colour = mix(ink, canvas.theme.terrain.get(printed.terrain, ink), 0.15)
        canvas.icon(x, middle, printed.terrain, (0.78 - 0.4 * _grown(layout)) * r, colour)


def _crystals(canvas: Canvas, x: float, y: float, r: float, number: int) -> None:
    size = 0.66 * r if number < 3 else 0.5 * r
    step = size * 0.98
    for n in range(number):
        at = x + (n - (number - 1) / 2) * step
        canvas.outlined_icon(
            at, y, "crystal", size, LIGHT_INK, mix(canvas.theme.terrain["crystal"], DARK_INK, 0.75), 0.03 * r
        )


# ---- one tile ----------------------------------------------------------------------------------------------------


def middle_of(seen: View, layout: Layout, place: int) -> tuple[float, float]:
    """The middle of a tile."""
    centres = [layout.centre(seen.board.hexes[space]) for space in seen.board.spaces_of[place]]
    return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


def name_space(seen: View, place: int) -> Space:
    """The space that gives a tile its name: of a large location the first one, which its actions use, else the first in
    reading order."""
    spaces = seen.board.spaces_of[place]
    return spaces[0] if seen.board.places[place].kind == "large" else min(spaces)


def _plate(canvas: Canvas, seen: View, layout: Layout, place: int) -> None:
    lying = seen.state.places[place]
    if not lying.revealed:
        _back(canvas, seen, layout, place)
    elif lying.tile in seen.pack.large_location:
        _large(canvas, seen, layout, place)
    elif lying.tile in seen.pack.tile and seen.pack.tile[lying.tile].vast:
        _big(canvas, seen, layout, place, "vast")
    elif lying.tile in seen.pack.lake:
        _big(canvas, seen, layout, place, "lake")


COST_AT: Final = 0.5
"""How far below the middle of an unexplored tile its cost is drawn, for a radius of 1."""


def _back(canvas: Canvas, seen: View, layout: Layout, place: int) -> None:
    """Draw the name and points of an unexplored tile, and below them the cost of exploring it beyond the range."""
    back, r, theme = seen.backs[place], layout.radius, canvas.theme
    x, y = middle_of(seen, layout, place)
    name, top, size = seen.board.labels[name_space(seen, place)], y - 0.42 * r, layout.text(SMALLEST)
    half = plate_half(canvas, layout, name)
    if not back.card:
        x -= 0.32 * r
        no_card(canvas, x + half + 0.36 * r, top, r)
    canvas.text(x - half, top, name, layout.text(LABEL * 1.06), theme.ink)
    badge(canvas, x + half - 0.5 * BADGE * r, top - 0.03 * r, back.points, BADGE * r, size)
    x, _ = middle_of(seen, layout, place)
    canvas.symbols(x, y + COST_AT * r, _spread(amounts_symbols(back.cost)), size, theme.ink, "centre")


def no_card(canvas: Canvas, x: float, y: float, r: float) -> None:
    """The sign of a tile that brings no card."""
    canvas.icon(x, y, "card", 0.56 * r, canvas.theme.soft)
    canvas.line((x - 0.28 * r, y + 0.28 * r), (x + 0.28 * r, y - 0.28 * r), 0.09 * r, canvas.theme.ink)


def plate_half(canvas: Canvas, layout: Layout, name: str) -> float:
    """Half the width of a tile's name and points."""
    r = layout.radius
    return (canvas.text_width(name, layout.text(LABEL * 1.06)) + (BADGE + 0.06) * r) / 2


def _spread(cost: str) -> str:
    return cost.replace(" ", "\u2009") if cost else "–"


def badge(canvas: Canvas, x: float, y: float, points: int, size: float, text: float | None = None) -> None:
    """Points in a star; ``text``: the size of the number."""
    canvas.icon(x, y, "points", size, canvas.theme.icon_colour("points"))
    ink = DARK_INK if canvas.theme.name == "dark" else LIGHT_INK
    canvas.text(x, y + size * 0.05, str(points), text or size * SMALLEST / BADGE, ink, "centre")


def _large(canvas: Canvas, seen: View, layout: Layout, place: int) -> None:
    """Draw a large location: icon, label and points."""
    r, location = layout.radius, seen.pack.large_location[seen.state.places[place].tile]
    x, y = large_middle(seen, layout, place)
    ink = terrain_ink(canvas.theme, "large")
    gold = DARK.icon["points"]
    canvas.icon(x - 1.3 * r, y - 0.04 * r, "large", 0.95 * r, ink)
    canvas.text(x, y, seen.board.labels[name_space(seen, place)], layout.text(LABEL * 1.06), ink, "centre")
    canvas.outlined_icon(x + 1.3 * r, y - 0.04 * r, "points", 1.34 * r, gold, DARK_INK, 0.04 * r)
    canvas.text(x + 1.3 * r, y + 0.03 * r, str(location.points), layout.text(SMALLEST), DARK_INK, "centre")


def large_middle(seen: View, layout: Layout, place: int) -> tuple[float, float]:
    """The position of a large location's plate: the middle of the row with the most spaces."""
    hexes = [seen.board.hexes[space] for space in seen.board.spaces_of[place]]
    rows = [r for _, r in hexes]
    fullest = max(sorted(set(rows)), key=rows.count)
    centres = [layout.centre(each) for each in hexes if each[1] == fullest]
    return sum(x for x, _ in centres) / len(centres), centres[0][1]


def other_row(seen: View, layout: Layout, place: int) -> tuple[float, float]:
    """The middle of a large location's other row, where figures stand."""
    _, y = large_middle(seen, layout, place)
    rows = [layout.centre(seen.board.hexes[each]) for each in seen.board.spaces_of[place]]
    away = [at for at in rows if abs(at[1] - y) > layout.radius] or rows
    return sum(at[0] for at in away) / len(away), away[0][1]


def _big(canvas: Canvas, seen: View, layout: Layout, place: int, terrain: str) -> None:
    """A tile that is one big space: a vast crystal or a lake."""
    x, y = middle_of(seen, layout, place)
    r, ink = layout.radius, terrain_ink(canvas.theme, terrain)
    canvas.icon(x, y - 0.1 * r, terrain, 1.4 * r, LIGHT_INK)
    canvas.text(x, y + 0.9 * r, seen.board.labels[name_space(seen, place)], layout.text(LABEL), ink, "centre")
