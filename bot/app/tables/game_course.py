"""A game played again from its records: its moments, and the position at any of them.

The moments are read from what the records tell; a position is played only when it is asked for, from the nearest kept
one (0.05 ms a record). The positions are the real ones: they are to be shown through a view only.
"""

import logging
import time
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from threading import RLock
from typing import Final

from bot.app.tables.model import Move, TableRefusal
from bot.engine import Game, Replay, score, view
from bot.engine.actions import EndAction, EndTurn, Event, Record
from bot.engine.state import SeatNumber

log = logging.getLogger(__name__)

EVERY: Final = 4
"""Moments from one kept position to the next; one takes about 3 KB when it is packed."""
RESTS: Final = 0.0005
"""Seconds after each position that is made ready, so that the event loop gets its turn."""
Totals = tuple[int, ...]
"""Each seat's points at one moment, as if the game had ended then."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position in the course of a game: after so many of its records, in which turn, and whose that was (None before
    the first). ``begins``: the records before that turn; ``ends``: the turn is over with it."""

    records: int
    turn: int
    seat: SeatNumber | None
    begins: int
    ends: bool


class Course:
    """The course of a game; threads may share it.

    ``moments``: the beginning, then after each main action with what belongs to it, then what is under way.
    ``records``: those that no undo has taken back. ``whole``: the moments lead to the present position; those of a game
    of older rulings end where the present ones give something else.
    """

    def __init__(self, game: int, begin: Callable[[], Replay], records: Sequence[Move]) -> None:
        """``begin`` lays the table anew.

        :raises TableRefusal: ``no_history``: it cannot be played again; from every other call, too.
        """
        self._id, self._begin = game, begin
        self._lock, self._broken = RLock(), False
        self._totals: dict[tuple[int, SeatNumber | None], Totals] = {}
        self._kept: list[bytes] = []
        """The first ones packed, as many as ``_packed``: packing takes longer than all else that keeping one does."""
        self._packed = 0
        self._numbers = [record.number for record in records]
        self.records = tuple(records)
        try:
            self._front, self._played = begin(), 0
            self._game = self._front.game
            self.moments = tuple(moments_of(self._game, records))
            self.whole = not self._front.older or self._play_old()
        except Exception as error:
            raise self._lost() from error

    def at(self, step: int) -> Game:
        """The position at a moment, a game of its own."""
        with self._playing():
            self._reach(step)
            return self._from(step - step % EVERY, step)

    def totals(self, step: int, seat: SeatNumber | None) -> Totals:
        """The points at a moment, of what a seat may see."""
        found = self._totals.get((step, seat))
        if found is None:
            found = self._totals[step, seat] = tuple(sheet.total for sheet in score(view(self.at(step), seat)))
        return found

    def play_ahead(self) -> None:
        """Keep positions to the last moment, so that no jump has to wait for it. Others may ask meanwhile."""
        for number in range((len(self.moments) - 1) // EVERY + 1):
            try:
                self._make_ready(number)
            except TableRefusal:
                return
            time.sleep(RESTS)

    def first_of(self, turn: int) -> int:
        """The moment before a turn; of one that the game has not, the nearest."""
        turns = [moment.turn for moment in self.moments]
        return max(0, bisect_right(turns, turn - 1) - 1)

    def longer(self, records: Sequence[Move]) -> "Course":
        """The course that the game has with other records. What the two have in common is not played again."""
        after = Course(self._id, self._begin, records)
        if after._front.older:
            return after
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self.records, records, strict=False)))
        with self._lock:
            shared = [step for step, moment in enumerate(self.moments) if self._before(moment) <= same]
            kept = min(len(self._kept), len(shared) // EVERY)
            if kept > 1 and self.moments[: kept * EVERY] == after.moments[: kept * EVERY]:
                after._take_up(self._kept[:kept], min(self._packed, kept))
                steps = range(kept * EVERY)
                after._totals = {key: found for key, found in self._totals.items() if key[0] in steps}
        return after

    # ---- inside ----------------------------------------------------------------------------------------------

    @contextmanager
    def _playing(self) -> Iterator[None]:
        with self._lock:
            if self._broken:
                raise TableRefusal("no_history", game=self._id)
            try:
                yield
            except Exception as error:  # it stays playable; only its course cannot be shown
                raise self._lost() from error

    def _make_ready(self, number: int) -> None:
        """Keep a position, packed."""
        with self._playing():
            self._reach(number * EVERY)
            if number == self._packed:
                self._kept[number] = zlib.compress(self._kept[number], 1)
                self._packed += 1

    def _position(self, number: int) -> bytes:
        kept = self._kept[number]
        return zlib.decompress(kept) if number < self._packed else kept

    def _take_up(self, kept: list[bytes], packed: int) -> None:
        self._kept, self._packed = list(kept), packed
        step = (len(kept) - 1) * EVERY
        self._front.game.restore(self._position(len(kept) - 1))
        self._played = self._before(self.moments[step])

    def _before(self, moment: Moment) -> int:
        """How many of the records lead to a moment."""
        return bisect_left(self._numbers, moment.records)

    def _reach(self, step: int) -> None:
        """Keep positions as far as the last one before a moment."""
        while len(self._kept) <= step // EVERY:
            self._play_to(len(self._kept) * EVERY)
            self._kept.append(self._front.game.snapshot())

    def _play_to(self, step: int) -> None:
        until = self._before(self.moments[step])
        for record in self.records[self._played : until]:
            self._front.step_again(record)
        self._played = until

    def _from(self, kept: int, step: int) -> Game:
        twin = self._game.copy()
        twin.restore(self._position(kept // EVERY))
        again = Replay.of(twin)
        for record in self.records[self._before(self.moments[kept]) : self._before(self.moments[step])]:
            again.step_again(record)
        twin.records, twin.marks, twin.before = [], [], 0
        return twin

    def _play_old(self) -> bool:
        """Play a game of older rulings as far as the present ones give the same; whether that is all of it."""
        played = sum(1 for _ in takewhile(self._begin().step, self.records))
        self.moments = tuple(moment for moment in self.moments if self._before(moment) <= played)
        return played == len(self.records)

    def _lost(self) -> TableRefusal:
        self._broken = True
        log.exception("the course of a game could not be played again", extra={"game": self._id})
        return TableRefusal("no_history", game=self._id)


def moments_of(start: Game, records: Sequence[Record]) -> Iterator[Moment]:
    """The moments of a game that begins like ``start``, from what its records tell of turns and of the end."""
    since, begins, turn = 0, 0, start.state.turn.number
    seat: SeatNumber | None = start.state.turn.seat
    yield Moment(0, 0, None, 0, ends=True)
    for record in records:
        since += 1
        told = {event.key: event for event in record.events if event.key in ("turn", "over")}
        over = isinstance(record.action, EndTurn) or "over" in told
        if over or isinstance(record.action, EndAction):
            yield Moment(record.number + 1, turn, seat, begins, ends=over)
            since = 0
        began = told.get("turn")
        if began is not None and began.values["number"] != turn:
            begins, turn, seat = record.number + 1, _number(began), began.seat
    if since:
        yield Moment(records[-1].number + 1, turn, seat, begins, ends=False)


def _number(began: Event) -> int:
    number = began.values["number"]
    if not isinstance(number, int):
        raise TypeError(f"turn {number!r}")
    return number
