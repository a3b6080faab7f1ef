"""The life of an interaction: one answer of a fitting kind, in time, and what may follow it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.practice.practice_clock import PracticeClock
from bot.practice.user_client import Client
from tests.end_to_end.script import PATIENCE
from tests.practice.conftest import EPHEMERAL, V2, Wire, button, entry, field, menu, row, text

if TYPE_CHECKING:
    from bot.practice.errors import Json


async def test_one_answer(wire: Wire) -> None:
    i = wire.interaction()
    await wire.refused("followup-before-response", 404, 10015, "POST", wire.hook(i), {"content": "x"}, auth=False)
    assert (await wire.respond(i, 4, {"content": "one"}))[0] == 204
    path = f"/interactions/{i.id}/{i.token}/callback"
    await wire.refused("double-ack", 400, 40060, "POST", path, {"type": 4, "data": {"content": "two"}}, auth=False)
    i.expires_at = 0
    await wire.refused("expired-token", 401, 50027, "POST", wire.hook(i), {"content": "x"}, auth=False)
    unknown = f"/interactions/{i.id}/abc/callback"
    await wire.refused("unknown-interaction", 404, 10062, "POST", unknown, {"type": 6}, auth=False)
    await wire.refused(
        "unknown-webhook", 404, 10015, "POST", f"/webhooks/{wire.state.app_id}/abc", {"content": "x"}, auth=False
    )


async def test_a_token_ages_with_the_clock_of_the_channel(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = PracticeClock()
    monkeypatch.setattr("bot.practice.rest.webhook_routes.CLOCK", clock)
    monkeypatch.setattr("bot.practice.user_client.user_actions.CLOCK", clock)
    i = wire.interaction()
    assert (await wire.respond(i, 4, {"content": "one", "flags": EPHEMERAL}))[0] == 204
    original = f"{wire.hook(i)}/messages/@original"
    clock.forward(14 * 60)
    assert (await wire.call("PATCH", original, {"content": "two"}, auth=False))[0] == 200
    assert i.original is not None
    assert i.original.content == "two"
    clock.forward(60)
    await wire.refused("expired-token", 401, 50027, "PATCH", original, {"content": "three"}, auth=False)
    assert (await wire.respond(wire.interaction(), 4, {"content": "later"}))[0] == 204


async def test_in_time(wire: Wire) -> None:
    wire.state.config.response_deadline = 0.01
    try:
        with wire.script.expecting("no-response", "late-response"):
            i = wire.interaction()
            await asyncio.wait_for(i.acked.wait(), PATIENCE)
            assert i.dead
            assert (await wire.respond(i, 4, {"content": "late"}))[0] == 404
    finally:
        wire.state.config.response_deadline = PATIENCE


@pytest.mark.parametrize(("kind", "answer"), [(2, 6), (2, 7), (2, 8), (3, 8), (4, 4), (5, 9)])
async def test_fitting_answers(wire: Wire, kind: int, answer: int) -> None:
    i = wire.interaction(kind)
    with wire.script.expecting("bad-callback-type"):
        assert (await wire.respond(i, answer, {"content": "x"}))[0] == 400
    i.callback_type = 0


async def test_deferred_answers(wire: Wire) -> None:
    i = wire.interaction()
    await wire.respond(i, 5, {"flags": EPHEMERAL})
    assert i.original
    assert i.original.loading
    _, m = await wire.follow(i, {"content": "takes the place"})
    assert int(m["id"]) == i.original.id
    assert i.original.ephemeral
    assert not i.original.loading
    i = wire.interaction()
    await wire.respond(i, 5)
    with wire.script.expecting("ephemeral-lost"):
        await wire.follow(i, {"content": "secret", "flags": EPHEMERAL})
    with wire.script.expecting("defer-with-content"):
        await wire.respond(wire.interaction(), 5, {"content": "x"})


async def test_private_answers_are_out_of_reach(wire: Wire) -> None:
    i = wire.interaction()
    await wire.respond(i, 4, {"content": "x", "flags": EPHEMERAL})
    assert i.original
    path = f"/channels/{wire.channel.id}/messages/{i.original.id}"
    for method, body in (("GET", None), ("PATCH", {"content": "y"}), ("DELETE", None)):
        await wire.refused("unknown-message", 404, 10008, method, path, body)
    _, seen = await wire.call("GET", f"/channels/{wire.channel.id}/messages?limit=100")
    assert str(i.original.id) not in {m["id"] for m in seen}
    assert i.original in wire.channel.visible(wire.alice)
    assert i.original not in wire.channel.visible(wire.state.owner)
    original = wire.hook(i, "/messages/@original")
    assert (await wire.call("GET", original, auth=False))[0] == 200
    assert (await wire.call("DELETE", original, auth=False))[0] == 204
    await wire.refused("unknown-message", 404, 10008, "PATCH", original, {"content": "x"}, auth=False)


async def test_an_app_that_a_person_brought_along(wire: Wire) -> None:
    directory = wire.state.directory
    carl = directory.create_user("carl", user_installed=True)
    other = directory.create_guild("Elsewhere", wire.state.owner, bot=False)
    place = directory.create_channel(other, "x")
    directory.add_member(other, carl)
    i = Client(wire.state)._new(2, carl, place, {"id": "1", "name": "x", "type": 1}, {"1": str(carl.id)})
    with wire.state.journal.collecting("not-delivered"):
        Client(wire.state)._send(i)
    await wire.respond(i, 4, {"content": "x"})
    assert [(await wire.follow(i, {"content": "x"}))[0] for _ in range(5)] == [200] * 5
    await wire.refused("too-many-followups", 400, 40094, "POST", wire.hook(i), {"content": "x"}, auth=False)
    other.everyone.permissions &= ~(1 << 50)
    assert wire.state.forced_private(i)


CHOICES: list[tuple[int, Json, bool]] = [
    (3, {"name": "a", "value": "b"}, True),
    (3, {"name": "a" * 101, "value": "b"}, False),
    (3, {"name": "", "value": "b"}, False),
    (3, {"name": "a", "value": "b" * 101}, False),
    (3, {"name": "a", "value": 5}, False),
    (4, {"name": "a", "value": "5"}, False),
    (4, {"name": "a", "value": 5}, True),
    (10, {"name": "a", "value": 1.5}, True),
    (3, {"name": "a", "value": "b", "name_localizations": {"xx": "a"}}, False),
]


@pytest.mark.parametrize(("kind", "choice", "good"), CHOICES)
async def test_choices(wire: Wire, kind: int, choice: Json, good: bool) -> None:
    data = {"id": "1", "name": "x", "type": 1, "options": [{"name": "o", "type": kind, "value": "", "focused": True}]}
    i = wire.interaction(4, data)
    with wire.state.journal.collecting("invalid-choices", "invalid-form-body") as caught:
        status, _ = await wire.respond(i, 8, {"choices": [choice]})
    assert (status, not caught) == ((204, True) if good else (400, False))
    if not good:
        assert (await wire.respond(i, 8, {"choices": []}))[0] == 204


async def test_too_many_and_double_choices(wire: Wire) -> None:
    data = {"id": "1", "name": "x", "type": 1, "options": [{"name": "o", "type": 3, "value": "", "focused": True}]}
    i = wire.interaction(4, data)
    many = [{"name": f"a{n}", "value": "b"} for n in range(26)]
    with wire.state.journal.collecting("invalid-choices", "invalid-form-body"):
        assert (await wire.respond(i, 8, {"choices": many}))[0] == 400
    with wire.script.expecting("duplicate-choice-name"):
        await wire.respond(i, 8, {"choices": [{"name": "a", "value": "1"}, {"name": "a", "value": "2"}]})
    await wire.refused("followup-to-autocomplete", 404, 10015, "POST", wire.hook(i), {"content": "x"}, auth=False)


TWICE = [{"label": "a", "value": "a"}, {"label": "b", "value": "a"}]
DEFAULTS = [{"label": v, "value": v, "default": True} for v in "ab"]
FORMS: list[tuple[str, Json]] = [
    ("title of 46", {"title": "x" * 46}),
    ("custom id of 101", {"custom_id": "x" * 101}),
    ("nothing in it", {"components": []}),
    ("6 parts", {"components": [field(entry(f"t{i}")) for i in range(6)]}),
    ("label of 46", {"components": [field(entry(), label="x" * 46)]}),
    ("description of 101", {"components": [field(entry(), description="x" * 101)]}),
    ("custom id twice", {"components": [field(entry()), field(entry())]}),
    ("min over max", {"components": [field(entry(min_length=5, max_length=3))]}),
    ("placeholder of 101", {"components": [field(entry(placeholder="x" * 101))]}),
    ("value too long", {"components": [field(entry(value="xxxx", max_length=3))]}),
    ("value too short", {"components": [field(entry(value="x", min_length=3))]}),
    ("max_length of 4001", {"components": [field(entry(max_length=4001))]}),
    ("disabled menu", {"components": [field(menu(2, disabled=True))]}),
    ("required with min 0", {"components": [field(menu(2, min_values=0))]}),
    ("button", {"components": [row(button())]}),
    ("input without label", {"components": [row(entry())]}),
    ("two inputs in a row", {"components": [row(entry("a", label="a"), entry("b", label="b"))]}),
    ("radio value twice", {"components": [field({"type": 21, "custom_id": "r", "options": TWICE})]}),
    ("two radio defaults", {"components": [field({"type": 21, "custom_id": "r", "options": DEFAULTS})]}),
    ("one radio option", {"components": [field({"type": 21, "custom_id": "r", "options": TWICE[:1]})]}),
]


@pytest.mark.parametrize("change", [f[1] for f in FORMS], ids=[f[0] for f in FORMS])
async def test_forms(wire: Wire, change: Json) -> None:
    good: dict[str, Any] = {"custom_id": "m", "title": "T", "components": [field(entry())]}
    i = wire.interaction()
    with wire.state.journal.collecting("invalid-modal", "invalid-form-body") as caught:
        assert (await wire.respond(i, 9, {**good, **change}))[0] == 400
    assert caught
    assert (await wire.respond(i, 9, good))[0] == 204


async def test_a_form_from_a_button_changes_its_message(wire: Wire) -> None:
    _, m = await wire.send({"content": "x", "components": [row(button())]})
    message = wire.state.directory.messages[int(m["id"])]
    i = wire.interaction(3, {"custom_id": "a", "component_type": 2}, message)
    radio = {"type": 21, "custom_id": "r", "options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]}
    assert (await wire.respond(i, 9, {"custom_id": "m", "title": "T", "components": [field(radio), text("note")]}))[
        0
    ] == 204
    with wire.state.journal.collecting("not-delivered"):
        sent = Client(wire.state).submit(i, {"r": "b"})
    assert sent.data["components"][0]["component"]["value"] == "b"
    assert (await wire.respond(sent, 7, {"content": "changed"}))[0] == 204
    assert message.content == "changed"


async def test_a_deleted_message_cannot_be_updated(wire: Wire) -> None:
    _, m = await wire.send({"flags": V2, "components": [text(), row(button())]})
    message = wire.state.directory.messages[int(m["id"])]
    i = wire.interaction(3, {"custom_id": "a", "component_type": 2}, message)
    wire.state.remove(message)
    with wire.script.expecting("unknown-message"):
        assert (await wire.respond(i, 7, {"components": [text("y")]}))[0] == 404
    assert (await wire.respond(i, 6))[0] == 204
