"""Processes that the bot starts: how they begin, are waited for and end."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def spawned(processes: int, begin: Callable[[], None]) -> ProcessPoolExecutor:
    """Processes that run ``begin`` once; each starts when it is needed first. They are spawned, not forked, because the
    bot has threads and open connections."""
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=begin)


def ids_of(pool: ProcessPoolExecutor | None) -> tuple[int, ...]:
    """The numbers of the processes that run."""
    return tuple(pool._processes or ()) if pool is not None else ()


async def outcome(job: Future[T]) -> T:
    """What comes of a job. Whoever stops waiting does not cancel it: when its processes are lost, an executor of
    Python 3.11 stumbles over a cancelled job and leaves those after it without an answer.

    :raises BrokenProcessPool: its process is lost.
    """
    waited_for = asyncio.wrap_future(job)
    waited_for.add_done_callback(_look_at)
    return await asyncio.shield(waited_for)


def _look_at(job: asyncio.Future[T]) -> None:
    """An error that nobody waits for any more is no news for asyncio's log."""
    if not job.cancelled():
        job.exception()


def end(pool: ProcessPoolExecutor) -> None:
    """End the processes, whatever they do; also one that is stopped, which a SIGTERM does not end."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False)
    for process in processes:
        process.kill()


def end_with_parent() -> None:
    """Have this process end as soon as the one that started it has, however that ended and whatever is done here.

    The queue of jobs does not tell: this process holds both of its ends. A pipe that only the parent holds does.
    """
    Thread(target=_wait_for_parent_s_end, name="parent-s-end", daemon=True).start()


def _wait_for_parent_s_end() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
