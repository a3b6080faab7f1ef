"""The table in trouble: whatever people and Discord do wrong, each has a private sentence that says what to do."""

import contextlib
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.practice import limits
from bot.practice.attachment import File
from bot.practice.model import Channel, User
from tests.end_to_end.clicking import Clicker, broken_off, carry_out, ids, speak
from tests.end_to_end.edit_pace import TOLD
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Result, Script

People = dict[str, User]
Places = dict[str, Channel]

FIXED = ("random_seats=off", "artifact_card=deal")
"""Options by which the owner begins and nothing is to be chosen before."""


@pytest_asyncio.fixture(loop_scope="module")
async def place(script: Script, bot: BotProcess, places: Places) -> Channel:
    """A channel of its own, in the German server."""
    guild = places["de"].guild
    assert guild is not None
    return script.directory.create_channel(guild, f"tisch-{len(guild.channels)}")


async def opened(script: Script, place: Channel, *people: User) -> Clicker:
    """A running game, the first of the people on turn."""
    await speak(script, place, "full")
    table = Clicker(script, place, people, seed=1)
    await table.open(options=FIXED)
    await table.begun()
    await script.settle()
    return table


async def turn_of(script: Script, table: Clicker, person: User) -> Result:
    """The person's own panel."""
    assert table.table is not None
    return await script.click(table.table, ids(table.table, "table:turn:")[0], user=person)


async def whole_turn(script: Script, mine: Result) -> Result:
    """The switch, and the end of the turn; the last answer."""
    used = await carry_out(script, mine, "switch")
    asked = await script.click(used, control(used, "table:close:", ":turn"))
    return await script.click(asked, control(asked, "table:do:", ":e"))


def control(answer: Result, start: str, part: str) -> str:
    """The control whose custom id begins so and has this in it."""
    return next(found for found in ids(answer.message, start) if part in found)


def private(answer: Result) -> str:
    """The text of an answer that nobody else sees."""
    assert all(message.ephemeral for message in answer.messages), answer.text
    return answer.text


# ---- people ------------------------------------------------------------------------------------------------------


async def test_not_your_turn(script: Script, place: Channel, people: People) -> None:
    table = await opened(script, place, people["de"], people["fr"])
    assert table.table is not None
    [explore] = ids(table.table, "table:pick:")[2:3]
    answer = await script.click(table.table, explore, user=people["fr"])
    assert "Kim" in private(answer)
    assert "pas à toi" in answer.text
    typed = await script.slash(people["fr"], place, "turn hibernate")
    assert "Kim" in private(typed)


async def test_not_in_this_game(script: Script, place: Channel, people: People) -> None:
    table = await opened(script, place, people["de"], people["fr"])
    assert table.table is not None
    answer = await script.click(table.table, ids(table.table, "table:pick:")[0], user=people["en"])
    assert "You are not playing at this table" in private(answer)
    typed = await script.slash(people["en"], place, "turn end")
    assert "You are not playing at this table" in private(typed)
    looked = await turn_of(script, table, people["en"])
    assert "It’s Kim’s turn" in private(looked)


@pytest.mark.parametrize("command", ["turn end", "game status", "score", "game join", "show market"])
async def test_no_game_here(script: Script, place: Channel, people: People, command: str) -> None:
    answer = await script.slash(people["de"], place, command)
    assert "keine Partie" in private(answer)


async def test_unknown_target(script: Script, place: Channel, people: People) -> None:
    await opened(script, place, people["en"], people["fr"])
    answer = await script.slash(people["en"], place, "turn build", {"space": "Z99 @everyone", "size": "small"})
    assert "There is no space" in private(answer)
    assert "A1 to K10" in answer.text
    card = await script.slash(people["en"], place, "turn play", {"card": "*Nobody*", "slot": 1})
    assert "I don’t know a card called" in private(card)


async def test_too_expensive(script: Script, place: Channel, people: People) -> None:
    """Nobody has five gears at the start."""
    table = await opened(script, place, people["de"], people["fr"])
    assert table.table is not None
    for space in await deserts(script, place, people["de"]):
        answer = await script.slash(people["de"], place, "can build", {"space": space, "size": "large"})
        if "fehl" in answer.text:
            break
    assert "3 Zahnräder" in private(answer) or "2 Zahnräder" in answer.text
    assert ids(answer.message, "cite:")
    opened_rule = await script.click(answer, ids(answer.message, "cite:")[0])
    assert len(private(opened_rule)) > 100


