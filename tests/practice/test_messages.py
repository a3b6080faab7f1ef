# ruff: noqa: E501 (tables, one rule a line)
"""What Discord refuses in the body of a message is refused here, in its words and at its place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from tests.practice.conftest import V2, Wire, button, code_at, menu, row, text

if TYPE_CHECKING:
    from bot.practice.errors import Json

LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
FIRST = ("components", 0, "components", 0)
DOUBLE = [{"label": "a", "value": "v"}, {"label": "b", "value": "v"}]
DEFAULTS = [{"label": "a", "value": v, "default": True} for v in "ab"]
BAD_FILE = {"type": 13, "file": {"url": "attachment://a.txt"}}


def with_row(*parts: Json) -> Json:
    return {"content": "x", "components": [row(*parts)]}


def layout(*parts: Json) -> Json:
    return {"flags": V2, "components": list(parts)}


def gallery(count: int, url: str = "https://a.b/c.png") -> Json:
    return {"type": 12, "items": [{"media": {"url": url}}] * count}


RULES: list[tuple[str, Json, tuple[str | int, ...], str]] = [
    ("content of 2001", {"content": "x" * 2001}, ("content",), "BASE_TYPE_MAX_LENGTH"),
    ("title of 257", {"embeds": [{"title": "x" * 257}]}, ("embeds", 0, "title"), "BASE_TYPE_MAX_LENGTH"),
    ("description of 4097", {"embeds": [{"description": "x" * 4097}]}, ("embeds", 0, "description"), "BASE_TYPE_MAX_LENGTH"),
    ("26 fields", {"embeds": [{"fields": [{"name": "a", "value": "b"}] * 26}]}, ("embeds", 0, "fields"), "BASE_TYPE_MAX_LENGTH"),
    ("field of 1025", {"embeds": [{"fields": [{"name": "a", "value": "b" * 1025}]}]}, ("embeds", 0, "fields", 0, "value"), "BASE_TYPE_MAX_LENGTH"),
    ("empty field", {"embeds": [{"fields": [{"name": "a", "value": " "}]}]}, ("embeds", 0, "fields", 0, "value"), "BASE_TYPE_REQUIRED"),
    ("footer of 2049", {"embeds": [{"footer": {"text": "x" * 2049}}]}, ("embeds", 0, "footer", "text"), "BASE_TYPE_MAX_LENGTH"),
    ("embeds of 6001", {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]}, ("embeds",), "MAX_EMBED_SIZE_EXCEEDED"),
    ("11 embeds", {"embeds": [{"title": "x"}] * 11}, ("embeds",), "BASE_TYPE_MAX_LENGTH"),
    ("script as address", {"embeds": [{"title": "x", "url": "javascript://a"}]}, ("embeds", 0, "url"), "URL_TYPE_INVALID_SCHEME"),
    ("6 rows", {"content": "x", "components": [row(button(f"b{i}")) for i in range(6)]}, ("components",), "BASE_TYPE_MAX_LENGTH"),
    ("6 buttons", with_row(*[button(f"b{i}") for i in range(6)]), ("components", 0, "components"), "BASE_TYPE_BAD_LENGTH"),
    ("empty row", with_row(), ("components", 0, "components"), "BASE_TYPE_BAD_LENGTH"),
    ("two menus in a row", with_row(menu(), menu(custom_id="n")), ("components", 0, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ("custom id of 101", with_row(button("c" * 101)), (*FIRST, "custom_id"), "BASE_TYPE_BAD_LENGTH"),
    ("no custom id", with_row({"type": 2, "style": 1, "label": "x"}), (*FIRST, "custom_id"), "BASE_TYPE_REQUIRED"),
    ("custom id twice", with_row(button("a"), button("a")), ("components", 0, "components", 1, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED"),
    ("label of 81", with_row(button(label="x" * 81)), (*FIRST, "label"), "BASE_TYPE_MAX_LENGTH"),
    ("no label", with_row(button(label="")), FIRST, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    ("link with custom id", with_row(button(style=5, url="https://a.b")), FIRST, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"),
    ("word as emoji", with_row(button(emoji={"name": ":smile:"})), (*FIRST, "emoji", "name"), "COMPONENT_INVALID_EMOJI"),
    ("26 options", with_row(menu(26)), (*FIRST, "options"), "BASE_TYPE_BAD_LENGTH"),
    ("option twice", with_row({**menu(1), "options": DOUBLE}), (*FIRST, "options", 1, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
    ("option of 101", with_row({**menu(1), "options": [{"label": "a" * 101, "value": "v"}]}), (*FIRST, "options", 0, "label"), "BASE_TYPE_BAD_LENGTH"),
    ("min over max", with_row(menu(3, min_values=2, max_values=1)), (*FIRST, "min_values"), "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE"),
    ("max over options", with_row(menu(2, max_values=3)), (*FIRST, "max_values"), "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE"),
    ("two defaults", with_row({**menu(1), "options": DEFAULTS}), (*FIRST, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"),
    ("placeholder of 151", with_row(menu(2, placeholder="x" * 151)), (*FIRST, "placeholder"), "BASE_TYPE_MAX_LENGTH"),
    ("text input", with_row({"type": 4, "custom_id": "a", "style": 1}), (*FIRST, "type"), "UNION_TYPE_CHOICES"),
    ("layout without flag", {"components": [text()]}, ("components", 0, "type"), "UNION_TYPE_CHOICES"),
    ("layout with content", {"content": "x", **layout(text())}, ("content",), LEGACY),
    ("layout with embeds", {"embeds": [{"title": "x"}], **layout(text())}, ("embeds",), LEGACY),
    ("41 components", layout({"type": 17, "components": [text(f"{i}") for i in range(40)]}), ("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    ("4001 characters", layout(text("x" * 2000), text("x" * 2001)), ("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    ("section without accessory", layout({"type": 9, "components": [text()]}), ("components", 0, "accessory"), "BASE_TYPE_REQUIRED"),
    ("section of 4", layout({"type": 9, "components": [text()] * 4, "accessory": button()}), ("components", 0, "components"), "BASE_TYPE_BAD_LENGTH"),
    ("gallery of 11", layout(gallery(11)), ("components", 0, "items"), "BASE_TYPE_BAD_LENGTH"),
    ("gallery scheme", layout(gallery(1, "ftp://x/y")), ("components", 0, "items", 0, "media", "url"), "URL_TYPE_INVALID_SCHEME"),
    ("file that is not there", layout(BAD_FILE), ("components", 0, "file", "url"), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
    ("file by address", layout({"type": 13, "file": {"url": "https://a.b/c"}}), ("components", 0, "file", "url"), "UNFURLED_MEDIA_ITEM_ATTACHMENT_REFERENCE_REQUIRED"),
    ("id twice", layout(text(id=5), text(id=5)), ("components", 1, "id"), "COMPONENT_ID_DUPLICATED"),
    ("users parsed and listed", {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["123"]}}, ("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
    ("attachment without file", {"content": "x", "attachments": [{"id": "0", "filename": "a"}]}, ("attachments",), "ATTACHMENT_NOT_FOUND"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "path", "code"), [r[1:] for r in RULES], ids=[r[0] for r in RULES])
async def test_refused_in_a_channel(wire: Wire, body: Json, path: tuple[Any, ...], code: str) -> None:
    with wire.script.state.journal.collecting("invalid-form-body") as caught:
        status, answer = await wire.send(body)
    assert (status, answer["code"]) == (400, 50035)
    assert caught
    assert code_at(answer, *path) == code


@pytest.mark.parametrize(("body", "path", "code"), [r[1:] for r in RULES[::4]], ids=[r[0] for r in RULES[::4]])
async def test_refused_in_answers_and_edits(wire: Wire, body: Json, path: tuple[Any, ...], code: str) -> None:
    i = wire.interaction()
    with wire.state.journal.collecting("invalid-form-body") as caught:
        assert (await wire.respond(i, 4, body))[0] == 400
        first = layout(text()) if body.get("flags") else {"content": "a refused body does not use the interaction up"}
        assert (await wire.respond(i, 4, first))[0] == 204
        assert (await wire.follow(i, body))[0] == 400
        assert (await wire.call("PATCH", wire.hook(i, "/messages/@original"), body, auth=False))[0] == 400
    assert len(caught) == 3


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": " \n "}, {"embeds": []}, {"embeds": [{}]}])
async def test_empty_messages(wire: Wire, body: Json) -> None:
    await wire.refused("empty-message", 400, 50006, "POST", f"/channels/{wire.channel.id}/messages", body)


async def test_messages_at_the_limit_pass(wire: Wire) -> None:
    rows = [row(*[button(f"b{r}{i}") for i in range(5)]) for r in range(4)] + [row(menu(25))]
    embeds = [{"description": "y" * 4096}, {"description": "z" * 1904}]
    assert (await wire.send({"content": "x" * 2000, "embeds": embeds, "components": rows}))[0] == 200
    assert (await wire.send(layout({"type": 17, "components": [text(f"{i}") for i in range(39)]})))[0] == 200
    assert (await wire.send(layout(text("x" * 4000))))[0] == 200
    wire.script.assert_clean()


async def test_a_layout_stays_one(wire: Wire) -> None:
    i = wire.interaction()
    await wire.respond(i, 4, layout(text()))
    original = wire.hook(i, "/messages/@original")
    await wire.refused("invalid-form-body", 400, 50035, "PATCH", original, {"content": "x"}, auth=False)
    i = wire.interaction()
    await wire.respond(i, 4, {"content": "no layout"})
    original = wire.hook(i, "/messages/@original")
    await wire.refused("invalid-form-body", 400, 50035, "PATCH", original, layout(text()), auth=False)
    status, m = await wire.call("PATCH", original, {"content": None, **layout(text())}, auth=False)
    assert status == 200
    assert m["flags"] & V2


async def test_who_is_notified(wire: Wire) -> None:
    directory = wire.state.directory
    team = directory.create_role(wire.guild, "team", mentionable=True)
    quiet = directory.create_role(wire.guild, "quiet")
    loud = f"<@{wire.alice.id}> {team.mention} {quiet.mention} @everyone"
    _, m = await wire.send({"content": loud})
    pings = directory.messages[int(m["id"])].pings
    assert (pings.users, pings.roles, pings.everyone) == ([wire.alice.id], [team.id], False)
    _, m = await wire.send({"content": loud, "allowed_mentions": {"parse": []}})
    assert not directory.messages[int(m["id"])].pings


async def test_files(wire: Wire) -> None:
    form = aiohttp.FormData()
    about = [{"id": i, "filename": f"f{i}.txt", "description": "d"} for i in range(2)]
    form.add_field("payload_json", json.dumps({"content": "x", "attachments": about}))
    for i in range(2):
        form.add_field(f"files[{i}]", b"abc", filename=f"f{i}.txt")
    status, m = await wire.call("POST", f"/channels/{wire.channel.id}/messages", data=form)
    assert status == 200
    assert [(a["filename"], a["description"], a["size"]) for a in m["attachments"]] == [
        ("f0.txt", "d", 3),
        ("f1.txt", "d", 3),
    ]
    async with wire.http.get(
        m["attachments"][0]["url"].replace("https://cdn.discordapp.com", wire.state.url)
    ) as response:
        assert await response.read() == b"abc"
    kept = {"attachments": [{"id": m["attachments"][1]["id"]}]}
    _, m = await wire.call("PATCH", f"/channels/{wire.channel.id}/messages/{m['id']}", kept)
    assert [a["filename"] for a in m["attachments"]] == ["f1.txt"]


async def test_edits_of_old_messages_run_out(wire: Wire) -> None:
    """Error 30046: an hour-old message may be edited only so often."""
    _, m = await wire.send({"content": "old"})
    path = f"/channels/{wire.channel.id}/messages/{m['id']}"
    wire.state.config.old_edits = 2
    try:
        assert (await wire.call("PATCH", path, {"content": "young"}))[0] == 200
        wire.script.grow_old(wire.state.directory.messages[int(m["id"])])
        statuses = [(await wire.call("PATCH", path, {"content": f"{n}"}))[0] for n in range(2)]
        assert statuses == [200, 200]
        answer = await wire.refused("old-edits", 429, 30046, "PATCH", path, {"content": "one too many"})
        assert answer["retry_after"] > 0
        assert wire.state.directory.messages[int(m["id"])].content == "1"
    finally:
        wire.state.config.old_edits = None
