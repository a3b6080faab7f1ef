"""A printed Mautoma board as somebody types it in, and back."""

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeVar

from bot.engine.effects import ArtifactColour
from bot.engine.solo_components import SEGMENTS, Area, CircleField, MautomaBoard, TieBreaker

Entry = Literal["colours", "segments", "areas", "ties", "replaced"]
ENTRIES: Final[tuple[Entry, ...]] = ("colours", "segments", "areas", "ties", "replaced")
MOST_FIELDS: Final = 24
AREAS: Final = 6
DISPLAY, MARKET = 5, 3
_LETTERS: Final[dict[str, ArtifactColour]] = {
    **dict.fromkeys("ygj", "yellow"),
    **dict.fromkeys("wb", "white"),
    **dict.fromkeys("vp", "violet"),
}
"""The first letters of the colours in the three languages."""
_TIE: Final = re.compile(r"([→>←<])\s*([↓v↑^])", re.IGNORECASE)
T = TypeVar("T")


class UnreadableBoard(ValueError):
    """Some entries cannot be read; ``entries`` names them."""

    def __init__(self, entries: list[Entry]) -> None:
        super().__init__(", ".join(entries))
        self.entries = entries


def read_board(typed: Mapping[str, str]) -> MautomaBoard:
    """The board of five entries: the fields' colours (clockwise, from the first of the segment top right), how many
    fields each segment has, each field's area, the segments' arrows, and for each area a line of positions of cards,
    modules and machines.

    :raises UnreadableBoard: with every entry that cannot be read.
    """
    bad: list[Entry] = []

    def taken(entry: Entry, read: Callable[[str], T | None]) -> T | None:
        found = read(typed.get(entry, ""))
        if found is None:
            bad.append(entry)
        return found

    colours = taken("colours", _colours)
    fields = len(colours or ())
    segments = taken("segments", lambda text: _segments(text, fields or None))
    areas = taken("areas", lambda text: _areas(text, fields or None))
    ties = taken("ties", _ties)
    replaced = taken("replaced", _replaced)
    if colours is None or segments is None or areas is None or ties is None or replaced is None:
        raise UnreadableBoard(bad)
    of_field = [segment for segment, number in zip(SEGMENTS, segments, strict=True) for _ in range(number)]
    circle = tuple(map(CircleField, colours, of_field, areas))
    return MautomaBoard(circle=circle, ties=dict(zip(SEGMENTS, ties, strict=True)), areas=replaced)


def written(board: MautomaBoard) -> dict[str, str]:
    """The entries that :func:`read_board` reads as this board."""
    sizes = [sum(field.segment == segment for field in board.circle) for segment in SEGMENTS]
    ties = [board.ties[segment] for segment in SEGMENTS]
    return {
        "colours": " ".join(field.colour[0] for field in board.circle),
        "segments": " ".join(map(str, sizes)),
        "areas": " ".join(str(field.area) for field in board.circle),
        "ties": " ".join(arrows(tie) for tie in ties),
        "replaced": "\n".join(
            " / ".join(" ".join(map(str, part)) or "-" for part in (area.cards, area.modules, area.machines))
            for area in board.areas
        ),
    }


def arrows(tie: TieBreaker) -> str:
    """``→↓``: the direction in a row and that of the rows."""
    return ("→" if tie.along == "right" else "←") + ("↓" if tie.rows == "down" else "↑")


def _numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"\d{1,3}", text)]


def _colours(text: str) -> tuple[ArtifactColour, ...] | None:
    words = re.findall(r"[^\W\d_]+", text.casefold())
    found = tuple(colour for word in words if (colour := _LETTERS.get(word[0])))
    return found if len(found) == len(words) and len(SEGMENTS) <= len(found) <= MOST_FIELDS else None


def _segments(text: str, fields: int | None) -> list[int] | None:
    found = _numbers(text)
    fits = len(found) == len(SEGMENTS) and min(found) > 0 and fields in (None, sum(found))
    return found if fits else None


def _areas(text: str, fields: int | None) -> list[int] | None:
    found = _numbers(text)
    fits = fields in (None, len(found)) and all(1 <= area <= AREAS for area in found)
    return found if found and fits else None


def _ties(text: str) -> tuple[TieBreaker, ...] | None:
    found = tuple(
        TieBreaker(along="right" if along in "→>" else "left", rows="down" if rows in "↓vV" else "up")
        for along, rows in _TIE.findall(text)
    )
    return found if len(found) == len(SEGMENTS) and not _TIE.sub("", text).strip(" ,;/\n") else None


def _replaced(text: str) -> tuple[Area, ...] | None:
    lines = [line for line in text.splitlines() if line.strip()]
    found = [area for line in lines if (area := _area(line)) is not None]
    return tuple(found) if len(found) == len(lines) == AREAS else None


def _area(line: str) -> Area | None:
    parts = [_numbers(part) for part in line.split("/")]
    if len(parts) != 3:
        return None
    for part, most in zip(parts, (DISPLAY, DISPLAY, MARKET), strict=True):
        if len(set(part)) < len(part) or not all(1 <= position <= most for position in part):
            return None
    return Area(*map(tuple, parts))