async def deserts(script: Script, place: Channel, person: User) -> list[str]:
    """The labels of free deserts, from the list of the map in German."""
    answer = await script.slash(person, place, "show board", {"as": "list"})
    found = []
    for row, spaces in re.findall(r"\*\*([A-K])\*\* (.+)", private(answer)):
        for first, last in re.findall(r"(?:^|; )(\d+)(?:–(\d+))? Wüste(?=;|$)", spaces):
            found += [f"{row}{number}" for number in range(int(first), int(last or first) + 1)]
    assert found
    return found


async def test_old_button(script: Script, place: Channel, people: People) -> None:
    """A move that was offered before another one was made does nothing, and fresh controls come with the answer."""
    table = await opened(script, place, people["de"], people["fr"])
    old = await turn_of(script, table, people["de"])
    gone = next(c for c in old.message.walk() if ":s:" in str(c.get("custom_id", "")))
    await script.click(old, gone["custom_id"])
    stale = script.client.click_stale(people["de"], old.message, gone)
    answer = await script._finish(stale)
    assert "am Tisch etwas getan" in private(answer)
    assert ids(answer.message, "table:pick:")


async def test_second_lobby_in_one_channel(script: Script, place: Channel, people: People) -> None:
    await script.slash(people["de"], place, "game new")
    answer = await script.slash(people["fr"], place, "game new")
    assert "Il y a déjà" in private(answer)


async def test_full_lobby(script: Script, place: Channel, people: People) -> None:
    lobby = await script.slash(people["de"], place, "game new", {"computers": 3})
    assert not lobby.ephemeral
    answer = await script.slash(people["en"], place, "game join")
    assert "All 4 seats are taken" in private(answer)


async def test_player_left_the_server(script: Script, place: Channel, people: People) -> None:
    guild = place.guild
    assert guild is not None
    guest = script.directory.create_user("mika", locale="de")
    script.directory.add_member(guild, guest)
    table = await opened(script, place, guest, people["de"])
    with script.expecting("unknown-member"):
        await table.step(guest)
        panel = table.panels[guest.id]
        del guild.members[guest.id]
        assert panel is not None
        # the next notice to them finds that out: it is their turn again after the other's
        await script.slash(people["de-mod"], place, "game pause")
        await script.slash(people["de-mod"], place, "game resume")
        await script.settle(TOLD)
    answer = await script.slash(people["de"], place, "game status")
    assert "nicht mehr auf dem Server" in private(answer)


# ---- places ------------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def denied(script: Script, place: Channel, *permissions: str) -> AsyncIterator[None]:
    """The bot lacks permissions in a channel for a while."""
    assert place.guild is not None
    role = script.directory.bot_role(place.guild)
    script.directory.allow(place, role, deny=limits.permissions(*permissions))
    await script.settle()
    yield
    script.directory.allow(place, role)
    await script.settle()


async def test_deleted_table_message(script: Script, place: Channel, people: People) -> None:
    """It is posted anew after the next action."""
    table = await opened(script, place, people["de"], people["fr"])
    gone = table.table
    assert gone is not None
    mine = await turn_of(script, table, people["de"])
    gone.deleted = True
    with script.expecting("unknown-message"):
        await carry_out(script, mine, "switch")
        await script.wait_for(lambda: table.table not in (None, gone), 60, "a new table message")
        await script.settle()
    assert table.table is not None
    assert "Kim" in table.table.text


@pytest.mark.parametrize(("permission", "said"), [("send_messages", "Nachrichten senden"), ("view_channel", "Kan")])
async def test_bot_may_not_write_or_see_the_channel(
    script: Script, place: Channel, people: People, permission: str, said: str
) -> None:
    table = await opened(script, place, people["de"], people["fr"])
    mine = await turn_of(script, table, people["de"])
    async with denied(script, place, permission):
        refused = await script.slash(people["fr"], place, "game new")
        assert "il me manque" in private(refused)
        with script.expecting("missing-access" if permission == "view_channel" else "missing-permissions"):
            done = await whole_turn(script, mine)
            await script.settle(TOLD)
        assert "fehlt mir" in private(done)
        assert said in done.text


async def test_bot_may_not_attach(script: Script, place: Channel, people: People) -> None:
    await opened(script, place, people["de"], people["fr"])
    async with denied(script, place, "attach_files"):
        answer = await script.slash(people["de"], place, "game export")
    assert "keine Dateien anhängen" in private(answer)


