"""Pictures in a channel: attached, replaced, with words beside them, and left out where they cannot be had."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest_asyncio
from aiohttp import web
from PIL import Image

from bot.practice import seed_data
from bot.practice.discord_state import Config
from bot.practice.model import Channel, Message, User
from bot.practice.server import LoopbackServer
from tests.end_to_end.clicking import Clicker, ids, lobby_options, speak, values_of
from tests.end_to_end.edit_pace import TOLD
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Script

People = dict[str, User]
Places = dict[str, Channel]
FIXED = ("random_seats=off", "artifact_card=deal")


@pytest_asyncio.fixture(loop_scope="module")
async def place(script: Script, bot: BotProcess, places: Places) -> Channel:
    guild = places["de"].guild
    assert guild is not None
    return script.directory.create_channel(guild, f"bilder-{len(guild.channels)}")


async def opened(script: Script, place: Channel, *people: User) -> Clicker:
    await speak(script, place, "full")
    table = Clicker(script, place, people, seed=1)
    await table.open(options=FIXED)
    await table.begun()
    await script.settle()
    return table


async def pictured(script: Script, message: Message, name: str, *, after: int = 0) -> tuple[Image.Image, str]:
    """The one picture of a message, and its words; it may come a moment after the text.

    :param after: the id of a picture that it must have replaced.
    """
    await script.wait_for(lambda: message.files and message.files[0].id != after, 60, name)
    [file] = message.files
    assert file.filename == name
    image = Image.open(io.BytesIO(file.data))
    image.load()
    [gallery] = [part for part in message.walk() if part["type"] == 12]
    return image, gallery["items"][0]["description"]


async def test_the_table_message_shows_the_board(script: Script, place: Channel, people: People) -> None:
    table = await opened(script, place, people["de"], people["fr"])
    assert table.table is not None
    image, words = await pictured(script, table.table, "board.png")
    assert image.width == 810
    assert "Spielplan" in words
    assert people["de"].global_name is not None
    assert people["de"].global_name in words
    assert "```" not in table.table.text


async def test_panels_come_with_pictures_in_the_readers_language(
    script: Script, place: Channel, people: People
) -> None:
    table = await opened(script, place, people["de"], people["fr"])
    assert table.table is not None
    for control, name, word in (
        ("table:own:", "player.png", "Plateau de"),
        ("table:market:", "market.png", "Marché"),
        ("table:score:", "score.png", "Score"),
    ):
        result = await script.click(table.table, ids(table.table, control)[0], user=people["fr"])
        _, words = await pictured(script, result.message, name)
        assert word in words


async def test_what_an_action_can_be_done_with(script: Script, place: Channel, people: People) -> None:
    """For playing a card the hand and the slots, for an action on the map the part with its targets."""
    table = await opened(script, place, people["de"], people["fr"])
    assert table.table is not None
    for group, name, word in (("play", "player.png", "Aktive Karten"), ("explore", "board.png", "Ziele")):
        picks = [each for each in ids(table.table, "table:pick:") if f":{group}:" in each]
        if not picks and group == "explore":
            continue
        result = await script.click(table.table, picks[0], user=people["de"])
        image, words = await pictured(script, result.message, name)
        assert image.width == 810
        assert word in words


async def test_parts_of_the_map_and_ways(script: Script, place: Channel, people: People) -> None:
    await opened(script, place, people["de"], people["fr"])
    for options in ({}, {"area": "F7"}, {"area": "north-west"}):
        result = await script.slash(people["en"], place, "show board", options)
        await pictured(script, result.message, "board.png")
    refused = await script.slash(people["en"], place, "show board", {"area": "Z99"})
    assert refused.message.files == []
    for options in ({}, {"to": "F9"}):
        result = await script.slash(people["de"], place, "range", options)
        _, words = await pictured(script, result.message, "board.png")
        assert "Nahrung" in words


async def test_components_anywhere(script: Script, place: Channel, people: People) -> None:
    result = await script.slash(people["fr"], place, "show tribe", {"tribe": "Garde des marées"})
    _, words = await pictured(script, result.message, "tribe.png")
    assert "Garde des marées" in words


async def test_a_panel_without_a_picture_loses_the_old_one(script: Script, place: Channel, people: People) -> None:
    table = await opened(script, place, people["de"], people["fr"])
    assert table.table is not None
    result = await script.click(table.table, ids(table.table, "table:market:")[0], user=people["de"])
    await pictured(script, result.message, "market.png")
    after = await script.click(result, ids(result.message, "table:turn:")[0])
    assert after.message.files == []


async def test_a_lobby_shows_who_sits_where(script: Script, place: Channel, people: People) -> None:
    """To whoever opens its options; the message for everybody is short and has no picture."""
    lobby = (await script.slash(people["de"], place, "game new")).message
    await script.click(lobby, ids(lobby, "lobby:join:")[0], user=people["fr"])
    choosing = await lobby_options(script, lobby, people["de"])
    assert choosing.ephemeral
    _, words = await pictured(script, choosing.message, "lobby.png")
    assert "Stamm wird gelost" in words
    assert people["fr"].global_name is not None
    assert people["fr"].global_name in words
    before = choosing.message.files[0].id
    tribe = values_of(choosing.message, ids(choosing.message, "lobby:tribe:")[0])[1]
    await script.select(choosing, ids(choosing.message, "lobby:tribe:")[0], [tribe])
    await pictured(script, choosing.message, "lobby.png", after=before)
    assert not lobby.files


async def test_a_tile_in_its_place(script: Script, place: Channel, people: People) -> None:
    await opened(script, place, people["de"], people["fr"])
    for tile in ("F7", "A4"):
        result = await script.slash(people["en"], place, "show tile", {"tile": tile})
        await pictured(script, result.message, "board.png")


async def test_the_board_is_replaced_and_never_an_old_one(script: Script, place: Channel, people: People) -> None:
    """Each edit brings its own picture; the message that is left behind keeps none."""
    table = await opened(script, place, people["de"], people["fr"])
    assert table.table is not None
    message = table.table
    await pictured(script, message, "board.png")
    first = message.files[0].id
    while table.clicks < 300 and table.table is not None and table.table.files and table.table.files[0].id == first:
        for person in (people["de"], people["fr"]) * 10:
            await table.step(person)
        await script.settle(TOLD)
    assert table.table is not None
    _, words = await pictured(script, table.table, "board.png", after=first)
    assert "ist am Zug" in words

    def shown() -> list[Message]:
        return [m for m in table.messages if any(file.filename == "board.png" for file in m.files)]

    await script.wait_for(lambda: shown() == [table.table], 60, "one board, on the newest message")


async def test_dark_or_light_as_people_want_it(script: Script, place: Channel, people: People) -> None:
    result = await script.slash(people["fr"], place, "show tribe", {"tribe": "Garde des marées"})
    dark, _ = await pictured(script, result.message, "tribe.png")
    await script.slash(people["fr"], place, "settings theme", {"theme": "light"})
    result = await script.slash(people["fr"], place, "show tribe", {"tribe": "Garde des marées"})
    light, _ = await pictured(script, result.message, "tribe.png")
    corners = [image.convert("L").crop((0, 0, 4, 4)).tobytes() for image in (dark, light)]
    assert max(corners[0]) < 60
    assert min(corners[1]) > 200
    await script.slash(people["fr"], place, "settings theme", {"theme": "auto"})


async def test_an_open_score_pad_shows_what_is_entered(script: Script, place: Channel, people: People) -> None:
    board = (await script.slash(people["de"], place, "tally new", {"names": "Kim, Lou"})).message
    assert board.files == []
    seat = ids(board, "tally:seat:")[0]
    form = await script.click(board, seat, user=people["de"])
    await script.submit(form, {"track": "61", "progress": "18", "technologies": "5", "locations": "7 5"})
    _, words = await pictured(script, board, "tally.png")
    assert "Kim: 96" in words


@asynccontextmanager
async def reports() -> AsyncIterator[tuple[str, list[str]]]:
    """The address of a server for error reports on this machine, and what it has been sent."""
    sent: list[str] = []

    async def take(request: web.Request) -> web.Response:
        sent.append(await request.text() + str(request.headers))
        return web.json_response({})

    app = web.Application()
    app.router.add_post("/api/7/envelope/", take)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        yield f"http://key@127.0.0.1:{runner.addresses[0][1]}/7", sent
    finally:
        await runner.cleanup()


async def test_a_picture_that_fails_stops_nothing(script: Script, tmp_path: Path) -> None:
    """With pens that break the text comes all the same, the map in letters, and the log names the fault. It is
    reported where reports are wanted, without the fault's words and without anybody's name."""
    other = LoopbackServer(Config(app_id=seed_data.APP_ID))
    seed_data.build(other.state.directory)
    async with other, reports() as (address, sent):
        script = Script(other)
        env = {"SENTRY_DSN": address}
        bot = await BotProcess(script, "tests.end_to_end.broken_drawing", "run", data_dir=tmp_path, env=env).start()
        directory = script.directory
        kim, alex = directory.users[seed_data.KIM], directory.users[seed_data.ALEX]
        table = await opened(script, directory.channels[seed_data.SPIELTISCH], kim, alex)
        assert table.table is not None
        assert table.table.files == []
        assert "```" in table.table.text
        for _ in range(6):
            assert await table.step(kim) or await table.step(alex)
        for command in ("show board", "show market", "score"):
            result = await script.slash(alex, table.channel, command)
            assert result.message.files == []
            assert result.text
        assert table.failed == []
        assert script.violations() == []
        assert "picture not drawn" in bot.log
        assert all("the pen is broken" in trace for trace in bot.tracebacks())
        await bot.stop()
        told = "".join(sent)
        assert "picture not drawn" in told
        assert '"function":"_broken"' in told
        held = ("the pen", kim.global_name, str(kim.id), table.channel.name, script.state.token, str(tmp_path))
        assert not [each for each in held if each and each in told]
