"""The loopback Discord itself: one web server on 127.0.0.1 with the gateway, the REST API and the files."""

from __future__ import annotations

import contextlib
import errno
import secrets
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.practice import limits
from bot.practice.directory import Directory
from bot.practice.gateway import Gateway
from bot.practice.journal import Journal
from bot.practice.model import User
from bot.practice.rest import Rest
from bot.practice.snowflakes import Snowflakes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from bot.practice.errors import Json
    from bot.practice.model import Interaction, Message

    Around = Callable[[str, str, Callable[[], Awaitable[web.Response]]], Awaitable[web.Response]]

HOST = "127.0.0.1"


class PortInUse(Exception):
    """The port is taken; ``free_port`` is one that is not."""

    def __init__(self, port: int, free_port: int) -> None:
        super().__init__(f"port {port} is in use; {free_port} is free")
        self.port, self.free_port = port, free_port


@dataclass
class Config:
    """How strict and how patient the service is. Times are in seconds.

    ``rate_limits``: headers (figures that never run out) or enforce (the real ones, with real 429s).
    ``old_edits``: how many edits of messages older than ``old_age`` a channel takes in that time, None for any number.
    """

    port: int = 0
    app_name: str = "Revive Referee"
    app_id: int | None = None
    openapi: Path | None = None
    response_deadline: float = limits.RESPONSE_DEADLINE
    interaction_ttl: float = limits.INTERACTION_TTL
    heartbeat_interval: float = 41.25
    rate_limits: str = "headers"
    old_edits: int | None = None
    old_age: float = 3600.0
    privileged_intents: tuple[str, ...] = ()
    integration_types: tuple[int, ...] = (0, 1)
    shards: int = 1
    file_limit: int = limits.FILE_BYTES_MAX


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


