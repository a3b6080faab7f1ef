"""Thinking beside the bot: a few processes of its own, started when they are needed first, so that nothing waits."""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Final, Protocol, cast

import msgspec

from bot import metrics
from bot.child_process import end, ids_of, outcome, spawned
from bot.engine import View
from bot.engine.actions import Offer
from bot.engine.components import Pack
from bot.engine.view_codec import encode_pack, encode_view
from bot.players.advice import Advice
from bot.players.base import StandIn, Thought, must_move
from bot.players.planner import Planner, forced
from bot.players.review import JudgedMove
from bot.players.strengths import Level
from bot.players.workers import worker
from bot.players.workers.worker import Work, job_of

log = logging.getLogger(__name__)

SECONDS: Final[dict[Level, float]] = {"easy": 1.0, "casual": 1.0, "steady": 1.0, "normal": 2.0, "hard": 6.0}
"""A search stops after so long and gives the best it has found."""
PATIENCE: Final = 5.0
"""So many seconds more and a process counts as lost (its start takes about one)."""
MOST_WAITING: Final = 32
"""Thoughts under way and waiting at once, for each process."""
ADVICE_WITHIN: Final = 10.0
"""Seconds after which advice is given up, with the time that it waits for computer players."""
REVIEW_WITHIN: Final = 30.0
"""The same for a few moves of a review."""
MOST_SECONDS: Final = 60.0
"""A job that another program has sent takes no longer; then its process counts as lost."""
_decoder = msgspec.msgpack.Decoder(Thought)
_advice_decoder = msgspec.msgpack.Decoder(Advice)
_review_decoder = msgspec.msgpack.Decoder(list[JudgedMove])


