"""What goes wrong between a bot and Discord, on demand."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.practice.server import LoopbackServer


@dataclass
class Fault:
    """What happens to the next ``times`` requests that match. ``late``: do the work, then answer after ``delay`` s.

    ``hold``: the request is held back until ``Faults.clear()``; nobody waits for it meanwhile.
    """

    method: str
    route: str
    status: int | None = None
    times: int = 1
    delay: float = 0.0
    late: bool = False
    hold: bool = False
    retry_after: float = 0.3
    everything: bool = False
    hits: int = 0

    def answer(self) -> web.Response:
        """The refusal."""
        headers = {"Content-Type": "application/json", "Via": "1.1 google"}
        if self.status != 429:
            return web.Response(
                status=self.status or 500, body=b'{"message":"upstream connect error","code":0}', headers=headers
            )
        body = {"message": "You are being rate limited.", "retry_after": self.retry_after, "global": self.everything}
        headers["Retry-After"] = "1"
        return web.json_response(body, status=429, headers={**headers, "Content-Type": "application/json"})


class Faults:
    """Faults of the REST API and of the gateway of one loopback Discord."""

    def __init__(self, server: LoopbackServer) -> None:
        self.server = server
        self.held = 0
        self._waiting: list[Fault] = []
        self._released = asyncio.Event()
        server.state.around = self._around

    def rest(self, method: str, route: str, **how: Any) -> Fault:
        """``route``: a template such as ``/channels/{channel_id}/messages``, or a part of one."""
        fault = Fault(method, route, **how)
        self._waiting.append(fault)
        return fault

    def clear(self) -> None:
        """Nothing goes wrong any more, and what was held back is let go."""
        self._waiting.clear()
        self._released.set()
        self._released = asyncio.Event()

    async def _around(self, method: str, route: str, call: Callable[[], Awaitable[web.Response]]) -> web.Response:
        fault = next((f for f in self._waiting if f.method == method and f.route in route), None)
        if fault is None:
            return await call()
        fault.hits += 1
        if fault.hits >= fault.times:
            self._waiting.remove(fault)
        response = await call() if fault.late else None
        await (self._wait_for_release() if fault.hold else asyncio.sleep(fault.delay))
        if fault.status is not None:
            return fault.answer()
        return response or await call()

    async def _wait_for_release(self) -> None:
        self.held += 1
        try:
            await self._released.wait()
        finally:
            self.held -= 1

    async def drop_gateway(self, how: str = "abort", *, resumable: bool = True, down: float = 0.0) -> None:
        """Cut every line: ``abort`` (no goodbye), ``close`` (code 4000), ``reconnect``, ``invalid`` (op 7, 9).

        Sessions can be resumed only if ``resumable``. For ``down`` seconds nobody gets in again.
        """
        gateway = self.server.gateway
        gateway.down_until = time.monotonic() + down
        for session in self.server.state.sessions.live():
            session.valid = session.valid and resumable
            connection = session.connection
            if connection is None:
                continue
            if how == "abort":
                connection.abort()
            elif how == "close":
                await connection.close(4000)
            elif how == "reconnect":
                connection.push('{"op":7,"d":null,"s":null,"t":null}')
            elif how == "invalid":
                connection.push('{"op":9,"d":%s,"s":null,"t":null}' % ("true" if resumable else "false"))
            else:
                raise ValueError(how)
