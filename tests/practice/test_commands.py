# ruff: noqa: E501 (tables, one rule a line)
"""Which commands can be registered, and who is offered them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.practice.user_client import ClientError
from bot.practice.user_client.command_picker import find_command, obstacle, offered
from tests.practice.conftest import Wire, command, option

if TYPE_CHECKING:
    from bot.practice.errors import Json

NAME = "APPLICATION_COMMAND_INVALID_NAME"
EXISTS = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
LONG = [
    option(f"s{i}", 1, description="x" * 100, options=[option(f"o{j}", description="y" * 100) for j in range(10)])
    for i in range(10)
]
SAME = [{"name": "x", "value": "a"}, {"name": "x", "value": "b"}]
RULES: list[tuple[str, list[Json], str]] = [
    ("upper case", [command("Bad")], NAME),
    ("space", [command("a b")], NAME),
    ("name of 33", [command("a" * 33)], "BASE_TYPE_BAD_LENGTH"),
    ("no description", [command(description="")], "BASE_TYPE_REQUIRED"),
    ("description of 101", [command(description="x" * 101)], "BASE_TYPE_MAX_LENGTH"),
    ("26 options", [command(options=[option(f"o{i}") for i in range(26)])], "BASE_TYPE_MAX_LENGTH"),
    ("26 choices", [command(options=[option(choices=[{"name": f"{i}", "value": f"{i}"} for i in range(26)])])], "BASE_TYPE_MAX_LENGTH"),
    ("choice of 101", [command(options=[option(choices=[{"name": "x" * 101, "value": "a"}])])], "BASE_TYPE_BAD_LENGTH"),
    ("required last", [command(options=[option("a"), option("b", required=True)])], "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
    ("option in upper case", [command(options=[option("Word")])], NAME),
    ("empty group", [command(options=[option("g", 2)])], "BASE_TYPE_REQUIRED"),
    ("sub in sub", [command(options=[option("s", 1, options=[option("t", 1)])])], "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    ("value in group", [command(options=[option("g", 2, options=[option("t", 3)])])], "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    ("sub beside value", [command(options=[option("s", 1), option("v", 3)])], "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    ("choice twice", [command(options=[option(choices=SAME)])], "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"),
    ("completion of a user", [command(options=[option("u", 6, autocomplete=True)])], "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID_OPTION_TYPE"),
    ("choices of yes or no", [command(options=[option("u", 5, choices=SAME[:1])])], "APPLICATION_COMMAND_CHOICES_INVALID_OPTION_TYPE"),
    ("option twice", [command(options=[option("a"), option("a")])], EXISTS),
    ("choices and completion", [command(options=[option(autocomplete=True, choices=SAME[:1])])], "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE_EXCLUSIVE"),
    ("unknown locale", [command(name_localizations={"xx": "a"})], "DICT_TYPE_KEY_INVALID"),
    ("translation in upper case", [command(name_localizations={"de": "Hallo"})], NAME),
    ("translation with space", [command(options=[option(name_localizations={"fr": "mot de"})])], NAME),
    ("translated options clash", [command(options=[option("a", name_localizations={"de": "x"}), option("b", name_localizations={"de": "x"})])], EXISTS),
    ("translation is a neighbour's name", [command(options=[option("a", name_localizations={"de": "b"}), option("b")])], EXISTS),
    ("translated commands clash", [command("a", name_localizations={"de": "x"}), command("x")], "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    ("translated description of 101", [command(description_localizations={"de": "x" * 101})], "BASE_TYPE_BAD_LENGTH"),
    ("command twice", [command("a"), command("a")], "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    ("over 8000 characters", [command(options=LONG)], "APPLICATION_COMMAND_TOO_LARGE"),
    ("101 commands", [command(f"c{i}") for i in range(101)], "APPLICATION_COMMANDS_MAX_EXCEEDED"),
    ("16 on people", [{"name": f"c{i}", "type": 2} for i in range(16)], "APPLICATION_COMMANDS_MAX_EXCEEDED"),
    ("described menu entry", [{"name": "c", "type": 2, "description": "x"}], "APPLICATION_COMMAND_DESCRIPTION_CANNOT_BE_SET"),
    ("unknown context", [command(contexts=[7])], "BASE_TYPE_CHOICES"),
    ("min over max", [command(options=[option("n", 4, min_value=5, max_value=1)])], "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "code"), [r[1:] for r in RULES], ids=[r[0] for r in RULES])
async def test_refused(wire: Wire, body: list[Json], code: str) -> None:
    for path in (wire.commands, f"/applications/{wire.state.app_id}/guilds/{wire.guild.id}/commands"):
        with wire.state.journal.collecting("invalid-command", "invalid-form-body") as caught:
            status, answer = await wire.call("PUT", path, body)
        assert (status, answer["code"]) == (400, 50035)
        assert caught
        assert code in json.dumps(answer)


async def test_registering_again_changes_nothing(wire: Wire) -> None:
    sub = option("s", 1, options=[option("v", 4, required=True, min_value=1), option("f", 11)])
    names = {"de": "straße", "hi": "सड़क", "th": "ถนน", "ja": "みち"}
    body = [command("straße", name_localizations=names, options=[option("g", 2, options=[sub]), option("t", 1)])]
    body.append({"name": "Shout It", "type": 3})
    status, first = await wire.call("PUT", wire.commands, body)
    assert status == 200
    _, again = await wire.call("PUT", wire.commands, body)
    assert again == first
    _, listed = await wire.call("GET", wire.commands)
    assert "name_localizations" not in listed[0]
    wire.script.assert_clean()


async def test_who_is_offered_what(wire: Wire) -> None:
    body = [
        command("free", name_localizations={"de": "frei"}),
        command("boss", default_member_permissions=str(1 << 5)),
        command("here", contexts=[0]),
        command("mine", integration_types=[1]),
    ]
    await wire.call("PUT", wire.commands, body)
    state, dm = wire.state, wire.state.directory.dm(wire.alice)
    assert [c["name_shown"] for c in offered(state, wire.alice, wire.channel)] == ["frei", "here"]
    assert [c["name"] for c in offered(state, state.owner, wire.channel)] == ["free", "boss", "here"]
    assert [c["name"] for c in offered(state, wire.alice, dm)] == ["free", "boss"]
    why = obstacle(state, find_command(state, wire.channel, "boss"), wire.alice, wire.channel)
    assert why == "the person lacks manage_guild"
    with pytest.raises(ClientError, match="no-command"):
        find_command(state, wire.channel, "nothing")


VALUES: list[tuple[Json, object, str | None]] = [
    (option(), "x", None),
    (option(), " ", "missing-option"),
    (option(max_length=3), "long", "text-length"),
    (option("n", 4, min_value=1, max_value=5), 6, "number-range"),
    (option("n", 4), 1.5, "wrong-kind"),
    (option("n", 5), "yes", "wrong-kind"),
    (option("n", 6), "12", "wrong-kind"),
    (option("n", 11), "text", "wrong-kind"),
    (option(choices=[{"name": "a", "value": "A"}]), "a", "not-a-choice"),
    (option(choices=[{"name": "a", "value": "A"}]), "A", None),
]


@pytest.mark.parametrize(("given", "value", "code"), VALUES)
async def test_what_a_client_lets_people_enter(wire: Wire, given: Json, value: object, code: str | None) -> None:
    await wire.call("PUT", wire.commands, [command("take", options=[{**given, "required": True}])])
    with wire.state.journal.collecting("not-delivered", "no-response"):
        if code is None:
            i = wire.script.client.slash(wire.alice, wire.channel, "take", {given["name"]: value})
            assert i.data["options"][0]["value"] == value
            i.callback_type = 0
        else:
            with pytest.raises(ClientError, match=code):
                wire.script.client.slash(wire.alice, wire.channel, "take", {given["name"]: value})
