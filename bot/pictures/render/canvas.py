"""A canvas with smooth shapes. Lengths are in units of ``scale`` pixels; the result is a PNG.

Pillow draws shapes without antialiasing. Here every shape is drawn once into a mask of four times the size, and the
mask is cached and pasted.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from PIL import Image, ImageDraw, ImageFilter

from bot.pictures.icons import ANY_PARTS, icon_mask, parts_of
from bot.pictures.render.palette import palette_of
from bot.pictures.render.text_rendering import CAP, Weight, fitted, lettering, width_of, wrapped
from bot.pictures.themes import RGB, Theme, ink_on, seat_colour

if TYPE_CHECKING:
    from collections.abc import Iterable

FINER: Final = 4
"""By how much masks are larger than the shape, for antialiasing."""
SMALLER: Final = 0.8
"""How far a line of text is shrunk before it is cut."""
ICON: Final = 1.12
"""Size of an icon beside text of size 1."""
SMALL_BOX: Final = 6_000
"""The largest box, in pixels, that is cached as one mask."""
LEVEL: Final = 3
"""Compression level of zlib: 8 ms for a board. One level less saves 2 ms and costs 10 KB."""
LINE: Final = 1.32
"""Height of a line of text of size 1."""
Align = Literal["left", "centre", "right"]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""


@lru_cache(maxsize=64)
def corners(radius: int) -> tuple[tuple[int, int, Image.Image], ...]:
    """The quarters of a disc: whether right, whether below, and the mask."""
    disc = disc_mask(2 * radius)
    return tuple(
        (right, below, disc.crop((radius * right, radius * below, radius * (right + 1), radius * (below + 1))))
        for right, below in ((0, 0), (1, 0), (0, 1), (1, 1))
    )


@lru_cache(maxsize=512)
def box_mask(width: int, height: int, radius: int) -> Image.Image:
    """A box with round corners."""
    mask = Image.new("L", (width, height), 255)
    for right, below, corner in corners(radius):
        mask.paste(corner, ((width - radius) * right, (height - radius) * below))
    return mask


@lru_cache(maxsize=1024)
def disc_mask(side: int) -> Image.Image:
    """A disc."""
    large = Image.new("L", (side * FINER, side * FINER))
    ImageDraw.Draw(large).ellipse((0, 0, side * FINER - 1, side * FINER - 1), fill=255)
    return large.reduce(FINER)


@lru_cache(maxsize=1024)
def polygon_mask(width: int, height: int, points: tuple[tuple[float, float], ...]) -> Image.Image:
    """A filled polygon in a mask of this size; points in pixels."""
    large = Image.new("L", (width * FINER, height * FINER))
    ImageDraw.Draw(large).polygon([(x * FINER, y * FINER) for x, y in points], fill=255)
    return large.reduce(FINER)


@lru_cache(maxsize=1024)
def line_mask(dx: int, dy: int, thick: int) -> Image.Image:
    """A line with round ends, from one corner of its box to the other, with a rim of ``thick`` pixels."""
    width, height = abs(dx) + 2 * thick, abs(dy) + 2 * thick
    large = Image.new("L", (width * FINER, height * FINER))
    draw, half = ImageDraw.Draw(large), thick * FINER / 2
    x0, x1 = (thick, thick + dx) if dx >= 0 else (thick - dx, thick)
    y0, y1 = (thick, thick + dy) if dy >= 0 else (thick - dy, thick)
    ends = [(x0 * FINER, y0 * FINER), (x1 * FINER, y1 * FINER)]
    draw.line(ends, fill=255, width=round(2 * half))
    for x, y in ends:
        draw.ellipse((x - half, y - half, x + half, y + half), fill=255)
    return large.reduce(FINER)


class Canvas:
    """A picture that is being drawn. Lengths are in units; one unit is ``scale`` pixels."""

    def __init__(
        self, width: float, height: float, theme: Theme, scale: float = 1.0, ground: RGB | None = None
    ) -> None:
        self.theme, self.scale = theme, scale
        self.image = Image.new("RGB", (round(width * scale), round(height * scale)), ground or theme.ground)
        self.draw = ImageDraw.Draw(self.image)

    @classmethod
    def over(cls, image: Image.Image, theme: Theme, scale: float = 1.0) -> Canvas:
        """A canvas that draws on an existing picture."""
        canvas = cls.__new__(cls)
        canvas.theme, canvas.scale, canvas.image, canvas.draw = theme, scale, image, ImageDraw.Draw(image)
        return canvas

    @property
    def width(self) -> float:
        """The size in units."""
        return self.image.width / self.scale

    @property
    def height(self) -> float:
        """The size in units."""
        return self.image.height / self.scale

    def px(self, length: float) -> int:
        """A length in units as whole pixels."""
        return round(length * self.scale)

    # ---- shapes ----------------------------------------------------------------------------------------------

    def paste(self, mask: Image.Image, x: int, y: int, colour: RGB) -> None:
        """Paste a mask in a colour, with its upper left corner at pixels x, y."""
        self.image.paste(colour, (x, y), mask)

    def rectangle(self, box: Box, colour: RGB) -> None:
        """A filled rectangle; nothing where it has no area."""
        x, y, w, h = box
        if w > 0 and h > 0:
            self.draw.rectangle((self.px(x), self.px(y), self.px(x + w) - 1, self.px(y + h) - 1), fill=colour)

    def rounded(self, box: Box, radius: float, colour: RGB, rim: RGB | None = None, thick: float = 2) -> None:
        """A box with round corners, with a rim inside where a colour for it is given."""
        self._rounded(box, radius, rim or colour)
        if rim is not None:
            x, y, w, h = box
            self._rounded((x + thick, y + thick, w - 2 * thick, h - 2 * thick), max(1, radius - thick), colour)

    def _rounded(self, box: Box, radius: float, colour: RGB) -> None:
        x0, y0, x1, y1 = self.px(box[0]), self.px(box[1]), self.px(box[0] + box[2]), self.px(box[1] + box[3])
        width, height = x1 - x0, y1 - y0
        r = min(self.px(radius), width // 2, height // 2)
        if width < 1 or height < 1:
            return
        if r < 1:
            self.draw.rectangle((x0, y0, x1 - 1, y1 - 1), fill=colour)
        elif width * height <= SMALL_BOX:
            self.paste(box_mask(width, height, r), x0, y0, colour)
        else:
            self._cornered(x0, y0, x1, y1, r, colour)

    def _cornered(self, x0: int, y0: int, x1: int, y1: int, r: int, colour: RGB) -> None:
        """A rounded box from rectangles and four corners, which is quicker than one mask for a large box."""
        if x1 - x0 > 2 * r:
            self.draw.rectangle((x0 + r, y0, x1 - r - 1, y1 - 1), fill=colour)
        if y1 - y0 > 2 * r:
            self.draw.rectangle((x0, y0 + r, x0 + r - 1, y1 - r - 1), fill=colour)
            self.draw.rectangle((x1 - r, y0 + r, x1 - 1, y1 - r - 1), fill=colour)
        for right, bottom, mask in corners(r):
            self.paste(mask, x1 - r if right else x0, y1 - r if bottom else y0, colour)

    def disc(self, x: float, y: float, radius: float, colour: RGB) -> None:
        """A filled circle round x, y."""
        mask = disc_mask(max(2, round(2 * radius * self.scale)))
        self.paste(mask, round(x * self.scale - mask.width / 2), round(y * self.scale - mask.height / 2), colour)

    def line(self, start: tuple[float, float], end: tuple[float, float], thick: float, colour: RGB) -> None:
        """A smooth line, ``thick`` units wide."""
        x0, y0, x1, y1 = self.px(start[0]), self.px(start[1]), self.px(end[0]), self.px(end[1])
        width = max(1, self.px(thick))
        self.paste(line_mask(x1 - x0, y1 - y0, width), min(x0, x1) - width, min(y0, y1) - width, colour)

    def polygon(self, points: Iterable[tuple[float, float]], colour: RGB) -> None:
        """A filled polygon."""
        found = [(x * self.scale, y * self.scale) for x, y in points]
        left, top = int(min(x for x, _ in found)), int(min(y for _, y in found))
        width = int(max(x for x, _ in found)) - left + 2
        height = int(max(y for _, y in found)) - top + 2
        moved = tuple((round(x - left, 1), round(y - top, 1)) for x, y in found)
        self.paste(polygon_mask(width, height, moved), left, top, colour)

    # ---- text and icons --------------------------------------------------------------------------------------

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: RGB | None = None,
        align: Align = "left",
        weight: Weight = "bold",
        most: float | None = None,
        least: float = SMALLER,
    ) -> float:
        """Draw one line of text, with the middle of its capitals at ``y``, and return its width. A line wider than
        ``most`` is shrunk down to ``least`` of its size, then cut."""
        pixels = max(6, self.px(size))
        if most is not None:
            while pixels > size * self.scale * least and width_of(text, pixels, weight) > self.px(most):
                pixels -= 1
            text = fitted(text, pixels, self.px(most), weight)
        drawn = lettering(text, pixels, weight)
        left = x * self.scale - {"left": 0.0, "centre": drawn.width / 2, "right": drawn.width}[align]
        top = y * self.scale + CAP * pixels / 2 - drawn.above
        self.paste(drawn.mask, round(left) - drawn.left, round(top), colour or self.theme.ink)
        return drawn.width / self.scale

    def text_width(self, text: str, size: float, weight: Weight = "bold") -> float:
        """The width of a text of this size, in units."""
        return width_of(text, max(6, self.px(size)), weight) / self.scale

    def paragraph(
        self,
        box: Box,
        text: str,
        size: float,
        colour: RGB | None = None,
        align: Align = "left",
        weight: Weight = "medium",
    ) -> float:
        """Draw text in lines inside a box and return the height used. Text that does not fit is cut with an
        ellipsis."""
        x, y, w, h = box
        lines = wrapped(text, max(6, self.px(size)), self.px(w), weight)
        room = max(1, int(h / (size * LINE)))
        if len(lines) > room:
            lines = [*lines[: room - 1], lines[room - 1] + " …"]
        at = {"left": x, "centre": x + w / 2, "right": x + w}[align]
        for number, line in enumerate(lines):
            self.text(at, y + size * LINE * (number + 0.5), line, size, colour, align, weight, most=w)
        return len(lines) * size * LINE

    def icon(self, x: float, y: float, name: str, size: float, colour: RGB | None = None) -> None:
        """An icon round x, y."""
        if name == "any_basic":
            for part, across, down in ANY_PARTS:
                self.icon(x + across * size, y + down * size, part, size * 0.54, colour)
            return
        side = max(4, self.px(size))
        mask = icon_mask(name, side)
        self.paste(
            mask,
            round(x * self.scale - side / 2),
            round(y * self.scale - side / 2),
            colour or self.theme.icon_colour(name),
        )

    def outlined_icon(
        self, x: float, y: float, name: str, size: float, colour: RGB, rim: RGB, thick: float = 2
    ) -> None:
        """An icon with a rim all round."""
        side = max(4, self.px(size))
        grown = rim_mask(name, side, max(1, self.px(thick)))
        self.paste(grown, round(x * self.scale - grown.width / 2), round(y * self.scale - grown.height / 2), rim)
        self.icon(x, y, name, size, colour)

    def token(self, x: float, y: float, seat: int, size: float) -> None:
        """A seat's mark: its shape, colour and number."""
        colour = seat_colour(seat)
        self.outlined_icon(x, y, f"seat_{seat % 4 + 1}", size, colour, self.theme.ink, size / 18)
        self.text(x, y, str(seat + 1), size * 0.66, ink_on(colour), "centre")

    # ---- text with symbols -----------------------------------------------------------------------------------

    def symbols_width(self, text: str, size: float) -> float:
        """The width of a line of text with symbols."""
        return sum(size * ICON if icon else self.text_width(part, size) for icon, part in parts_of(text))

    def symbols(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: RGB | None = None,
        align: Align = "left",
        *,
        plain: bool = False,
    ) -> float:
        """Draw a line of text with symbols, its middle at ``y``, and return its width; ``plain``: icons take the colour
        of the text."""
        width = self.symbols_width(text, size)
        at = x - {"left": 0.0, "centre": width / 2, "right": width}[align]
        for icon, part in parts_of(text):
            if icon:
                own = colour if plain or part in ("arrow", "arrow_back") else None
                self.icon(at + size * ICON / 2, y, part, size, own)
                at += size * ICON
            else:
                at += self.text(at, y, part, size, colour)
        return width

    def symbol_block(
        self, box: Box, text: str, size: float, colour: RGB | None = None, *, least: float = 0.55, plain: bool = False
    ) -> None:
        """Draw text with symbols in the middle of a box, in lines broken at spaces, shrunk where it would not fit."""
        x, y, w, h = box
        lines, fit = self._broken(text, size, w), size
        while fit > size * least and (
            len(lines) * fit * LINE > h * 1.06 or any(self.symbols_width(line, fit) > w for line in lines)
        ):
            fit *= 0.92
            lines = self._broken(text, fit, w)
        top = y + h / 2 - (len(lines) - 1) * fit * LINE / 2
        for number, line in enumerate(lines):
            self.symbols(x + w / 2, top + number * fit * LINE, line, fit, colour, "centre", plain=plain)

    def _broken(self, text: str, size: float, most: float) -> list[str]:
        lines: list[str] = []
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.symbols_width(longer, size) <= most:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines or [""]

    # ---- done ------------------------------------------------------------------------------------------------

    def png(self, height: float | None = None, level: int = LEVEL) -> bytes:
        """The picture, or its upper part, as a PNG in the 256 colours of its theme; ``level`` of compression."""
        found = self.quantised()
        if height is not None and self.px(height) < found.height:
            found = found.crop((0, 0, found.width, self.px(height)))
        return encoded(found, level)

    def quantised(self) -> Image.Image:
        """The picture in the theme's 256 colours."""
        return self.image.quantize(palette=palette_of(self.theme), dither=Image.Dither.NONE)


@lru_cache(maxsize=512)
def rim_mask(name: str, side: int, thick: int) -> Image.Image:
    """The mask of an icon, grown by ``thick`` pixels on all sides."""
    pad = thick + 1
    large = Image.new("L", ((side + 2 * pad) * 2, (side + 2 * pad) * 2))
    large.paste(icon_mask(name, side * 2), (pad * 2, pad * 2))
    grown = large.filter(ImageFilter.MaxFilter(4 * thick + 1)).filter(ImageFilter.GaussianBlur(0.8))
    return grown.reduce(2)


def encoded(image: Image.Image, level: int = LEVEL) -> bytes:
    """A picture of 256 colours as PNG."""
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=level)
    return out.getvalue()
