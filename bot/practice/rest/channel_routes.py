"""Routes of channels and their messages."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from bot.practice import message_service, thread_state
from bot.practice.errors import ApiError, Problems, form_error
from bot.practice.message_service import Body
from bot.practice.practice_clock import CLOCK
from bot.practice.rest.routing import Answer, Call, route

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.practice.model import Channel, Message

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = f"{MESSAGES}/{{message_id}}"


@route("GET", "/channels/{channel_id}")
async def get_channel(call: Call) -> Answer:
    """Answer with a channel that the bot can see."""
    return 200, call.channel().to_dict()


@route("POST", MESSAGES)
async def send_message(call: Call) -> Answer:
    """Create a message in a channel."""
    state, payload = call.state, call.payload
    channel = call.channel("send_messages")
    _check_place(call, channel)
    if payload.get("enforce_nonce") and payload.get("nonce") is not None:
        for m in reversed(channel.messages.values()):
            if m.author is state.bot_user and m.nonce == payload["nonce"]:
                return 200, m.to_dict()
    m = message_service.create(state, channel, Body(payload, call.uploads))
    if channel.is_thread and m.pings:
        channel.thread_members.update(m.pings.users)
    state.announce(m)
    return 200, m.to_dict()


def _check_place(call: Call, channel: Channel) -> None:
    if channel.type in (4, 15):
        raise ApiError(400, 50008, "Cannot send messages in a non-text channel", "non-text-channel")
    if channel.type == 1 and not channel.recipients[0].dms_open:
        raise ApiError(403, 50007, "Cannot send messages to this user", "dm-closed", severity="note")
    if not channel.guild:
        return
    if channel.is_thread:
        moderates = channel.guild.members[call.state.bot_user.id].may(thread_state.MANAGE, channel)
        thread_state.write(call.state, channel, moderates=moderates)
    if call.uploads:
        call.channel("attach_files")
    if call.payload.get("message_reference"):
        call.channel("read_message_history")
    if call.payload.get("embeds") and not channel.guild.members[call.state.bot_user.id].may("embed_links", channel):
        words = "embeds are dropped: the bot lacks Embed Links here"
        call.state.journal.violation("embed-links-missing", words, severity="warning")


@route("GET", MESSAGES)
async def get_messages(call: Call) -> Answer:
    """Answer with messages of a channel, newest first; private and unfinished answers are left out."""
    channel = call.channel("read_message_history")
    count = int(call.query.get("limit", "50"))
    if not 1 <= count <= 100:
        problems = Problems()
        problems.add(("limit",), "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
        raise form_error(problems)
    shown = [m for m in channel.messages.values() if m.ephemeral_to is None and not m.loading]
    return 200, [m.to_dict() for m in reversed(_window(shown, call.query, count))]


def _window(shown: list[Message], query: Mapping[str, str], count: int) -> list[Message]:
    if "after" in query:
        return [m for m in shown if m.id > int(query["after"])][:count]
    if "before" in query:
        shown = [m for m in shown if m.id < int(query["before"])]
    return shown[-count:]


@route("GET", MESSAGE)
async def get_message(call: Call) -> Answer:
    """Answer with one message."""
    return 200, call.message(call.channel("read_message_history")).to_dict()


@route("PATCH", MESSAGE)
async def edit_message(call: Call) -> Answer:
    """Edit one of the bot's own messages."""
    m = call.message(call.channel())
    if m.author is not call.state.bot_user:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user", "edit-foreign-message")
    thread_state.check_open(call.state, m.channel)
    _check_old_edits(call, m)
    message_service.edit(call.state, m, Body(call.payload, call.uploads))
    call.state.announce(m, "MESSAGE_UPDATE")
    return 200, m.to_dict()


def _check_old_edits(call: Call, m: Message) -> None:
    """Refuse too many edits of old messages in one channel (error 30046)."""
    config = call.state.config
    age = CLOCK.time() - dt.datetime.fromisoformat(m.timestamp).timestamp()
    if config.old_edits is None or age < config.old_age:
        return
    recent = [at for x in m.channel.messages.values() for at in _late_edits(x, config.old_age)]
    if len([at for at in recent if CLOCK.time() - at < config.old_age]) >= config.old_edits:
        words = "Maximum number of edits to messages older than 1 hour reached. Try again later."
        extra: dict[str, Any] = {"retry_after": 0.2, "global": False}
        raise ApiError(429, 30046, words, "old-edits", severity="warning", extra=extra)


def _late_edits(m: Message, age: float) -> list[float]:
    born = dt.datetime.fromisoformat(m.timestamp).timestamp()
    return [state["at"] for state in m.history[1:] if state["at"] - born >= age]


@route("DELETE", MESSAGE)
async def delete_message(call: Call) -> Answer:
    """Delete a message; others' messages need the permission to manage messages."""
    channel = call.channel()
    m = call.message(channel)
    if m.author is not call.state.bot_user:
        if channel.is_dm:
            raise ApiError(403, 50003, "Cannot execute action on a DM channel", "dm-delete")
        call.channel("manage_messages")
    call.state.remove(m)
    return 204, None


@route("POST", "/channels/{channel_id}/typing")
async def type_in(call: Call) -> Answer:
    """Show the typing indicator."""
    call.state.journal.tell("typing", call.channel("send_messages"))
    return 204, None
