"""Routes of threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.practice import limits, message_service, thread_state
from bot.practice.errors import ApiError, Problems, check
from bot.practice.message_service import Body
from bot.practice.rest.routing import Answer, Call, route
from bot.practice.validation.validate_lengths import check_lengths

if TYPE_CHECKING:
    from bot.practice.model import Channel


def _open(call: Call, parent: Channel, kind: int, key: int | None = None) -> Channel:
    if parent.is_dm or parent.is_thread or parent.guild is None:
        raise ApiError(400, 50024, "Cannot execute action on this channel type", "thread-channel-type")
    problems = Problems()
    check_lengths(call.payload, {"name": (1, 100)}, (), problems)
    minutes = call.payload.get("auto_archive_duration") or 1440
    if minutes not in limits.AUTO_ARCHIVE_MINUTES:
        words = f"Value must be one of {set(limits.AUTO_ARCHIVE_MINUTES)}."
        problems.add(("auto_archive_duration",), "BASE_TYPE_CHOICES", words)
    check(problems)
    thread_state.check_room(call.state, parent.guild)
    name = str(call.payload.get("name"))
    thread = call.state.directory.create_thread(parent, name, call.state.bot_user, type=kind, id=key)
    thread.archive_minutes = minutes
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
    """Start a thread without a message, or a post in a forum."""
    channel = call.channel()
    if channel.type == 15:
        return 201, _post(call, call.channel("send_messages")).to_dict()
    kind = call.payload.get("type") or 12
    channel = call.channel("create_private_threads" if kind == 12 else "create_public_threads")
    return 201, _open(call, channel, kind).to_dict()


def _post(call: Call, forum: Channel) -> Channel:
    """A post of a forum: a thread with its first message, and a tag where the forum requires one."""
    tags = [int(tag) for tag in call.payload.get("applied_tags") or ()]
    if forum.tag_required and not tags:
        raise ApiError(400, 40067, "A tag is required to create a forum post in this channel", "tag-required")
    if not set(tags) <= forum.tags.keys():
        raise ApiError(404, 10087, "Unknown Tag", "unknown-tag")
    if "message" not in call.payload:
        problems = Problems()
        problems.required(("message",))
        check(problems)
    post = _open(call, forum, 11)
    post.applied_tags = tags
    first = message_service.create(call.state, post, Body(call.payload["message"], call.uploads, ("message",)))
    call.state.announce(first)
    return post


@route("PATCH", "/channels/{channel_id}")
async def edit_thread(call: Call) -> Answer:
    """Rename, archive or lock a thread, or rename a channel. The bot's own threads may get a new name without a
    permission; whoever may write in a thread may open it again, unless it is locked."""
    channel, payload = call.channel(), call.payload
    if channel.is_thread:
        _check_thread(call, channel)
    else:
        call.channel("manage_channels")
    if payload.get("name") is not None and payload["name"] != channel.name:
        thread_state.check_rename(call.state, channel)
        channel.name = payload["name"]
    if channel.is_thread:
        thread_state.change(call.state, channel, archived=payload.get("archived"), locked=payload.get("locked"))
    else:
        call.state.sessions.dispatch("CHANNEL_UPDATE", channel.to_dict(), guild=channel.guild, intents=limits.I_GUILDS)
        call.state.journal.tell("channel", channel)
    return 200, channel.to_dict()


def _check_thread(call: Call, thread: Channel) -> None:
    """Who may do what: the owner all but locking and opening what is locked; to open it is to write in it."""
    thread_state.rest(call.state, thread)
    payload = call.payload
    if payload.get("locked") is not None or (thread.locked and payload.get("archived") is False):
        call.channel("manage_threads")
    opens = payload.get("archived") is False
    if opens:
        call.channel("send_messages")
    if thread.owner_id != call.state.bot_user.id and set(payload) - ({"archived"} if opens else set()):
        call.channel("manage_threads")
    if thread.archived and not opens and set(payload) - {"archived", "locked"}:
        thread_state.check_open(call.state, thread)


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
    thread_state.check_open(call.state, thread)
    thread.thread_members.add(call.id("user_id"))
    return 204, None