@pytest.mark.parametrize(("permission", "told"), [("attach_files", 1), ("embed_links", 0)])
async def test_bot_may_no_longer_show_pictures(
    script: Script, place: Channel, people: People, permission: str, told: int
) -> None:
    """The game goes on in words, and who acts is told once what is missing; no embeds are needed."""
    table = await opened(script, place, people["de"], people["fr"])
    mine = await turn_of(script, table, people["de"])
    before = table.table
    async with denied(script, place, permission):
        used = await carry_out(script, mine, "switch")
        assert private(used).count("Dateien anhängen") == told
        asked = await script.click(used, control(used, "table:close:", ":turn"))
        done = await script.click(asked, control(asked, "table:do:", ":e"))
        await script.wait_for(lambda: table.table not in (None, before), 60, "the next turn")
        await script.settle(TOLD)
        assert "Dateien anhängen" not in private(done), "it is said once"
        assert table.table is not None
        assert bool(table.table.files) != bool(told)
        theirs = await turn_of(script, table, people["fr"])
        assert private(await carry_out(script, theirs, "switch")).count("Joindre des fichiers") == told
    back = await script.slash(people["fr"], place, "game status")
    assert "Joindre des fichiers" not in private(back)


async def test_archived_thread(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    thread = script.directory.create_thread(places["fr"], "soirée", people["fr"])
    thread.thread_members.add(people["de"].id)
    table = await opened(script, thread, people["fr"], people["de"])
    mine = await turn_of(script, table, people["fr"])
    thread.archived = thread.locked = True
    script.state.sessions.dispatch("THREAD_UPDATE", thread.to_dict(), guild=thread.guild, intents=limits.I_GUILDS)
    with script.expecting("thread-archived"):
        done = await whole_turn(script, mine)
        await script.settle(TOLD)
        assert "est fermé" in private(done)
    thread.archived = thread.locked = False


async def test_deleted_channel(script: Script, place: Channel, people: People, places: Places) -> None:
    """Its owner is told, and the game goes on elsewhere."""
    guild = place.guild
    assert guild is not None
    table = await opened(script, place, people["de"], people["fr"])
    assert table.table is not None
    game = int(ids(table.table, "table:turn:")[0].split(":")[2])
    del script.directory.channels[place.id], guild.channels[place.id]
    script.state.sessions.dispatch("CHANNEL_DELETE", place.to_dict(), guild=guild, intents=limits.I_GUILDS)
    dm = script.directory.dm(people["de"])
    await script.wait_for(lambda: any("nicht mehr" in m.text for m in dm.messages.values()), 60, "word of it")
    other = script.directory.create_channel(guild, "neuer-tisch")
    status = await script.slash(people["de"], other, "game status", {"game": game})
    assert "gibt es nicht mehr" in private(status)
    moved = await script.slash(people["de"], other, "game move", {"game": game})
    assert "weiter" in private(moved)
    here = Clicker(script, other, [people["de"], people["fr"]], 1)
    await script.wait_for(lambda: here.table, 60, "the table in its new channel")


# ---- files -------------------------------------------------------------------------------------------------------


def changed(data: bytes, **values: Any) -> bytes:
    return json.dumps({**json.loads(data), **values}).encode()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"not json at all", "damaged"),
        (b'{"kind": "chess", "format": 1}', "isn’t a game of this bot"),
        (b'{"kind": "revive-referee game", "format": 1, "rules": 1, "full": true}', "isn’t a game of this bot|damaged"),
    ],
)
async def test_import_of_a_foreign_file(
    script: Script, place: Channel, people: People, content: bytes, said: str
) -> None:
    answer = await script.slash(people["en"], place, "game import", {"file": File("game.json", content)})
    assert any(part in private(answer) for part in said.split("|")), answer.text


async def test_import_of_a_broken_newer_or_public_file(script: Script, place: Channel, people: People) -> None:
    table = await opened(script, place, people["en"], people["fr"])
    exported = await script.slash(people["en"], place, "game export")
    data = exported.message.files[0].data
    assert "public part" in private(exported)
    await broken_off(script, place, people["en"], people["fr"])
    whole = await script.slash(people["en"], place, "game export")
    full = whole.message.files[0].data
    records = json.loads(full)["records"]
    for file, said in (
        (data, "only the public part"),
        (changed(full, format=99), "newer version"),
        (changed(full, records=[*records, *records, "x"]), "damaged"),
    ):
        answer = await script.slash(people["en"], place, "game import", {"file": File("game.json", file)})
        assert said in private(answer)
    assert table.failed == []


# ---- each in the reader's language -------------------------------------------------------------------------------

