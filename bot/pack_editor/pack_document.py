"""The pack that is being written: every change is on the disk before it is answered, and can be undone."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, get_origin

from bot.app.own_packs.pack_cells import typed
from bot.app.own_packs.pack_data import FILE_OF, Data, file_text, read_data
from bot.app.own_packs.pack_spreadsheets import write_whole
from bot.app.own_packs.pack_tables import (
    OWNER,
    REST,
    SHEETS,
    SPACE,
    Column,
    Keys,
    at,
    check_data,
    kind_of,
    rest_columns,
    rows_of,
    sheet_columns,
)
from bot.app.own_packs.sheet_import import store
from bot.app.own_packs.shorthand_parser import NotUnderstood
from bot.engine.packs.draft import FILES, OPTIONAL, Draft, fields_of_file

if TYPE_CHECKING:
    from pathlib import Path

    from bot.text import Locale

MOST_UNDONE: Final = 500
WITH_ID: Final = frozenset(SHEETS) - {"hibernation", "progress", "slots", REST}
OWN: Final = ("id", "name", OWNER, SPACE)
"""Fields that say which component it is: a copy of another one keeps its own."""


class NoSuchPlace(ValueError):
    """There is no such sheet, row or field."""


@dataclass(frozen=True)
class Trouble:
    """A mistake of the check: sheet, row (-1: of the whole sheet), heading, what was found and expected."""

    sheet: str
    row: int
    heading: str
    found: str
    expected: str


class PackDocument:
    """A pack in a directory.

    :raises PackMistakes: a file cannot be read as YAML at all.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._undo: list[tuple[str, Any]] = []
        self._read()

    def _read(self) -> None:
        self.data: Data = _filled(read_data(self.directory))
        self._seen = self._times()
        self._checked: tuple[Draft, list[Trouble]] | None = None

    def _times(self) -> dict[str, int]:
        files = ((name, self.directory / name) for name in FILES)
        return {name: file.stat().st_mtime_ns for name, file in files if file.is_file()}

    def refresh(self) -> None:
        """Read the files again where somebody else has changed them.

        :raises PackMistakes: a file cannot be read as YAML any more.
        """
        if self._times() != self._seen:
            self._read()
            self._undo.clear()

    # ---- what is there -----------------------------------------------------------------------------------------------

    def columns(self, sheet: str) -> list[Column]:
        """The fields of a sheet's rows; for single values, one for each."""
        if sheet == REST:
            return list(rest_columns(self.data))
        return sheet_columns(sheet, [value for _, value, _ in self.rows(sheet)])

    def rows(self, sheet: str) -> list[tuple[Keys, Any, str]]:
        """The rows of a sheet: where each stands, its value, what leads to it.

        :raises NoSuchPlace: there is no such sheet.
        """
        if sheet not in SHEETS:
            raise NoSuchPlace(sheet)
        return [((), self.data, "")] if sheet == REST else rows_of(sheet, self.data)

    def troubles(self) -> list[Trouble]:
        """Every mistake of the pack as it stands."""
        return self._check()[1]

    def draft(self) -> Draft:
        """What of the pack could be read."""
        return self._check()[0]

    def _check(self) -> tuple[Draft, list[Trouble]]:
        if self._checked is None:
            draft, mistakes = check_data(self.data)
            wanted = SHEETS if mistakes else ()
            rows = {keys: (name, n) for name in wanted for n, (keys, _, _) in enumerate(self.rows(name))}
            columns = {name: self.columns(name) for name in wanted}
            troubles = [
                Trouble(*_located(place, rows, columns), found, expected) for place, found, expected in mistakes
            ]
            self._checked = draft, troubles
        return self._checked

    # ---- changes -----------------------------------------------------------------------------------------------------

    def put(self, sheet: str, row: int, heading: str, text: str, locale: Locale) -> NotUnderstood | None:
        """Set a field to what is typed. What is not understood is kept as it was typed, and why it is not is returned.

        :raises NoSuchPlace: there is no such sheet, row or field.
        """
        keys, column = self._place(sheet, row, heading)
        if column.keys == (SPACE,):
            return self._move(sheet, keys[-1], text)
        refused = None
        try:
            value = typed(text, column.kind, locale)
        except NotUnderstood as error:
            refused, value = error, text.strip()
        self._keep(str(keys[0]))
        if value is None and isinstance(self.rows(sheet)[row][1], list):
            store(self.data, keys, [])
        elif value is None:
            _remove(self.data, keys)
        else:
            store(self.data, keys, value)
        self._save(str(keys[0]))
        return refused

    def _move(self, sheet: str, space: str | int, text: str) -> NotUnderstood | None:
        """Give what lies on a space of a track another space, that nothing lies on."""
        holder = at(self.data, *SHEETS[sheet])
        if not text.strip().isdecimal() or len(text) > 3 or (int(text) in holder and int(text) != space):
            return NotUnderstood(repr(text[:40]), "the number of a space, each once")
        self._keep(str(SHEETS[sheet][0]))
        store(self.data, SHEETS[sheet], {int(text) if key == space else key: each for key, each in holder.items()})
        self._save(str(SHEETS[sheet][0]))
        return None

    def _place(self, sheet: str, row: int, heading: str) -> tuple[Keys, Column]:
        rows = self.rows(sheet)
        column = next((each for each in self.columns(sheet) if each.heading == heading), None)
        if column is None or not 0 <= row < len(rows) or column.keys == (OWNER,):
            raise NoSuchPlace(heading)
        keys = rows[row][0]
        return (keys if isinstance(rows[row][1], list) else (*keys, *column.keys)), column

    def like(self, sheet: str, row: int, other: int) -> None:
        """Make a component like another one, but for its identifier and name.

        :raises NoSuchPlace: there is no such row.
        """
        rows = self.rows(sheet)
        if not (0 <= row < len(rows) and 0 <= other < len(rows)) or sheet == REST:
            raise NoSuchPlace(sheet)
        keys, value, _ = rows[row]
        model = copy.deepcopy(rows[other][1])
        if isinstance(value, dict):
            kept = {key: each for key, each in value.items() if key in OWN}
            model = kept | {key: each for key, each in model.items() if key not in OWN}
        self._keep(str(keys[0]))
        store(self.data, keys, model)
        self._save(str(keys[0]))

    def add(self, sheet: str) -> int:
        """Add an empty component at the end; its row.

        :raises NoSuchPlace: a sheet whose rows are the board's.
        """
        kind = kind_of(SHEETS[sheet]) if sheet in SHEETS and sheet not in (REST, "technologies") else None
        if get_origin(kind) is dict:
            holder = at(self.data, *SHEETS[sheet]) or {}
            return self._added(sheet, (*SHEETS[sheet], max(holder, default=0) + 1), [])
        if get_origin(kind) is not tuple:
            raise NoSuchPlace(sheet)
        rows, taken = self.rows(sheet), {at(value, "id") for _, value, _ in self.rows(sheet)}
        number = next(n for n in range(len(rows) + 1, 10_000) if f"{sheet.rstrip('s')}_{n}" not in taken)
        made = {"id": f"{sheet.rstrip('s')}_{number}"} if sheet in WITH_ID else {}
        return self._added(sheet, (*SHEETS[sheet], len(rows)), made)

    def _added(self, sheet: str, keys: Keys, value: Any) -> int:
        self._keep(str(keys[0]))
        store(self.data, keys, value)
        self._save(str(keys[0]))
        return len(self.rows(sheet)) - 1

    def remove(self, sheet: str, row: int) -> None:
        """Take a component out.

        :raises NoSuchPlace: there is no such row, or its kind has a fixed place.
        """
        rows = self.rows(sheet)
        holder = at(self.data, *SHEETS[sheet])
        if not 0 <= row < len(rows) or sheet in (REST, "technologies"):
            raise NoSuchPlace(sheet)
        self._keep(str(SHEETS[sheet][0]))
        del holder[rows[row][0][-1]]
        self._save(str(SHEETS[sheet][0]))

    def undo(self) -> bool:
        """Take the last change back; whether there was one."""
        if not self._undo:
            return False
        field, before = self._undo.pop()
        if before is None:
            self.data.pop(field, None)
        else:
            self.data[field] = before
        self._save(field)
        return True

    def _keep(self, field: str) -> None:
        self._undo.append((field, copy.deepcopy(self.data.get(field))))
        del self._undo[:-MOST_UNDONE]

    def _save(self, field: str) -> None:
        """Write the file of a field whole, with the comment at its head."""
        self._checked = None
        file = FILE_OF[field]
        path = self.directory / file
        fields = {name: self.data[name] for name in fields_of_file(file) if name in self.data}
        head = _head(path.read_text("utf-8")) if path.is_file() else ""
        if fields or file not in OPTIONAL:
            write_whole(path, head + file_text(fields))
        else:
            path.unlink(missing_ok=True)
        self._seen = self._times()


