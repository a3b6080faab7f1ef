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
from tests.end_to_end.clicking import Clicker, broken_off, ids
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Result, Script

People = dict[str, User]
Places = dict[str, Channel]

FIXED = ("random_seats=off", "artifact_card=deal")
"""Options by which the owner begins and nothing is to be chosen before."""


@pytest_asyncio.fixture(loop_scope="module")
async def place(stage: Script, bot: BotProcess, places: Places) -> Channel:
    """A channel of its own, in the German server."""
    guild = places["de"].guild
    assert guild is not None
    return stage.world.create_channel(guild, f"tisch-{len(guild.channels)}")


async def opened(stage: Script, place: Channel, *people: User) -> Clicker:
    """A running game, the first of the people on turn."""
    table = Clicker(stage, place, people, seed=1)
    await table.open(options=FIXED)
    await table.begun()
    await stage.settle()
    return table


async def turn_of(stage: Script, table: Clicker, person: User) -> Result:
    """The person's own panel."""
    assert table.table is not None
    return await stage.click(table.table, ids(table.table, "table:turn:")[0], user=person)


async def whole_turn(stage: Script, mine: Result) -> Result:
    """The switch, and the end of the turn; the last answer."""
    picked = await stage.click(mine, control(mine, "table:pick:", ":switch:"))
    used = await stage.click(picked, control(picked, "table:do:", ":s:"))
    asked = await stage.click(used, control(used, "table:close:", ":turn"))
    return await stage.click(asked, control(asked, "table:do:", ":e"))


def control(answer: Result, start: str, part: str) -> str:
    """The control whose custom id begins so and has this in it."""
    return next(found for found in ids(answer.message, start) if part in found)


def private(answer: Result) -> str:
    """The text of an answer that nobody else sees."""
    assert all(message.ephemeral for message in answer.messages), answer.text
    return answer.text


# ---- people ------------------------------------------------------------------------------------------------------


async def test_not_your_turn(stage: Script, place: Channel, people: People) -> None:
    table = await opened(stage, place, people["de"], people["fr"])
    assert table.table is not None
    [explore] = ids(table.table, "table:pick:")[2:3]
    answer = await stage.click(table.table, explore, user=people["fr"])
    assert "Kim" in private(answer)
    assert "pas à toi" in answer.text
    typed = await stage.slash(people["fr"], place, "turn hibernate")
    assert "Kim" in private(typed)


async def test_not_in_this_game(stage: Script, place: Channel, people: People) -> None:
    table = await opened(stage, place, people["de"], people["fr"])
    assert table.table is not None
    answer = await stage.click(table.table, ids(table.table, "table:pick:")[0], user=people["en"])
    assert "You do not play at this table" in private(answer)
    typed = await stage.slash(people["en"], place, "turn end")
    assert "You do not play at this table" in private(typed)
    looked = await turn_of(stage, table, people["en"])
    assert "Kim is on turn" in private(looked)


@pytest.mark.parametrize("command", ["turn end", "game status", "score", "game join", "show market"])
async def test_no_game_here(stage: Script, place: Channel, people: People, command: str) -> None:
    answer = await stage.slash(people["de"], place, command)
    assert "keine Partie" in private(answer)


async def test_unknown_target(stage: Script, place: Channel, people: People) -> None:
    await opened(stage, place, people["en"], people["fr"])
    answer = await stage.slash(people["en"], place, "turn build", {"space": "Z99 @everyone", "size": "small"})
    assert "There is no space" in private(answer)
    assert "A1 to K10" in answer.text
    card = await stage.slash(people["en"], place, "turn play", {"card": "*Nobody*", "slot": 1})
    assert "I know no card" in private(card)


async def test_too_expensive(stage: Script, place: Channel, people: People) -> None:
    """Nobody has five gears at the start."""
    table = await opened(stage, place, people["de"], people["fr"])
    assert table.table is not None
    for space in await deserts(stage, place, people["de"]):
        answer = await stage.slash(people["de"], place, "can build", {"space": space, "size": "large"})
        if "fehl" in answer.text:
            break
    assert "3 Zahnräder" in private(answer) or "2 Zahnräder" in answer.text
    assert ids(answer.message, "cite:")
    opened_rule = await stage.click(answer, ids(answer.message, "cite:")[0])
    assert len(private(opened_rule)) > 100


