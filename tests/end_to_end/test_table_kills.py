"""kill -9 between a change and its message: after the next start, every channel says what is true, and says it once."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.practice.model import Channel, Message, User
from tests.end_to_end.clicking import Clicker, ids, speak, tells_of_switch
from tests.end_to_end.edit_pace import TOLD
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Script
from tests.end_to_end.seeded_bot import ANSWER_PATIENCE

People = dict[str, User]
Places = dict[str, Channel]
FIXED = ("random_seats=off", "artifact_card=deal")
MESSAGES = "/channels/{channel_id}/messages"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(script: Script, data_dir: Path) -> AsyncIterator[BotProcess]:
    env = {ANSWER_PATIENCE: "2"}
    yield await BotProcess(script, "tests.end_to_end.seeded_bot", "run", data_dir=data_dir, env=env).start()


@pytest_asyncio.fixture(loop_scope="module")
async def place(script: Script, bot: BotProcess, places: Places) -> Channel:
    """A channel of its own."""
    guild = places["de"].guild
    assert guild is not None
    return script.directory.create_channel(guild, f"abbruch-{len(guild.channels)}")


async def opened(script: Script, place: Channel, *people: User) -> Clicker:
    """A running game, the first of the people on turn, its message up to date."""
    table = Clicker(script, place, people, seed=1)
    await table.open(options=FIXED)
    await table.begun()
    await script.settle(TOLD)
    return table


def hold(script: Script) -> None:
    """Messages in channels reach nobody from now on."""
    for method in ("POST", "PATCH"):
        script.faults.rest(method, MESSAGES, status=500, hold=True, times=99)


async def die_and_come_back(script: Script, bot: BotProcess) -> None:
    await bot.kill()
    script.faults.clear()
    await bot.restart()


def alive(table: Clicker) -> list[Message]:
    """The table messages that have controls."""
    return [message for message in table.messages if ids(message, "table:overview:")]


def pings(place: Channel) -> int:
    return sum(bool(message.pings and message.pings.users) for message in place.messages.values())


async def test_after_a_move(script: Script, bot: BotProcess, place: Channel, people: People) -> None:
    """The message is edited in place: no new one, nobody pinged again."""
    table = await opened(script, place, people["de"], people["fr"])
    before, told = table.table, pings(place)
    assert before is not None
    hold(script)
    await script.slash(people["de"], place, "turn switch", {"for": "=food"})
    assert not tells_of_switch(before)
    await die_and_come_back(script, bot)
    await script.wait_for(lambda: tells_of_switch(before), 20, "the move in the message")
    await script.settle(TOLD)
    assert alive(table) == [before]
    assert pings(place) == told


async def test_after_the_end_of_a_turn(script: Script, bot: BotProcess, place: Channel, people: People) -> None:
    """The next person's turn is posted once, and pings them once."""
    table = await opened(script, place, people["de"], people["fr"])
    await script.slash(people["de"], place, "turn switch", {"for": "=food"})
    await script.settle(TOLD)
    before, told = table.table, pings(place)
    assert before is not None
    hold(script)
    ended = await script.slash(people["de"], place, "turn end")
    sure = next(each for each in ids(ended.message, "table:do:") if each.endswith(":e"))
    await script.click(ended, sure)
    await die_and_come_back(script, bot)
    await script.wait_for(lambda: table.table is not before, 20, "the next turn's message")
    await script.wait_for(lambda: not ids(before, "table:"), 10, "the old message without controls")
    await script.settle(TOLD)
    assert len(alive(table)) == 1
    assert "Camille" in alive(table)[0].text
    assert pings(place) == told + 1


async def test_after_the_start(script: Script, bot: BotProcess, place: Channel, people: People) -> None:
    """A game that has begun gets its table, although nobody has a button to it."""
    table = Clicker(script, place, [people["de"], people["fr"]], seed=1)
    i = script.client.slash(people["de"], place, "game new", {})
    await i.acked.wait()
    lobby = i.original
    assert lobby is not None
    await table.click(people["fr"], lobby, ids(lobby, "lobby:join:")[0])
    await script.settle(TOLD)
    hold(script)
    await table.click(people["de"], lobby, ids(lobby, "lobby:start:")[0])
    await die_and_come_back(script, bot)
    await script.wait_for(lambda: table.table, 20, "the table")
    await script.settle(TOLD)
    assert len(alive(table)) == 1
    assert not ids(lobby, "lobby:")


