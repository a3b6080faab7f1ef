"""The desk as people meet it: a whole game by clicking in three languages, kill -9 in the middle, several at once."""

from functools import partial
from typing import Any

import pytest

from bot.practice.model import Channel, Message, User
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Script

People = dict[str, User]
Places = dict[str, Channel]
RESULT = {
    "de": "134 Punkte: **großer Sieg**",
    "fr": "134 – **grande victoire**",
    "en": "134 points: **great victory**",
}
ROUND = {"de": "Runde 18 von 18", "fr": "Manche 18 sur 18", "en": "Round 18 of 18"}


def controls(message: Message) -> list[str]:
    """The custom ids of its controls."""
    return [str(part["custom_id"]) for part in message.walk() if part.get("custom_id")]


def gone(message: Message, control: str) -> bool:
    """Whether it has lost a control."""
    return control not in controls(message)


def control(message: Message, start: str) -> str:
    """The custom id of the control that begins so."""
    return next(each for each in controls(message) if each.startswith(start))


async def new(script: Script, person: User, place: Channel, field: int = 4) -> Message:
    return (await script.slash(person, place, "mautoma new", {"field": field})).message


@pytest.mark.parametrize(
    ("language", "place"),
    [("fr", "fr"), *(pytest.param(*other, marks=pytest.mark.soak) for other in (("de", "de"), ("en", "dm")))],
)
async def test_a_whole_game(
    script: Script, bot: BotProcess, people: People, places: Places, language: str, place: str
) -> None:
    person = people[language]
    desk = await new(script, person, script.directory.dm(person) if place == "dm" else places[place])
    for turn in range(18):
        if turn == 9:
            await bot.restart()
        if turn == 17:
            assert ROUND[language] in desk.text
        press = control(desk, "mautoma:turn:")
        pressed = await script.click(desk, press, user=person)
        assert not pressed.ephemeral, pressed.text
        await script.wait_for(partial(gone, desk, press), 60, "the next round")
    form = await script.click(desk, control(desk, "mautoma:points:"), user=person)
    await script.submit(form, {"points": "134"})
    assert RESULT[language] in desk.text


async def test_undo_and_what_cannot_be(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    kim, place = people["en"], places["de"]
    first, second = await new(script, kim, place), await new(script, kim, place, 7)
    press = control(first, "mautoma:turn:")
    await script.click(first, press, user=kim)
    turned = first.text
    await script.click(first, control(first, "mautoma:undo:"), user=kim)
    await script.click(first, press, user=kim)
    assert first.text == turned
    assert "Round 1 of 18" in second.text
    answer = await script.click(second, control(second, "mautoma:turn:"), user=people["fr"])
    assert answer.ephemeral
    assert "quelqu’un d’autre" in answer.text
    answer = await script.slash(kim, place, "mautoma end", {"points": 120, "desk": int(press.split(":")[2])})
    assert "round 2 of 18" in answer.text
    rule = await script.click(first, control(first, "cite:mautoma.card"), user=kim)
    assert rule.ephemeral


async def test_the_printed_board(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    kim, typed = people["en"], {"colours": "y w v " * 4, "segments": "3 3 3 3", "areas": "1 2 3 4 5 6 " * 2}
    desk = await new(script, kim, places["de"])
    form = await script.click(desk, control(desk, "mautoma:board:"), user=kim)
    arrows: dict[str, Any] = {"ties": "→↓ ←↑ →↑ nowhere", "replaced": "1 / 1 / 1\n" * 6}
    answer = await script.submit(form, typed | arrows)
    assert "couldn’t read" in answer.text
    assert "nowhere" in answer.text
    form = await script.click(desk, control(desk, "mautoma:board:"), user=kim)
    await script.submit(form, typed | arrows | {"ties": ">v <^ >^ <v"})
    assert "yellow, bottom-right segment" in desk.text
