"""Who won, and by what where points are equal (000 Gleichstand; 001 End of the game): most left-over resources not
worth a point, then the greatest advance on all machine tracks together, then the victory is shared."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Literal

import msgspec

from bot.app.score_pad.pad_scoring import total, unscored
from bot.engine.rules.score_values import SCALE, Level
from bot.engine.rules.tie_breakers import FinalStanding, ranks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bot.app.score_pad.model import ScorePad


class RankedSeat(msgspec.Struct, frozen=True):
    """Where a seat stands; equal ranks share the place."""

    seat: int
    rank: int
    total: int


class Tie(msgspec.Struct, frozen=True):
    """Seats with equal points, and what tells them apart: the number of each by ``by``, best first.

    ``steps_needed``: only the steps on the machine tracks can tell, and not all are known yet.
    """

    by: Literal["leftover", "steps", "steps_needed", "shared"]
    total: int
    seats: tuple[tuple[int, int], ...]


def ranked_seats(pad: ScorePad) -> list[RankedSeat]:
    """All seats, best first."""
    standings = _standings(pad)
    found = [RankedSeat(seat, rank, standings[seat].total) for seat, rank in enumerate(ranks(standings))]
    return sorted(found, key=lambda standing: (standing.rank, standing.seat))


def ties(pad: ScorePad) -> list[Tie]:
    """How equal totals were told apart, or why they were not; best totals first."""
    standings = _standings(pad)
    return [
        tie for group in _equal(range(len(standings)), lambda seat: standings[seat].total) for tie in _told(pad, group)
    ]


def seats_to_ask(pad: ScorePad) -> list[int]:
    """The seats whose steps on the machine tracks would break a tie."""
    return [seat for tie in ties(pad) if tie.by == "steps_needed" for seat, _ in tie.seats]


def next_level(score: int) -> tuple[int, Level] | None:
    """The next better result and how many points it begins at; None at the top."""
    return next(((least, name) for least, name in SCALE if least > score), None)


def _standings(pad: ScorePad) -> list[FinalStanding]:
    firsts = [(total(sheet, pad.options), unscored(sheet)) for sheet in pad.sheets]
    return [FinalStanding(*first, _steps(pad, _equals(firsts, first), seat)) for seat, first in enumerate(firsts)]


def _equals(firsts: list[tuple[int, int]], wanted: tuple[int, int]) -> list[int]:
    return [seat for seat, first in enumerate(firsts) if first == wanted]


def _steps(pad: ScorePad, among: Iterable[int], seat: int) -> int:
    """The seat's steps, as far as all that are equal to it have theirs: else nobody is put before another by them."""
    known = [pad.sheets[each].track_steps for each in among]
    return 0 if None in known else pad.sheets[seat].track_steps or 0


def _told(pad: ScorePad, group: list[int]) -> Iterator[Tie]:
    points_each = total(pad.sheets[group[0]], pad.options)
    rests = {seat: unscored(pad.sheets[seat]) for seat in group}
    if len(set(rests.values())) > 1:
        yield Tie("leftover", points_each, _ordered(rests))
    for still in _equal(group, lambda seat: rests[seat]):
        yield _last(pad, points_each, still)


def _last(pad: ScorePad, points_each: int, group: list[int]) -> Tie:
    steps = {seat: pad.sheets[seat].track_steps for seat in group}
    known = {seat: count for seat, count in steps.items() if count is not None}
    if len(known) < len(group):
        return Tie("steps_needed", points_each, tuple((seat, 0) for seat in group))
    by: Literal["steps", "shared"] = "steps" if len(set(known.values())) > 1 else "shared"
    return Tie(by, points_each, _ordered(known))


def _equal(seats: Iterable[int], value: Callable[[int], int]) -> list[list[int]]:
    """The groups of two and more seats of one value, greatest value first."""
    ordered = sorted(seats, key=lambda seat: (-value(seat), seat))
    groups = [list(group) for _, group in groupby(ordered, value)]
    return [group for group in groups if len(group) > 1]


def _ordered(values: dict[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(values.items(), key=lambda pair: (-pair[1], pair[0])))
