"""Computer players: they move by themselves, a task for each table, so that no table waits for another."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.engine import Game, apply, legal, view
from bot.engine.actions import Action, Record
from bot.engine.state import SeatNumber
from bot.players import Player, RandomPlayer
from bot.table.automatic import next_mover, settled_answer
from bot.table.hall import Hall, Step
from bot.table.live import Live
from bot.table.model import Strength, TableRefusal

log = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 30
"""Moves of quick players that are told, and stored, together."""
MOST_MISSES: Final = 20
"""How often a slow player may think again because the table has changed meanwhile."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A computer player: how it is made (from a seed), and whether it is quick enough to think between two messages;
    others think in a thread."""

    make: Callable[[int], Player]
    quick: bool


KINDS: Final[dict[Strength, Kind]] = {"random": Kind(RandomPlayer, quick=True)}


class Computers:
    """Lets computer players, and people's standing answers, move where it is their turn."""

    def __init__(
        self, hall: Hall, seeds: Callable[[], int], kinds: dict[Strength, Kind] | None = None, pause: float = 0.0
    ) -> None:
        """``pause``: seconds between what is told together, so that people can follow."""
        self._hall = hall
        self._seeds = seeds
        self._kinds = kinds or KINDS
        self._pause = pause
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def wake(self, game: int) -> None:
        """It may be a computer player's move there."""
        running = self._tasks.get(game)
        if running is None or running.done():
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
        for task in self._tasks.values():
            task.cancel()
        await self.settle()

    async def _play(self, game: int) -> None:
        try:
            while await self._some(game):
                await self._breathe()
        except TableRefusal as refusal:
            log.warning("computer players stopped", extra={"game": game, "reason": refusal.reason})
        except Exception:
            log.exception("a computer player failed", extra={"game": game})

    async def _breathe(self) -> None:
        await asyncio.sleep(self._pause)

    async def _some(self, game: int) -> bool:
        """Some moves that are told together; False where the table waits for people."""
        live = await self._hall.live(game)
        seat = _mover(live)
        if seat is None or live.game is None:
            return False
        kind = self._kind(live, seat)
        if kind is None or kind.quick:
            async with self._hall.changing(game) as held:
                return await self._quick(held)
        return await self._slow(live, live.game, seat, kind)

    def _kind(self, live: Live, seat: SeatNumber) -> Kind | None:
        """What plays a seat; None for a person's standing answer."""
        strength = live.body.seats[seat].computer
        return self._kinds[strength] if strength is not None else None

    async def _quick(self, live: Live) -> bool:
        if _mover(live) is None or live.game is None:
            return False
        work, records, turn = live.game.copy(), list[Record](), live.game.state.turn.number
        while len(records) < MOST_AT_ONCE and work.state.turn.number == turn:
            seat = next_mover(live.body, work)
            kind = self._kind(live, seat) if seat is not None else None
            if seat is None or (kind is not None and not kind.quick):
                break
            records.append(apply(work, self._move(live, work, seat, kind)))
        if not records:
            return True
        after = await self._hall.commit(live, replace(live, game=work), Step("acted", records=tuple(records)))
        return _mover(after) is not None

    def _move(self, live: Live, game: Game, seat: SeatNumber, kind: Kind | None) -> Action:
        if kind is not None:
            return kind.make(self._seeds()).choose(view(game, seat), legal(game, seat))
        answer = settled_answer(live.body, game, seat)
        if answer is None:
            raise AssertionError("the mover has a computer or a standing answer")
        return answer

    async def _slow(self, live: Live, game: Game, seat: SeatNumber, kind: Kind) -> bool:
        """One move, thought out beside the table; only taken where the table is still the same."""
        for _ in range(MOST_MISSES):
            player = kind.make(self._seeds())
            action = await asyncio.to_thread(player.choose, view(game, seat), legal(game, seat))
            async with self._hall.changing(live.id) as held:
                if held.version == live.version:
                    work = game.copy()
                    step = Step("acted", records=(apply(work, action),))
                    return _mover(await self._hall.commit(held, replace(held, game=work), step)) is not None
                if held.game is None or _mover(held) != seat:
                    return _mover(held) is not None
                live, game = held, held.game
        raise TableRefusal("busy", game=live.id)


def _mover(live: Live) -> SeatNumber | None:
    if live.stage != "running" or live.game is None:
        return None
    return next_mover(live.body, live.game)
