"""All results of a place as files: CSV, JSON, plays for BG Stats, plays as BoardGameGeek gives them."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from bot.app.result_files.play_files import plays_for_bg_stats, plays_for_bgg
from bot.app.results import count_results
from bot.app.score_pad.parsing import folded
from bot.app.score_pad.results_export import People, SeatInFile, as_csv, as_json
from bot.app.score_pad.service import LONGEST_PLAYER, decoded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bot.app.score_pad.model import ScorePad
    from bot.store import Store, StoredScorePad
    from bot.text import Locale

Kind = Literal["csv", "json", "bgstats", "bgg"]
KINDS: Final[tuple[Kind, ...]] = ("csv", "json", "bgstats", "bgg")
MOST_IN_FILE: Final = 5_000
"""Results of one file, so that it can be sent and read in again; more are spread over several files."""
MARK: Final = "\ufeff"
"""The mark by which Excel knows UTF-8."""
Pairs = list[tuple["StoredScorePad", "ScorePad"]]


class ResultsFile(msgspec.Struct, frozen=True):
    """A file to hand out; ``ending`` with the dot."""

    ending: str
    data: bytes
    results: int


async def results_files(store: Store, place: int, kind: Kind, locale: Locale) -> list[ResultsFile]:
    """The results of a place, the oldest first, ``MOST_IN_FILE`` in a file; an empty list where there are none.
    ``locale``: its language decides how spreadsheets separate columns, and what BG Stats reads as a comment."""
    while await count_results(store, place):
        continue
    people = await _people(store, place)
    stored = (await store.score_pads.closed_at(place))[::-1]
    return await asyncio.to_thread(lambda: list(_files(stored, people, kind, locale)))


def _files(stored: Sequence[StoredScorePad], people: People, kind: Kind, locale: Locale) -> Iterator[ResultsFile]:
    write, ending = _writer(kind, locale)
    for start in range(0, len(stored), MOST_IN_FILE):
        pairs = [(each, decoded(each.body)) for each in stored[start : start + MOST_IN_FILE]]
        yield ResultsFile(ending, write(pairs, people).encode(), len(pairs))


def _writer(kind: Kind, locale: Locale) -> tuple[Callable[[Pairs, People], str], str]:
    """Excel separates columns by what the system's region says: a semicolon where the comma is the decimal sign, as in
    German and French."""
    match kind:
        case "csv":
            separator: Literal[",", ";"] = "," if locale == "en" else ";"
            return lambda pairs, people: MARK + as_csv(pairs, people, separator), ".csv"
        case "json":
            return as_json, ".json"
        case "bgstats":
            return lambda pairs, people: plays_for_bg_stats(pairs, people, locale), "-bgstats.html"
        case "bgg":
            return lambda pairs, people: plays_for_bgg(pairs, people, locale), "-bgg.xml"


async def _people(store: Store, place: int) -> People:
    """Whose the seats are. Everybody has one name, the one that they had last; of people with the same name those with
    fewer games get a number."""
    called = _told_apart(await store.result_statistics.names(place))
    return {
        (seat.result, seat.seat): SeatInFile(
            called.get(seat.person, ""), seat.computer or "", seat.tribe or "", seat.card or ""
        )
        for seat in await store.result_statistics.counted_seats(place)
    }


def _told_apart(names: Sequence[tuple[int, str]]) -> dict[int, str]:
    taken = Counter(folded(name) for _, name in names)
    used: set[str] = set()
    found: dict[int, str] = {}
    for person, name in names:
        shown, number = name[:LONGEST_PLAYER], 2
        while folded(shown) in used or (shown != name and folded(shown) in taken):
            mark = f" ({number})"
            shown, number = f"{name[: LONGEST_PLAYER - len(mark)]}{mark}", number + 1
        used.add(folded(shown))
        found[person] = shown
    return found