async def deserts(stage: Script, place: Channel, person: User) -> list[str]:
    """The labels of free deserts, from the list of the map in German."""
    answer = await stage.slash(person, place, "show board", {"as": "list"})
    found = []
    for row, spaces in re.findall(r"\*\*([A-K])\*\* (.+)", private(answer)):
        for first, last in re.findall(r"(?:^|; )(\d+)(?:–(\d+))? Wüste(?=;|$)", spaces):
            found += [f"{row}{number}" for number in range(int(first), int(last or first) + 1)]
    assert found
    return found


async def test_old_button(stage: Script, place: Channel, people: People) -> None:
    """A move that was offered before another one was made does nothing, and fresh controls come with the answer."""
    table = await opened(stage, place, people["de"], people["fr"])
    old = await turn_of(stage, table, people["de"])
    picked = await stage.click(old, control(old, "table:pick:", ":switch:"))
    gone = next(c for c in picked.message.walk() if str(c.get("custom_id", "")).startswith("table:do:"))
    await stage.click(picked, gone["custom_id"])
    stale = stage.client.click_stale(people["de"], picked.message, gone)
    answer = await stage._finish(stale)
    assert "auf dem Brett etwas getan" in private(answer)
    assert ids(answer.message, "table:pick:")


async def test_second_lobby_in_one_channel(stage: Script, place: Channel, people: People) -> None:
    await stage.slash(people["de"], place, "game new")
    answer = await stage.slash(people["fr"], place, "game new")
    assert "Il y a déjà" in private(answer)


async def test_full_lobby(stage: Script, place: Channel, people: People) -> None:
    lobby = await stage.slash(people["de"], place, "game new", {"computers": 3})
    assert not lobby.ephemeral
    answer = await stage.slash(people["en"], place, "game join")
    assert "All 4 seats are taken" in private(answer)


async def test_player_left_the_server(stage: Script, place: Channel, people: People) -> None:
    guild = place.guild
    assert guild is not None
    guest = stage.world.create_user("mika", locale="de")
    stage.world.add_member(guild, guest)
    table = await opened(stage, place, guest, people["de"])
    with stage.expecting("unknown-member"):
        await table.step(guest)
        panel = table.panels[guest.id]
        del guild.members[guest.id]
        assert panel is not None
        # the next notice to them finds that out: it is their turn again after the other's
        await stage.slash(people["de-mod"], place, "game pause")
        await stage.slash(people["de-mod"], place, "game resume")
        await stage.settle(1.5)
    answer = await stage.slash(people["de"], place, "game status")
    assert "nicht mehr auf dem Server" in private(answer)


# ---- places ------------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def denied(stage: Script, place: Channel, *permissions: str) -> AsyncIterator[None]:
    """The bot lacks permissions in a channel for a while."""
    assert place.guild is not None
    role = stage.world.bot_role(place.guild)
    stage.world.allow(place, role, deny=limits.permissions(*permissions))
    await stage.settle()
    yield
    stage.world.allow(place, role)
    await stage.settle()


async def test_deleted_table_message(stage: Script, place: Channel, people: People) -> None:
    """It is posted anew after the next action."""
    table = await opened(stage, place, people["de"], people["fr"])
    gone = table.table
    assert gone is not None
    mine = await turn_of(stage, table, people["de"])
    gone.deleted = True
    with stage.expecting("unknown-message"):
        picked = await stage.click(mine, control(mine, "table:pick:", ":switch:"))
        await stage.click(picked, control(picked, "table:do:", ":s:"))
        await stage.wait_for(lambda: table.table not in (None, gone), 60, "a new table message")
        await stage.settle()
    assert table.table is not None
    assert "Kim" in table.table.text


