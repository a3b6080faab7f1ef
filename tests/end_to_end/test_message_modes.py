"""How much a table says in its channel: messages a turn in each mode, also over a kill, where a message cannot be
edited any more, and when the channel's language changes in mid-game."""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.practice.model import Channel, Message, User
from tests.end_to_end.clicking import Clicker, ids, speak
from tests.end_to_end.edit_pace import TOLD
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Script

People = dict[str, User]
Places = dict[str, Channel]
FIXED = ("random_seats=off", "artifact_card=deal")
MODES = pytest.mark.parametrize("mode", ["brief", "full", "silent"])
TURN = re.compile(r"(?:Zug|turn|tour) (\d+)")
SILENT = 1 << 12
"""Discord's flag of a message that notifies nobody."""
OLD = (51 * 60 * 1000) << 22
"""What 51 minutes are in an id."""


@pytest_asyncio.fixture(loop_scope="module")
async def place(script: Script, bot: BotProcess, places: Places) -> AsyncIterator[Channel]:
    """A channel of its own, in the German server."""
    guild = places["de"].guild
    assert guild is not None
    yield script.directory.create_channel(guild, f"modus-{len(guild.channels)}")


async def opened(script: Script, place: Channel, people: People, mode: str) -> Clicker:
    """A running game of two in a channel of that mode."""
    await speak(script, place, mode)
    table = Clicker(script, place, [people["de"], people["fr"]], seed=3)
    await table.open(options=FIXED)
    await table.begun()
    await script.settle(TOLD)
    return table


def turn_of(table: Clicker) -> int:
    """The turn that the table message names."""
    shown = table.with_control("table:log:")
    found = TURN.search(shown.text) if shown else None
    return int(found[1]) if found else 0


async def play(script: Script, table: Clicker, turns: int) -> None:
    """So many turns to their end, the table message up to date."""
    until = turn_of(table) + turns
    for _ in range(40):
        if turn_of(table) >= until:
            return
        for person in table.people:
            await script.wait_for(lambda: turn_of(table) > 0, 30, "a table message")
            before = turn_of(table)
            if before >= until:
                return
            while turn_of(table) == before and await table.step(person):
                pass
            await script.settle(TOLD)
    raise AssertionError(f"no turn {until}")


def tables(table: Clicker) -> list[Message]:
    """The messages that look like a running table."""
    return [message for message in table.messages if ids(message, "table:log:")]


def pings(place: Channel) -> list[Message]:
    """The messages that have notified somebody and are still there."""
    return [m for m in place.messages.values() if not m.deleted and m.pings and m.pings.users]


@MODES
async def test_messages_of_a_turn(script: Script, bot: BotProcess, place: Channel, people: People, mode: str) -> None:
    table = await opened(script, place, people, mode)
    start, first = len(table.messages), table.with_control("table:log:")
    await play(script, table, 4)
    made = len(table.messages) - start
    assert len(tables(table)) == 1
    if mode == "silent":
        assert tables(table) == [first]
        assert made == 0, "each ping has taken the place of the one before"
        assert len(pings(place)) == 1
        assert len(pings(place)[0].text) < 60
        return
    assert made == 4, [m.text for m in table.messages[start - 1 :]]
    left = [message.text for message in table.messages[start - 1 : -1]]
    for text in left:
        lines = [line for line in text.split("\n") if line and not line.startswith("-#")]
        assert lines
        if mode == "brief":
            assert len(lines) <= 3, text
    assert ("Zug 2" in left[1]) == (mode == "full")


async def test_who_plays_alone_keeps_their_panel_as_the_last_message(
    script: Script, bot: BotProcess, place: Channel, people: People
) -> None:
    """Nobody else is there to be told: the table is one message above the panel, and mentions nobody."""
    person = people["de"]
    table = Clicker(script, place, [person], seed=3)
    await table.open(computers=1, options=FIXED)
    await table.begun()
    await script.settle(TOLD)
    panel = await table.look(person)
    assert panel is not None
    first, start = table.with_control("table:log:"), len(table.messages)
    await play(script, table, 4)
    assert tables(table) == [first]
    assert len(table.messages) == start
    assert not pings(place)
    assert first is not None
    assert panel.id > first.id


async def test_who_plays_alone_in_a_channel_set_to_brief_gets_a_message_each_turn(
    script: Script, bot: BotProcess, place: Channel, people: People
) -> None:
    """What is set for a channel counts."""
    await speak(script, place, "brief")
    table = Clicker(script, place, [people["de"]], seed=3)
    await table.open(computers=1, options=FIXED)
    await table.begun()
    await script.settle(TOLD)
    first = table.with_control("table:log:")
    await play(script, table, 2)
    assert tables(table) != [first]


