"""Whose picture is drawn next: one at a time, those for waiting people first."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class DrawQueue:
    """Two queues for one drawing thread. The patient one is served when the other is empty."""

    def __init__(self) -> None:
        self._busy = False
        self._hurried: deque[asyncio.Future[None]] = deque()
        self._patient: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def turn(self, *, waits: bool) -> AsyncIterator[None]:
        """Wait for the turn to draw; it ends with the block. ``waits``: use the patient queue."""
        if self._busy:
            mine = asyncio.get_running_loop().create_future()
            (self._patient if waits else self._hurried).append(mine)
            await mine
        self._busy = True
        try:
            yield
        finally:
            self._next()

    def _next(self) -> None:
        for queue in (self._hurried, self._patient):
            while queue:
                if not (following := queue.popleft()).done():
                    following.set_result(None)
                    return
        self._busy = False
