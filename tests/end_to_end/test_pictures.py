"""Pictures in a channel: attached, replaced, with words beside them, and left out where they cannot be had."""

from __future__ import annotations

import io

import pytest_asyncio
from PIL import Image

from bot.practice.message import Message
from bot.practice.model import Channel, User
from tests.end_to_end.clicking import Clicker, ids
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Script

People = dict[str, User]
Places = dict[str, Channel]
FIXED = ("random_seats=off", "artifact_card=deal")


@pytest_asyncio.fixture(loop_scope="module")
async def place(stage: Script, bot: BotProcess, places: Places) -> Channel:
    guild = places["de"].guild
    assert guild is not None
    return stage.world.create_channel(guild, f"bilder-{len(guild.channels)}")


async def opened(stage: Script, place: Channel, *people: User) -> Clicker:
    table = Clicker(stage, place, people, seed=1)
    await table.open(options=FIXED)
    await table.begun()
    await stage.settle()
    return table


def pictured(message: Message, name: str) -> tuple[Image.Image, str]:
    """The one picture of a message, and its words."""
    [file] = message.files
    assert file.filename == name
    image = Image.open(io.BytesIO(file.data))
    image.load()
    [gallery] = [part for part in message.walk() if part["type"] == 12]
    return image, gallery["items"][0]["description"]


async def test_the_table_message_shows_the_board(stage: Script, place: Channel, people: People) -> None:
    table = await opened(stage, place, people["de"], people["fr"])
    assert table.table is not None
    image, words = pictured(table.table, "board.png")
    assert image.width >= 1000
    assert "Spielplan" in words
    assert people["de"].global_name is not None
    assert people["de"].global_name in words
    assert "```" not in table.table.text


async def test_panels_come_with_pictures_in_the_readers_language(stage: Script, place: Channel, people: People) -> None:
    table = await opened(stage, place, people["de"], people["fr"])
    assert table.table is not None
    for control, name, word in (
        ("table:own:", "player.png", "Plateau de"),
        ("table:market:", "market.png", "Marché"),
        ("table:score:", "score.png", "Score"),
    ):
        result = await stage.click(table.table, ids(table.table, control)[0], user=people["fr"])
        _, words = pictured(result.message, name)
        assert word in words


async def test_parts_of_the_map_and_ways(stage: Script, place: Channel, people: People) -> None:
    await opened(stage, place, people["de"], people["fr"])
    for options in ({}, {"area": "F7"}, {"area": "north-west"}):
        result = await stage.slash(people["en"], place, "show board", options)
        pictured(result.message, "board.png")
    refused = await stage.slash(people["en"], place, "show board", {"area": "Z99"})
    assert refused.message.files == []
    for options in ({}, {"to": "F9"}):
        result = await stage.slash(people["de"], place, "range", options)
        _, words = pictured(result.message, "board.png")
        assert "Nahrung" in words


async def test_components_anywhere(stage: Script, place: Channel, people: People) -> None:
    result = await stage.slash(people["fr"], place, "show tribe", {"tribe": "Garde des marées"})
    _, words = pictured(result.message, "tribe.png")
    assert "Garde des marées" in words


async def test_a_panel_without_a_picture_loses_the_old_one(stage: Script, place: Channel, people: People) -> None:
    table = await opened(stage, place, people["de"], people["fr"])
    assert table.table is not None
    result = await stage.click(table.table, ids(table.table, "table:market:")[0], user=people["de"])
    pictured(result.message, "market.png")
    after = await stage.click(result, ids(result.message, "table:turn:")[0])
    assert after.message.files == []