SAID: dict[str, dict[str, str]] = {
    "de": {
        "no_game_here": "läuft keine Partie. Eröffne",
        "second_lobby": "schon eine Lobby: Nummer",
        "full_lobby": "Alle 4 Plätze sind besetzt. Warte",
        "unknown_target": "Die Felder heißen A1 bis",
        "not_in_this_game": "Du spielst an diesem Tisch nicht mit",
        "not_your_turn": "Das ist Sache von Toni",
        "too_expensive": "zu wenig, deine Kristalle schon eingerechnet",
        "broken": "Diese Datei ist beschädigt",
        "foreign": "keine Partie dieses Bots",
        "newer": "aus einer neueren Version",
        "public": "nur den öffentlichen Teil",
    },
    "fr": {
        "no_game_here": "pas de partie dans ce salon. Ouvre",
        "second_lobby": "déjà une salle d’attente dans ce salon",
        "full_lobby": "Les 4 places sont prises. Attends",
        "unknown_target": "Les cases vont de A1 à",
        "not_in_this_game": "Tu ne joues pas à cette table",
        "not_your_turn": "C’est à Toni de le faire, pas à toi",
        "too_expensive": "même en comptant tes cristaux",
        "broken": "Ce fichier est abîmé",
        "foreign": "n’est pas une partie de ce bot",
        "newer": "une version plus récente",
        "public": "que ce qui était public",
    },
    "en": {
        "no_game_here": "no game in this channel. Open",
        "second_lobby": "already a lobby in this channel",
        "full_lobby": "All 4 seats are taken. Wait",
        "unknown_target": "Spaces are labelled A1 to",
        "not_in_this_game": "You are not playing at this table",
        "not_your_turn": "That is up to Toni, not you",
        "too_expensive": "even with your crystals",
        "broken": "This file is damaged",
        "foreign": "isn’t a game of this bot",
        "newer": "newer version",
        "public": "only the public part",
    },
}
LANGUAGES = pytest.mark.parametrize("language", ["de", "fr", "en"])


def says(answer: Result, language: str, what: str) -> None:
    assert SAID[language][what] in private(answer), answer.text


@LANGUAGES
async def test_refusals_of_lobbies_in_each_language(
    script: Script, place: Channel, people: People, language: str
) -> None:
    """No game here, a second lobby, a full lobby."""
    person = people[language]
    says(await script.slash(person, place, "turn end"), language, "no_game_here")
    await script.slash(people["de-mod"], place, "game new", {"computers": 3, "strength": "random"})
    says(await script.slash(person, place, "game new"), language, "second_lobby")
    says(await script.slash(person, place, "game join"), language, "full_lobby")
    await script.slash(people["de-mod"], place, "game end")


@LANGUAGES
async def test_refusals_of_turns_in_each_language(
    script: Script, place: Channel, people: People, language: str
) -> None:
    """Not in this game, not your turn, an unknown target, too expensive."""
    person = people[language]
    table = await opened(script, place, people["de-mod"], people["fr-mod"])
    says(await script.slash(person, place, "turn end"), language, "not_in_this_game")
    await script.slash(people["de-mod"], place, "game replace", {"seat": 2, "person": person})
    assert table.table is not None
    says(await script.click(table.table, ids(table.table, "table:pick:")[0], user=person), language, "not_your_turn")
    says(await script.slash(person, place, "turn build", {"space": "Z9", "size": "small"}), language, "unknown_target")
    await script.slash(people["de-mod"], place, "turn switch", {"for": "=food"})
    ended = await script.slash(people["de-mod"], place, "turn end")
    await script.click(ended, control(ended, "table:do:", ":e"))
    asked = [
        await script.slash(person, place, "can build", {"space": space, "size": "large"})
        for space in (await deserts(script, place, people["de"]))[:6]
    ]
    assert any(SAID[language]["too_expensive"] in private(answer) for answer in asked)


@LANGUAGES
async def test_refusals_of_files_in_each_language(
    script: Script, place: Channel, people: People, language: str
) -> None:
    """Broken, foreign, newer, public."""
    person = people[language]
    await opened(script, place, person, people["de-mod"])
    public = (await script.slash(person, place, "game export")).message.files[0].data
    await broken_off(script, place, person, people["de-mod"])
    full = (await script.slash(person, place, "game export")).message.files[0].data
    for what, data in (
        ("broken", full[: len(full) // 2]),
        ("foreign", b'{"kind": "chess"}'),
        ("newer", changed(full, rules=9999)),
        ("public", public),
    ):
        says(await script.slash(person, place, "game import", {"file": File("game.json", data)}), language, what)
