"""Sheets to a pack's data. What is not understood is listed with sheet, row and column, and left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin

import msgspec

from bot.app.own_packs.pack_cells import is_value, typed
from bot.app.own_packs.pack_tables import (
    OWNER,
    REST,
    SHEETS,
    SPACE,
    TECHNOLOGIES,
    Column,
    Keys,
    check_data,
    kind_of,
    row_type,
)
from bot.app.own_packs.shorthand_parser import NotUnderstood
from bot.app.own_packs.spreadsheet_writer import EXAMPLE_MARKS, MARK
from bot.engine.packs.reader import hints_of, plain
from bot.game_files.spreadsheet_process import CellMistake, RawSheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.app.own_packs.pack_data import Data
    from bot.engine.packs.reader import Path as Place
    from bot.text import Locale

MOST_PARTS: Final = 200
"""Parts of a list inside a row."""


@dataclass(frozen=True)
class Imported:
    """What came of sheets: the data, what was not understood, and what the check of the whole pack found."""

    data: Data
    not_understood: tuple[CellMistake, ...]
    mistakes: tuple[CellMistake, ...]


def imported(sheets: Sequence[RawSheet], locale: Locale) -> Imported:
    """The data of a pack from its sheets."""
    taking = _Taking(locale)
    for sheet in sorted(sheets, key=lambda each: each.name == TECHNOLOGIES):
        taking.sheet(sheet)
    taking.data = _without_gaps(taking.data)
    _, mistakes = check_data(taking.data)
    found = tuple(sorted(CellMistake(*taking.cell(place), *said) for place, *said in mistakes))
    return Imported(taking.data, tuple(sorted(taking.mistakes)), found)


class _Taking:
    def __init__(self, locale: Locale) -> None:
        self.locale = locale
        self.data: Data = {}
        self.mistakes: list[CellMistake] = []
        self.cells: dict[Keys, tuple[str, int, str]] = {}

    def sheet(self, sheet: RawSheet) -> None:
        """Take a sheet in."""
        if sheet.name not in SHEETS:
            expected = "one of " + ", ".join(SHEETS)
            self.mistakes.append(CellMistake(sheet.name[:40], 0, "", "this sheet", expected))
            return
        rows = [(n, row) for n, row in enumerate(sheet.rows, 1) if any(cell.strip() for cell in row)]
        if not rows:
            return
        headings = [cell.strip() for cell in rows[0][1]]
        marked = headings.index(MARK) if MARK in headings else None
        filled = [(n, row) for n, row in rows[1:] if marked is None or not _is_example(row, marked)]
        filled = [(n, row) for n, row in filled if any(cell.strip() for at, cell in enumerate(row) if at != marked)]
        if sheet.name == REST:
            self._rest(headings, filled)
        else:
            self._rows(sheet.name, headings, filled)

    # ---- single values -----------------------------------------------------------------------------------------------

    def _rest(self, headings: list[str], rows: list[tuple[int, tuple[str, ...]]]) -> None:
        if not {"field", "value"} <= set(headings):
            self.mistakes.append(CellMistake(REST, 1, "", "other headings", "the columns 'field' and 'value'"))
            return
        name, value = headings.index("field"), headings.index("value")
        for n, row in rows:
            keys = self._keys(_at(row, name).strip(), None)
            if keys is None:
                found = f"the unknown field {_at(row, name)[:40]!r}"
                self.mistakes.append(CellMistake(REST, n, "field", found, "a field of a pack"))
            else:
                self._put(REST, n, Column(keys, kind_of(keys), _at(row, name).strip()), keys, _at(row, value))

    def _keys(self, heading: str, kind: Any) -> Keys | None:
        """What a heading names; None where it is nothing. ``kind``: of the row, None for a whole pack."""
        keys: list[str | int] = []
        for part in heading.split("."):
            try:
                kind, key = self._step(kind, part, keys)
            except (KeyError, ValueError, IndexError, StopIteration, TypeError):
                return None
            keys.append(key)
        return tuple(keys) if is_value(kind) else None

    def _step(self, kind: Any, part: str, before: list[str | int]) -> tuple[Any, str | int]:
        if kind is None:
            return kind_of((part,)), part
        kind = plain(kind)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return plain(hints_of(kind)[part]), part
        if get_origin(kind) is dict:
            keyed, of = get_args(kind)
            if get_origin(keyed) is Literal and part not in get_args(keyed):
                raise KeyError(part)
            return plain(of), int(part) if keyed is int else part
        number = int(part)
        if get_origin(kind) is not tuple or not 1 <= number <= MOST_PARTS:
            raise ValueError(part)
        return plain(get_args(kind)[0]), number - 1

    # ---- rows --------------------------------------------------------------------------------------------------------

    def _rows(self, name: str, headings: list[str], rows: list[tuple[int, tuple[str, ...]]]) -> None:
        columns = dict(self._columns(name, headings))
        kind = kind_of(SHEETS[name])
        for number, (n, row) in enumerate(rows):
            lead = self._lead(name, kind, number, n, row, headings)
            if lead is None:
                continue
            for at, column in columns.items():
                keys = lead if is_value(row_type(name)) else (*lead, *column.keys)
                self._put(name, n, column, keys, _at(row, at))
            self.cells.setdefault(lead, (name, n, ""))

    def _columns(self, name: str, headings: list[str]) -> Iterator[tuple[int, Column]]:
        kind = row_type(name)
        own = {OWNER} if name == TECHNOLOGIES else {SPACE} if get_origin(kind_of(SHEETS[name])) is dict else set()
        for at, heading in enumerate(headings):
            if not heading or heading == MARK or heading in own:
                continue
            if is_value(kind):
                if heading == "get":
                    yield at, Column(("get",), kind, heading)
                    continue
                keys = None
            else:
                keys = self._keys(heading, kind)
            if keys is None:
                found = f"the unknown column {heading[:40]!r}"
                self.mistakes.append(CellMistake(name, 1, heading[:40], found, "a field of a pack"))
            else:
                yield at, Column(keys, _kind_inside(kind, keys), heading)

    def _lead(
        self, name: str, kind: Any, number: int, n: int, row: tuple[str, ...], headings: list[str]
    ) -> Keys | None:
        """Where a row belongs; None where that cannot be told."""
        if name == TECHNOLOGIES:
            tribe = _at(row, headings.index(OWNER)).strip() if OWNER in headings else ""
            tribes = [each.get("id") if isinstance(each, dict) else None for each in self.data.get("tribes", ())]
            if tribe not in tribes:
                expected = "the id of a tribe in the sheet 'tribes'"
                self.mistakes.append(CellMistake(name, n, OWNER, repr(tribe[:40]), expected))
                return None
            at = tribes.index(tribe)
            return ("tribes", at, TECHNOLOGIES, len(self.data["tribes"][at].get(TECHNOLOGIES, ())))
        if get_origin(kind) is dict:
            space = _at(row, headings.index(SPACE)).strip() if SPACE in headings else ""
            if not space.isdecimal() or len(space) > 3:
                self.mistakes.append(CellMistake(name, n, SPACE, repr(space[:40]), "the number of a space"))
                return None
            return (*SHEETS[name], int(space))
        return (*SHEETS[name], number)

    def _put(self, sheet: str, n: int, column: Column, keys: Keys, text: str) -> None:
        heading = column.heading
        try:
            value = typed(text, column.kind, self.locale)
        except NotUnderstood as refused:
            self.mistakes.append(CellMistake(sheet, n, heading, refused.found, refused.expected))
            return
        if value is not None:
            store(self.data, keys, value)
        self.cells[keys] = (sheet, n, heading)

    # ---- where mistakes are ------------------------------------------------------------------------------------------

    def cell(self, place: Place) -> tuple[str, int, str]:
        """Sheet, row and column of a value, or of what holds it."""
        for length in range(len(place), 0, -1):
            if place[:length] in self.cells:
                return self.cells[place[:length]]
            for keys, (sheet, row, _) in self.cells.items():
                if keys[:length] == place[:length]:
                    one_row = length >= len(SHEETS[sheet]) + 1 and sheet != REST
                    return sheet, row if one_row else 0, ".".join(map(str, place[len(SHEETS[sheet]) + 1 :]))
        return (str(place[0]) if place and place[0] in SHEETS else REST), 0, ".".join(map(str, place))


def store(data: Data, keys: Keys, value: Any) -> None:
    """Put a value where it belongs in data, with everything that holds it."""
    holder: Any = data
    for at, key in enumerate(keys[:-1], 1):
        listed = isinstance(keys[at], int) and get_origin(kind_of(keys[:at])) is not dict
        if isinstance(holder, list):
            holder += [None] * (int(key) + 1 - len(holder))
            if not isinstance(holder[int(key)], dict | list):
                holder[int(key)] = [] if listed else {}
        elif not isinstance(holder.get(key), dict | list):
            holder[key] = [] if listed else {}
        holder = holder[key]
    if isinstance(holder, list):
        holder += [None] * (int(keys[-1]) + 1 - len(holder))
    holder[keys[-1]] = value


def _without_gaps(value: Any) -> Any:
    """Lists as their rows stand in a sheet: a row of which nothing was understood is an empty one."""
    if isinstance(value, dict):
        return {key: _without_gaps(each) for key, each in value.items()}
    if isinstance(value, list):
        return [{} if each is None else _without_gaps(each) for each in value]
    return value


def _kind_inside(kind: Any, keys: Keys) -> Any:
    for key in keys:
        kind = plain(kind)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            kind = hints_of(kind)[str(key)]
        else:
            kind = get_args(kind)[1 if get_origin(kind) is dict else 0]
    return plain(kind)


def _at(row: tuple[str, ...], column: int) -> str:
    return row[column] if column < len(row) else ""


def _is_example(row: tuple[str, ...], marked: int) -> bool:
    return _at(row, marked).strip().casefold() in EXAMPLE_MARKS