class LoopbackServer:
    """A loopback Discord.

    ``async with Stage() as stage: ...``. ``around``, if set, wraps every request of the bot (method, route, call).
    """

    def __init__(self, config: Config | None = None, **settings: Any) -> None:
        self.config = config or Config(**settings)
        self.ids = Snowflakes()
        self.app_id = self.config.app_id or self.ids.next()
        self.bot_user = User(self.app_id, self.config.app_name, bot=True)
        self.journal = Journal()
        self.gateway = Gateway(self)
        self.world = Directory(self.ids, self.bot_user, self.gateway.dispatch)
        self.owner = self.world.create_user("owner", id=self.app_id + 1 if self.config.app_id else None)
        self.rest = Rest(self)
        self.around: Around | None = None
        # three parts, as a token has; valid nowhere
        self.token = ".".join((secrets.token_urlsafe(18), secrets.token_urlsafe(4), secrets.token_urlsafe(28)))
        self.port = 0
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def gateway_url(self) -> str:
        return f"ws://{HOST}:{self.port}/gateway"

    # -------------------------------------------------------------------------------------------- server
    def make_app(self) -> web.Application:
        """All addresses of the service; the REST API comes last, because it also answers for unknown ones."""
        app = web.Application(client_max_size=64 * 1024 * 1024, middlewares=[self._guard])
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        for folder in ("attachments", "ephemeral-attachments"):
            app.router.add_get(f"/{folder}/{{channel}}/{{key}}/{{name}}", self._file)
        self.add_pages(app)
        self.rest.add_routes(app)
        return app

    def add_pages(self, app: web.Application) -> None:
        """A place for further addresses."""

    @web.middleware
    async def _guard(self, request: web.Request, handler: Callable[..., Any]) -> web.StreamResponse:
        """Nothing but this machine under its own name: other Host or Origin headers are refused."""
        hosts = {f"{name}:{self.port}" for name in (HOST, "localhost")}
        origin = request.headers.get("Origin")
        if request.headers.get("Host") not in hosts or (origin and origin.removeprefix("http://") not in hosts):
            return web.Response(status=403, text="This address is for this machine only.\n")
        response: web.StreamResponse = await handler(request)
        return response

    async def _file(self, request: web.Request) -> web.Response:
        with contextlib.suppress(KeyError, ValueError):
            file = self.world.files[int(request.match_info["channel"]), int(request.match_info["key"])]
            headers = {
                "Content-Type": file.content_type or "application/octet-stream",
                "X-Content-Type-Options": "nosniff",
            }
            headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
            return web.Response(body=file.data, headers=headers)
        return web.Response(status=404, text="This content is no longer available.")

    async def start(self) -> LoopbackServer:
        """Listen. Raises :class:`PortInUse`."""
        self._runner = web.AppRunner(self.make_app(), access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, self.config.port, backlog=1024).start()
        except OSError as error:
            await self._runner.cleanup()
            if error.errno == errno.EADDRINUSE:
                raise PortInUse(self.config.port, free_port()) from None
            raise
        self.port = self._runner.addresses[0][1]
        return self

    async def stop(self) -> None:
        """Say goodbye to everybody and stop listening."""
        for connection in list(self.gateway.connections):
            with contextlib.suppress(ConnectionError):
                await connection.close(1001)
        if self._runner:
            await self._runner.cleanup()

    async def __aenter__(self) -> LoopbackServer:
        return await self.start()

    async def __aexit__(self, *exc: object) -> None:
        await self.stop()

    # -------------------------------------------------------------------------------------------- the application
    def app_flags(self) -> int:
        """The application's flags: which privileged intents it has."""
        bits = {"presences": 1 << 13, "members": 1 << 15, "message_content": 1 << 19}
        return sum(bits[name] for name in self.config.privileged_intents)

    def app_dict(self) -> Json:
        """The application object."""
        nothing = ("icon", "type", "team", "interactions_endpoint_url", "role_connections_verification_url")
        scopes = {0: ["applications.commands", "bot"], 1: ["applications.commands"]}
        installs = {
            str(kind): {"oauth2_install_params": {"scopes": scopes[kind], "permissions": "0"}}
            for kind in self.config.integration_types
        }
        return {
            "id": str(self.app_id),
            "name": self.config.app_name,
            "description": "",
            "summary": "",
            "bot": self.bot_user.to_dict(),
            "owner": self.owner.to_dict(),
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": self.app_flags(),
            "flags_new": str(self.app_flags()),
            "tags": [],
            "redirect_uris": [],
            "rpc_origins": [],
            "approximate_guild_count": len(self.world.guilds),
            "approximate_user_install_count": sum(u.user_installed for u in self.world.users.values()),
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "event_webhooks_status": 1,
            "eligible_oauth2_scopes": [],
            "integration_types_config": installs,
            **dict.fromkeys(nothing),
        }

    # -------------------------------------------------------------------------------------------- events
    def announce(self, message: Message, event: str = "MESSAGE_CREATE") -> None:
        """Tell bot and listeners of a new or changed message."""
        self._to_bot(event, message, message.event_dict())
        self.journal.tell("message", message)

    def remove(self, message: Message) -> None:
        """Delete a message."""
        message.deleted = True
        message.channel.messages.pop(message.id, None)
        if message.ephemeral_to is None:
            self._to_bot("MESSAGE_DELETE", message, {"id": str(message.id), **message.channel.place()})
        self.journal.tell("deleted", message)

    def _to_bot(self, event: str, message: Message, data: Json) -> None:
        guild = message.channel.guild
        bit = limits.I_GUILD_MESSAGES if guild else limits.I_DM_MESSAGES
        self.gateway.dispatch(event, data, guild=guild, intents=bit, about=message)

    def forced_private(self, i: Interaction) -> bool:
        """A bot that a person brought along answers privately where external apps are not allowed."""
        guild = i.channel.guild
        if not guild or "0" in i.owners or i.type != 2:
            return False
        member = guild.members.get(i.user.id)
        return not (member and member.may("use_external_apps", i.channel))
