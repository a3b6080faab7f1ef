"""What is wrong in a pack, each mistake with its file and line."""

from __future__ import annotations

import msgspec


class Mistake(msgspec.Struct, frozen=True, order=True):
    """One thing that is wrong. ``line`` counts from 1; a file that is missing has its mistake in line 1."""

    file: str
    line: int
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: found {self.found}, expected {self.expected}"


class PackMistakes(ValueError):
    """A pack has mistakes and was not loaded; ``mistakes`` lists all, the message has one a line."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.mistakes = mistakes
