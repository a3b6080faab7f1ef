"""The bytes of a CSV file as rows of cells: encodings and separators as spreadsheets write them."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

from bot.app.result_files.result_file_model import MOST_ROWS, Refusal
from bot.app.score_pad.entry_cells import unguarded

if TYPE_CHECKING:
    from collections.abc import Iterator

SEPARATORS: Final = (";", ",", "\t")
LONGEST_CELL: Final = 1_000
MOST_COLUMNS: Final = 200
UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
SEPARATOR_LINE: Final = "sep="
"""With this a first line names the separator, for Excel."""


class Refused(Exception):
    """Nothing of a file can be read."""

    def __init__(self, why: Refusal, **values: object) -> None:
        super().__init__(why)
        self.why: Refusal = why
        self.values = {key: str(value) for key, value in values.items()}


def decoded_text(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, or the encoding in which Western spreadsheets write CSV.

    :raises Refused: it is none of them.
    """
    try:
        text = data.decode("utf-16") if data.startswith(UTF16) else data.decode("utf-8-sig")
    except UnicodeDecodeError:
        try:
            text = data.decode("cp1252")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise Refused("encoding", line=line) from None
    if "\0" in text:
        raise Refused("encoding", line=text[: text.index("\0")].count("\n") + 1)
    return text


def rows_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """Every row with the line that it ends on, cells without the blanks around them; empty rows are left out.

    :raises Refused: it is no table, too long or too wide.
    """
    csv.field_size_limit(LONGEST_CELL)
    skipped, separator = 0, _separator(text)
    if text[: len(SEPARATOR_LINE)].casefold() == SEPARATOR_LINE:
        text, skipped = text.partition("\n")[2], 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for number, row in enumerate(reader):
            if number > MOST_ROWS:
                raise Refused("rows", most=MOST_ROWS)
            if len(row) > MOST_COLUMNS:
                raise Refused("columns", line=reader.line_num + skipped, most=MOST_COLUMNS)
            if any(row):
                yield reader.line_num + skipped, [unguarded(cell.strip()) for cell in row]
    except csv.Error:
        raise Refused("cell", line=reader.line_num + skipped, most=LONGEST_CELL) from None


def _separator(text: str) -> str:
    first = text.partition("\n")[0]
    if first[: len(SEPARATOR_LINE)].casefold() == SEPARATOR_LINE:
        named = first[len(SEPARATOR_LINE) :].strip("\r") or "\t"
        return named if named in SEPARATORS else ";"
    return max(SEPARATORS, key=first.count)
