"""What Discord says of the bot's account: asked by ``python -m bot doctor``, ``setup`` and nobody else."""

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final

import aiohttp
import discord
from discord.http import Route

from cogs.core.discord_permissions import invite, lacking

MOST_SERVERS: Final = 200
"""Servers that Discord lists in one answer; more are not looked at."""
UNREACHABLE: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError)


@dataclass(frozen=True, slots=True)
class ServerCheck:
    """A server of the bot, and the permissions that it lacks there."""

    name: str
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """The bot's account: its name, invite link, servers, sessions left today, and by how many seconds this machine's
    clock is ahead of Discord's."""

    name: str
    invite: str
    servers: tuple[ServerCheck, ...]
    sessions_left: int
    seconds_ahead: float


class TokenRefused(Exception):
    """Discord does not know the token."""


class DiscordAway(Exception):
    """Discord cannot be reached, or answers with an error; the text says which."""


async def check_account(token: str) -> Account:
    """Ask Discord about the account of a token, without connecting to the gateway.

    :raises TokenRefused: the token is wrong.
    :raises DiscordAway: there was no answer to rely on.
    """
    client = discord.Client(intents=discord.Intents.none())
    try:
        async with client:
            await client.login(token)
            return await _account(client)
    except discord.LoginFailure:
        raise TokenRefused from None
    except UNREACHABLE as error:
        raise DiscordAway(getattr(error, "strerror", None) or str(error) or "no answer in time") from None


async def _account(client: discord.Client) -> Account:
    http = client.http
    guilds: list[dict[str, Any]] = await http.request(Route("GET", "/users/@me/guilds"), params={"limit": MOST_SERVERS})
    gateway: dict[str, Any] = await http.request(Route("GET", "/gateway/bot"))
    return Account(
        name=client.user.name if client.user else "",
        invite=invite(client.application_id or 0),
        servers=tuple(map(_server, guilds)),
        sessions_left=int(gateway["session_start_limit"]["remaining"]),
        seconds_ahead=await _seconds_ahead(),
    )


def _server(guild: dict[str, Any]) -> ServerCheck:
    granted = discord.Permissions(int(guild.get("permissions", 0)))
    missing = [] if granted.administrator else lacking(granted)
    return ServerCheck(str(guild["name"]), tuple(missing))


async def _seconds_ahead() -> float:
    """By the Date of an answer; a second or two mean nothing."""
    async with aiohttp.ClientSession() as session, session.get(f"{Route.BASE}/gateway") as answer:
        told = answer.headers.get("Date")
    return (datetime.now(UTC) - parsedate_to_datetime(told)).total_seconds() if told else 0.0