def _head(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(lines[: next((n for n, line in enumerate(lines) if not line.startswith("#")), len(lines))])


def _filled(value: Any) -> Any:
    """Data without the fields in which nothing is written."""
    if isinstance(value, dict):
        return {key: _filled(each) for key, each in value.items() if each is not None}
    if isinstance(value, list):
        return [{} if each is None else _filled(each) for each in value]
    return value


def _remove(data: Data, keys: Keys) -> None:
    """Take a value out, and what holds nothing without it, but for the row itself."""
    holders = [at(data, *keys[:length]) for length in range(len(keys))]
    for depth in range(len(keys) - 1, -1, -1):
        holder, key = holders[depth], keys[depth]
        if isinstance(holder, dict):
            holder.pop(key, None)
        elif isinstance(holder, list):
            if isinstance(key, int) and key < len(holder):
                holder[key] = {}
            while holder and holder[-1] in ({}, None) and depth > 1:
                holder.pop()
        if holder or depth <= 2:
            return


def _located(place: Keys, rows: dict[Keys, tuple[str, int]], columns: dict[str, list[Column]]) -> tuple[str, int, str]:
    """Sheet, row and heading of a place in a pack's data."""
    for length in range(len(place), 0, -1):
        if place[:length] in rows:
            sheet, row = rows[place[:length]]
            return sheet, row, _heading(place[length:], columns[sheet])
    sheet = next((name for name, keys in SHEETS.items() if keys and place[: len(keys)] == keys), REST)
    return (REST, 0, _heading(place, columns[REST])) if sheet == REST else (sheet, -1, "")


def _heading(inside: Keys, columns: list[Column]) -> str:
    """The field that a place is in, else the first that is in the place."""
    for length in range(len(inside), 0, -1):
        for column in columns:
            if column.keys == inside[:length]:
                return column.heading
    within = (column.heading for column in columns if inside and column.keys[: len(inside)] == inside)
    return next(within, columns[0].heading if len(columns) == 1 else "")