@pytest.mark.parametrize("mode", ["brief", "full"])
async def test_a_question_that_is_answered_leaves_no_ping(
    script: Script, bot: BotProcess, place: Channel, people: People, mode: str
) -> None:
    """Who did not start the game is told that there is a question; once it is answered, the message is gone."""
    await speak(script, place, mode)
    table = Clicker(script, place, [people["de"], people["fr"]], seed=3)
    await table.open(options=("random_seats=off", "artifact_card=choose"))

    def asking() -> list[Message]:
        return [message for message in pings(place) if "te pose une question" in message.text]

    await script.wait_for(asking, 30, "a notice")
    while table.table is None or not turn_of(table):
        acted = [await table.step(person) for person in table.people]
        if not any(acted):
            await asyncio.sleep(0.05)  # the bot has not told the table yet
    await play(script, table, 1)
    await script.wait_for(lambda: not asking(), 10, "no notice")


@MODES
async def test_a_kill_between_a_turn_and_its_messages(
    script: Script, bot: BotProcess, place: Channel, people: People, mode: str
) -> None:
    """After the start there is one table, it says whose turn it is, and that person was told once."""
    table = await opened(script, place, people, mode)
    before, told = (
        table.with_control("table:log:"),
        sum(bool(m.pings and m.pings.users) for m in place.messages.values()),
    )
    await script.slash(people["de"], place, "turn switch", {"for": "=food"})
    await script.settle(TOLD)
    for method in ("POST", "PATCH"):
        script.faults.rest(method, "/channels/{channel_id}/messages", status=500, hold=True, times=99)
    ended = await script.slash(people["de"], place, "turn end")
    await script.click(ended, next(each for each in ids(ended.message, "table:do:") if each.endswith(":e")))
    await bot.kill()
    script.faults.clear()
    await bot.restart()
    await script.wait_for(lambda: turn_of(table) == 2, 20, "the next turn")
    await script.settle(TOLD)
    assert len(tables(table)) == 1
    assert (table.with_control("table:log:") is before) == (mode == "silent")
    assert sum(bool(m.pings and m.pings.users) for m in place.messages.values()) == told + (mode != "silent")
    await play(script, table, 1)
    assert len(tables(table)) == 1
    assert mode != "silent" or len(pings(place)) == 1


async def test_an_old_silent_message_is_replaced_without_a_sound(
    script: Script, bot: BotProcess, place: Channel, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Older than 50 minutes at a turn's change: a new one without notification, the old one is deleted."""
    numbers = script.directory.ids
    following = numbers.next
    with monkeypatch.context() as patched:
        patched.setattr(numbers, "next", lambda: following() - OLD)
        table = await opened(script, place, people, "silent")
    [old] = tables(table)
    await play(script, table, 1)
    [new] = tables(table)
    assert new is not old
    assert old.deleted
    assert new.flags & SILENT
    assert not (new.pings and new.pings.users)
    await play(script, table, 1)
    assert tables(table) == [new], "it is young"


@pytest.mark.parametrize("mode", ["brief", "silent"])
async def test_a_message_that_discord_edits_no_more(
    script: Script, bot: BotProcess, place: Channel, people: People, mode: str
) -> None:
    """It is posted anew; what is left of the old one is redrawn when somebody presses it."""
    table = await opened(script, place, people, mode)
    [old] = tables(table)
    script.grow_old(old)
    script.state.config.old_edits = 0
    try:
        with script.expecting("old-edits"):
            await play(script, table, 1)
        live = table.with_control("table:log:")
        assert live is not None
        assert live is not old
        if mode == "silent":
            assert old.deleted
            return
        assert ids(old, "table:turn:"), "Discord has refused to edit it"
        pressed = await script.click(old, ids(old, "table:turn:")[0], user=people["fr"])
        assert pressed.ephemeral or any(message.ephemeral for message in pressed.messages)
        assert not ids(old, "table:")
        assert "Zug 2" in old.text
        assert str(live.id) in str(old.walk())
    finally:
        script.state.config.old_edits = None


async def test_a_language_that_changes_in_mid_game(
    script: Script, bot: BotProcess, place: Channel, people: People
) -> None:
    """A table keeps the language that it was begun in, in the next message and in what is left behind."""
    table = await opened(script, place, people, "brief")
    [old] = tables(table)
    assert "ist am Zug" in old.text
    await script.slash(people["de-mod"], place, "settings language", {"language": "en", "for": "channel"})
    await play(script, table, 1)
    assert table.table is not None
    assert "ist am Zug" in table.table.text
    assert "main action" not in old.text + table.table.text


async def test_who_may_not_set_it_is_told_so(script: Script, bot: BotProcess, place: Channel, people: People) -> None:
    answer = await script.slash(people["de"], place, "settings messages", {"how-much": "full"})
    assert answer.ephemeral
    assert "Kanäle verwalten" in answer.text
