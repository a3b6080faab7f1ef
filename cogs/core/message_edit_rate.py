"""Edits of public messages that change often: at most one a second for each message, always with the latest state."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()

BETWEEN: Final = 1.0
"""Seconds between two edits of one message."""
LAST_WORDS: Final = 1.0
"""Seconds for which work goes on that is to stop: cut off in the database, it would take its connection with it."""


async def finish(*tasks: asyncio.Task[None]) -> None:
    """Wait a moment for tasks, then stop them."""
    if tasks:
        await asyncio.wait(tasks, timeout=LAST_WORDS)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class LatestEdits:
    """The messages of one client that wait to be edited, each by a name of its own."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._due: dict[str, Callable[[], Awaitable[None]]] = {}
        self._edited: dict[str, float] = {}
        self._stopped = False

    def soon(self, message: str, edit: Callable[[], Awaitable[None]]) -> None:
        """Call ``edit`` as soon as the message may be edited again; calls that come meanwhile are one edit. It reads
        the state to be shown itself; its failures are logged."""
        if self._stopped:
            return
        self._due[message] = edit
        if message not in self._tasks:
            self._tasks[message] = asyncio.create_task(self._keep_up(message), name=f"edit-{message}")

    async def settled(self) -> None:
        """Wait until no edit is to come or on its way."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def close(self) -> None:
        """Finish what is under way; what comes from now on is edited at the next start."""
        self._stopped = True
        await finish(*self._tasks.values())

    async def _keep_up(self, message: str) -> None:
        """Edit, one edit after the other, until nothing has changed since the last."""
        try:
            while message in self._due:
                await asyncio.sleep(max(0.0, self._edited.get(message, 0.0) + BETWEEN - time.monotonic()))
                edit = self._due.pop(message)
                self._edited[message] = time.monotonic()
                await edit()
        except Exception:
            log.exception("a message could not be brought up to date", message=message)
        finally:
            self._due.pop(message, None)
            del self._tasks[message]
            self._forget_old()

    def _forget_old(self) -> None:
        now = time.monotonic()
        self._edited = {message: at for message, at in self._edited.items() if at + BETWEEN > now}
