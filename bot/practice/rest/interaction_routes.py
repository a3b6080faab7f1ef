"""The route of interaction callbacks: one response of a fitting kind, within three seconds."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from bot.practice import limits, message_service
from bot.practice.errors import ApiError, Json, Problems, check, form_error
from bot.practice.message_service import Body
from bot.practice.model import Interaction, Message
from bot.practice.rest.routing import Answer, Call, route
from bot.practice.validation.validate_components import check_modal
from bot.practice.validation.validate_lengths import CHOICE, CHOICES, check_lengths

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.practice.discord_state import DiscordState

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOOSE, MODAL = 4, 5, 6, 7, 8, 9
ALLOWED = {
    2: (MESSAGE, DEFER, MODAL),
    3: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL),
    4: (CHOOSE,),
    5: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE),
}


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", auth=False)
async def callback(call: Call) -> Answer:
    """Take the bot's response to an interaction."""
    i = _interaction(call)
    kind = call.body["type"]
    allowed = ALLOWED[i.type]
    if i.type == 5 and i.message is None:
        allowed = (MESSAGE, DEFER)
    if kind not in allowed:
        problems = Problems()
        words = f"Interaction callback type {kind} is not valid for interaction type {i.type}"
        problems.add(("type",), "INTERACTION_CALLBACK_TYPE_INVALID", words)
        raise form_error(problems, "bad-callback-type")
    data = call.body.get("data") or {}
    HANDLERS[kind](call.state, i, Body(data, call.uploads, ("data",)))
    i.callback_type, i.ack_at = kind, time.monotonic()
    i.acked.set()
    if kind not in (DEFER, DEFER_UPDATE):
        i.final.set()
    call.state.journal.tell("interaction", i)
    return (200, _response(i)) if call.flag("with_response") else (204, None)


def _interaction(call: Call) -> Interaction:
    state = call.state
    i = state.directory.interactions.get(call.params["interaction_token"])
    if i is None or str(i.id) != call.params["interaction_id"]:
        raise ApiError(404, 10062, "Unknown interaction", "unknown-interaction")
    if i.dead or time.monotonic() - i.sent_at > state.config.response_deadline:
        i.dead = True
        raise ApiError(404, 10062, "Unknown interaction", "late-response")
    if i.responded:
        kind, severity = ("double-ack-injected", "note") if i.duplicate else ("double-ack", "error")
        raise ApiError(400, 40060, "Interaction has already been acknowledged.", kind, severity=severity)
    if not isinstance(call.body, dict) or "type" not in call.body:
        raise ApiError(400, 50109, "The request body contains invalid JSON.", "missing-body")
    return i


def _response(i: Interaction) -> Json:
    about: Json = {"id": str(i.id), "type": i.type}
    out: Json = {"interaction": about}
    m = i.original
    if m is not None and i.callback_type in (MESSAGE, DEFER, DEFER_UPDATE, UPDATE):
        about.update(response_message_id=str(m.id), response_message_ephemeral=m.ephemeral)
        about["response_message_loading"] = m.loading
        if i.callback_type in (MESSAGE, UPDATE):
            out["resource"] = {"type": i.callback_type, "message": m.to_dict()}
    return out


def _answer_with_message(state: DiscordState, i: Interaction, body: Body) -> None:
    private = True if state.forced_private(i) else None
    m = message_service.create(state, i.channel, body, interaction=i, ephemeral=private)
    _reply(i, m)
    i.original = m
    i.note(f"message {m.text[:60]!r}")
    state.announce(m)


def _defer(state: DiscordState, i: Interaction, body: Body) -> None:
    flags = body.payload.get("flags") or 0
    if flags & limits.F_V2 or any(body.payload.get(key) for key in ("content", "embeds", "components")):
        words = "a deferred response may only carry the EPHEMERAL flag; anything else is ignored"
        state.journal.violation("defer-with-content", words, severity="warning")
    i.deferred_ephemeral = bool(flags & limits.F_EPHEMERAL) or state.forced_private(i)
    m = Message(state.ids.next(), i.channel, state.bot_user, interaction=i, application_id=state.app_id)
    m.type = 20 if i.type == 2 else 0
    m.flags = limits.F_LOADING | (limits.F_EPHEMERAL if i.deferred_ephemeral else 0)
    m.ephemeral_to = i.user.id if i.deferred_ephemeral else None
    _reply(i, m)
    i.channel.messages[m.id] = state.directory.messages[m.id] = i.original = m
    i.note("deferred")
    state.journal.tell("message", m)


def _reply(i: Interaction, m: Message) -> None:
    if i.message is not None and i.message is not m:
        m.refer_to(i.message)


def _defer_update(state: DiscordState, i: Interaction, body: Body) -> None:
    i.original = i.message
    i.note("deferred update")


def _update(state: DiscordState, i: Interaction, body: Body) -> None:
    assert i.message is not None
    if i.message.deleted:
        raise ApiError(404, 10008, "Unknown Message", "unknown-message")
    i.original = message_service.edit(state, i.message, body)
    i.note(f"update {i.message.text[:60]!r}")
    state.announce(i.message, "MESSAGE_UPDATE")


def _show_modal(state: DiscordState, i: Interaction, body: Body) -> None:
    problems = Problems()
    check_modal(body.payload, problems)
    check(problems, "invalid-modal")
    i.modal = {**body.payload, "components": message_service.finish_components(state, body.payload["components"], [])}
    i.note(f"modal {i.modal['title']!r}")


def _choose(state: DiscordState, i: Interaction, body: Body) -> None:
    problems = Problems()
    kind = focused_type(i.data)
    choices = [c for c in body.payload.get("choices") or () if c]
    check_lengths(body.payload, CHOICES, ("data",), problems)
    seen = set()
    for n, choice in enumerate(choices):
        _check_choice(choice, kind, n, problems)
        if choice.get("name") in seen:
            words = f"two choices are shown as {choice.get('name')!r}"
            state.journal.violation("duplicate-choice-name", words, severity="warning")
        seen.add(choice.get("name"))
    check(problems, "invalid-choices")
    i.choices = choices
    i.note(f"{len(choices)} choices")


def _check_choice(choice: Json, kind: int, n: int, problems: Problems) -> None:
    path = ("data", "choices", n)
    fits: dict[int, tuple[type, ...]] = {3: (str,), 4: (int,), 10: (int, float)}
    value = choice.get("value")
    check_lengths(choice, {**CHOICE, "value": (1, 100)}, path, problems)
    if isinstance(value, bool) or not isinstance(value, fits[kind]):
        words = f"value {value!r} does not fit option type {kind}"
        problems.add((*path, "value"), "APPLICATION_COMMAND_OPTION_CHOICE_TYPE", words)
    if not (choice.get("name") or "").strip():
        problems.required((*path, "name"))
    for locale in choice.get("name_localizations") or {}:
        if locale not in limits.LOCALES:
            words = f"Locale {locale!r} is not a valid locale"
            problems.add((*path, "name_localizations"), "DICT_TYPE_KEY_INVALID", words)


def focused_type(data: Any) -> int:
    """The type of the option that is being completed."""
    for option in data.get("options") or ():
        if option.get("focused"):
            return int(option["type"])
        inner = focused_type(option)
        if inner:
            return inner
    return 0


HANDLERS: dict[int, Callable[[DiscordState, Interaction, Body], None]] = {
    MESSAGE: _answer_with_message,
    DEFER: _defer,
    DEFER_UPDATE: _defer_update,
    UPDATE: _update,
    CHOOSE: _choose,
    MODAL: _show_modal,
}
