"""Takes jobs of bots from the queue of thoughts, has them carried out, and answers."""

import asyncio
import logging
import time
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from procrastinate import App, JobContext, RetryStrategy
from procrastinate.jobs import Status

from bot.store.database import Database
from bot.store.thought_queue import LONGEST_PART, LOST, QUEUE, TASK, THINKER, make_queue, queue_of, why

log = logging.getLogger(__name__)

Carry = Callable[[str, bytes | None, bytes], Awaitable[bytes | None]]
HEARTBEAT: Final = 1.0
"""Seconds between two signs of life of a process."""
STALLED: Final = 4.0
"""So many seconds without one and others take over its jobs."""
MOST_ATTEMPTS: Final = 3
"""Processes that may be lost over one job."""
POLL: Final = 0.25
"""Seconds after which is looked for jobs without being told of any: the library forgets what it is told while it looks
in vain, about one in sixty."""
LAST_ANSWERS: Final = 10.0
"""Seconds that an end waits for what is being thought; then it is left to others."""
AGAIN: Final = 2.0
"""Seconds between two attempts to reach the server."""


async def serve_thoughts(database: Database, carry: Carry, at_once: int, stop: asyncio.Event) -> None:
    """Answer until ``stop``, so many jobs at once. A server that goes away is waited for.

    :raises StoreProblem: the server cannot be reached at the start.
    """
    _keep_jobs_out_of_the_log()
    await make_queue(database)
    while not stop.is_set():
        try:
            await _serve(database, carry, at_once, stop)
        except LOST as error:
            log.warning("the database was lost", extra={"reason": why(error)})
        if not stop.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(AGAIN):
                    await stop.wait()


async def _serve(database: Database, carry: Carry, at_once: int, stop: asyncio.Event) -> None:
    queue = queue_of(database, THINKER, at_once + 3)

    @queue.task(name=TASK, queue=QUEUE, pass_context=True, retry=RetryStrategy(max_attempts=MOST_ATTEMPTS))
    async def answer(context: JobContext, /, **values: str | float | None) -> None:
        await _answer(context.app, carry, values)

    async with queue.open_async():
        log.info("waiting for thoughts", extra={"queue": QUEUE, "at_once": at_once})
        working = asyncio.create_task(
            queue.run_worker_async(
                queues=[QUEUE],
                name="",
                concurrency=at_once,
                delete_jobs="always",
                fetch_job_polling_interval=POLL,
                update_heartbeat_interval=HEARTBEAT,
                stalled_worker_timeout=STALLED,
                shutdown_graceful_timeout=LAST_ANSWERS,
                install_signal_handlers=False,
            )
        )
        rescuing = asyncio.create_task(_rescue(queue))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (working, rescuing, stopping):
                task.cancel()
            ended, *_ = await asyncio.gather(working, rescuing, stopping, return_exceptions=True)
    if isinstance(ended, Exception):
        raise ended


async def _answer(queue: App, carry: Carry, values: dict[str, str | float | None]) -> None:
    """Whatever goes wrong is told to who asks; nothing is raised, since the library would log the job."""
    number, pack = values["number"], values["pack"]
    if time.time() > float(values["until"] or 0):
        return
    try:
        found = await carry(
            str(values["work"]), None if pack is None else b64decode(str(pack)), b64decode(str(values["job"]))
        )
        kind, text = ("pack", "") if found is None else ("answer", b64encode(found).decode())
    except Exception:
        log.exception("thinking failed")
        kind, text = "failed", ""
    parts = [text[start : start + LONGEST_PART] for start in range(0, len(text), LONGEST_PART)] or [""]
    for part, each in enumerate(parts):
        payload = f"{number} {kind} {part} {len(parts)} {each}"
        await queue.connector.execute_query_async(
            "SELECT pg_notify(%(channel)s, %(payload)s)", channel=values["channel"], payload=payload
        )


async def _rescue(queue: App) -> None:
    """Give jobs of processes that were lost to others, again and again."""
    while True:
        with suppress(*LOST):
            for job in await queue.job_manager.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=STALLED):
                with suppress(*LOST):  # another process may be quicker
                    if job.attempts + 1 < MOST_ATTEMPTS:
                        await queue.job_manager.retry_job(job)
                        log.warning("a lost process's job is taken over", extra={"job": job.id})
                    else:
                        await queue.job_manager.finish_job(job, Status.FAILED, delete_job=True)
        await asyncio.sleep(HEARTBEAT)


def _keep_jobs_out_of_the_log() -> None:
    """The library logs the end of a job with all that was asked, and a position is for its seat alone."""
    logging.getLogger("procrastinate.worker").addFilter(lambda record: not hasattr(record, "job"))
