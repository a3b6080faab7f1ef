"""So many requests a second, and no more, whoever makes them."""

import asyncio
import time


class Pace:
    """Turns that lie at least ``1 / a_second`` seconds apart, in the order in which they are asked for."""

    def __init__(self, a_second: float) -> None:
        self._apart = 1 / a_second
        self._next = 0.0

    async def turn(self) -> None:
        """Wait for the next turn."""
        now = time.monotonic()
        at = max(now, self._next)
        self._next = at + self._apart
        await asyncio.sleep(at - now)
