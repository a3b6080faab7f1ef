"""Laying out a table's messages within Discord's limits: texts that are cut at lines, rows of five, pages."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeVar

from discord import ui

from cogs.core.persistent_ui import ACCENT, Panel

T = TypeVar("T")

MOST_TEXT: Final = 3900
"""Characters of all texts of a message together (Discord: 4,000)."""
MOST_CHOICES: Final = 25
IN_ROW: Final = 5
MORE: Final = "…"


def panel_of(texts: Iterable[str], *rows: Sequence[ui.Item[Any]], colour: int = ACCENT) -> Panel:
    """A framed message: texts, then controls in rows of at most five; a menu has a row of its own."""
    panel = Panel()
    shown = [text for text in fitted(list(texts)) if text]
    panel.add_item(ui.Container(*(ui.TextDisplay[Any](text) for text in shown), accent_colour=colour))
    add_rows(panel, *rows)
    return panel


def add_rows(panel: Panel, *rows: Sequence[ui.Item[Any]]) -> None:
    """Controls below, each row broken after five."""
    for row in rows:
        for start in range(0, len(row), IN_ROW):
            panel.add_item(ui.ActionRow(*row[start : start + IN_ROW]))


def fitted(texts: list[str], most: int = MOST_TEXT) -> list[str]:
    """The texts in at most ``most`` characters in all; what is too long loses its last lines."""
    left, kept = most, []
    for text in texts:
        if left > len(MORE):
            kept.append(cut(text, left))
            left -= len(kept[-1])
    return kept


def cut(text: str, most: int) -> str:
    """The text in at most ``most`` characters, cut after a line where it can be, with an ellipsis if it was cut."""
    if len(text) <= most:
        return text
    head = text[: most - 2]
    whole = head.rpartition("\n")[0]
    return f"{whole if len(whole) > most // 2 else head}\n{MORE}"


def pages(lines: Sequence[str], most: int) -> list[str]:
    """The lines in pages of at most ``most`` characters; at least one page. A heading goes with what it heads."""
    found: list[list[str]] = [[]]
    for line in lines:
        if found[-1] and sum(len(each) + 1 for each in found[-1]) + len(line) > most:
            heading = found[-1].pop() if _is_headed(found[-1], line, most) else None
            found.append([heading] if heading else [])
        found[-1].append(line[:most])
    return ["\n".join(page) for page in found]


def _is_headed(page: Sequence[str], line: str, most: int) -> bool:
    """Whether a line is the first point of a list whose heading ends a page, and both fit onto one."""
    point = "- "
    heads = len(page) > 1 and line.startswith(point) and not page[-1].startswith(point)
    return heads and len(page[-1]) + 1 + len(line) <= most


def page_of(things: Sequence[T], page: int, size: int) -> tuple[Sequence[T], int, int]:
    """The things on a page, which page that is (the nearest that there is), and how many pages there are."""
    last = max(0, (len(things) - 1) // size)
    page = max(0, min(page, last))
    return things[page * size : (page + 1) * size], page, last + 1
