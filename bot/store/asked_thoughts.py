"""Has processes of ``python -m bot think`` work for this bot, and waits for their answers."""

import asyncio
import logging
import secrets
import time
from base64 import b64decode, b64encode
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Self

from bot.exits import Exit
from bot.store.database import Database
from bot.store.errors import StoreProblem
from bot.store.shard_session import alone, notified
from bot.store.thought_queue import LOST, QUEUE, TASK, VERSION, make_queue, queue_of, thinkers, why

log = logging.getLogger(__name__)

CONNECTIONS: Final = 4
START_WITHIN: Final = 15.0
"""Seconds in which the server has to be there at the start."""
LOOK: Final = 2.0
"""Seconds between two looks whether anybody thinks, while an answer is waited for."""
ALONE: Final = 5.0
"""So many seconds nobody may think before an answer is given up: a process that is started anew takes its time."""
SILENT: Final = 30.0
"""Seconds after which the silent connection is asked whether it is still there."""
AGAIN: Final = 1.0
"""Seconds between two attempts to hear answers again."""
STALE: Final = 300.0
"""Seconds after which nobody waits any more for an answer: the bot was killed."""
PRIORITY: Final = {"think": 2, "advice": 1, "review": 0}
"""What is taken first: a table waits for a move."""


class NoThinkers(Exception):
    """Nobody can be asked. The text is a sentence for the host."""


class ThinkingFailed(Exception):
    """The process that was asked failed."""


@dataclass(slots=True)
class _Asked:
    """A job that was handed over, and what has come of its answer."""

    values: dict[str, Any]
    priority: int
    answer: asyncio.Future[bytes | None]
    jobs: list[int] = field(default_factory=list)
    parts: dict[int, str] = field(default_factory=dict)


class AskedThoughts:
    """What this bot has asked of thinking processes. To be used with ``async with``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._channel = f"revive_thoughts_{secrets.token_hex(8)}"
        self._queue = queue_of(database, "revive-referee asks", CONNECTIONS)
        self._open = AsyncExitStack()
        self._asked: dict[str, _Asked] = {}
        self._hears = asyncio.Event()
        self._seen = -LOOK
        """When somebody was seen who thinks, by the monotonic clock."""

    async def __aenter__(self) -> Self:
        """:raises StoreProblem: the database cannot be had."""
        await make_queue(self._database)
        try:
            await self._open.enter_async_context(self._queue.open_async())
            self._open.push_async_callback(_ended, asyncio.create_task(self._hear(), name="thoughts"))
            async with asyncio.timeout(START_WITHIN):
                await self._hears.wait()
        except (*LOST, TimeoutError) as error:
            await self._open.aclose()
            raise StoreProblem(f"{self._database.name}: it cannot be reached.", Exit.DATABASE_AWAY) from error
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._open.aclose()

    async def answer(self, work: str, pack: bytes | None, job: bytes) -> bytes | None:
        """What a thinking process makes of a job; None where it does not know the pack. Whoever stops waiting takes
        the job back, unless it is begun.

        :raises NoThinkers: there is none of this version, or the database cannot be had.
        :raises ThinkingFailed: it failed there.
        """
        number = secrets.token_hex(8)
        values = {
            "number": number,
            "work": work,
            "pack": None if pack is None else b64encode(pack).decode(),
            "job": b64encode(job).decode(),
            "channel": self._channel,
            "until": time.time() + STALE,
        }
        asked = self._asked[number] = _Asked(values, PRIORITY.get(work, 0), asyncio.get_running_loop().create_future())
        try:
            if not await self._present():
                raise NoThinkers(await self._why_nobody())
            await self._hand_over(asked)
            return await self._awaited(asked)
        except LOST as error:
            raise NoThinkers(f"{self._database.name}: it cannot be reached.") from error
        finally:
            del self._asked[number]
            if not asked.answer.done():
                await asyncio.shield(self._take_back(asked))

    async def _awaited(self, asked: _Asked) -> bytes | None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    return await asyncio.shield(asked.answer)
            with suppress(*LOST):  # a server that is away for a moment is no sign that nobody thinks
                if not await self._present() and time.monotonic() - self._seen > ALONE:
                    raise NoThinkers(await self._why_nobody())

    async def _present(self) -> bool:
        """Whether anybody takes this program's jobs, as was seen a moment ago at most."""
        if time.monotonic() - self._seen < LOOK:
            return True
        if (await thinkers(self._database))[0] == 0:
            return False
        self._seen = time.monotonic()
        return True

    async def _why_nobody(self) -> str:
        with suppress(*LOST):
            if (await thinkers(self._database))[1]:
                return f"no thinking process has version {VERSION}; update those of python -m bot think"
        return "no thinking process runs; start python -m bot think"

    async def _hand_over(self, asked: _Asked) -> None:
        job = self._queue.configure_task(TASK, queue=QUEUE, priority=asked.priority)
        asked.jobs.append(await job.defer_async(**asked.values))

    async def _take_back(self, asked: _Asked) -> None:
        with suppress(*LOST):
            for job in asked.jobs:
                await self._queue.job_manager.cancel_job_by_id_async(job, delete_job=True)

    # ---- answers -------------------------------------------------------------------------------------------------

    async def _hear(self) -> None:
        while True:
            try:
                async with alone(self._database) as connection:
                    await connection.exec_driver_sql(f"LISTEN {self._channel}")
                    self._hears.set()
                    for asked in [each for each in self._asked.values() if each.jobs]:
                        await self._hand_over(asked)  # the answer may have been missed; the first that comes counts
                    while True:
                        for payload in await notified(connection, SILENT):
                            self._take(*payload.split(" "))
            except LOST as error:
                log.warning("answers of thinking processes cannot be heard", extra={"reason": why(error)})
            await asyncio.sleep(AGAIN)

    def _take(self, number: str, kind: str, part: str, parts: str, text: str) -> None:
        """A part of an answer, as :mod:`bot.store.thought_worker` sends it."""
        asked = self._asked.get(number)
        if asked is None or asked.answer.done():
            return
        asked.parts[int(part)] = text
        if len(asked.parts) < int(parts):
            return
        whole = "".join(asked.parts[each] for each in range(int(parts)))
        if kind == "failed":
            asked.answer.set_exception(ThinkingFailed("it failed in the process that was asked; its log says why"))
        else:
            asked.answer.set_result(None if kind == "pack" else b64decode(whole))


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
