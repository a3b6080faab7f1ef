"""Hexagons with a corner at the top: their positions in a picture, and their faces. Each terrain has a colour and a
pattern."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from bot.pictures.render.canvas import FINER
from bot.pictures.themes import RGB, Theme, ThemeName, mix, theme_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.geometry import Board, Hex
    from bot.engine.state import Space

ROOT3: Final = sqrt(3)
CORNERS: Final = tuple((cos(pi / 180 * (60 * k - 90)), sin(pi / 180 * (60 * k - 90))) for k in range(6))
"""From the top clockwise, for a radius of 1."""
EDGES: Final = {(1, 0): (1, 2), (1, -1): (0, 1), (0, -1): (5, 0), (-1, 0): (4, 5), (-1, 1): (3, 4), (0, 1): (2, 3)}
"""The two corners of the edge to each neighbour."""


def flat(space: Hex) -> tuple[float, float]:
    """The middle of a hexagon for a radius of 1."""
    q, r = space
    return ROOT3 * (q + r / 2), 1.5 * r


@dataclass(frozen=True)
class Layout:
    """The positions of hexagons in a picture: ``radius`` in pixels, and the pixel of the hexagon (0, 0); ``smallest``:
    the size for a radius of 1 below which no text may be drawn."""

    radius: float
    left: float
    top: float
    smallest: float = 0.0

    def text(self, share: float) -> float:
        """The size of a text in pixels; ``share``: its usual size for a radius of 1."""
        return max(share, self.smallest) * self.radius

    def centre(self, space: Hex) -> tuple[float, float]:
        """The middle of a hexagon, in pixels."""
        x, y = flat(space)
        return self.left + self.radius * x, self.top + self.radius * y


def bounds(spaces: Iterable[Hex]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of some hexagons, for a radius of 1."""
    middles = [flat(space) for space in spaces]
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    return min(xs) - ROOT3 / 2, min(ys) - 1, max(xs) + ROOT3 / 2, max(ys) + 1


def fitting(spaces: Iterable[Hex], width: float, height: float | None, left: float, top: float) -> tuple[Layout, float]:
    """A layout that fits these hexagons into a box of pixels (None for any height), and the height that they take."""
    x0, y0, x1, y1 = bounds(spaces)
    radius = width / (x1 - x0)
    if height is not None:
        radius = min(radius, height / (y1 - y0))
    shift = (width - radius * (x1 - x0)) / 2
    return Layout(radius, left + shift - radius * x0, top - radius * y0), radius * (y1 - y0)


@lru_cache(maxsize=64)
def face_mask(radius: float, share: float = 1.0) -> Image.Image:
    """A hexagon as a mask; ``share`` scales it within its box."""
    width, height = face_size(radius)
    large = Image.new("L", (width * FINER, height * FINER))
    points = _corners(width * FINER / 2, height * FINER / 2, radius * FINER * share)
    ImageDraw.Draw(large).polygon(points, fill=255)
    return large.reduce(FINER)


def face_size(radius: float) -> tuple[int, int]:
    """Width and height in pixels of the box round a hexagon, with one pixel to spare."""
    return round(ROOT3 * radius) + 2, round(2 * radius) + 2


