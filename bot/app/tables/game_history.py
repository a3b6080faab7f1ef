"""The course of a running or finished game, step by step: the position after each main action, as somebody may see it.

The game is played again from its beginning in a thread (50 ms for a long game of four); its positions stay in memory,
compressed, until others are asked for. They are the real ones: what leaves this module is a :class:`View`.
"""

import asyncio
import logging
import time
import zlib
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.app.tables.model import Move, TableRefusal
from bot.app.tables.play import seen_by
from bot.app.tables.table_repository import TableRepository, read_moves
from bot.app.tables.table_state import TableState, Trial
from bot.engine import Game, Replay, View, load, score, view
from bot.engine.actions import EndAction, EndTurn, Record
from bot.engine.api import effective
from bot.engine.components import Pack
from bot.engine.state import SeatNumber

log = logging.getLogger(__name__)

KEPT: Final = 24
"""Games whose course stays in memory, about 400 KB each."""
COURSE: Final = 6
"""Moments of the score's course beside a position."""
RESTS: Final = 0.0005
"""Seconds after each moment, so that the event loop gets its turn."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position in the course of a game: after so many of its records, in which turn, and whose that was (None before
    the first). ``begins``: the records before that turn; ``ends``: the turn is over with it."""

    records: int
    turn: int
    seat: SeatNumber | None
    begins: int
    ends: bool


@dataclass(frozen=True, slots=True)
class Course:
    """A game's moments, each with its position; ``whole``: they lead to the present one. ``records`` are those that no
    undo has taken back."""

    game: Game
    moments: tuple[Moment, ...]
    positions: tuple[bytes, ...]
    records: tuple[Move, ...]
    whole: bool

    def at(self, step: int) -> Game:
        """The position at a moment, a game of its own."""
        twin = self.game.copy()
        twin.restore(zlib.decompress(self.positions[step]))
        twin.records, twin.marks, twin.before = [], [], 0
        return twin

    def first_of(self, turn: int) -> int:
        """The moment before a turn; of one that the game has not, the nearest."""
        turns = [moment.turn for moment in self.moments]
        return max(0, bisect_right(turns, turn - 1) - 1)


@dataclass(frozen=True, slots=True)
class Step:
    """A moment as somebody may see it: the position, the records of its turn up to it with what that person may know
    of them, and everybody's points at the ends of the last turns, this moment last.

    ``step`` counts from 0, ``of`` is the last; ``turns`` is the moment before each turn.
    """

    step: int
    of: int
    moment: Moment
    seen: View
    records: tuple[Record, ...]
    course: tuple[tuple[int, ...], ...]
    turns: dict[int, int]
    whole: bool = True


class GameHistories:
    """The courses of games.

    :raises TableRefusal: from every call: ``no_such_game``, ``not_running`` (a lobby), ``aside``, ``no_history``: it
        cannot be played again.
    """

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._kept: OrderedDict[tuple[int, int], Course] = OrderedDict()
        self._lock = asyncio.Lock()

    async def course(self, game: int) -> Course:
        """The course of a game; real positions: to be shown through a view only."""
        table = await self._repository.get(game)
        table.started_game()
        key = (game, table.records)
        async with self._lock:
            if key not in self._kept:
                rows = read_moves(await self._repository.store.records(game))
                self._kept[key] = await asyncio.to_thread(_course, table, rows)
                for old in [each for each in self._kept if each[0] == game and each != key]:
                    del self._kept[old]
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]

    async def step(self, game: int, user: int | None, step: int | None = None, turn: int | None = None) -> Step:
        """A moment of a game as a person, or the public, may see it: that of the number, or the one before a turn, else
        the last. Numbers beyond the ends mean these."""
        table, course = await self._repository.get(game), await self.course(game)
        last = len(course.moments) - 1
        step = course.first_of(turn) if turn is not None else last if step is None else step
        return await asyncio.to_thread(_step, table, course, table.find_seat(user), max(0, min(step, last)))


def _step(table: TableState, course: Course, seat: SeatNumber | None, step: int) -> Step:
    moment = course.moments[step]
    over = table.game is not None and table.game.state.phase == "over"
    told = (record for record in course.records if record.number < moment.records)
    mine = tuple(record if over else seen_by(record, seat) for record in told if record.number >= moment.begins - 1)
    ends = [each for each, other in enumerate(course.moments[:step]) if other.ends or not each]
    shown = [*ends[-(COURSE - 1) :], step]
    return Step(
        step=step,
        of=len(course.moments) - 1,
        moment=moment,
        seen=view(course.at(step), seat),
        records=mine,
        course=tuple(_totals(course.at(each), seat) for each in shown),
        turns=_turns(course.moments),
        whole=course.whole,
    )


def _turns(moments: Sequence[Moment]) -> dict[int, int]:
    found = {moment.turn: max(0, step - 1) for step, moment in reversed(list(enumerate(moments))) if moment.turn}
    return dict(sorted(found.items()))


def _totals(game: Game, seat: SeatNumber | None) -> tuple[int, ...]:
    """The points as if the game had ended then, of what the seat may see."""
    return tuple(sheet.total for sheet in score(view(game, seat)))


def _course(table: TableState, rows: Iterable[Move]) -> Course:
    try:
        return _played(table, tuple(rows))
    except Exception as error:  # it stays playable; only its course cannot be shown
        log.exception("the course of a game could not be played again", extra={"game": table.id})
        raise TableRefusal("no_history", game=table.id) from error


def _played(table: TableState, rows: tuple[Move, ...]) -> Course:
    started = table.started_game()
    done = _from_start(table.body.trial, started.pack) if table.body.trial else _from_setup(started)
    kept = effective(list(rows))
    found = list(_moments(done, kept))
    moments, positions = zip(*found, strict=True)
    last = kept[-1].number + 1 if kept else 0
    whole = not kept or moments[-1].records >= last
    moves = tuple(record for record in kept if isinstance(record, Move))
    return Course(done.game, moments, positions, moves, whole)


def _from_setup(started: Game) -> Replay:
    return Replay(started.setup, started.pack, started.state.began)


def _from_start(trial: Trial, pack: Pack) -> Replay:
    """A trial table begins where it was laid."""
    return Replay.of(load(zlib.decompress(trial.start), {pack.hash: pack}))


def _moments(done: Replay, records: Sequence[Record]) -> Iterator[tuple[Moment, bytes]]:
    """The beginning, then after each main action with what belongs to it, then what is under way."""
    game, since = done.game, 0
    yield Moment(0, 0, None, 0, ends=True), _packed(game)
    begins, turn, seat = 0, game.state.turn.number, game.state.turn.seat
    for record in records:
        if not done.step(record):
            return
        since += 1
        over = isinstance(record.action, EndTurn) or (game.state.phase == "over")
        if over or isinstance(record.action, EndAction):
            yield Moment(record.number + 1, turn, seat, begins, ends=over), _packed(game)
            since = 0
            time.sleep(RESTS)
        if game.state.turn.number != turn:
            begins, turn, seat = record.number + 1, game.state.turn.number, game.state.turn.seat
    if since:
        yield Moment(records[-1].number + 1, turn, seat, begins, ends=False), _packed(game)


def _packed(game: Game) -> bytes:
    return zlib.compress(game.snapshot(), 1)