def usual_processes() -> int:
    """One less than this program may use of the machine's processors, but at least one."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, usable - 1)


class NobodyThinks(Exception):
    """No process can be asked; the text says why."""


class Thinkers(Protocol):
    """Thinking processes of other programs, in place of some of our own."""

    async def answer(self, work: Work, pack: bytes | None, job: bytes) -> bytes | None:
        """What :func:`bot.players.workers.worker.carry_out` gives there.

        :raises NobodyThinks: there is none.
        """
        ...


class PlannerPool:
    """A pool of thinking processes. Always answers: where none can (too many waiting, a process lost twice, too slow),
    the easy player's choice is given, which takes a few milliseconds and needs no process."""

    def __init__(
        self,
        processes: int = 1,
        *,
        most_waiting: int = MOST_WAITING,
        seconds: dict[Level, float] | None = None,
        patience: float = PATIENCE,
        elsewhere: Thinkers | None = None,
    ) -> None:
        """Nothing is started yet. ``processes``: so many at most, each started when it is needed first;
        ``most_waiting``: thoughts under way and waiting at once for each of them; ``seconds``: per strength, see
        ``SECONDS``; ``elsewhere``: who thinks instead of processes of this pool."""
        self._elsewhere = elsewhere
        self._processes, self._most, self._patience = processes, most_waiting, patience
        self._seconds = seconds or SECONDS
        self._pool: ProcessPoolExecutor | None = None
        self._under_way = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self.fallbacks = 0

    @property
    def started(self) -> bool:
        """Whether processes run."""
        return self._pool is not None

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The numbers of the processes that run."""
        return ids_of(self._pool)

    async def think(self, seen: View, offers: list[Offer], level: Level, seed: int = 0) -> Thought:
        """What a planner of this strength does, and why.

        :raises CannotMove: where there are no offers.
        """
        must_move(seen, offers)
        if level == "easy" or forced(offers, seen.decision):
            return Planner("easy").think(seen, offers)
        if self._under_way >= self._most * self._processes:
            return self._easily(seen, offers, "busy", "too many thoughts at once")
        self._under_way += 1
        metrics.THOUGHTS_WAITING.inc()
        self._quiet.clear()
        try:
            with metrics.THOUGHT_SECONDS.labels(level).time():
                return await self._twice(seen, offers, level, seed)
        finally:
            self._under_way -= 1
            metrics.THOUGHTS_WAITING.dec()
            if not self._under_way:
                self._quiet.set()

    async def advise(self, seen: View, offers: list[Offer]) -> Advice:
        """What a person could do best. It waits until no computer player thinks.

        :raises CannotMove: where there are no offers.
        :raises TimeoutError: computer players think for too long, or the process was lost.
        """
        must_move(seen, offers)
        job = job_of(encode_view(seen, offers))
        return _advice_decoder.decode(await self._between_turns(seen.pack, "advice", job, ADVICE_WITHIN))

    async def review(
        self, pack: Pack, positions: list[tuple[bytes, bytes]], *, close: bool = False
    ) -> list[JudgedMove]:
        """What moves cost (each a view with its offers as :func:`encode_view` gives them, and what was done as
        MessagePack). It waits until no computer player thinks; so a few moves at a time, that none waits for long.

        :raises TimeoutError: computer players think for too long, or the process was lost.
        """
        job = job_of(positions, close)
        return _review_decoder.decode(await self._between_turns(pack, "review", job, REVIEW_WITHIN))

    async def _between_turns(self, pack: Pack, work: Work, job: bytes, within: float) -> bytes:
        """What a process answers once no computer player thinks.

        :raises TimeoutError: that takes too long, or the process was lost.
        """
        async with asyncio.timeout(within):
            await self._quiet.wait()
            where = self._where()
            try:
                return await _answered(where, pack, work, job)
            except BrokenProcessPool:
                log.warning("a thinking process was lost")
                self._drop(where)
                raise TimeoutError from None
            except NobodyThinks as nobody:
                log.warning("nobody thinks", extra={"reason": str(nobody)})
                raise TimeoutError from None

    async def _twice(self, seen: View, offers: list[Offer], level: Level, seed: int) -> Thought:
        """A lost process is replaced once; then, when it takes too long or fails, the easy player answers."""
        within = self._seconds[level] * self._most + self._patience
        for _ in range(2):
            where = self._where()
            try:
                async with asyncio.timeout(within):
                    return await self._once(where, seen, offers, level, seed)
            except BrokenProcessPool:
                log.warning("a thinking process was lost")
                self._drop(where)
            except TimeoutError:
                self._drop(where)
                return self._easily(seen, offers, "slow", "thinking took too long")
            except NobodyThinks as nobody:
                log.warning("nobody thinks", extra={"reason": str(nobody)})
                return self._easily(seen, offers, "failed", "nobody thinks")
            except Exception:
                log.exception("thinking failed", extra={"level": level, "seed": seed})
                return self._easily(seen, offers, "failed", "thinking failed")
        return self._easily(seen, offers, "failed", "thinking processes are lost again and again")

    async def _once(self, where: Thinkers, seen: View, offers: list[Offer], level: Level, seed: int) -> Thought:
        job = job_of(encode_view(seen, offers), level, seed, self._seconds[level])
        return _decoder.decode(await _answered(where, seen.pack, "think", job))

    async def carry_out(self, work: str, pack: bytes | None, job: bytes) -> bytes | None:
        """What a process of this pool makes of a job that another program has sent; a lost process is replaced once.

        :raises TimeoutError: it takes too long.
        :raises BrokenProcessPool: the process is lost again.
        """
        wanted, here = cast("Work", work), self._here()
        try:
            async with asyncio.timeout(MOST_SECONDS):
                return await here.answer(wanted, pack, job)
        except BrokenProcessPool:
            log.warning("a thinking process was lost")
            self._drop(here)
        except TimeoutError:
            self._drop(here)
            raise
        return await self._here().answer(wanted, pack, job)

    def _easily(self, seen: View, offers: list[Offer], kind: StandIn, why: str) -> Thought:
        log.warning("the easy player answers", extra={"reason": why})
        metrics.STAND_INS.labels(why).inc()
        self.fallbacks += 1
        return msgspec.structs.replace(Planner("easy").think(seen, offers), stand_in=kind)

    # ---- processes -----------------------------------------------------------------------------------------------

    def _where(self) -> Thinkers:
        return self._elsewhere or self._here()

    def _here(self) -> _Processes:
        return _Processes(self.start())

    def start(self) -> ProcessPoolExecutor:
        """Begin with the processes unless they run; returns their executor."""
        if self._pool is None:
            self._pool = spawned(self._processes, worker.begin)
        return self._pool

    def _drop(self, where: Thinkers) -> None:
        """The next thought gets new processes; those there are end, whatever they do, and what others wait for from
        them is thought again. Those of other programs are theirs."""
        if isinstance(where, _Processes):
            if self._pool is where.pool:
                self._pool = None
            end(where.pool)

    async def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._drop(_Processes(self._pool))


@dataclass(frozen=True, slots=True)
class _Processes:
    """Processes of this program."""

    pool: ProcessPoolExecutor

    async def answer(self, work: Work, pack: bytes | None, job: bytes) -> bytes | None:
        """Handed over in a thread, because this may start a process, which takes tens of milliseconds."""
        return await outcome(await asyncio.to_thread(self.pool.submit, worker.carry_out, work, pack, job))


async def _answered(where: Thinkers, pack: Pack, work: Work, job: bytes) -> bytes:
    """What a process answers; a pack that it has not met is sent along."""
    answer = await where.answer(work, None, job)
    if answer is None:
        answer = await where.answer(work, encode_pack(pack), job)
    if answer is None:
        raise AssertionError("the pack was sent along")
    return answer
