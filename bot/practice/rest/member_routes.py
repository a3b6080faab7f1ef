"""Routes of the application, users and servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.practice.errors import ApiError
from bot.practice.rest.routing import Answer, Call, route

if TYPE_CHECKING:
    from bot.practice.errors import Json
    from bot.practice.model import Guild, Member


@route("GET", "/gateway", auth=False)
async def get_gateway(call: Call) -> Answer:
    """Answer with the gateway's address."""
    return 200, {"url": call.state.gateway_url}


@route("GET", "/gateway/bot")
async def get_gateway_bot(call: Call) -> Answer:
    """Answer with the gateway's address, the number of shards and the limit on new sessions."""
    limit = {"total": 1000, "remaining": 1000, "reset_after": 14400000, "max_concurrency": 16}
    return 200, {"url": call.state.gateway_url, "shards": call.state.config.shards, "session_start_limit": limit}


@route("GET", "/users/@me")
async def get_me(call: Call) -> Answer:
    """Answer with the bot's own user."""
    return 200, call.state.bot_user.me_dict()


@route("GET", "/users/@me/guilds")
async def get_my_guilds(call: Call) -> Answer:
    """Answer with the servers that the bot is in, and its permissions there."""
    me = call.state.bot_user.id
    guilds = [guild for guild in call.state.directory.guilds.values() if me in guild.members]
    return 200, [_partial(guild, guild.members[me]) for guild in guilds]


def _partial(guild: Guild, member: Member) -> Json:
    """A server as the list of one's own servers shows it."""
    shown = guild.base_dict()
    partial = {key: shown[key] for key in ("id", "name", "icon", "features")}
    return {**partial, "banner": None, "owner": False, "permissions": str(member.base_permissions())}


@route("GET", "/users/{user_id}")
async def get_user(call: Call) -> Answer:
    """Answer with a user."""
    user = call.state.directory.users.get(call.id("user_id"))
    if user is None:
        raise ApiError(404, 10013, "Unknown User", "unknown-user", severity="warning")
    return 200, user.to_dict()


@route("POST", "/users/@me/channels")
async def open_dm(call: Call) -> Answer:
    """Open the direct messages with a user."""
    user = call.state.directory.users.get(int(call.payload.get("recipient_id") or 0))
    if user is None or user.bot:
        raise ApiError(400, 50033, "Invalid Recipient(s)", "invalid-recipient")
    return 200, call.state.directory.dm(user).to_dict()


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
async def get_application(call: Call) -> Answer:
    """Answer with the application."""
    return 200, call.state.app_dict()


@route("GET", "/guilds/{guild_id}")
async def get_guild(call: Call) -> Answer:
    """Answer with a server that the bot is in."""
    guild = call.guild()
    counts = {}
    if call.flag("with_counts"):
        counts = dict.fromkeys(("approximate_member_count", "approximate_presence_count"), len(guild.members))
    return 200, {**guild.base_dict(), **counts}


@route("GET", "/guilds/{guild_id}/channels")
async def get_guild_channels(call: Call) -> Answer:
    """Answer with a server's channels."""
    return 200, [channel.to_dict() for channel in call.guild().channels.values()]


@route("GET", "/guilds/{guild_id}/members/{user_id}")
async def get_member(call: Call) -> Answer:
    """Answer with one member of a server."""
    member = call.guild().members.get(call.id("user_id"))
    if member is None:
        raise ApiError(404, 10007, "Unknown Member", "unknown-member", severity="warning")
    return 200, member.to_dict()


@route("GET", "/guilds/{guild_id}/threads/active")
async def get_active_threads(call: Call) -> Answer:
    """Answer with a server's threads that are not archived."""
    threads = [thread.to_dict() for thread in call.guild().threads.values() if not thread.archived]
    return 200, {"threads": threads, "members": [], "has_more": False}
