"""“Where did I lose points?”: the turns of a finished game in which another move would have been worth most.

Each move of the person is judged from what their seat saw then, in the processes of the computer players while none of
these thinks. It is worked out once for each game and person and kept in memory; the same moves are always judged alike,
so after a restart it is worked out again.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from bot.app.tables.game_history import replay_from_start
from bot.app.tables.model import TableRefusal
from bot.app.tables.table_repository import TableRepository, read_moves
from bot.app.tables.table_state import TableState
from bot.engine import legal, view
from bot.engine.actions import Action, Record
from bot.engine.api import effective
from bot.engine.components import Pack
from bot.engine.view_codec import encode_view
from bot.players.advice import AdvisedMove
from bot.players.planner import forced
from bot.players.review import JudgedMove
from bot.players.workers.pool import PlannerPool

log = logging.getLogger(__name__)

TURNS: Final = 3
"""Turns that are named, at most."""
CANDIDATES: Final = 6
"""Turns that a close look is taken at."""
LEAST: Final = 1.0
"""Points that a move has to have cost to be named."""
AT_ONCE: Final = 4
"""Moves that are judged before computer players get the processes again."""
WITHIN: Final = 120.0
"""Seconds after which no more moves are looked at."""
KEPT: Final = 100
"""Reviews that are kept, the newest."""
RESTS: Final = 0.0005
"""Seconds after each move that is played again, so that the event loop gets its turn."""
_encode_action = msgspec.msgpack.Encoder().encode


@dataclass(frozen=True, slots=True)
class LostPoints:
    """A turn in which points were lost: what was done and what would have been better, with what was seen then (as
    :func:`encode_view` gives it)."""

    turn: int
    taken: Action
    better: AdvisedMove
    cost: float
    seen: bytes


@dataclass(frozen=True, slots=True)
class Review:
    """The turns in which most was lost, in the order of the game; ``moves``: how many were looked at, of ``of``."""

    lost: tuple[LostPoints, ...]
    moves: int
    of: int


@dataclass
class RunningReview:
    """A review that is being worked out: so many moves of so many (0: not known yet) have been looked at."""

    task: asyncio.Task[Review]
    done: int = 0
    of: int = 0


@dataclass(frozen=True, slots=True)
class _Move:
    turn: int
    seen: bytes
    taken: Action

    @property
    def job(self) -> tuple[bytes, bytes]:
        return self.seen, _encode_action(self.taken)


@dataclass
class GameReviews:
    """Reviews of finished games, one worked out after another."""

    repository: TableRepository
    pool: PlannerPool
    _reviews: OrderedDict[tuple[int, int], RunningReview] = field(default_factory=OrderedDict)
    _one: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def of(self, game: int, user: int) -> RunningReview:
        """The review of a person's moves, which is worked out from now on unless it has been.

        :raises TableRefusal: ``no_such_game``, ``not_over`` (only what is over is looked at), ``no_moves`` (the
            person has made no move in it), ``no_history`` (by the awaited task: it cannot be played again).
        """
        table = await self.repository.get(game)
        if table.stage != "over":
            raise TableRefusal("not_over", game=game)
        rows = await self.repository.store.records(game)
        theirs = frozenset(row.number for row in rows if row.person == user)
        if not theirs:
            raise TableRefusal("no_moves", game=game)
        key = game, user
        known = self._reviews.get(key)
        if known is None or _failed(known.task):
            work = self._review(table, read_moves(rows), theirs, key)
            known = RunningReview(asyncio.create_task(work, name=f"review-{game}"))
            self._reviews[key] = known
            while len(self._reviews) > KEPT:
                self._reviews.popitem(last=False)[1].task.cancel()
        self._reviews.move_to_end(key)
        return known

    async def stop(self) -> None:
        """Give up what is being worked out."""
        running = [each.task for each in self._reviews.values() if not each.task.done()]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _review(
        self, table: TableState, records: Sequence[Record], theirs: frozenset[int], key: tuple[int, int]
    ) -> Review:
        async with self._one:
            running = self._reviews[key]
            moves = await asyncio.to_thread(_moves, table, records, theirs)
            running.of = len(moves)
            until = time.monotonic() + WITHIN
            pack = table.started_game().pack
            judged: list[tuple[_Move, JudgedMove]] = []
            for some in _in_parts(moves, AT_ONCE):
                judged += await self._judged(pack, some, until)
                running.done = len(judged)
            closely = await self._closely(pack, judged, until)
            lost = sorted(_worst(closely, TURNS), key=lambda each: each.turn)
            return Review(tuple(lost), len(judged), len(moves))

    async def _closely(
        self, pack: Pack, judged: Sequence[tuple[_Move, JudgedMove]], until: float
    ) -> list[tuple[_Move, JudgedMove]]:
        """The moves that seem to have cost most, one of each turn, judged with more effort."""
        found: list[tuple[_Move, JudgedMove]] = []
        for move, _ in _each_turn(judged)[:CANDIDATES]:
            found += await self._judged(pack, [move], until, close=True)
        return found

    async def _judged(
        self, pack: Pack, moves: Sequence[_Move], until: float, *, close: bool = False
    ) -> list[tuple[_Move, JudgedMove]]:
        """Moves with what they cost; none once time is up. Where computer players think for long, it waits on."""
        while time.monotonic() < until:
            try:
                costs = await self.pool.review(pack, [move.job for move in moves], close=close)
                return list(zip(moves, costs, strict=True))
            except TimeoutError:
                log.info("a review waits for computer players")
        return []


def _failed(task: asyncio.Task[Review]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def _moves(table: TableState, records: Sequence[Record], theirs: frozenset[int]) -> list[_Move]:
    try:
        return list(_played(table, records, theirs))
    except Exception as error:  # its score is still shown
        log.exception("a game could not be played again for a review", extra={"game": table.id})
        raise TableRefusal("no_history", game=table.id) from error


def _played(table: TableState, records: Sequence[Record], theirs: frozenset[int]) -> Iterator[_Move]:
    """The moves of a person at which they had a choice, each with what they saw before it."""
    done = replay_from_start(table)
    game = done.game
    for record in effective(list(records)):
        action = record.action
        if action is not None and record.number in theirs and game.state.phase == "play":
            seen, offers = view(game, action.seat), legal(game, action.seat)
            if offers and not forced(offers, seen.decision):
                yield _Move(game.state.turn.number, encode_view(seen, offers), action)
        if not done.step(record):
            return
        time.sleep(RESTS)


def _in_parts(moves: Sequence[_Move], most: int) -> Iterator[Sequence[_Move]]:
    return (moves[first : first + most] for first in range(0, len(moves), most))


def _each_turn(judged: Sequence[tuple[_Move, JudgedMove]]) -> list[tuple[_Move, JudgedMove]]:
    """The move of each turn that cost most, the dearest first."""
    found: dict[int, tuple[_Move, JudgedMove]] = {}
    for move, cost in judged:
        if cost.better is not None and (move.turn not in found or cost.cost > found[move.turn][1].cost):
            found[move.turn] = move, cost
    return sorted(found.values(), key=lambda each: -each[1].cost)


def _worst(judged: Sequence[tuple[_Move, JudgedMove]], most: int) -> list[LostPoints]:
    return [
        LostPoints(move.turn, cost.taken, cost.better, cost.cost, move.seen)
        for move, cost in _each_turn(judged)[:most]
        if cost.better is not None and cost.cost >= LEAST
    ]