@pytest.mark.parametrize(("permission", "said"), [("send_messages", "Nachrichten senden"), ("view_channel", "Kan")])
async def test_bot_may_not_write_or_see_the_channel(
    stage: Script, place: Channel, people: People, permission: str, said: str
) -> None:
    table = await opened(stage, place, people["de"], people["fr"])
    mine = await turn_of(stage, table, people["de"])
    async with denied(stage, place, permission):
        refused = await stage.slash(people["fr"], place, "game new")
        assert "il me manque" in private(refused)
        with stage.expecting("missing-access" if permission == "view_channel" else "missing-permissions"):
            done = await whole_turn(stage, mine)
            await stage.settle(1.5)
        assert "fehlt mir" in private(done)
        assert said in done.text


async def test_bot_may_not_attach(stage: Script, place: Channel, people: People) -> None:
    await opened(stage, place, people["de"], people["fr"])
    async with denied(stage, place, "attach_files"):
        answer = await stage.slash(people["de"], place, "game export")
    assert "keine Dateien anhängen" in private(answer)


async def test_archived_thread(stage: Script, bot: BotProcess, people: People, places: Places) -> None:
    thread = stage.world.create_thread(places["fr"], "soirée", people["fr"])
    thread.thread_members.add(people["de"].id)
    table = await opened(stage, thread, people["fr"], people["de"])
    mine = await turn_of(stage, table, people["fr"])
    thread.archived = thread.locked = True
    stage.stage.gateway.dispatch("THREAD_UPDATE", thread.to_dict(), guild=thread.guild, intents=limits.I_GUILDS)
    with stage.expecting("thread-archived"):
        done = await whole_turn(stage, mine)
        await stage.settle(1.5)
        assert "est fermé" in private(done)
    thread.archived = thread.locked = False


async def test_deleted_channel(stage: Script, place: Channel, people: People, places: Places) -> None:
    """Its owner is told, and the game goes on elsewhere."""
    guild = place.guild
    assert guild is not None
    table = await opened(stage, place, people["de"], people["fr"])
    assert table.table is not None
    game = int(ids(table.table, "table:turn:")[0].split(":")[2])
    del stage.world.channels[place.id], guild.channels[place.id]
    stage.stage.gateway.dispatch("CHANNEL_DELETE", place.to_dict(), guild=guild, intents=limits.I_GUILDS)
    dm = stage.world.dm(people["de"])
    await stage.wait_for(lambda: any("nicht mehr" in m.text for m in dm.messages.values()), 60, "word of it")
    other = stage.world.create_channel(guild, "neuer-tisch")
    status = await stage.slash(people["de"], other, "game status", {"game": game})
    assert "gibt es nicht mehr" in private(status)
    moved = await stage.slash(people["de"], other, "game move", {"game": game})
    assert "weiter" in private(moved)
    here = Clicker(stage, other, [people["de"], people["fr"]], 1)
    await stage.wait_for(lambda: here.table, 60, "the table in its new channel")


# ---- files -------------------------------------------------------------------------------------------------------


def changed(data: bytes, **values: Any) -> bytes:
    return json.dumps({**json.loads(data), **values}).encode()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"not json at all", "damaged"),
        (b'{"kind": "chess", "format": 1}', "no game of this bot"),
        (b'{"kind": "revive-referee game", "format": 1, "rules": 1, "full": true}', "no game of this bot|damaged"),
    ],
)
async def test_import_of_a_foreign_file(
    stage: Script, place: Channel, people: People, content: bytes, said: str
) -> None:
    answer = await stage.slash(people["en"], place, "game import", {"file": File("game.json", content)})
    assert any(part in private(answer) for part in said.split("|")), answer.text


