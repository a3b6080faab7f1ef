"""Reading a spreadsheet that somebody made, in a process of its own (``bot.game_files.limited_process``).
What reads it is ``bot.game_files.spreadsheet_files``."""

import logging
from typing import Final

import msgspec

from bot.game_files.limited_process import run_limited_here
from bot.game_files.process_limits import LATEST

log = logging.getLogger(__name__)

READER: Final = "bot.game_files.spreadsheet_files"


class CellMistake(msgspec.Struct, frozen=True, order=True):
    """What was not understood. ``row`` counts from 1 as spreadsheets do; 0 and no column where it is no cell's."""

    sheet: str
    row: int
    column: str
    found: str
    expected: str

    def __str__(self) -> str:
        place = [self.sheet, f"row {self.row}" if self.row else "", f"column {self.column}" if self.column else ""]
        return f"{', '.join(filter(None, place))}: found {self.found}, expected {self.expected}"


class RawSheet(msgspec.Struct, frozen=True):
    """A sheet as texts, line by line."""

    name: str
    rows: tuple[tuple[str, ...], ...]


class SpreadsheetRequest(msgspec.Struct, frozen=True, kw_only=True, tag="Spreadsheet"):
    """A file that is to be read as a spreadsheet, and what it is called."""

    data: bytes
    name: str


class SpreadsheetTaken(msgspec.Struct, frozen=True, kw_only=True, tag="SpreadsheetTaken"):
    """The sheets of a file."""

    sheets: tuple[RawSheet, ...]


class SpreadsheetRefused(msgspec.Struct, frozen=True, kw_only=True, tag="SpreadsheetRefused"):
    """Why a file was not read; the first mistakes."""

    mistakes: tuple[CellMistake, ...]


_encoder = msgspec.msgpack.Encoder()
_decoder: Final[msgspec.msgpack.Decoder[SpreadsheetTaken | SpreadsheetRefused]] = msgspec.msgpack.Decoder(
    SpreadsheetTaken | SpreadsheetRefused
)


def read_sheets(data: bytes, name: str) -> SpreadsheetTaken | SpreadsheetRefused:
    """The sheets of a file, or why it was refused. ``name`` is what mistakes call it."""
    found = run_limited_here(_encoder.encode(SpreadsheetRequest(data=data, name=name)), LATEST, READER)
    if found.status == 0:
        return _decoder.decode(found.answer)
    log.warning("a spreadsheet could not be read in its limits", extra={"status": found.status})
    what = "what takes more time or memory than a file may" if found.status < 0 else "what cannot be read"
    return SpreadsheetRefused(mistakes=(CellMistake(name, 0, "", what, "a spreadsheet"),))
