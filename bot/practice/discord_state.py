"""The state of one loopback Discord: its application, people and places, sessions and journal.

Gateway, REST API and page stand above it and share it; it imports none of them.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.practice import limits
from bot.practice.directory import Directory
from bot.practice.gateway_sessions import Sessions
from bot.practice.journal import Journal
from bot.practice.model import User
from bot.practice.snowflakes import Snowflakes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from aiohttp import web

    from bot.practice.errors import Json
    from bot.practice.model import Interaction, Message

    Around = Callable[[str, str, Callable[[], Awaitable[web.Response]]], Awaitable[web.Response]]

HOST = "127.0.0.1"


@dataclass
class Config:
    """The settings of the service. Times are in seconds.

    ``rate_limits``: headers (limits that are never reached) or enforce (the real limits, with real 429 answers).
    ``old_edits``: how many edits of messages older than ``old_age`` a channel accepts in that time; None for any
    number. ``renames``: how many new names a channel may get within ``rename_window``. ``active_threads``: how many
    threads of a server may be open. ``archive_minute``: how long a minute of a thread's rest is.
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
    renames: int = limits.RENAMES[0]
    rename_window: float = limits.RENAMES[1]
    active_threads: int = limits.ACTIVE_THREADS_MAX
    archive_minute: float = 60.0
    privileged_intents: tuple[str, ...] = ()
    integration_types: tuple[int, ...] = (0, 1)
    shards: int = 1
    file_limit: int = limits.FILE_BYTES_MAX


class DiscordState:
    """What all parts of one loopback Discord share.

    ``port`` is known once the server listens. ``around``, if set, wraps every request of the bot (method, route, call).
    """

    def __init__(self, config: Config) -> None:
        self.config = config
        self.ids = Snowflakes()
        self.app_id = config.app_id or self.ids.next()
        self.bot_user = User(self.app_id, config.app_name, bot=True)
        self.journal = Journal()
        self.sessions = Sessions(self.bot_user)
        self.directory = Directory(self.ids, self.bot_user, self.sessions.dispatch)
        self.owner = self.directory.create_user("owner", id=config.app_id + 1 if config.app_id else None)
        self.around: Around | None = None
        # three parts like a real token, but valid nowhere
        self.token = ".".join((secrets.token_urlsafe(18), secrets.token_urlsafe(4), secrets.token_urlsafe(28)))
        self.port = 0

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"http://{HOST}:{self.port}"

    @property
    def gateway_url(self) -> str:
        """The address of the gateway's websocket."""
        return f"ws://{HOST}:{self.port}/gateway"

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
            "approximate_guild_count": len(self.directory.guilds),
            "approximate_user_install_count": sum(u.user_installed for u in self.directory.users.values()),
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "event_webhooks_status": 1,
            "eligible_oauth2_scopes": [],
            "integration_types_config": installs,
            **dict.fromkeys(nothing),
        }

    # -------------------------------------------------------------------------------------------- events
    def announce(self, message: Message, event: str = "MESSAGE_CREATE") -> None:
        """Send a new or changed message to the bot and the listeners."""
        self._to_bot(event, message, message.event_dict())
        self.journal.tell("message", message)

    def remove(self, message: Message) -> None:
        """Delete a message and tell the bot and the listeners."""
        message.deleted = True
        message.channel.messages.pop(message.id, None)
        if message.ephemeral_to is None:
            self._to_bot("MESSAGE_DELETE", message, {"id": str(message.id), **message.channel.place()})
        self.journal.tell("deleted", message)

    def _to_bot(self, event: str, message: Message, data: Json) -> None:
        guild = message.channel.guild
        bit = limits.I_GUILD_MESSAGES if guild else limits.I_DM_MESSAGES
        self.sessions.dispatch(event, data, guild=guild, intents=bit, about=message)

    def forced_private(self, i: Interaction) -> bool:
        """Whether the answer must be private: the bot is installed by the person only, and the person may not use
        external apps here."""
        guild = i.channel.guild
        if not guild or "0" in i.owners or i.type != 2:
            return False
        member = guild.members.get(i.user.id)
        return not (member and member.may("use_external_apps", i.channel))
