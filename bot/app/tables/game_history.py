"""The course of a running or finished game, step by step: the position after each main action, as somebody may see it.

A game's course (``bot.app.tables.game_course``) stays in memory until others are asked for, and grows with the game.
What leaves this module is a :class:`View`.
"""

import asyncio
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final
from weakref import WeakSet

from bot.app.tables.game_course import Course, Moment
from bot.app.tables.model import Move
from bot.app.tables.play import seen_by
from bot.app.tables.table_repository import TableRepository, read_moves
from bot.app.tables.table_state import TableState, Trial
from bot.engine import Replay, View, load, view
from bot.engine.actions import Record
from bot.engine.api import effective
from bot.engine.components import Pack
from bot.engine.state import SeatNumber
from bot.store.stored_games import StoredRecord

KEPT: Final = 24
"""Games whose course stays in memory, about 600 KB each."""
COURSE: Final = 6
"""Moments of the score's course beside a position."""


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
        self._kept: OrderedDict[int, tuple[int, Course]] = OrderedDict()
        self._lock = asyncio.Lock()
        self._ahead: WeakSet[Course] = WeakSet()
        self._tasks: set[asyncio.Task[None]] = set()

    async def course(self, game: int) -> Course:
        """The course of a game; real positions: to be shown through a view only."""
        table = await self._repository.get(game)
        table.started_game()
        async with self._lock:
            version, found = self._kept.get(game, (None, None))
            if found is None or version != table.version:
                rows = await self._repository.store.records(game)
                found = await asyncio.to_thread(_course, table, rows, found)
                self._kept[game] = table.version, found
            self._kept.move_to_end(game)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return found

    async def step(self, game: int, user: int | None, step: int | None = None, turn: int | None = None) -> Step:
        """A moment of a game as a person, or the public, may see it: that of the number, or the one before a turn, else
        the last. Numbers beyond the ends mean these."""
        table, course = await self._repository.get(game), await self.course(game)
        last = len(course.moments) - 1
        step = course.first_of(turn) if turn is not None else last if step is None else step
        found = await asyncio.to_thread(_step, table, course, table.find_seat(user), max(0, min(step, last)))
        self._play_ahead(course)
        return found

    def _play_ahead(self, course: Course) -> None:
        """While the person looks at the first position, the others are made ready."""
        if course not in self._ahead:
            self._ahead.add(course)
            task = asyncio.create_task(asyncio.to_thread(course.play_ahead), name="course")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


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
        course=tuple(course.totals(each, seat) for each in shown),
        turns=_turns(course.moments),
        whole=course.whole,
    )


def _turns(moments: Sequence[Moment]) -> dict[int, int]:
    found = {moment.turn: max(0, step - 1) for step, moment in reversed(list(enumerate(moments))) if moment.turn}
    return dict(sorted(found.items()))


def _course(table: TableState, rows: Sequence[StoredRecord], before: Course | None) -> Course:
    kept = [record for record in effective(list(read_moves(rows))) if isinstance(record, Move)]
    return before.longer(kept) if before else Course(table.id, _beginning(table), kept)


def replay_from_start(table: TableState) -> Replay:
    """The beginning of a game, to be played again from there."""
    return _beginning(table)()


def _beginning(table: TableState) -> Callable[[], Replay]:
    """Lays a table as its game began; a trial table begins where it was laid."""
    started = table.started_game()
    if table.body.trial:
        return partial(_from_start, table.body.trial, started.pack)
    return partial(Replay, started.setup, started.pack, started.state.began)


def _from_start(trial: Trial, pack: Pack) -> Replay:
    return Replay.of(load(zlib.decompress(trial.start), {pack.hash: pack}))