def _corners(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    return [(x + radius * cx, y + radius * cy) for cx, cy in CORNERS]


@lru_cache(maxsize=256)
def face(theme_name: ThemeName, terrain: str, radius: float) -> Image.Image:
    """A terrain's face, colour and pattern, in a box of :func:`face_size`."""
    theme = theme_of(theme_name)
    width, height = face_size(radius)
    colour = theme.ice if terrain == "unexplored" else theme.terrain[terrain]
    large = Image.new("RGB", (width * FINER, height * FINER), colour)
    pattern = PATTERNS.get(terrain)
    if pattern is not None:
        pattern(ImageDraw.Draw(large), width * FINER, height * FINER, radius * FINER, shade_of(theme, terrain))
    return large.reduce(FINER)


def shade_of(theme: Theme, terrain: str) -> RGB:
    """The colour of a terrain's pattern: a step darker than the terrain, or lighter on a dark one."""
    if terrain == "unexplored":
        return theme.ice_line
    colour = theme.terrain[terrain]
    return mix(colour, (255, 255, 255), 0.16) if terrain == "abyss" else mix(colour, (0, 0, 0), 0.13)


# ---- patterns ----------------------------------------------------------------------------------------------------


def _forest(draw: ImageDraw.ImageDraw, w: int, h: int, r: float, colour: RGB) -> None:
    """Little firs."""
    step = r * 0.36
    for row in range(int(h / step) + 2):
        for column in range(int(w / step) + 2):
            x, y = (column + 0.5 * (row % 2)) * step, row * step
            draw.polygon(
                [(x, y - step * 0.34), (x + step * 0.22, y + step * 0.16), (x - step * 0.22, y + step * 0.16)], colour
            )


def _mountain(draw: ImageDraw.ImageDraw, w: int, h: int, r: float, colour: RGB) -> None:
    """Ranges of peaks."""
    step, thick = r * 0.46, max(1, round(r * 0.05))
    for row in range(int(h / (step * 0.7)) + 2):
        points = [
            (k * step / 2 + (row % 2) * step / 2 - step, row * step * 0.7 + (step * 0.28 if k % 2 else 0))
            for k in range(int(2 * w / step) + 6)
        ]
        draw.line(points, colour, thick, joint="curve")


def _field(draw: ImageDraw.ImageDraw, w: int, h: int, r: float, colour: RGB) -> None:
    """Furrows."""
    step, thick = r * 0.26, max(1, round(r * 0.05))
    for k in range(int((w + h) / step) + 2):
        draw.line([(k * step - h, h), (k * step, 0)], colour, thick)


def _desert(draw: ImageDraw.ImageDraw, w: int, h: int, r: float, colour: RGB) -> None:
    """Grains."""
    step, dot = r * 0.3, r * 0.035
    for row in range(int(h / step) + 2):
        for column in range(int(w / step) + 2):
            x, y = (column + 0.5 * (row % 2)) * step, row * step
            draw.ellipse((x - dot, y - dot, x + dot, y + dot), colour)


def _city(draw: ImageDraw.ImageDraw, w: int, h: int, r: float, colour: RGB) -> None:
    """Bricks."""
    high, wide, thick = r * 0.26, r * 0.52, max(1, round(r * 0.04))
    for row in range(int(h / high) + 2):
        draw.line([(0, row * high), (w, row * high)], colour, thick)
        for column in range(int(w / wide) + 2):
            x = (column + 0.5 * (row % 2)) * wide
            draw.line([(x, row * high), (x, (row + 1) * high)], colour, thick)


def _water(draw: ImageDraw.ImageDraw, w: int, h: int, r: float, colour: RGB) -> None:
    """Waves."""
    step, thick = r * 0.3, max(1, round(r * 0.05))
    for row in range(int(h / step) + 2):
        points = [(x, row * step + r * 0.06 * sin(x / (r * 0.12) + row)) for x in range(0, w + 8, 6)]
        draw.line(points, colour, thick, joint="curve")


def _crystal(draw: ImageDraw.ImageDraw, w: int, h: int, r: float, colour: RGB) -> None:
    """Facets: two sets of slanting lines."""
    step, thick = r * 0.52, max(1, round(r * 0.04))
    for k in range(-int(h / step) - 2, int((w + h) / step) + 2):
        draw.line([(k * step, 0), (k * step + h * 0.58, h)], colour, thick)
        draw.line([(k * step, 0), (k * step - h * 0.58, h)], colour, thick)


def _abyss(draw: ImageDraw.ImageDraw, w: int, h: int, r: float, colour: RGB) -> None:
    """Rings."""
    for k in range(1, 6):
        ring = r * 0.2 * k
        draw.ellipse(
            (w / 2 - ring, h / 2 - ring, w / 2 + ring, h / 2 + ring), outline=colour, width=max(1, round(r * 0.045))
        )


def _large(draw: ImageDraw.ImageDraw, w: int, h: int, r: float, colour: RGB) -> None:
    """Slabs: crossing lines."""
    step, thick = r * 0.36, max(1, round(r * 0.04))
    for k in range(-int(h / step) - 2, int((w + h) / step) + 2):
        draw.line([(k * step, 0), (k * step + h, h)], colour, thick)
        draw.line([(k * step, 0), (k * step - h, h)], colour, thick)


def _unexplored(draw: ImageDraw.ImageDraw, w: int, h: int, r: float, colour: RGB) -> None:
    """Cracks in the ice, far apart."""
    step, thick = r * 0.5, max(1, round(r * 0.035))
    for k in range(int((w + h) / step) + 2):
        draw.line([(k * step - h * 0.5, h), (k * step, 0)], colour, thick)


def _lake(draw: ImageDraw.ImageDraw, w: int, h: int, r: float, colour: RGB) -> None:
    """Rings on still water."""
    thick = max(1, round(r * 0.05))
    for share in (0.22, 0.46, 0.7):
        reach = share * r
        draw.ellipse((w / 2 - reach, h / 2 - reach * 0.6, w / 2 + reach, h / 2 + reach * 0.6), None, colour, thick)


PATTERNS: Final = {
    "forest": _forest,
    "mountain": _mountain,
    "field": _field,
    "desert": _desert,
    "city": _city,
    "water": _water,
    "crystal": _crystal,
    "vast": _crystal,
    "lake": _lake,
    "abyss": _abyss,
    "large": _large,
    "unexplored": _unexplored,
}
"""The pattern of each terrain. A vast crystal, which is as big as a tile, has the pattern of a crystal."""


def outline(board: Board, spaces: Iterable[Space]) -> list[tuple[Space, tuple[int, int]]]:
    """The outer edges of an area, each as a space and the two corners between which its neighbour does not belong to
    the area."""
    inside = {board.hexes[space]: space for space in spaces}
    return [
        (space, corners)
        for (q, r), space in inside.items()
        for (dq, dr), corners in EDGES.items()
        if (q + dq, r + dr) not in inside
    ]


def corner_at(middle: tuple[float, float], radius: float, corner: int) -> tuple[float, float]:
    """Where a corner of a hexagon is."""
    return middle[0] + radius * CORNERS[corner][0], middle[1] + radius * CORNERS[corner][1]
