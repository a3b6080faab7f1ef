"""kill -9 between a change of a score pad or a desk and the edit of its public message: the next start shows it."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.practice.model import Channel, Message, User
from tests.end_to_end.edit_pace import TOLD
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Script

People = dict[str, User]
Places = dict[str, Channel]
MESSAGES = "/channels/{channel_id}/messages"
CALLBACK = "/callback"
POINTS = {"track": "61", "progress": "18", "technologies": "5", "locations": "7 5"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(script: Script, data_dir: Path) -> AsyncIterator[BotProcess]:
    yield await BotProcess(script, "tests.end_to_end.seeded_bot", "run", data_dir=data_dir).start()


def control(message: Message, start: str) -> str:
    """The custom id of the first control that begins so."""
    return next(str(part["custom_id"]) for part in message.walk() if str(part.get("custom_id")).startswith(start))


def hold(script: Script) -> None:
    """The bot's own edits of messages, and its answers, reach nobody from now on."""
    script.faults.rest("PATCH", MESSAGES, status=500, hold=True, times=99)


async def die_and_come_back(script: Script, bot: BotProcess) -> None:
    await bot.kill()
    script.faults.clear()
    await bot.restart()


def rows(data_dir: Path, what: str) -> list[tuple[int, ...]]:
    with sqlite3.connect(data_dir / "revive.sqlite3") as raw:
        return raw.execute(what).fetchall()


async def filled_in_private(script: Script, board: Message, person: User) -> None:
    """A form that was opened from somebody's own sheet: the public message follows by an edit of its own."""
    form = await script.click(board, control(board, "tally:seat:"), user=person)
    sheet = await script.submit(form, POINTS)
    await script.settle(TOLD)
    form = await script.click(sheet.messages[-1], control(sheet.messages[-1], "tally:form:"), user=person)
    hold(script)
    await script.submit(form, {**POINTS, "track": "62"})


async def test_a_form_of_a_score_pad(
    script: Script, bot: BotProcess, places: Places, people: People, data_dir: Path
) -> None:
    kim = people["de"]
    board = (await script.slash(kim, places["de"], "tally new", {"player1": kim})).message
    number = int(control(board, "tally:seat:").split(":")[2])
    await filled_in_private(script, board, kim)
    before = len(board.history)
    await die_and_come_back(script, bot)
    await script.wait_for(lambda: len(board.history) > before, 20, "the form in the message")
    await script.settle(TOLD)
    assert len(board.history) == before + 1
    await bot.stop()
    assert rows(data_dir, f"SELECT count(*) FROM tallies WHERE shown < version AND id = {number}") == [(0,)]
    await bot.start()
    await script.settle(TOLD)
    assert len(board.history) == before + 1, "what is true is left alone"


async def test_what_is_older_than_a_day_follows_at_its_next_press(
    script: Script, bot: BotProcess, places: Places, people: People, data_dir: Path
) -> None:
    kim = people["de"]
    board = (await script.slash(kim, places["de"], "tally new", {"player1": kim})).message
    await filled_in_private(script, board, kim)
    before = len(board.history)
    await bot.kill()
    script.faults.clear()
    with sqlite3.connect(data_dir / "revive.sqlite3") as raw:
        raw.execute("UPDATE tallies SET changed_at = '2020-01-01 00:00:00.000000'")
    await bot.start()
    await script.settle(TOLD)
    assert len(board.history) == before
    form = await script.click(board, control(board, "tally:seat:"), user=kim)
    await script.wait_for(lambda: len(board.history) > before, 20, "the form in the message")
    assert form.modal is not None


@pytest.mark.parametrize("place", ["de", "dm"])
async def test_a_turn_at_a_desk(
    script: Script, bot: BotProcess, places: Places, people: People, data_dir: Path, place: str
) -> None:
    """The press is stored, its answer never leaves."""
    kim = people["fr"]
    channel = script.directory.dm(kim) if place == "dm" else places[place]
    desk = (await script.slash(kim, channel, "mautoma new", {"field": 4})).message
    before = control(desk, "mautoma:turn:")
    script.faults.rest("POST", CALLBACK, status=500, hold=True, times=9)
    number = int(before.split(":")[2])
    i = script.client.click(kim, desk, before)
    await script.wait_for(
        lambda: rows(data_dir, f"SELECT version FROM desks WHERE id = {number}") == [(1,)], 20, "the turn on the disk"
    )
    assert control(desk, "mautoma:turn:") == before
    i.acked.set()  # nobody waits for the answer of a process that is no more
    await die_and_come_back(script, bot)
    await script.wait_for(lambda: control(desk, "mautoma:turn:") != before, 20, "the turn in the message")
    assert "Manche 2 sur 18" in desk.text
    assert len(desk.history) == 2, "edited once"


async def test_two_messages_of_one_desk(script: Script, bot: BotProcess, places: Places, people: People) -> None:
    """A press on the older one brings both up to date."""
    kim = people["en"]
    first = (await script.slash(kim, places["de"], "mautoma new", {"field": 4})).message
    second = (await script.slash(kim, places["de"], "mautoma turn")).message
    await script.click(first, control(first, "mautoma:turn:"), user=kim)
    third = control(first, "mautoma:turn:")
    await script.click(first, third, user=kim)
    await script.wait_for(
        lambda: control(second, "mautoma:turn:") == control(first, "mautoma:turn:"), 20, "both messages alike"
    )
    assert control(first, "mautoma:turn:") != third


async def test_many_at_once_keep_the_pace(
    script: Script, bot: BotProcess, places: Places, people: People, data_dir: Path
) -> None:
    """Score pads and desks share the turns of a start: five requests a second in all."""
    kim = people["de"]
    boards = [(await script.slash(kim, places["de"], "tally new", {"player1": kim})).message for _ in range(8)]
    desks = [(await script.slash(kim, places["de"], "mautoma new", {"field": 2})).message for _ in range(6)]
    await bot.stop()
    with sqlite3.connect(data_dir / "revive.sqlite3") as raw:
        for table in ("tallies", "desks"):
            raw.execute(f"UPDATE {table} SET version = version + 1, changed_at = '2999-01-01 00:00:00.000000'")
    before = {message.id: len(message.history) for message in (*boards, *desks)}
    await bot.start()
    await script.wait_for(lambda: all(len(m.history) > before[m.id] for m in (*boards, *desks)), 60, "all messages")
    at = sorted(message.history[-1]["at"] for message in (*boards, *desks))
    most = max(sum(first <= other < first + 1 for other in at) for first in at)
    print(f"{len(at)} messages in {at[-1] - at[0]:.1f} s, at most {most} in a second")
