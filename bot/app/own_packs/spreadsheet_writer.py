"""A pack's sheets as a spreadsheet: XLSX, ODS, or a ZIP archive with a CSV file for each sheet.

The first line has the headings, the second an example, which an import passes over. Cells with few possible values have
a list to choose from."""

from __future__ import annotations

import csv
import io
import zipfile
from typing import TYPE_CHECKING, Any, Final

from odfdo import Cell, Document, Element, Row, Table
from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

from bot.text import LOCALES, t

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.app.own_packs.pack_tables import Sheet
    from bot.text import Locale

MARK: Final = "#"
"""The heading of the first column: the number of each row, or that it is the example."""
EXAMPLE_MARKS: Final = frozenset(t(locale, "sheet.example").casefold() for locale in LOCALES)
FORMULA_SIGNS: Final = ("=", "@", "'", "+", "-")
"""What a program might take for the beginning of a formula; such a text has an apostrophe in front of it."""
WIDEST: Final = 48


def spreadsheet(sheets: list[Sheet], examples: dict[str, list[str]], locale: Locale, kind: str) -> bytes:
    """The file. ``kind``: its ending, ``.xlsx``, ``.ods`` or ``.zip``; ``examples``: a row by sheet."""
    laid = [(sheet, _lines(sheet, examples.get(sheet.name), locale)) for sheet in sheets]
    return WRITERS[kind](laid)


def _lines(sheet: Sheet, example: list[str] | None, locale: Locale) -> list[list[str]]:
    lines = [[MARK, *(column.heading for column in sheet.columns)]]
    if example:
        lines.append([t(locale, "sheet.example"), *map(_safe, example)])
    return lines + [[str(n), *map(_safe, row)] for n, row in enumerate(sheet.rows, 1)]


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


# ---- XLSX ------------------------------------------------------------------------------------------------------------


def _xlsx(laid: list[tuple[Sheet, list[list[str]]]]) -> bytes:
    book = Workbook()
    book.remove(book.worksheets[0])
    for sheet, lines in laid:
        page = book.create_sheet(sheet.name)
        for line in lines:
            page.append(line)
        page.freeze_panes = "B2"
        for number, column in enumerate(zip(*lines, strict=True), 1):
            page.column_dimensions[get_column_letter(number)].width = _width(column)
            for (cell,) in page.iter_rows(min_col=number, max_col=number):
                cell.number_format = "@"
        for row, font in ((1, Font(bold=True)), (2, Font(italic=True, color="888888"))):
            for cell in page[row]:
                cell.font = font
        for at, choices in sheet.choices.items():
            rule = DataValidation(type="list", formula1=f'"{",".join(choices)}"', allow_blank=True)
            letter = get_column_letter(at + 2)
            rule.add(f"{letter}3:{letter}{len(lines) + 20}")
            page.add_data_validation(rule)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _width(column: tuple[str, ...]) -> int:
    return min(WIDEST, max(map(len, column)) + 3)


# ---- ODS -------------------------------------------------------------------------------------------------------------


def _ods(laid: list[tuple[Sheet, list[list[str]]]]) -> bytes:
    document = Document("spreadsheet")
    document.body.clear()
    rules = Element.from_tag("<table:content-validations/>")
    document.body.append(rules)
    for sheet, lines in laid:
        named = {at + 1: _rule(rules, sheet.name, at, choices) for at, choices in sheet.choices.items()}
        table = Table(sheet.name)
        for line in lines:
            row = Row()
            for at, text in enumerate(line):
                row.append_cell(_ods_cell(text, named.get(at)))
            table.append_row(row)
        document.body.append(table)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _ods_cell(text: str, rule: str | None) -> Cell:
    cell = Cell(text, cell_type="string") if text else Cell()
    if rule:
        cell.set_attribute("table:content-validation-name", rule)
    return cell


def _rule(rules: Element, sheet: str, at: int, choices: list[str]) -> str:
    name = f"{sheet}_{at}"
    listed = ";".join(f'"{each}"' for each in choices)
    rule = Element.from_tag("<table:content-validation/>")
    rule.set_attribute("table:name", name)
    rule.set_attribute("table:condition", f"of:cell-content-is-in-list({listed})")
    rule.set_attribute("table:allow-empty-cell", "true")
    rule.set_attribute("table:display-list", "unsorted")
    rule.set_attribute("table:base-cell-address", f"{sheet}.A1")
    rules.append(rule)
    return name


# ---- CSV -------------------------------------------------------------------------------------------------------------


def _csv(laid: list[tuple[Sheet, list[list[str]]]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for sheet, lines in laid:
            text = io.StringIO()
            csv.writer(text, lineterminator="\r\n").writerows(lines)
            archive.writestr(f"{sheet.name}.csv", text.getvalue().encode("utf-8-sig"))
    return out.getvalue()


WRITERS: Final[dict[str, Callable[[Any], bytes]]] = {".xlsx": _xlsx, ".ods": _ods, ".zip": _csv}
