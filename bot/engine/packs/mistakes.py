"""What is wrong in a pack, each mistake with its file and line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_PLACES: Final = 20
"""Names without a translation whose places are told; of more only the number."""


class Mistake(msgspec.Struct, frozen=True, order=True):
    """One thing that is wrong. ``line`` counts from 1; a file that is missing has its mistake in line 1."""

    file: str
    line: int
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: found {self.found}, expected {self.expected}"


class LackingWords(msgspec.Struct, frozen=True, order=True):
    """A name or sentence that is not written in some of the languages, which show another one."""

    file: str
    line: int
    what: str
    lacking: tuple[str, ...]
    shown_in: str


class Untranslated(msgspec.Struct, frozen=True, order=True):
    """All names (``what`` is ``name``) or sentences (``sentence``) of a pack that lack the same languages and are shown
    in the same one. ``places``: the file and line of each, none where there are more than ``MOST_PLACES``."""

    what: str
    lacking: tuple[str, ...]
    shown_in: str
    number: int
    places: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        where = "; ".join(f"{file}:{line}" for file, line in self.places)
        told = f"{self.number} {self.what}{'s' if self.number > 1 else ''} not in {', '.join(self.lacking)}"
        return f"{told}, shown in {self.shown_in}" + (f" ({where})" if where else "")


def untranslated(found: Iterable[LackingWords]) -> tuple[Untranslated, ...]:
    """The same, summed up: who writes a pack in one language has left out hundreds."""
    groups: dict[tuple[str, tuple[str, ...], str], list[tuple[str, int]]] = {}
    for each in sorted(found):
        groups.setdefault((each.what, each.lacking, each.shown_in), []).append((each.file, each.line))
    return tuple(
        Untranslated(*group, len(places), tuple(places) if len(places) <= MOST_PLACES else ())
        for group, places in sorted(groups.items())
    )


class PackMistakes(ValueError):
    """A pack has mistakes and was not loaded; ``mistakes`` lists all, the message has one a line."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.mistakes = mistakes
