"""The map as sentences, row by row, for people who use a screen reader."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from bot.text.board.chart import rows
from bot.text.catalogue import t, tn
from bot.text.formatting import joined
from bot.text.game.effects import print_words
from bot.text.game.expansion_text import apart_line, lake_lines
from bot.text.game.names import component_name, place_label, seat_name, sum_words

if TYPE_CHECKING:
    from bot.engine import View
    from bot.engine.state import Space
    from bot.text.game import Table
    from bot.text.locale import Locale

LISTED: Final = 1800
"""How many characters a page of the list has."""


def listing(locale: Locale, table: Table) -> list[str]:
    """A line for each row of the map: the contents and pieces of every space. With the expansion the separate large
    location and what the lakes give follow. The table needs a view."""
    seen = _seen(table)
    lines = [f"**{letter}** " + "; ".join(_runs(locale, table, row)) for letter, row in rows(seen.board)]
    return [*lines, *filter(None, [apart_line(locale, table)]), *lake_lines(locale, table)]


def tiles_listing(locale: Locale, table: Table) -> list[str]:
    """A line for each unexplored tile: its name, its spaces, the cost of exploring it beyond the range, and its
    points."""
    return [
        tile_line(locale, table, place)
        for place in sorted(_seen(table).backs, key=lambda p: min(table.board.spaces_of[p]))
    ]


def tile_line(locale: Locale, table: Table, place: int) -> str:
    """An unexplored tile: its name, its spaces, what exploring it costs beyond the range, and what it gives."""
    back = _seen(table).backs[place]
    spaces = joined(locale, (table.board.labels[space] for space in sorted(table.board.spaces_of[place])))
    cost = sum_words(locale, back.cost) or t(locale, "board.no_cost")
    gain = tn(locale, "thing.points", back.points)
    if back.card:
        gain = joined(locale, (gain, t(locale, "board.one_card")))
    return t(locale, "board.tile", tile=place_label(table, place), spaces=spaces, cost=cost, gain=gain)


def _seen(table: Table) -> View:
    assert table.seen is not None, "a list of the map needs a view"
    return table.seen


def _runs(locale: Locale, table: Table, row: list[Space]) -> list[str]:
    """The spaces from left to right. Neighbouring spaces with the same description are grouped."""
    described = [(table.board.labels[space][1:], _space(locale, table, space)) for space in row]
    runs = []
    for words, group in groupby(described, key=lambda pair: pair[1]):
        numbers = [number for number, _ in group]
        runs.append(f"{numbers[0] if len(numbers) == 1 else f'{numbers[0]}–{numbers[-1]}'} {words}")
    return runs


def _space(locale: Locale, table: Table, space: Space) -> str:
    seen = _seen(table)
    place = seen.board.place_of[space]
    printed = seen.prints[space]
    if printed is None:
        return t(locale, "board.unexplored", tile=place_label(table, place))
    words = print_words(locale, printed)
    if printed.terrain in ("large", "lake"):
        words = component_name(locale, table, seen.state.places[place].tile)
    there = _there(locale, table, space)
    return f"{words} ({', '.join(there)})" if there else words


def _there(locale: Locale, table: Table, space: Space) -> list[str]:
    """The pieces on a space. Figures on a large location stand on all of its spaces."""
    seen = _seen(table)
    building = seen.state.buildings.get(space)
    found = []
    if building is not None:
        found.append(t(locale, f"board.building.{building.size}", name=seat_name(locale, table, building.seat)))
    figures = seen.state.figures.get(_location(seen, space), ())
    found += [t(locale, "board.figure", name=seat_name(locale, table, seat)) for seat in figures]
    marked = [seat for seat, marker in seen.state.markers.items() if marker == space]
    return found + [t(locale, "board.marker", name=seat_name(locale, table, seat)) for seat in marked]


def _location(seen: View, space: Space) -> Space:
    """The space that identifies the location: the space itself, or the first space of a large location."""
    printed = seen.prints[space]
    large = printed is not None and printed.terrain == "large"
    return seen.board.spaces_of[seen.board.place_of[space]][0] if large else space
