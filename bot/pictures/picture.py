"""What a picture is once it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

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
