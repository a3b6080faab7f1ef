"""Computer players: they move by themselves, a task for each table, so that no table waits for another."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from bot.app.tables.automatic_moves import for_a_person, next_mover, settled_answer, strength_of
from bot.app.tables.model import MOST, Move, Strength, TableRefusal
from bot.app.tables.table_repository import TableChange, TableRepository
from bot.app.tables.table_state import TableState
from bot.engine import Game, apply, legal, view
from bot.engine.actions import Record, Refused
from bot.engine.state import SeatNumber
from bot.players import Level, Planner, Player, RandomPlayer, Thought
from bot.players.strengths import longest_thoughts
from bot.players.workers.pool import PlannerPool

log = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 30
"""Moves of quick computer players that are stored and announced together, at most."""
MOST_MISSES: Final = 20
"""How often a slow player may think again because the table has changed meanwhile."""


AGAIN_AFTER: Final = (0.2, 1.0, 5.0, 30.0, 120.0, 600.0)
"""Seconds after which computer players try again where the table could not be changed."""
LONG: Final = 10
"""Seconds; that a table waited for so long or longer is told there."""
PLANNERS: Final = 256
"""Planners of a strength that a thinking process keeps; each follows the line that it has found."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A computer player: how it is made (from a seed), and whether it is quick enough to think between two messages.
    ``level``: others think in a process of their own; without one in a thread."""

    make: Callable[[int], Player]
    quick: bool
    level: Level | None = None


KINDS: Final[dict[Strength, Kind]] = {
    "random": Kind(RandomPlayer, quick=True),
    "easy": Kind(lambda seed: Planner("easy", seed), quick=True),
    "casual": Kind(lambda seed: Planner("casual", seed), quick=False, level="casual"),
    "steady": Kind(lambda seed: Planner("steady", seed), quick=False, level="steady"),
    "normal": Kind(lambda seed: Planner("normal", seed), quick=False, level="normal"),
    "hard": Kind(lambda seed: Planner("hard", seed), quick=False, level="hard"),
}


class Computers:
    """Lets computer players, and people's standing answers, move where it is their turn."""

    def __init__(
        self,
        repository: TableRepository,
        seeds: Callable[[], int],
        kinds: dict[Strength, Kind] | None = None,
        pause: float = 0.0,
        pool: PlannerPool | None = None,
    ) -> None:
        """``pause``: seconds between announcements, so that people can follow."""
        self.pool = pool or PlannerPool(seconds=longest_thoughts())
        self._repository = repository
        self._seeds = seeds
        self._kinds = kinds or KINDS
        self._pause = pause
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._stopped = False

    def wake(self, game: int) -> None:
        """It may be a computer player's move there."""
        running = self._tasks.get(game)
        if not self._stopped and (running is None or running.done()):
            self._tasks[game] = task = asyncio.create_task(self._play(game), name=f"computers-{game}")
            task.add_done_callback(lambda ended: self._ended(game, ended))

    def _ended(self, game: int, task: asyncio.Task[None]) -> None:
        if self._tasks.get(game) is task:
            del self._tasks[game]

    async def settle(self) -> None:
        """Wait until no computer player has anything to do."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def stop(self) -> None:
        """Stop thinking; after the next start they go on."""
        self._stopped = True
        for task in self._tasks.values():
            task.cancel()
        await self.settle()
        await self.pool.close()

    async def _play(self, game: int) -> None:
        """Move on until the table waits for people. Whatever fails is tried again, later and later: nobody else would
        wake the game."""
        for wait in AGAIN_AFTER:
            try:
                while await self._some(game):
                    await self._breathe()
                return
            except TableRefusal as refusal:
                log.warning("computer players stopped", extra={"game": game, "reason": refusal.reason})
                if refusal.reason != "busy":
                    return
            except Exception:
                log.exception("computer players failed", extra={"game": game})
            await asyncio.sleep(wait)

    async def _breathe(self) -> None:
        await asyncio.sleep(self._pause)

    async def _some(self, game: int) -> bool:
        """Make some moves and announce them together; False if the table waits for people."""
        table = await self._repository.get(game)
        seat = _mover(table)
        if seat is None or table.game is None or not self._repository.own(table):
            return False
        kind = self._kind(table, seat)
        if kind is None or kind.quick:
            async with self._repository.changing(game) as held:
                return await self._quick(held)
        return await self._slow(table, table.game, seat, kind)

    def _kind(self, table: TableState, seat: SeatNumber) -> Kind | None:
        """What plays a seat; None for a person's standing answer."""
        strength = strength_of(table.body, seat)
        return self._kinds[strength] if strength is not None else None

    async def _quick(self, table: TableState) -> bool:
        if _mover(table) is None or table.game is None:
            return False
        work, records, turn = table.game.copy(), list[Record](), table.game.state.turn.number
        while len(records) < MOST_AT_ONCE and work.state.turn.number == turn:
            seat = next_mover(table.body, work)
            kind = self._kind(table, seat) if seat is not None else None
            if seat is None or (kind is not None and not kind.quick):
                break
            records.append(self._done(table, work, seat, self._thought(table, work, seat, kind)))
        if not records:
            return True
        after = await self._repository.commit(
            table, replace(table, game=work), TableChange("acted", records=tuple(records))
        )
        return _mover(after) is not None

    def _thought(self, table: TableState, game: Game, seat: SeatNumber, kind: Kind | None) -> Thought:
        """What a quick player does, or a person's standing answer."""
        if kind is None:
            answer = settled_answer(table.body, game, seat)
            if answer is None:
                raise AssertionError("the mover has a computer or a standing answer")
            return Thought(answer)
        try:
            return kind.make(self._seeds()).think(view(game, seat), legal(game, seat))
        except Exception:
            return self._anything(table, game, seat)

    def _anything(self, table: TableState, game: Game, seat: SeatNumber) -> Thought:
        """Any legal move, where a player fails: no mistake of a player stops a game."""
        log.exception("a computer player failed and moves at random", extra={"game": table.id, "seat": seat})
        return Thought(RandomPlayer(self._seeds()).choose(view(game, seat), legal(game, seat)))

    def _done(self, table: TableState, work: Game, seat: SeatNumber, thought: Thought, waited: int = 0) -> Record:
        """Carry a move out; its record is kept with the reason, and with what is to be told of how it came about."""
        try:
            record = apply(work, thought.action)
        except Refused:
            return apply(work, self._anything(table, work, seat).action)
        why = None if for_a_person(table.body, seat) else thought.reason
        told = Move(why=why, stand_in=thought.stand_in, waited=waited, **msgspec.structs.asdict(record))
        return told if why or thought.stand_in or waited else record

    async def _slow(self, table: TableState, game: Game, seat: SeatNumber, kind: Kind) -> bool:
        """One move, thought out beside the table; only taken where the table is still the same."""
        asked = time.monotonic()
        for _ in range(MOST_MISSES):
            thought = await self._beside(table, game, seat, kind)
            async with self._repository.changing(table.id) as held:
                if held.version == table.version:
                    work = game.copy()
                    seconds = int(time.monotonic() - asked)
                    waited = seconds if seconds >= LONG else 0
                    change = TableChange("acted", records=(self._done(table, work, seat, thought, waited),))
                    return _mover(await self._repository.commit(held, replace(held, game=work), change)) is not None
                if held.game is None or _mover(held) != seat:
                    return _mover(held) is not None
                table, game = held, held.game
        raise TableRefusal("busy", game=table.id)

    async def _beside(self, table: TableState, game: Game, seat: SeatNumber, kind: Kind) -> Thought:
        """What a slow player does: thought out in a process of its own, or in a thread."""
        seen, offers = view(game, seat), legal(game, seat)
        try:
            if kind.level is not None:
                return await self.pool.think(seen, offers, kind.level, (table.id * MOST + seat) % PLANNERS)
            return await asyncio.to_thread(kind.make(self._seeds()).think, seen, offers)
        except Exception:
            return self._anything(table, game, seat)


def _mover(table: TableState) -> SeatNumber | None:
    if table.stage != "running" or table.game is None:
        return None
    return next_mover(table.body, table.game)
