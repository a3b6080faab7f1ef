"""Games in threads of their own: several in one channel, kills in the middle, and whatever becomes of threads."""

import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.practice import limits, seed_data, thread_state
from bot.practice.model import Channel, Message, User
from tests.end_to_end.clicking import Clicker, broken_off, ids, tells_of_switch
from tests.end_to_end.edit_pace import TOLD
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Script

People = dict[str, User]
FIXED = ("random_seats=off", "artifact_card=deal")
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
THREADS = limits.permissions("create_public_threads")
GUILDS = {"de": seed_data.EISZEIT, "fr": seed_data.GRAND_FROID, "en": seed_data.DEEP_FREEZE}
WORDS = {
    "de": ("Gespielt wird in <#", "Der Thread wurde gelöscht", "Der Thread ist gesperrt", "keine Threads"),
    "fr": ("Elle se joue dans <#", "son fil a été supprimé", "son fil est verrouillé", "des fils dans ce salon"),
    "en": ("It is being played in <#", "its thread was deleted", "its thread is closed", "create or use threads"),
}

IN_THREADS = {
    "de": "Nachrichten in Threads senden",
    "fr": "Envoyer des messages dans les fils",
    "en": "Send Messages in Threads",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(script: Script, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotProcess]:
    data: Path = tmp_path_factory.mktemp("data")
    yield await BotProcess(script, "tests.end_to_end.seeded_bot", "run", data_dir=data).start()


def channel(script: Script, language: str = "de", *, threads: bool = True) -> Channel:
    """A channel of its own, in which the bot may start threads."""
    guild = script.directory.guilds[GUILDS[language]]
    made = script.directory.create_channel(guild, f"partien-{len(guild.channels)}")
    if threads:
        script.directory.allow(made, script.directory.bot_role(guild), allow=THREADS)
    return made


async def lobby_of(script: Script, table: Clicker) -> Message:
    """A lobby in which everybody sits, not started."""
    i = script.client.slash(table.people[0], table.channel, "game new", {})
    await i.acked.wait()
    assert i.original is not None
    for person in table.people[1:]:
        await table.click(person, i.original, ids(i.original, "lobby:join:")[0])
    await choose_options(table, i.original, *FIXED)
    return i.original


async def choose_options(table: Clicker, lobby: Message, *options: str) -> None:
    """The first of the people sets options of a lobby."""
    choosing = await table.lobby_options(table.people[0], lobby)
    for option in options:
        await table.choose(table.people[0], choosing, ids(choosing, "lobby:option:")[0], [option])


async def started(script: Script, place: Channel, *people: User) -> tuple[Clicker, Message]:
    """A running game in its thread, the first of the people on turn; and the lobby's message."""
    table = Clicker(script, place, people, seed=1)
    lobby = await lobby_of(script, table)
    await table.click(people[0], lobby, ids(lobby, "lobby:start:")[0])
    await script.wait_for(lambda: lobby.thread, 20, "the thread")
    assert lobby.thread is not None
    table.channel = lobby.thread
    await table.begun()
    await script.settle(TOLD)
    return table, lobby


def said(place: Channel, words: str) -> list[Message]:
    return [message for message in place.messages.values() if words in message.text]


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_a_game_in_its_thread(script: Script, bot: BotProcess, people: People, language: str) -> None:
    """Named after the players, who are brought in by the first ping; the lobby says where it is played."""
    place, kim, camille = channel(script, language), people["de"], people["fr"]
    table, lobby = await started(script, place, kim, camille)
    thread = table.channel
    assert thread.name == "Revive · Kim, Camille"
    assert {kim.id, camille.id} <= thread.thread_members
    assert f"{WORDS[language][0]}{thread.id}>" in lobby.text
    assert not ids(lobby, "lobby:")
    assert [m for m in place.messages.values() if ids(m, "table:")] == []
    first = min(table.messages, key=lambda message: message.id)
    assert first.pings is not None
    assert set(first.pings.users) == {kim.id, camille.id}
    await script.slash(kim, thread, "turn switch", {"for": "=food"})
    await script.settle(TOLD)
    assert len(table.messages) == 1


async def test_several_games_in_one_channel(script: Script, bot: BotProcess, people: People) -> None:
    """Each thread knows its own game; the channel is free for the next lobby; all go on after a kill."""
    place = channel(script)
    first, _ = await started(script, place, people["de"], people["fr"])
    second, _ = await started(script, place, people["fr"], people["de"])
    third = await lobby_of(script, Clicker(script, place, [people["en"]], seed=3))
    assert first.channel is not second.channel
    await bot.restart()
    await script.slash(people["de"], first.channel, "turn switch", {"for": "=food"})
    await script.slash(people["fr"], second.channel, "turn switch", {"for": "=food"})
    await script.settle(TOLD)
    for table in (first, second):
        assert table.table is not None
        assert tells_of_switch(table.table), "the move in the message"
    assert ids(third, "lobby:start:")
    answer = await script.slash(people["de"], place, "turn switch", {"for": "=gear"})
    assert answer.ephemeral


async def test_without_the_permission_it_is_played_in_the_channel(
    script: Script, bot: BotProcess, people: People
) -> None:
    place = channel(script, threads=False)
    table = Clicker(script, place, [people["de"], people["fr"]], seed=1)
    lobby = await lobby_of(script, table)
    assert "Thread" not in lobby.text
    await table.click(people["de"], lobby, ids(lobby, "lobby:start:")[0])
    await table.begun()
    assert lobby.thread is None


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_the_permission_is_taken_away_before_the_start(
    script: Script, bot: BotProcess, people: People, language: str
) -> None:
    """The game goes on in the channel, which is told once."""
    place = channel(script, language)
    guild = place.guild
    assert guild is not None
    table = Clicker(script, place, [people["de"], people["fr"]], seed=1)
    lobby = await lobby_of(script, table)
    script.directory.allow(place, script.directory.bot_role(guild))
    with script.expecting("missing-permissions"):
        await table.click(people["de"], lobby, ids(lobby, "lobby:start:")[0])
        await table.begun()
    await script.slash(people["de"], place, "turn switch", {"for": "=food"})
    await script.settle(TOLD)
    assert len(said(place, WORDS[language][3])) == 1


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_the_permission_to_write_in_threads_is_taken_away_in_the_middle(
    script: Script, bot: BotProcess, people: People, language: str
) -> None:
    """Who acts is told what is missing; the game goes on in the channel, which is told once."""
    place, mover = channel(script, language), people[language]
    table, _ = await started(script, place, mover, people["fr" if language != "fr" else "de"])
    guild = place.guild
    assert guild is not None
    script.directory.allow(place, script.directory.bot_role(guild), deny=limits.permissions("send_messages_in_threads"))
    await script.settle()
    with script.expecting("missing-permissions"):
        moved = await script.slash(mover, table.channel, "turn switch", {"for": "=food"})
        assert IN_THREADS[language] in moved.text
        await script.settle(TOLD)
        ended = await script.slash(mover, table.channel, "turn end")
        await script.click(ended, next(each for each in ids(ended.message, "table:do:") if each.endswith(":e")))
        table.channel = place
        await table.begun()
        await script.settle(TOLD)
    assert len(said(place, WORDS[language][3])) == 1
    assert table.table is not None


async def test_the_permission_to_make_threads_is_taken_away_in_the_middle(
    script: Script, bot: BotProcess, people: People
) -> None:
    """A thread that is there stays the game's."""
    place = channel(script)
    table, _ = await started(script, place, people["de"], people["fr"])
    guild = place.guild
    assert guild is not None
    script.directory.allow(place, script.directory.bot_role(guild), deny=THREADS)
    await script.settle()
    moved = await script.slash(people["de"], table.channel, "turn switch", {"for": "=food"})
    await script.settle(TOLD)
    assert "⚠" not in moved.text
    assert table.table is not None
    assert tells_of_switch(table.table)
    assert said(place, WORDS["de"][3]) == []


async def test_the_option_switched_off(script: Script, bot: BotProcess, people: People) -> None:
    place = channel(script)
    table = Clicker(script, place, [people["de"], people["fr"]], seed=1)
    lobby = await lobby_of(script, table)
    await choose_options(table, lobby, "in_thread=off")
    await script.settle(TOLD)
    assert "Eigener Thread" in lobby.text
    await table.click(people["de"], lobby, ids(lobby, "lobby:start:")[0])
    await table.begun()
    assert lobby.thread is None


async def test_a_server_full_of_threads(script: Script, bot: BotProcess, people: People) -> None:
    place = channel(script)
    table = Clicker(script, place, [people["de"], people["fr"]], seed=1)
    lobby = await lobby_of(script, table)
    script.state.config.active_threads = 0
    with script.expecting("too-many-threads"):
        await table.click(people["de"], lobby, ids(lobby, "lobby:start:")[0])
        await table.begun()
    script.state.config.active_threads = limits.ACTIVE_THREADS_MAX
    assert len(said(place, "so viele offene Threads")) == 1


@pytest.mark.parametrize(("route", "late"), [("/threads", False), ("/threads", True), (MESSAGE, False)])
async def test_a_kill_while_the_thread_is_made(
    script: Script, bot: BotProcess, people: People, route: str, late: bool
) -> None:
    """Started, and the process dies before, while and after the thread is made: there is one thread and one table."""
    place = channel(script)
    table = Clicker(script, place, [people["de"], people["fr"]], seed=1)
    lobby = await lobby_of(script, table)
    await script.settle(TOLD)
    method = "PATCH" if route == MESSAGE else "POST"
    fault = script.faults.rest(method, route, status=500, hold=True, times=99, late=late)
    await table.click(people["de"], lobby, ids(lobby, "lobby:start:")[0])
    await script.wait_for(lambda: fault.hits and (lobby.thread or not late), 20, "the request that is held back")
    await bot.kill()
    script.faults.clear()
    with script.expecting("thread-exists") if lobby.thread else contextlib.nullcontext():
        await bot.restart()
        await script.wait_for(lambda: lobby.thread, 20, "the thread")
        assert lobby.thread is not None
        table.channel = lobby.thread
        await table.begun()
    await script.settle(TOLD)
    assert len(table.messages) == 1
    assert "Gespielt wird in" in lobby.text
    assert not [m for m in place.messages.values() if ids(m, "table:")]


async def test_an_archived_thread_is_opened_again(script: Script, bot: BotProcess, people: People) -> None:
    """Nobody has written for a week: the next edit opens the thread before."""
    table, _ = await started(script, channel(script), people["de"], people["fr"])
    before = table.table
    assert before is not None
    thread_state.change(script.state, table.channel, archived=True)
    with script.expecting("thread-archived"):
        await script.slash(people["de"], table.channel, "turn switch", {"for": "=food"})
        await script.wait_for(lambda: tells_of_switch(before), 20, "the move in the message")
    assert not table.channel.archived
    assert len(table.messages) == 1


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_a_deleted_thread(script: Script, bot: BotProcess, people: People, language: str) -> None:
    """The game goes on in the channel, which is told once."""
    place = channel(script, language)
    table, _ = await started(script, place, people["de"], people["fr"])
    thread_state.delete(script.state, table.channel)
    table.channel = place
    await table.begun()
    await script.slash(people["de"], place, "turn switch", {"for": "=food"})
    await script.settle(TOLD)
    assert len(said(place, WORDS[language][1])) == 1


async def test_a_thread_that_was_deleted_while_the_bot_was_away(
    script: Script, bot: BotProcess, people: People
) -> None:
    place = channel(script)
    table, _ = await started(script, place, people["de"], people["fr"])
    script.faults.rest("PATCH", MESSAGES, status=500, hold=True, times=99)
    await script.slash(people["de"], table.channel, "turn switch", {"for": "=food"})
    await bot.kill()
    script.faults.clear()
    thread_state.delete(script.state, table.channel)
    with script.expecting("unknown-channel"):
        await bot.restart()
        table.channel = place
        await table.begun()
    await script.settle(TOLD)
    assert len(said(place, WORDS["de"][1])) == 1
    assert table.table is not None
    assert tells_of_switch(table.table)


async def test_a_locked_thread(script: Script, bot: BotProcess, people: People) -> None:
    place = channel(script)
    table, _ = await started(script, place, people["de"], people["fr"])
    thread_state.change(script.state, table.channel, locked=True)
    table.channel = place
    await table.begun()
    await script.settle(TOLD)
    assert len(said(place, WORDS["de"][2])) == 1


async def test_a_lost_thread_whose_channel_has_another_game(script: Script, bot: BotProcess, people: People) -> None:
    """It cannot go back: its owner is told by direct message how to go on; the other game is not touched."""
    place = channel(script)
    table, _ = await started(script, place, people["de"], people["fr"])
    lobby = await lobby_of(script, Clicker(script, place, [people["en"]], seed=2))
    direct = script.directory.dm(people["de"])
    before = len(direct.messages)
    thread_state.delete(script.state, table.channel)
    await script.wait_for(lambda: len(direct.messages) > before, 20, "the message to the owner")
    await script.settle(TOLD)
    assert ids(lobby, "lobby:start:")
    assert said(place, WORDS["de"][1]) == []
    elsewhere = channel(script)
    game = int(ids(lobby, "lobby:start:")[0].split(":")[2]) - 1
    await script.slash(people["de"], elsewhere, "game move", {"game": game})
    table.channel = elsewhere
    await table.begun()


async def test_the_name_at_the_end(script: Script, bot: BotProcess, people: People) -> None:
    """The thread says how the game ended, with one new name; the rematch is played in the same thread."""
    place = channel(script)
    table, lobby = await started(script, place, people["de"], people["fr"])
    thread = table.channel
    await broken_off(script, thread, people["de"], people["fr"])
    await script.wait_for(lambda: thread.name == "Revive · Kim, Camille · abgebrochen", 20, "the new name")
    await script.settle(TOLD)
    assert len(thread.renamed_at) == 1
    assert "Gespielt wird in" in lobby.text


async def test_a_name_that_discord_does_not_take(script: Script, bot: BotProcess, people: People) -> None:
    """Somebody has renamed the thread twice: it keeps that name, and nothing waits for the limit to pass."""
    table, _ = await started(script, channel(script), people["de"], people["fr"])
    table.channel.renamed_at = [time.time(), time.time()]
    with script.expecting("rename-limit"):
        await broken_off(script, table.channel, people["de"], people["fr"])
        await script.settle(TOLD)
    assert table.channel.name == "Revive · Kim, Camille"


async def test_a_post_of_a_forum_is_the_thread(script: Script, bot: BotProcess, people: People) -> None:
    """Played where it was opened, although the forum requires tags; archived, it is opened again."""
    forum = script.directory.create_channel(
        script.directory.guilds[seed_data.EISZEIT], "forum", type=15, tags={7: "Revive"}, tag_required=True
    )
    post = script.directory.create_thread(forum, "Donnerstag", people["de"])
    table = Clicker(script, post, [people["de"], people["fr"]], seed=1)
    lobby = await lobby_of(script, table)
    assert "Eigener Thread" not in lobby.text
    await table.click(people["de"], lobby, ids(lobby, "lobby:start:")[0])
    before = await table.begun()
    await script.settle(TOLD)
    thread_state.change(script.state, post, archived=True)
    with script.expecting("thread-archived"):
        await script.slash(people["de"], post, "turn switch", {"for": "=food"})
        await script.wait_for(lambda: tells_of_switch(before), 20, "the move in the message")
    assert post.name == "Donnerstag"
    assert not post.archived
