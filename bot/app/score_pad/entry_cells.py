"""A player's entries as cells of a table, and cells as entries: what a results file says beyond the points.

The points of a line do not always tell what was entered: 12 points of large locations may be 7 + 5. So a file has both,
and a file that has the points alone is understood, too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, get_args

import msgspec

from bot.app.score_pad.model import Artifacts, Leftover, Sheet
from bot.app.score_pad.parsing import LONGEST_NAME, MOST
from bot.engine.effects import ARTIFACT_COLOURS, Countable
from bot.engine.rules import score_values
from bot.store.result_statistics import LINES

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""A cell that begins so would be worked out by a spreadsheet."""
GUARD: Final = "'"
"""Before a text that begins with one of them, or with itself; spreadsheets then take it for text."""
ENTRY_COLUMNS: Final = (
    "entered_locations",
    "entered_cards",
    "entered_scyphoz",
    "entered_leftover",
    *(f"entered_artifacts_{colour}" for colour in ARTIFACT_COLOURS),
    "track_steps",
)
POINT_COLUMNS: Final = (
    *(line for line in LINES if line != "artifact_card"),
    *(f"artifact_card_{colour}" for colour in ARTIFACT_COLOURS),
    "whole",
)
NONE: Final = "none"
"""A list that was entered and has nothing in it."""
THINGS: Final[tuple[Countable, ...]] = get_args(Countable)
_LIST: Final = re.compile(r"\d{1,3}(\+\d{1,3}){0,15}")
_ARTIFACTS: Final = re.compile(r"(\d{1,3}) (\d{1,3}) (\d{1,3})(?: (.+))?")
_CALLED: Final = "~"
"""Before a word that the table made up, where it is also the name of a thing that the bot knows."""
_PLAIN: Final = ("track", "devotion", "progress", "technologies", "whole")


class UnreadableCell(ValueError):
    """A cell says what no entry can be; ``column`` is the one, ``kind`` what it should be."""

    def __init__(self, column: str, kind: str) -> None:
        super().__init__(f"{column}: {kind}")
        self.column, self.kind = column, kind


def guarded(text: str) -> str:
    """A text that no spreadsheet works out."""
    return f"{GUARD}{text}" if text.startswith((*FORMULA_SIGNS, GUARD)) else text


def unguarded(cell: str) -> str:
    """The text that was guarded."""
    return cell[1:] if cell.startswith(GUARD) and cell[1:].startswith((*FORMULA_SIGNS, GUARD)) else cell


def entry_cells(sheet: Sheet) -> dict[str, str | int]:
    """What was entered beside the points; columns of what was not entered are left out."""
    found: dict[str, str | int | None] = {
        "entered_locations": _listed(sheet.locations),
        "entered_cards": _listed(sheet.cards),
        "entered_scyphoz": sheet.scyphoz,
        "entered_leftover": _listed(sheet.leftover.kinds or (sheet.leftover.total,)) if sheet.leftover else None,
        "track_steps": sheet.track_steps,
    }
    for colour, entry in zip(ARTIFACT_COLOURS, sheet.artifacts or (), strict=False):
        found[f"entered_artifacts_{colour}"] = _artifacts_cell(entry)
    return {column: cell for column, cell in found.items() if cell is not None}


def sheet_of_cells(cells: Mapping[str, str]) -> Sheet:
    """The entries of a player; columns that are left out or empty were not entered.

    :raises UnreadableCell: a cell cannot be read.
    """
    plain = {column: number_of(cells, column) for column in _PLAIN}
    end_tile = number_of(cells, "end_tile")
    if end_tile not in (None, 0, score_values.END_TILE_POINTS):
        raise UnreadableCell("end_tile", "end_tile")
    sheet = Sheet(
        locations=_list_of(cells, "entered_locations", "large_locations", 1),
        cards=_list_of(cells, "entered_cards", "card_colour", score_values.CARD_POINTS),
        scyphoz=number_of(cells, "entered_scyphoz"),
        leftover=_leftover_of(cells),
        small=_counted(cells, "small_artifacts", score_values.SMALL_POINTS),
        end_tile=None if end_tile is None else bool(end_tile),
        artifacts=_all_artifacts(cells),
        track_steps=number_of(cells, "track_steps"),
    )
    return msgspec.structs.replace(sheet, **plain)


