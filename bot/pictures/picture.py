"""What a picture is once it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

ALT_MOST: Final = 1024
"""Characters of an alternative text (Discord's limit)."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture: the PNG, what it shows in words (at most ``ALT_MOST`` characters), and a file name."""

    png: bytes
    alt: str
    name: str

    def __post_init__(self) -> None:
        if len(self.alt) > ALT_MOST:
            object.__setattr__(self, "alt", self.alt[: ALT_MOST - 1].rstrip() + "…")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture that can be drawn. ``shows`` is equal for drawings that look the same, whatever their words say, so
    that what has not changed is not drawn again."""

    shows: Hashable
    draw: Callable[[], bytes]
    words: Callable[[], str]
    name: str

    def picture(self, png: bytes | None = None) -> Picture:
        """The picture; ``png``: as it was drawn before."""
        return Picture(self.draw() if png is None else png, self.words(), self.name)