async def test_import_of_a_broken_newer_or_public_file(stage: Script, place: Channel, people: People) -> None:
    table = await opened(stage, place, people["en"], people["fr"])
    exported = await stage.slash(people["en"], place, "game export")
    data = exported.message.files[0].data
    assert "public part" in private(exported)
    await broken_off(stage, place, people["en"], people["fr"])
    whole = await stage.slash(people["en"], place, "game export")
    full = whole.message.files[0].data
    records = json.loads(full)["records"]
    for file, said in (
        (data, "only the public part"),
        (changed(full, format=99), "newer version"),
        (changed(full, records=[*records, *records, "x"]), "damaged"),
    ):
        answer = await stage.slash(people["en"], place, "game import", {"file": File("game.json", file)})
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
        "not_your_turn": "gehört zu Toni, nicht zu dir",
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
        "not_your_turn": "Cela revient à Toni, pas à toi",
        "too_expensive": "tes cristaux déjà comptés",
        "broken": "Ce fichier est abîmé",
        "foreign": "n’est pas une partie de ce bot",
        "newer": "une version plus récente",
        "public": "que la partie publique",
    },
    "en": {
        "no_game_here": "no game in this channel. Open",
        "second_lobby": "already a lobby in this channel",
        "full_lobby": "All 4 seats are taken. Wait",
        "unknown_target": "Spaces are called A1 to",
        "not_in_this_game": "You do not play at this table",
        "not_your_turn": "belongs to Toni, not to you",
        "too_expensive": "your crystals already counted",
        "broken": "This file is damaged",
        "foreign": "no game of this bot",
        "newer": "newer version",
        "public": "only the public part",
    },
}
LANGUAGES = pytest.mark.parametrize("language", ["de", "fr", "en"])


def says(answer: Result, language: str, what: str) -> None:
    assert SAID[language][what] in private(answer), answer.text


@LANGUAGES
async def test_refusals_of_lobbies_in_each_language(
    stage: Script, place: Channel, people: People, language: str
) -> None:
    """No game here, a second lobby, a full lobby."""
    person = people[language]
    says(await stage.slash(person, place, "turn end"), language, "no_game_here")
    await stage.slash(people["de-mod"], place, "game new", {"computers": 3, "strength": "random"})
    says(await stage.slash(person, place, "game new"), language, "second_lobby")
    says(await stage.slash(person, place, "game join"), language, "full_lobby")
    await stage.slash(people["de-mod"], place, "game end")


@LANGUAGES
async def test_refusals_of_turns_in_each_language(stage: Script, place: Channel, people: People, language: str) -> None:
    """Not in this game, not your turn, an unknown target, too expensive."""
    person = people[language]
    table = await opened(stage, place, people["de-mod"], people["fr-mod"])
    says(await stage.slash(person, place, "turn end"), language, "not_in_this_game")
    await stage.slash(people["de-mod"], place, "game replace", {"seat": 2, "person": person})
    assert table.table is not None
    says(await stage.click(table.table, ids(table.table, "table:pick:")[0], user=person), language, "not_your_turn")
    says(await stage.slash(person, place, "turn build", {"space": "Z9", "size": "small"}), language, "unknown_target")
    await stage.slash(people["de-mod"], place, "turn switch", {"for": "=food"})
    ended = await stage.slash(people["de-mod"], place, "turn end")
    await stage.click(ended, control(ended, "table:do:", ":e"))
    asked = [
        await stage.slash(person, place, "can build", {"space": space, "size": "large"})
        for space in (await deserts(stage, place, people["de"]))[:6]
    ]
    assert any(SAID[language]["too_expensive"] in private(answer) for answer in asked)


@LANGUAGES
async def test_refusals_of_files_in_each_language(stage: Script, place: Channel, people: People, language: str) -> None:
    """Broken, foreign, newer, public."""
    person = people[language]
    await opened(stage, place, person, people["de-mod"])
    public = (await stage.slash(person, place, "game export")).message.files[0].data
    await broken_off(stage, place, person, people["de-mod"])
    full = (await stage.slash(person, place, "game export")).message.files[0].data
    for what, data in (
        ("broken", full[: len(full) // 2]),
        ("foreign", b'{"kind": "chess"}'),
        ("newer", changed(full, rules=9999)),
        ("public", public),
    ):
        says(await stage.slash(person, place, "game import", {"file": File("game.json", data)}), language, what)
