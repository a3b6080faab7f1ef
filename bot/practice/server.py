"""The loopback Discord itself: one web server on 127.0.0.1 with the gateway, the REST API and the files."""

from __future__ import annotations

import contextlib
import errno
import socket
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.practice.discord_state import HOST, Config, DiscordState
from bot.practice.gateway import Gateway
from bot.practice.rest import Rest

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Around = Callable[[str, str, Callable[[], Awaitable[web.Response]]], Awaitable[web.Response]]


class PortInUse(Exception):
    """The port is in use; ``free_port`` is one that is free."""

    def __init__(self, port: int, free_port: int) -> None:
        super().__init__(f"port {port} is in use; {free_port} is free")
        self.port, self.free_port = port, free_port


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


class LoopbackServer:
    """A loopback Discord.

    ``async with LoopbackServer() as server: ...`` listens until the block ends.
    """

    def __init__(self, config: Config | None = None, **settings: Any) -> None:
        self.state = DiscordState(config or Config(**settings))
        self.gateway = Gateway(self.state)
        self.rest = Rest(self.state)
        self._runner: web.AppRunner | None = None

    # -------------------------------------------------------------------------------------------- server
    def make_app(self) -> web.Application:
        """All routes. Those of the REST API come last, because they also answer unknown paths."""
        app = web.Application(client_max_size=64 * 1024 * 1024, middlewares=[self._guard])
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        for folder in ("attachments", "ephemeral-attachments"):
            app.router.add_get(f"/{folder}/{{channel}}/{{key}}/{{name}}", self._file)
        app.router.add_get("/emojis/{key}.png", self._emoji)
        self.add_pages(app)
        self.rest.add_routes(app)
        return app

    def add_pages(self, app: web.Application) -> None:
        """Add further routes; for subclasses."""

    @web.middleware
    async def _guard(self, request: web.Request, handler: Callable[..., Any]) -> web.StreamResponse:
        """Accept only requests to this machine under its own name; other Host or Origin headers are refused."""
        hosts = {f"{name}:{self.state.port}" for name in (HOST, "localhost")}
        origin = request.headers.get("Origin")
        if request.headers.get("Host") not in hosts or (origin and origin.removeprefix("http://") not in hosts):
            return web.Response(status=403, text="This address is for this machine only.\n")
        response: web.StreamResponse = await handler(request)
        return response

    async def _file(self, request: web.Request) -> web.Response:
        with contextlib.suppress(KeyError, ValueError):
            file = self.state.directory.files[int(request.match_info["channel"]), int(request.match_info["key"])]
            headers = {
                "Content-Type": file.content_type or "application/octet-stream",
                "X-Content-Type-Options": "nosniff",
            }
            headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
            return web.Response(body=file.data, headers=headers)
        return web.Response(status=404, text="This content is no longer available.")

    async def _emoji(self, request: web.Request) -> web.Response:
        """The image of an emoji, as Discord's file server gives it, whether or not it is still the application's."""
        with contextlib.suppress(KeyError, ValueError):
            image = self.state.directory.emoji_images[int(request.match_info["key"])]
            return web.Response(body=image, content_type="image/png", headers={"X-Content-Type-Options": "nosniff"})
        return web.Response(status=404, text="This content is no longer available.")

    async def start(self) -> LoopbackServer:
        """Listen. Raises :class:`PortInUse`."""
        self._runner = web.AppRunner(self.make_app(), access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, self.state.config.port, backlog=1024).start()
        except OSError as error:
            await self._runner.cleanup()
            if error.errno == errno.EADDRINUSE:
                raise PortInUse(self.state.config.port, free_port()) from None
            raise
        self.state.port = self._runner.addresses[0][1]
        return self

    async def stop(self) -> None:
        """Close all connections and stop listening."""
        for connection in list(self.gateway.connections):
            with contextlib.suppress(ConnectionError):
                await connection.close(1001)
        if self._runner:
            await self._runner.cleanup()

    async def __aenter__(self) -> LoopbackServer:
        return await self.start()

    async def __aexit__(self, *exc: object) -> None:
        await self.stop()
