"""A spreadsheet as somebody sends it: XLSX, ODS, one CSV file, or a ZIP archive of them.

Only texts come out of it: nothing is computed, nothing outside the file is opened, nothing is written to a disk."""

from __future__ import annotations

import csv
import io
import re
import sys
import zipfile
import zlib
from datetime import date, time, timedelta
from pathlib import PurePosixPath
from typing import Any, Final

import msgspec
from lxml import etree
from openpyxl import load_workbook

from bot.engine.packs.sources import printable
from bot.game_files.pack_files import ARCHIVE, LARGEST, refusal_of_entry
from bot.game_files.process_limits import limit
from bot.game_files.spreadsheet_process import (
    CellMistake,
    RawSheet,
    SpreadsheetRefused,
    SpreadsheetRequest,
    SpreadsheetTaken,
)

MOST_UNPACKED: Final = 24 * 1024 * 1024
MOST_ENTRIES: Final = 200
MOST_SHEETS: Final = 40
MOST_ROWS: Final = 400
MOST_COLUMNS: Final = 120
LONGEST_CELL: Final = 500
MOST_TOLD: Final = 200
_HEADINGS: Final = 1
_DANGEROUS: Final = (
    ("externallinks/", "links to other files", "a file without them"),
    ("vbaproject", "a macro", "a file without macros"),
    ("macrosheets/", "a macro", "a file without macros"),
    ("activex/", "a program in it", "a file without programs"),
    ("embeddings/", "a file inside it", "a file without others inside"),
    ("basic/", "a macro", "a file without macros"),
    ("scripts/", "a macro", "a file without macros"),
)
_DOCTYPE: Final = re.compile(rb"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
_EXTERNAL: Final = re.compile(
    rb"""TargetMode\s*=\s*["']External|<table:table-source|<table:dde-link|<office:dde-source"""
)
_TABLE, _TEXT, _OFFICE = (
    f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("table", "text", "office")
)
_SEPARATORS: Final = (",", ";", "\t")


class _Refused(Exception):
    def __init__(self, mistakes: list[CellMistake]) -> None:
        super().__init__(str(mistakes[0]))
        self.mistakes = mistakes


def sheets_answer(request: SpreadsheetRequest) -> SpreadsheetTaken | SpreadsheetRefused:
    """What becomes of a file."""
    label = printable(request.name) or "spreadsheet"
    try:
        return SpreadsheetTaken(sheets=tuple(_read(request.data, label)))
    except _Refused as refused:
        return SpreadsheetRefused(mistakes=tuple(sorted(refused.mistakes)[:MOST_TOLD]))
    except MemoryError:
        return SpreadsheetRefused(
            mistakes=(_of_file(label, "what takes more memory than a file may", "a smaller file"),)
        )
    except Exception:
        found = "what cannot be read"
        return SpreadsheetRefused(mistakes=(_of_file(label, found, "a spreadsheet (XLSX, ODS or CSV)"),))


def _of_file(label: str, found: str, expected: str) -> CellMistake:
    return CellMistake(label, 0, "", found, expected)


def _refuse(label: str, found: str, expected: str) -> _Refused:
    return _Refused([_of_file(label, found, expected)])


def _read(data: bytes, label: str) -> list[RawSheet]:
    if len(data) > LARGEST:
        raise _refuse(label, f"{len(data)} bytes", f"at most {LARGEST}")
    if not data.startswith(ARCHIVE):
        return [_csv_sheet(PurePosixPath(label).stem, data)]
    contents = _unpacked(data, label)
    names = {name.casefold() for name in contents}
    if "xl/workbook.xml" in names:
        sheets = _xlsx(data)
    elif "content.xml" in names:
        sheets = _ods(contents["content.xml"])
    else:
        sheets = [_csv_sheet(PurePosixPath(name).stem, found) for name, found in contents.items() if _is_csv(name)]
    if not sheets:
        raise _refuse(label, "an archive without sheets", "XLSX, ODS, or CSV files in a ZIP archive")
    if len(sheets) > MOST_SHEETS:
        raise _refuse(label, f"{len(sheets)} sheets", f"at most {MOST_SHEETS}")
    return sheets


def _is_csv(name: str) -> bool:
    return name.casefold().endswith(".csv") and not name.startswith("__MACOSX")


# ---- archives --------------------------------------------------------------------------------------------------------


def _unpacked(data: bytes, label: str) -> dict[str, bytes]:
    """The files of an archive, no more of them than a spreadsheet has."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = archive.infolist()
            if len(listed) > MOST_ENTRIES:
                raise _refuse(label, f"{len(listed)} files", f"at most {MOST_ENTRIES}")
            found: dict[str, bytes] = {}
            for entry in listed:
                _look_at(entry, found)
                found[entry.filename] = _content(archive, entry, MOST_UNPACKED - sum(map(len, found.values())))
            return found
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError) as error:
        raise _refuse(label, "a damaged archive", "a file that can be unpacked") from error


def _look_at(entry: zipfile.ZipInfo, before: dict[str, bytes]) -> None:
    name = printable(entry.filename) or "?"
    refused = refusal_of_entry(entry, PurePosixPath(entry.filename), {PurePosixPath(each): entry for each in before})
    if refused is None and not entry.is_dir():
        low = entry.filename.casefold()
        refused = next(((found, expected) for part, found, expected in _DANGEROUS if part in low), None)
    if refused is not None:
        raise _refuse(name, *refused)


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    with archive.open(entry) as stream:
        content = stream.read(most + 1)
    name = printable(entry.filename) or "?"
    if len(content) > most:
        raise _refuse(name, f"more than {MOST_UNPACKED} bytes unpacked", "a smaller file")
    if name.casefold().endswith((".xml", ".rels", ".rdf")):
        _look_into(content, name)
    return content


def _look_into(content: bytes, name: str) -> None:
    if b"\0" in content:
        raise _refuse(name, "another encoding", "UTF-8")
    if _DOCTYPE.search(content):
        raise _refuse(name, "a document type or entity", "plain XML")
    if _EXTERNAL.search(content):
        raise _refuse(name, "links to what is outside the file", "a file without them")


# ---- XLSX ------------------------------------------------------------------------------------------------------------


def _xlsx(data: bytes) -> list[RawSheet]:
    book = load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
    sheets = []
    for page in book.worksheets[: MOST_SHEETS + 1]:
        page.reset_dimensions()
        rows = page.iter_rows(max_col=MOST_COLUMNS + 1)
        lines = [[(cell.value, cell.data_type == "f") for cell in row] for row in _at_most(rows)]
        sheets.append(_sheet(page.title, lines))
    return sheets


def _at_most(rows: Any) -> Any:
    for number, row in enumerate(rows):
        if number > MOST_ROWS:
            return
        yield row


# ---- ODS -------------------------------------------------------------------------------------------------------------


def _ods(content: bytes) -> list[RawSheet]:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    root = etree.fromstring(content, parser)
    return [_ods_sheet(table) for table in list(root.iter(f"{_TABLE}table"))[: MOST_SHEETS + 1]]


def _ods_sheet(table: Any) -> RawSheet:
    lines: list[list[tuple[object, bool]]] = []
    for row in table.iter(f"{_TABLE}table-row"):
        cells: list[tuple[object, bool]] = []
        for cell in row.iter(f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            value = (_ods_value(cell), cell.get(f"{_TABLE}formula") is not None)
            cells += [value] * min(_repeated(cell, "columns"), MOST_COLUMNS + 1 - len(cells))
        while cells and cells[-1] == ("", False):
            cells.pop()
        if cells or row.getnext() is not None:
            lines += [cells] * min(_repeated(row, "rows"), MOST_ROWS + 1 - len(lines))
    return _sheet(table.get(f"{_TABLE}name") or "", lines)


def _repeated(element: Any, what: str) -> int:
    found = str(element.get(f"{_TABLE}number-{what}-repeated") or "1")
    return int(found) if found.isdecimal() and len(found) < 9 else 10**8


def _ods_value(cell: Any) -> object:
    return "\n".join("".join(part.itertext()) for part in cell.iter(f"{_TEXT}p"))


# ---- CSV -------------------------------------------------------------------------------------------------------------


def _csv_sheet(name: str, data: bytes) -> RawSheet:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"the byte {data[error.start]:#04x}"
        raise _Refused([CellMistake(printable(name), line, "", found, "text in UTF-8")]) from None
    if "\0" in text:
        raise _refuse(printable(name), "the character 0", "text in UTF-8")
    first = text.split("\n", 1)[0]
    separator = max(_SEPARATORS, key=first.count)
    try:
        rows = [[(cell, False) for cell in row] for row in _at_most(csv.reader(io.StringIO(text), delimiter=separator))]
    except csv.Error as error:
        raise _refuse(printable(name), f"what is no CSV ({error})", "lines of cells") from None
    return _sheet(name, rows)


# ---- cells -----------------------------------------------------------------------------------------------------------


def _sheet(name: str, lines: list[list[tuple[object, bool]]]) -> RawSheet:
    """A sheet of texts; every cell that is none is named."""
    label = printable(name) or "?"
    while lines and not any(value not in (None, "") for value, _ in lines[-1]):
        lines.pop()
    if len(lines) > MOST_ROWS:
        raise _refuse(label, f"more than {MOST_ROWS} rows", "fewer")
    mistakes: list[CellMistake] = []
    headings = [str(value or "")[:40] for value, _ in lines[0]] if lines else []
    rows = []
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_COLUMNS and any(value not in (None, "") for value, _ in line[MOST_COLUMNS:]):
            raise _Refused([CellMistake(label, number, "", f"more than {MOST_COLUMNS} columns", "fewer")])
        cells = []
        for at, (value, formula) in enumerate(line[:MOST_COLUMNS]):
            text, refused = _text(value, formula)
            if refused:
                column = printable(headings[at]) if at < len(headings) and number > _HEADINGS else str(at + 1)
                mistakes.append(CellMistake(label, number, column, *refused))
            cells.append(text)
        rows.append(tuple(cells))
    if mistakes:
        raise _Refused(mistakes)
    return RawSheet(label, tuple(rows))


def _text(value: object, formula: bool) -> tuple[str, tuple[str, str] | None]:
    """The text of a cell, or what was found and expected."""
    if value is None:
        return "", None
    if isinstance(value, bool):
        return "true" if value else "false", None
    if isinstance(value, date | time | timedelta):
        return "", ("a date", "text; a program may have taken a fraction for a date")
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
        value = int(value)
    text = str(value).strip() if not isinstance(value, int) or abs(value) < 10**18 else "a huge number"
    if formula or text.startswith(("=", "@")):
        return "", ("a formula", "a value; nothing is computed")
    if len(text) > LONGEST_CELL:
        return "", (f"{len(text)} characters", f"at most {LONGEST_CELL}")
    plain = text.replace("\n", " ").replace("\r", " ").replace("\t", " ")
    if not plain.isprintable():
        return "", ("characters that cannot be seen", "text")
    return plain[1:] if plain.startswith("'") else plain, None


if __name__ == "__main__":
    limit()
    order = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=SpreadsheetRequest)
    sys.stdout.buffer.write(msgspec.msgpack.encode(sheets_answer(order)))
