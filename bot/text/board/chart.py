"""The map drawn with characters. Each row of spaces takes two lines and each space two columns; neighbouring rows are
shifted by half a space, as hexagons are."""

from __future__ import annotations

from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.engine import View
    from bot.engine.geometry import Board
    from bot.engine.state import Space

WIDTH: Final = 42
"""How many columns of a code block fit on a phone without wrapping. The chart of a board of the published box has
32."""
CELL: Final = 2
SIGNS: Final = MappingProxyType(
    {
        "forest": "&",
        "mountain": "^",
        "field": "=",
        "desert": ".",
        "city": "H",
        "water": "~",
        "crystal": "*",
        "abyss": "O",
        "large": "L",
        "vast": "V",
        "lake": "%",
        "unexplored": ":",
        "tile": "?",
        "small": "b",
        "large_building": "B",
        "marker": "x",
    }
)
"""The sign of each thing: printable ASCII, which has the same width everywhere."""


def chart(seen: View, marks: Mapping[Space, str] = MappingProxyType({})) -> str:
    """The map as lines of at most ``WIDTH`` columns (for a board of the published box).

    :param marks: what to show on spaces instead of their contents, at most two characters each.
    """
    board = seen.board
    leftmost = min(_column(board, space) for space in range(len(board.hexes)))
    lines = []
    for letter, row in rows(board):
        at = [(space, _column(board, space) - leftmost) for space in row]
        lines.append("  " + _numbers(board, at))
        lines.append(f"{letter} " + _cells((column, marks.get(space) or _cell(seen, space)) for space, column in at))
    return "\n".join(line.rstrip() for line in lines)


def shown_signs(seen: View) -> set[str]:
    """The signs on the map, without those that are covered."""
    return {_cell(seen, space)[0] for space in range(len(seen.board.hexes))}


def rows(board: Board) -> list[tuple[str, list[Space]]]:
    """The spaces row by row from left to right, each row with its letter."""
    spaces = sorted(range(len(board.hexes)), key=lambda space: (board.hexes[space][1], board.hexes[space][0]))
    return [
        (board.labels[row[0]][0], row)
        for _, found in groupby(spaces, lambda s: board.hexes[s][1])
        if (row := list(found))
    ]


def _column(board: Board, space: Space) -> int:
    q, r = board.hexes[space]
    return 2 * q + r


def _numbers(board: Board, row: Iterable[tuple[Space, int]]) -> str:
    """The line of column numbers: odd numbers, and the first number after a gap, above their spaces where there is
    room."""
    line, after = "", -CELL
    for space, column in row:
        number = board.labels[space][1:]
        if (int(number) % 2 or column != after) and column >= len(line) + bool(line):
            line = line.ljust(column) + number
        after = column + CELL
    return line


def _cells(cells: Iterable[tuple[int, str]]) -> str:
    line = ""
    for column, cell in cells:
        line = line.ljust(column) + cell[:CELL].ljust(CELL)
    return line


def _cell(seen: View, space: Space) -> str:
    printed = seen.prints[space]
    if printed is None:
        return _unexplored(seen, space)
    building = seen.state.buildings.get(space)
    if building is not None:
        return SIGNS["small" if building.size == "small" else "large_building"] + str(building.seat + 1)
    sign = SIGNS[printed.terrain]
    marked = [seat for seat, marker in seen.state.markers.items() if marker == space]
    if marked and not seen.state.figures.get(space):
        return SIGNS["marker"] + str(marked[0] + 1)
    return sign + (_figures(seen, space) or (str(printed.crystals) if printed.crystals else ""))


def _unexplored(seen: View, space: Space) -> str:
    """The first space of a tile, which gives the tile its name, shows the points."""
    place = seen.board.place_of[space]
    if space != min(seen.board.spaces_of[place]):
        return SIGNS["unexplored"]
    return SIGNS["tile"] + str(seen.backs[place].points)[:1]


def _figures(seen: View, space: Space) -> str:
    """The seat number of a figure, ``+`` for several. Figures on a large location stand on its first space."""
    seats = seen.state.figures.get(space, ())
    if not seats:
        return ""
    return str(seats[0] + 1) if len(seats) == 1 else "+"
