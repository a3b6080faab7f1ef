"""The table of REST routes, and a request to one of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.practice.errors import ApiError, Json, Problems, form_error

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bot.practice.discord_state import DiscordState
    from bot.practice.message_service import Upload
    from bot.practice.model import Channel, Guild, Message

    Handler = Callable[["Call"], Awaitable["Answer"]]

Answer = tuple[int, Any]


@dataclass(frozen=True)
class Route:
    """A route: method, template, handler, and whether the bot has to show its token."""

    method: str
    template: str
    handler: Handler
    auth: bool


ROUTES: list[Route] = []


def route(method: str, template: str, *, auth: bool = True) -> Callable[[Handler], Handler]:
    """Register a handler for a route; a handler may have several."""

    def register(handler: Handler) -> Handler:
        ROUTES.append(Route(method, template, handler, auth))
        return handler

    return register


@dataclass
class Call:
    """One request of the bot."""

    state: DiscordState
    route: Route
    params: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: Any = None
    uploads: dict[int, Upload] = field(default_factory=dict)

    @property
    def payload(self) -> Json:
        """The JSON body, empty if there is none."""
        return self.body if isinstance(self.body, dict) else {}

    def flag(self, name: str) -> bool:
        """A boolean of the query."""
        return self.query.get(name, "").lower() in ("true", "1")

    def id(self, name: str) -> int:
        """An id in the path. Raises :class:`ApiError` where it is not a number."""
        value = self.params[name]
        if not value.isdigit():
            problems = Problems()
            problems.add((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
            raise form_error(problems)
        return int(value)

    def channel(self, *permissions: str) -> Channel:
        """The channel in the path. Raises :class:`ApiError` if the bot does not see it or lacks a permission."""
        channel = self.state.directory.channels.get(self.id("channel_id"))
        if channel is None:
            raise ApiError(404, 10003, "Unknown Channel", "unknown-channel")
        if channel.guild:
            self._check_rights(channel, channel.guild, permissions)
        elif channel.type != 1:
            raise ApiError(403, 50001, "Missing Access", "missing-access")
        return channel

    def _check_rights(self, channel: Channel, guild: Guild, permissions: tuple[str, ...]) -> None:
        member = guild.members.get(self.state.bot_user.id)
        if member is None or not member.may("view_channel", channel):
            raise ApiError(403, 50001, "Missing Access", "missing-access")
        for name in permissions:
            needed = "send_messages_in_threads" if channel.is_thread and name == "send_messages" else name
            if not member.may(needed, channel):
                detail = f"the bot lacks {needed} in #{channel.name}"
                raise ApiError(403, 50013, "Missing Permissions", "missing-permissions", detail=detail)

    def message(self, channel: Channel) -> Message:
        """The message in the path. Private answers cannot be reached through their channel."""
        message = channel.messages.get(self.id("message_id"))
        if message is None or message.deleted:
            raise ApiError(404, 10008, "Unknown Message", "unknown-message", severity="warning")
        if message.ephemeral_to is not None:
            detail = "the message is ephemeral: only its interaction token reaches it"
            raise ApiError(404, 10008, "Unknown Message", "unknown-message", detail=detail)
        return message

    def guild(self) -> Guild:
        """The server in the path. Raises :class:`ApiError` if the bot is not in it."""
        guild = self.state.directory.guilds.get(self.id("guild_id"))
        if guild is None or not guild.bot_member:
            raise ApiError(404, 10004, "Unknown Guild", "unknown-guild")
        return guild

    def own_application(self) -> None:
        """Refuse requests for another application."""
        if self.id("application_id") != self.state.app_id:
            words = "You are not authorized to perform this action on this application"
            raise ApiError(403, 20012, words, "wrong-application")
