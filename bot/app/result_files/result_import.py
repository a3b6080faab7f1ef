"""What becomes of a file of results: a preview, and once somebody agrees, results of this place, all or none.

People of a file are typed names here, whoever they are elsewhere; an account becomes theirs by a claim
(``bot.app.results.claiming``). A game that was refereed elsewhere counts as played elsewhere.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Final

import msgspec

from bot.app.result_files.result_checks import fingerprint
from bot.app.results import count_results
from bot.app.score_pad.model import Closing, Player, ScorePad
from bot.app.score_pad.service import encoded
from bot.store.score_pads import ImportedResult

if TYPE_CHECKING:
    from bot.app.result_files.result_file_model import ReadFile, ReadResult
    from bot.app.score_pad import PadUser
    from bot.store import Store
    from bot.text import Locale

MOST_COUNTED: Final = 100_000
"""Results of a place that are counted before a file is compared with them."""


class ImportPreview(msgspec.Struct, frozen=True):
    """What a file would bring. ``known``: results that are here already; ``people``: who plays in the new ones, and
    how often."""

    file: ReadFile
    new: tuple[ReadResult, ...]
    known: int
    people: tuple[tuple[str, int], ...]

    @property
    def days(self) -> tuple[datetime, datetime] | None:
        """The first and the last of the new results; None without any."""
        played = [result.played for result in self.new]
        return (min(played), max(played)) if played else None


async def preview_of(store: Store, place: int, file: ReadFile) -> ImportPreview:
    """What a file would bring to a place; nothing is kept."""
    there = await _known(store, place)
    new = tuple(result for result in file.results if result.source not in there)
    people = Counter(seat.person for result in new for seat in result.seats if seat.person)
    return ImportPreview(file, new, len(file.results) - len(new), tuple(people.most_common()))


async def keep_results(
    store: Store, place: int, channel: int, preview: ImportPreview, who: PadUser, locale: Locale
) -> int:
    """Keep the new results of a file, all or none; how many. Those that have come meanwhile are left out.

    :raises NotStored: the database cannot be written; nothing is kept.
    """
    there = await _known(store, place)
    ordered = sorted(enumerate(preview.new), key=lambda pair: (pair[1].played, pair[0]))
    made = [
        ImportedResult(encoded(_pad(result, who, locale)), result.played, result.source)
        for _, result in ordered
        if result.source not in there
    ]
    return await store.score_pads.add_imported(place, channel, made)


async def _known(store: Store, place: int) -> frozenset[str]:
    """The fingerprints of all results of a place: of imported ones, and those that the others would have in a file."""
    while await count_results(store, place):
        continue
    seats = await store.result_statistics.counted_seats(place)
    found = []
    times: Counter[str] = Counter()
    for _, group in groupby(seats, lambda seat: seat.result):
        together = list(group)
        played = datetime.fromtimestamp(together[0].played, UTC)
        told = ((seat.name, seat.computer or "", seat.total) for seat in together)
        source = fingerprint(played, together[0].mode, told)
        times[source] += 1
        found.append(source if times[source] == 1 else f"{source}-{times[source]}")
    return frozenset(found) | await store.score_pads.imported(place)


def _pad(result: ReadResult, who: PadUser, locale: Locale) -> ScorePad:
    players = tuple(
        Player(seat.person, None, tribe=seat.tribe, card=seat.card, computer=seat.computer) for seat in result.seats
    )
    sheets = tuple(seat.sheet for seat in result.seats)
    return ScorePad(
        who.person, locale, players, sheets, result.options, Closing(who.person, who.name), details=result.details
    )
