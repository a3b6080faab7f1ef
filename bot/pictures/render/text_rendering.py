"""Text as masks. One font of our own draws our texts, others the characters that it lacks in the names of players, and
a neutral mark stands for a character that no font has. Masks are cached, since most words occur again."""

from __future__ import annotations

import io
import json
import unicodedata
from bisect import bisect_right
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

if TYPE_CHECKING:
    from collections.abc import Iterator

Weight = Literal["medium", "bold"]
MAIN: Final[dict[Weight, str]] = {"medium": "RobotoCondensed-Medium", "bold": "RobotoCondensed-Bold"}
OTHERS: Final = ("DejaVuSansCondensed-Bold", "NotoEmoji-Medium", "DroidSansFallback")
"""Fonts for what the main font lacks: arrows, Hebrew and Arabic; emoji; Chinese, Japanese and Korean."""
MARK: Final = "•"
"""Replaces a character that no font has."""
CAP: Final = 0.711
"""Height of a capital, as a part of the size."""
ELLIPSIS: Final = "…"
_INVISIBLE: Final = frozenset(("Cf", "Cc", "Cs", "Mn", "Me"))


class Lettering(NamedTuple):
    """Text drawn white on black: the mask, how far it reaches left of and above its origin on the base line, and the
    width of the text; all in pixels."""

    mask: Image.Image
    left: int
    above: int
    width: float


@cache
def _source(name: str) -> str | bytes:
    """The path of a font, so that all sizes share what was read from it; its bytes where it is not a file of its
    own."""
    found = files("rules_data") / "pictures" / "fonts" / f"{name}.ttf"
    return str(found) if isinstance(found, Path) else found.read_bytes()


@lru_cache(maxsize=256)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    shaped = name == OTHERS[0] and features.check("raqm")
    engine = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    source = _source(name)
    return ImageFont.truetype(source if isinstance(source, str) else io.BytesIO(source), size, layout_engine=engine)


@cache
def _runs(name: str) -> tuple[list[int], list[int]]:
    found = json.loads((files("rules_data") / "pictures" / "fonts" / "coverage.json").read_text("utf-8"))[name]
    return [first for first, _ in found], [last for _, last in found]


@lru_cache(maxsize=4096)
def _has(name: str, character: str) -> bool:
    firsts, lasts = _runs(name)
    at = bisect_right(firsts, ord(character)) - 1
    return at >= 0 and ord(character) <= lasts[at]


def _font_for(character: str, main: str) -> str | None:
    return next((name for name in (main, *OTHERS) if _has(name, character)), None)


def readable(text: str) -> str:
    """The text in one line without invisible characters; characters that no font has become one neutral mark."""
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    shown = [c for c in plain if unicodedata.category(c) not in _INVISIBLE]
    marked = [c if c == " " or _font_for(c, MAIN["bold"]) else MARK for c in shown]
    return "".join(c for number, c in enumerate(marked) if c != MARK or number == 0 or marked[number - 1] != MARK)


def _pieces(text: str, weight: Weight, size: int) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
    """The text in runs of one font each. A space between words from right to left belongs to their run."""
    main = MAIN[weight]
    names: list[str] = []
    for character in text:
        names.append(
            OTHERS[0] if character == " " and names[-1:] == [OTHERS[0]] else _font_for(character, main) or main
        )
    for name, group in groupby(zip(names, text, strict=True), key=lambda pair: pair[0]):
        yield "".join(character for _, character in group), _font(name, _size_in(name, size))


def _size_in(name: str, size: int) -> int:
    return size if name.startswith("Roboto") else round(size * 0.86)


@lru_cache(maxsize=8192)
def width_of(text: str, size: int, weight: Weight = "bold") -> float:
    """The width of a text, in pixels."""
    return sum(font.getlength(piece) for piece, font in _pieces(text, weight, size))


@lru_cache(maxsize=1024)
def lettering(text: str, size: int, weight: Weight = "bold") -> Lettering:
    """A text as a mask. ``size`` is the font's, in pixels."""
    width = width_of(text, size, weight)
    pad, above = 2 + size // 8, round(size * 1.1)
    mask = Image.new("L", (max(1, round(width) + 2 * pad), round(size * 1.5)))
    draw, x = ImageDraw.Draw(mask), float(pad)
    for piece, font in _pieces(text, weight, size):
        draw.text((x, above), piece, font=font, fill=255, anchor="ls")
        x += font.getlength(piece)
    return Lettering(mask, pad, above, width)


@lru_cache(maxsize=4096)
def fitted(text: str, size: int, most: float, weight: Weight = "bold") -> str:
    """The text in at most ``most`` pixels; a longer one is cut with an ellipsis."""
    if width_of(text, size, weight) <= most:
        return text
    kept = text
    while kept and width_of(kept + ELLIPSIS, size, weight) > most:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def wrapped(text: str, size: int, most: float, weight: Weight = "medium") -> list[str]:
    """The text in lines of at most ``most`` pixels, broken at spaces. A word that is too long is cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, weight) <= most:
            lines[-1] = longer
        else:
            lines.append(fitted(word, size, most, weight))
    return lines
