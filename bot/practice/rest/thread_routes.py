"""Routes of threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.practice import limits
from bot.practice.errors import ApiError, Problems, check
from bot.practice.rest.routing import Answer, Call, route
from bot.practice.validation.validate_lengths import check_lengths

if TYPE_CHECKING:
    from bot.practice.model import Channel


def _open(call: Call, parent: Channel, kind: int, key: int | None = None) -> Channel:
    if parent.is_dm or parent.is_thread:
        raise ApiError(400, 50024, "Cannot execute action on this channel type", "thread-channel-type")
    problems = Problems()
    check_lengths(call.payload, {"name": (1, 100)}, (), problems)
    check(problems)
    name = str(call.payload.get("name"))
    thread = call.state.directory.create_thread(parent, name, call.state.bot_user, type=kind, id=key)
    call.state.journal.tell("channel", thread)
    return thread


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
async def thread_on_message(call: Call) -> Answer:
    """Start a thread on a message."""
    channel = call.channel("create_public_threads")
    m = call.message(channel)
    if m.thread:
        raise ApiError(400, 160004, "A thread has already been created for this message", "thread-exists")
    m.thread = _open(call, channel, 11, m.id)
    m.flags |= limits.F_HAS_THREAD
    call.state.announce(m, "MESSAGE_UPDATE")
    return 201, m.thread.to_dict()


@route("POST", "/channels/{channel_id}/threads")
async def thread_in_channel(call: Call) -> Answer:
    """Start a thread without a message."""
    kind = call.payload.get("type") or 12
    channel = call.channel("create_private_threads" if kind == 12 else "create_public_threads")
    return 201, _open(call, channel, kind).to_dict()


@route("PATCH", "/channels/{channel_id}")
async def edit_thread(call: Call) -> Answer:
    """Rename, archive or lock a thread, or rename a channel. The bot's own threads need no permission."""
    thread = call.channel()
    if not thread.is_thread or thread.owner_id != call.state.bot_user.id:
        call.channel("manage_threads" if thread.is_thread else "manage_channels")
    for key in ("name", "archived", "locked"):
        if call.payload.get(key) is not None:
            setattr(thread, key, call.payload[key])
    event = "THREAD_UPDATE" if thread.is_thread else "CHANNEL_UPDATE"
    call.state.sessions.dispatch(event, thread.to_dict(), guild=thread.guild, intents=limits.I_GUILDS)
    call.state.journal.tell("channel", thread)
    return 200, thread.to_dict()


@route("PUT", "/channels/{channel_id}/thread-members/@me")
async def join_thread(call: Call) -> Answer:
    """Add the bot to a thread."""
    call.channel().thread_members.add(call.state.bot_user.id)
    return 204, None


@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
async def add_to_thread(call: Call) -> Answer:
    """Add a user to a thread."""
    thread = call.channel("send_messages")
    if not thread.guild or call.id("user_id") not in thread.guild.members:
        raise ApiError(404, 10007, "Unknown Member", "unknown-member")
    thread.thread_members.add(call.id("user_id"))
    return 204, None
