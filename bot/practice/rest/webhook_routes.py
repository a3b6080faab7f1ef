"""Routes of the original response, by the token of the interaction, and of follow-ups."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bot.practice import limits, message_service
from bot.practice.errors import ApiError
from bot.practice.message_service import Body
from bot.practice.practice_clock import CLOCK
from bot.practice.rest.routing import Answer, Call, route

if TYPE_CHECKING:
    from bot.practice.model import Interaction, Message

HOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = f"{HOOK}/messages/@original"
FOLLOWUP = f"{HOOK}/messages/{{message_id}}"


def _interaction(call: Call) -> Interaction:
    i = call.state.directory.interactions.get(call.params["webhook_token"])
    if i is None or call.id("webhook_id") != call.state.app_id:
        raise ApiError(404, 10015, "Unknown Webhook", "unknown-webhook")
    if time.monotonic() + CLOCK.ahead > i.expires_at:
        raise ApiError(401, 50027, "Invalid Webhook Token", "expired-token")
    if not i.responded:
        raise ApiError(404, 10015, "Unknown Webhook", "late-response" if i.dead else "followup-before-response")
    return i


def _message(call: Call) -> tuple[Interaction, Message]:
    i = _interaction(call)
    wanted = call.params.get("message_id", "@original")
    pool = [i.original] if wanted == "@original" else [i.original, *i.followups]
    for m in pool:
        if m is not None and not m.deleted and wanted in ("@original", str(m.id)):
            return i, m
    raise ApiError(404, 10008, "Unknown Message", "unknown-message")


@route("GET", ORIGINAL, auth=False)
@route("GET", FOLLOWUP, auth=False)
async def get_response(call: Call) -> Answer:
    """Answer with the original response or a follow-up."""
    return 200, _message(call)[1].to_dict()


@route("PATCH", ORIGINAL, auth=False)
@route("PATCH", FOLLOWUP, auth=False)
async def edit_response(call: Call) -> Answer:
    """Edit the original response or a follow-up."""
    i, m = _message(call)
    message_service.edit(call.state, m, Body(call.payload, call.uploads), first=m.loading)
    i.note(f"edit {m.text[:60]!r}")
    call.state.announce(m, "MESSAGE_UPDATE")
    i.final.set()
    return 200, m.to_dict()


@route("DELETE", ORIGINAL, auth=False)
@route("DELETE", FOLLOWUP, auth=False)
async def delete_response(call: Call) -> Answer:
    """Delete the original response or a follow-up."""
    i, m = _message(call)
    i.original_deleted = i.original_deleted or m is i.original
    i.note("delete")
    call.state.remove(m)
    i.final.set()
    return 204, None


@route("POST", HOOK, auth=False)
async def follow_up(call: Call) -> Answer:
    """Create a follow-up; the first one after a deferred response fills in that response."""
    i = _interaction(call)
    if i.callback_type == 8:
        raise ApiError(404, 10015, "Unknown Webhook", "followup-to-autocomplete")
    first = i.callback_type == 5 and i.original is not None and i.original.loading and not i.original_deleted
    m = _fill_in(call, i) if first else _add(call, i)
    i.note(f"follow-up {m.text[:60]!r}")
    call.state.announce(m)
    i.final.set()
    return 200, m.to_dict()


def _fill_in(call: Call, i: Interaction) -> Message:
    """Fill in the deferred message: the first follow-up takes its place and keeps its visibility."""
    if (call.payload.get("flags") or 0) & limits.F_EPHEMERAL and not i.deferred_ephemeral:
        words = "the first follow-up asks for ephemeral, but the answer was deferred publicly: everyone sees it"
        call.state.journal.violation("ephemeral-lost", words)
    body = Body(call.payload, call.uploads)
    return message_service.create(
        call.state, i.channel, body, interaction=i, ephemeral=i.deferred_ephemeral, reuse=i.original
    )


def _add(call: Call, i: Interaction) -> Message:
    i.followup_count += 1
    if "0" not in i.owners and i.context != 1 and i.followup_count > limits.FOLLOWUPS_MAX_USER_INSTALL:
        words = "This interaction has hit the maximum number of follow up messages"
        raise ApiError(400, 40094, words, "too-many-followups")
    private = True if call.state.forced_private(i) else None
    body = Body(call.payload, call.uploads)
    m = message_service.create(call.state, i.channel, body, interaction=i, ephemeral=private)
    if i.original is not None and not i.original.deleted:
        m.refer_to(i.original)
    i.followups.append(m)
    return m