def number_of(cells: Mapping[str, str], column: str, most: int = MOST) -> int | None:
    """The number in a cell; None where it is empty.

    :raises UnreadableCell: it is none, or too large.
    """
    text = cells.get(column, "")
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise UnreadableCell(column, "number")
    if int(text) > most:
        raise UnreadableCell(column, "at_most")
    return int(text)


def is_possible(sheet: Sheet) -> bool:
    """Whether all numbers of entries that a program has written can be entered at all."""
    if sheet.leftover and sheet.leftover.kinds is not None and sum(sheet.leftover.kinds) != sheet.leftover.total:
        return False
    if sheet.artifacts is not None and len(sheet.artifacts) != len(ARTIFACT_COLOURS):
        return False
    if len(sheet.card) not in (0, len(ARTIFACT_COLOURS)):
        return False
    if any(len(entry.called) > LONGEST_NAME for entry in (*(sheet.artifacts or ()), *sheet.card)):
        return False
    return all(0 <= number <= MOST for number in _numbers(msgspec.to_builtins(sheet)))


def _numbers(value: object) -> list[int]:
    match value:
        case bool() | str() | None:
            return []
        case int():
            return [value]
        case dict():
            return [number for each in value.values() for number in _numbers(each)]
        case list() | tuple():
            return [MOST + 1] if len(value) > MOST else [number for each in value for number in _numbers(each)]
    return []


def _listed(numbers: tuple[int, ...] | None) -> str | None:
    return None if numbers is None else "+".join(map(str, numbers)) or NONE


def _list_of(cells: Mapping[str, str], column: str, points: str, each: int) -> tuple[int, ...] | None:
    """A list, else one number that comes to the points."""
    text = cells.get(column, "").replace(" ", "")
    if text == NONE:
        return ()
    if text:
        if not _LIST.fullmatch(text):
            raise UnreadableCell(column, "list")
        return tuple(map(int, text.split("+")))
    count = _counted(cells, points, each)
    return None if count is None else (count,) if count else ()


def _counted(cells: Mapping[str, str], column: str, each: int) -> int | None:
    """How many things come to the points."""
    points = number_of(cells, column)
    if points is not None and points % each:
        raise UnreadableCell(column, "multiple")
    return None if points is None else points // each


def _leftover_of(cells: Mapping[str, str]) -> Leftover | None:
    numbers = _list_of({"entered_leftover": cells.get("entered_leftover", "")}, "entered_leftover", "", 1)
    if numbers is None:
        points = number_of(cells, "leftover")
        return None if points is None else Leftover(points * score_values.LEFTOVER)
    leftover = Leftover.counted(numbers)
    if leftover is None:
        raise UnreadableCell("entered_leftover", "leftover")
    return leftover


def _artifacts_cell(entry: Artifacts) -> str:
    word = entry.of or (f"{_CALLED}{entry.called}" if entry.called else "")
    return f"{entry.artifacts} {entry.counted} {entry.each} {word}".strip()


def _all_artifacts(cells: Mapping[str, str]) -> tuple[Artifacts, ...] | None:
    found = [_artifacts_of(cells, colour) for colour in ARTIFACT_COLOURS]
    return None if not any(found) else tuple(entry or Artifacts() for entry in found)


def _artifacts_of(cells: Mapping[str, str], colour: str) -> Artifacts | None:
    column = f"entered_artifacts_{colour}"
    text = cells.get(column, "")
    if not text:
        points = number_of(cells, f"artifact_card_{colour}")
        return None if points is None else Artifacts(0, points)
    match = _ARTIFACTS.fullmatch(text)
    if match is None:
        raise UnreadableCell(column, "artifacts")
    numbers, word = (int(match[1]), int(match[2]), int(match[3])), match[4] or ""
    if word in THINGS:
        return Artifacts(*numbers, of=word)
    called = word.removeprefix(_CALLED)
    if len(called) > LONGEST_NAME:
        raise UnreadableCell(column, "artifacts")
    return Artifacts(*numbers, called=called)
