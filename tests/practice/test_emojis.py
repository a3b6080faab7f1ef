"""The application's emojis on the loopback Discord: names, images, how many, and who may show them."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from bot.practice import limits
from bot.practice.model import ApplicationEmoji
from tests.practice.conftest import V2, button, code_at, menu, row, text

if TYPE_CHECKING:
    from bot.practice.errors import Json
    from tests.practice.conftest import Wire

PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


def body(name: str = "gear", image: bytes = PNG) -> Json:
    return {"name": name, "image": f"data:image/png;base64,{base64.b64encode(image).decode()}"}


def all_of(wire: Wire) -> str:
    return f"/applications/{wire.state.app_id}/emojis"


async def test_an_emoji_from_its_creation_to_its_end(wire: Wire) -> None:
    status, made = await wire.call("POST", all_of(wire), body("gear"))
    assert (status, made["name"], made["animated"]) == (201, "gear", False)
    assert (await wire.call("GET", all_of(wire)))[1]["items"] == [made]
    one = f"{all_of(wire)}/{made['id']}"
    assert await wire.call("GET", one) == (200, made)
    status, renamed = await wire.call("PATCH", one, {"name": "cog"})
    assert (status, renamed["name"], renamed["id"]) == (200, "cog", made["id"])
    assert (await wire.call("DELETE", one))[0] == 204
    assert (await wire.call("GET", all_of(wire)))[1]["items"] == []
    for method in ("GET", "PATCH", "DELETE"):
        await wire.refused("unknown-emoji", 404, 10014, method, one, {"name": "cog"} if method == "PATCH" else None)


async def test_old_messages_show_an_emoji_that_is_gone(wire: Wire) -> None:
    _, made = await wire.call("POST", all_of(wire), body("old"))
    await wire.call("DELETE", f"{all_of(wire)}/{made['id']}")
    async with aiohttp.ClientSession() as http, http.get(f"{wire.state.url}/emojis/{made['id']}.png") as answer:
        assert await answer.read() == PNG
        assert answer.content_type == "image/png"
    async with aiohttp.ClientSession() as http, http.get(f"{wire.state.url}/emojis/1.png") as answer:
        assert answer.status == 404


@pytest.mark.parametrize(
    ("wrong", "where", "code"),
    [
        ({"name": "a"}, "name", "BASE_TYPE_BAD_LENGTH"),
        ({"name": "a" * 33}, "name", "BASE_TYPE_BAD_LENGTH"),
        ({"name": "with space"}, "name", "STRING_TYPE_REGEX"),
        ({"name": None}, "name", "BASE_TYPE_REQUIRED"),
        ({"image": None}, "image", "BASE_TYPE_REQUIRED"),
        ({"image": "data:text/plain;base64,AAAA"}, "image", "IMAGE_INVALID"),
        ({"image": "data:image/png;base64,§"}, "image", "IMAGE_INVALID"),
        ({"image": body(image=bytes(limits.EMOJI_BYTES_MAX + 1))["image"]}, "image", "BINARY_TYPE_MAX_SIZE"),
    ],
)
async def test_what_is_no_emoji(wire: Wire, wrong: dict[str, Any], where: str, code: str) -> None:
    answer = await wire.refused("invalid-emoji", 400, 50035, "POST", all_of(wire), {**body(), **wrong})
    assert code_at(answer, where) == code


async def test_a_name_is_taken_once(wire: Wire) -> None:
    _, made = await wire.call("POST", all_of(wire), body("once"))
    answer = await wire.refused("invalid-emoji", 400, 50035, "POST", all_of(wire), body("once"))
    assert code_at(answer, "name") == "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
    assert (await wire.call("PATCH", f"{all_of(wire)}/{made['id']}", {"name": "once"}))[0] == 200
    await wire.call("DELETE", f"{all_of(wire)}/{made['id']}")


async def test_there_are_two_thousand_at_most(wire: Wire) -> None:
    emojis = wire.state.directory.emojis
    emojis |= {number: ApplicationEmoji(number, f"e{number}") for number in range(limits.APPLICATION_EMOJIS_MAX)}
    await wire.refused("too-many-emojis", 400, 30008, "POST", all_of(wire), body("one_more"))
    emojis.clear()


async def test_buttons_and_options_show_only_emojis_that_there_are(wire: Wire) -> None:
    _, made = await wire.call("POST", all_of(wire), body("shown"))
    emoji = {"id": int(made["id"]), "name": "shown"}  # a number is taken too, as discord.py writes it
    options = [{"label": "o", "value": "v", "emoji": emoji}]
    shown = [text(f"<:shown:{made['id']}>"), row(button(emoji=emoji)), row(menu(options=options))]
    status, sent = await wire.send({"flags": V2, "components": shown})
    assert status == 200
    assert sent["components"][1]["components"][0]["emoji"] == {"id": made["id"], "name": "shown"}
    gone, odd = {"id": "17", "name": "gone"}, {"id": "x", "name": "odd"}
    for part in (button(emoji=gone), button(emoji=odd), menu(options=[{"label": "o", "value": "v", "emoji": gone}])):
        with wire.script.expecting("invalid-form-body"):
            status, answer = await wire.send({"flags": V2, "components": [row(part)]})
        assert (status, answer["code"]) == (400, 50035)
        assert "COMPONENT_INVALID_EMOJI" in str(answer)
    await wire.call("DELETE", f"{all_of(wire)}/{made['id']}")


async def test_other_applications_are_out_of_reach(wire: Wire) -> None:
    await wire.refused("wrong-application", 403, 20012, "GET", "/applications/1/emojis")
