"""A pack to a spreadsheet and back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from bot.app.own_packs.pack_data import Data, files_of, read_data
from bot.app.own_packs.pack_frame import shipped_files
from bot.app.own_packs.pack_tables import Sheet, sheets_of
from bot.app.own_packs.sheet_import import Imported, imported
from bot.app.own_packs.spreadsheet_writer import WRITERS, spreadsheet
from bot.game_files.spreadsheet_process import CellMistake, RawSheet, SpreadsheetRefused, read_sheets

if TYPE_CHECKING:
    from pathlib import Path

    from bot.text import Locale

KINDS: Final = tuple(WRITERS)
"""Endings of the files that can be written."""


class FileRefused(ValueError):
    """A spreadsheet was not read at all; ``mistakes`` says why."""

    def __init__(self, mistakes: tuple[CellMistake, ...]) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.mistakes = mistakes


def exported(data: Data, locale: Locale, kind: str) -> bytes:
    """A pack as a spreadsheet; ``kind`` is the file's ending. The example of each sheet is from the shipped pack."""
    examples = {sheet.name: sheet for sheet in sheets_of(read_data(shipped_files()), locale)}
    sheets = sheets_of(data, locale)
    return spreadsheet(sheets, {sheet.name: _example(sheet, examples[sheet.name]) for sheet in sheets}, locale, kind)


def _example(sheet: Sheet, shipped: Sheet) -> list[str]:
    """A row of the shipped pack in the columns of a sheet."""
    row = max(shipped.rows, key=lambda cells: sum(map(bool, cells)), default=[])
    found = {column.heading: cell for column, cell in zip(shipped.columns, row, strict=False)}
    return [found.get(column.heading, "") for column in sheet.columns]


def take_over(data: bytes, name: str, directory: Path, locale: Locale) -> Imported:
    """Write a spreadsheet as a pack, with all that was understood. Sheets that it has not stay as they are.

    :raises FileRefused: it could not be read; nothing was written.
    :raises PackMistakes: the directory holds what cannot be read; nothing was written.
    :raises OSError: the directory cannot be written.
    """
    answer = read_sheets(data, name)
    if isinstance(answer, SpreadsheetRefused):
        raise FileRefused(answer.mistakes)
    given = {sheet.name: sheet for sheet in answer.sheets}
    if len(given) < len(answer.sheets):
        raise FileRefused((CellMistake(name, 0, "", "two sheets of one name", "each once"),))
    kept = [_raw(sheet) for sheet in sheets_of(read_data(directory), locale)] if directory.is_dir() else []
    found = imported([*(sheet for sheet in kept if sheet.name not in given), *given.values()], locale)
    write_pack(directory, found.data)
    return found


def _raw(sheet: Sheet) -> RawSheet:
    headings = tuple(column.heading for column in sheet.columns)
    return RawSheet(sheet.name, (headings, *map(tuple, sheet.rows)))


def write_pack(directory: Path, data: Data) -> None:
    """Write the files of a pack, each whole or not at all."""
    directory.mkdir(parents=True, exist_ok=True)
    for file, text in files_of(data).items():
        write_whole(directory / file, text)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there with the old or with the new text, whatever happens meanwhile."""
    new = path.with_name(f".{path.name}.new")
    try:
        with new.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