async def test_what_is_true_is_left_alone(
    script: Script, bot: BotProcess, place: Channel, people: People, data_dir: Path
) -> None:
    """A start edits and posts nothing where messages show what is, whatever the layout of a newer version."""
    table = await opened(script, place, people["de"], people["fr"])
    await bot.stop()
    with sqlite3.connect(data_dir / "revive.sqlite3") as raw:
        behind = raw.execute("SELECT count(*) FROM games WHERE shown < version").fetchone()[0]
    assert behind == 0
    before = (len(place.messages), [len(message.history) for message in table.messages])
    await bot.start()
    await script.settle(2)
    assert (len(place.messages), [len(message.history) for message in table.messages]) == before


async def test_what_is_older_than_a_day_follows_at_its_next_press(
    script: Script, bot: BotProcess, place: Channel, people: People, data_dir: Path
) -> None:
    table = await opened(script, place, people["de"], people["fr"])
    before = table.table
    assert before is not None
    hold(script)
    await script.slash(people["de"], place, "turn switch", {"for": "=food"})
    await bot.kill()
    script.faults.clear()
    game = int(ids(before, "table:turn:")[0].split(":")[2])
    with sqlite3.connect(data_dir / "revive.sqlite3") as raw:
        raw.execute("UPDATE games SET changed_at = '2020-01-01 00:00:00.000000' WHERE id = ?", (game,))
    await bot.start()
    await script.settle(2)
    assert not tells_of_switch(before)
    await script.click(before, ids(before, "table:overview:")[0], user=people["fr"])
    await script.wait_for(lambda: tells_of_switch(before), 10, "the move in the message")


async def test_forty_tables(script: Script, bot: BotProcess, places: Places, people: People, data_dir: Path) -> None:
    """All of a busy evening's tables are brought up to date."""
    guild = places["de"].guild
    assert guild is not None
    tables = []
    for number in range(40):
        channel = script.directory.create_channel(guild, f"viele-{number}")
        i = script.client.slash(people["de"], channel, "game new", {"computers": 1, "strength": "random"})
        await i.acked.wait()
        assert i.original is not None
        tables.append(i.original)
    await script.settle(2)
    await bot.stop()
    with sqlite3.connect(data_dir / "revive.sqlite3") as raw:
        raw.execute("UPDATE games SET shown = 0 WHERE stage = 'lobby'")
    edits = {message.id: len(message.history) for message in tables}
    await bot.start()
    await script.wait_for(lambda: all(len(m.history) > edits[m.id] for m in tables), 60, "forty messages")
    at = sorted(message.history[-1]["at"] for message in tables)
    most = max(sum(first <= other < first + 1 for other in at) for first in at)
    print(f"40 messages in {at[-1] - at[0]:.1f} s, at most {most} in a second")


async def test_slow_work_is_shown_in_place(
    script: Script, bot: BotProcess, place: Channel, people: People, data_dir: Path
) -> None:
    """While the disk keeps a press waiting, the own panel says so; the table's message keeps its controls."""
    await speak(script, place, "full")
    table = await opened(script, place, people["de"], people["fr"])
    assert table.table is not None
    moved = await script.slash(people["de"], place, "turn switch", {"for": "=food"})
    panel, before = moved.message, len(moved.message.history)
    await script.settle(TOLD)
    with sqlite3.connect(data_dir / "revive.sqlite3", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        i = script.client.click(people["de"], panel, ids(panel, "table:undo:")[0])
        await script.wait_for(lambda: "in Arbeit" in str(panel.walk()), 10, "the sign")
        assert ids(panel, "table:") == []
        assert ids(table.table, "table:own:")
        other.execute("ROLLBACK")
    await script.wait_for(lambda: ids(panel, "table:pick:"), 10, "what came of it")
    assert i.followups == []
    assert len(panel.history) == before + 2
    await script.settle(TOLD)
    await script.slash(people["de"], place, "turn switch", {"for": "=food"})
    await script.wait_for(lambda: ids(table.table or panel, "table:undo:"), 10, "the move in the message")
    public = table.table
    with sqlite3.connect(data_dir / "revive.sqlite3", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        i = script.client.click(people["de"], public, ids(public, "table:undo:")[0])
        await i.acked.wait()
        assert i.callback_type == 5
        assert ids(public, "table:undo:")
        other.execute("ROLLBACK")
    await script.wait_for(lambda: i.original and ids(i.original, "table:pick:"), 10, "what came of it")
    assert i.original is not None
    assert i.original.ephemeral
    await script.settle(TOLD)
    assert "### " not in public.text.partition("\n")[0]
