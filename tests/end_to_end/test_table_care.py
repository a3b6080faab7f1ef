"""Looking after a game, as people do it with commands in three languages: pausing, replacing, moving, passing on,
voting, breaking off, files out and in, a rematch, and the repair of a game that cannot be read."""

import re
import sqlite3
from pathlib import Path

import pytest
import pytest_asyncio

from bot.practice.attachment import File
from bot.practice.model import Channel, User
from tests.end_to_end.clicking import Clicker, broken_off, ids, lobby_options, on_turn
from tests.end_to_end.edit_pace import TOLD
from tests.end_to_end.languages import mostly
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Result, Script, find

People = dict[str, User]
Places = dict[str, Channel]

FIXED = ("random_seats=off", "artifact_card=deal")
LANGUAGES = pytest.mark.parametrize("language", ["de", "fr", "en"])
SAID: dict[str, dict[str, str]] = {
    "de": {
        "pause": "Die Partie ist pausiert",
        "paused": "ist pausiert",
        "pausing": "läuft, sie ist nicht pausiert",
        "resume": "Die Partie geht weiter",
        "replace": "Der Platz ist neu besetzt",
        "already_in": "sitzt schon an diesem Tisch",
        "seat": "Diesen Platz gibt es nicht",
        "bot": "Ein Bot kann keinen Platz übernehmen",
        "owner": "eine neue Leitung",
        "not_allowed": "Das darf nur",
        "move": "geht in diesem Kanal weiter",
        "moved": "keine Partie",
        "vote": "1 von 2 nötigen Stimmen",
        "end": "ohne Ergebnis abgebrochen",
        "asked": "Ein Ergebnis gibt es dann nicht",
        "kept": "Es hat sich nichts geändert",
        "taken_back": "ist zurückgenommen",
        "place_taken": "/spiel umziehen",
        "public": "öffentliche Teil",
        "full": "ganze Partie",
        "import": "eingelesen",
        "rematch": "Revive · Tisch",
        "not_aside": "ist in Ordnung",
        "aside": "beiseitegelegt",
        "still": "noch immer nicht lesen",
        "repair": "wieder freigegeben",
    },
    "fr": {
        "pause": "La partie est en pause",
        "paused": "est en pause",
        "pausing": "est en cours, pas en pause",
        "resume": "La partie reprend",
        "replace": "a changé de mains",
        "already_in": "est déjà à cette table",
        "seat": "Cette place n’existe pas",
        "bot": "Un bot ne peut pas",
        "owner": "a changé de responsable",
        "not_allowed": "peut le faire",
        "move": "continue dans ce salon",
        "moved": "pas de partie",
        "vote": "1 voix sur 2",
        "end": "Partie arrêtée, sans résultat",
        "asked": "aucun résultat",
        "kept": "Rien n’a changé",
        "taken_back": "L’arrêt est annulé",
        "place_taken": "/partie déplacer",
        "public": "ce qui est public",
        "full": "Toute la partie",
        "import": "importée",
        "rematch": "Revive · table",
        "not_aside": "va bien",
        "aside": "mise de côté",
        "still": "reste illisible",
        "repair": "récupérée",
    },
    "en": {
        "pause": "The game is paused",
        "paused": "is paused",
        "pausing": "running, not paused",
        "resume": "The game goes on",
        "replace": "The seat has a new player",
        "already_in": "is already at this table",
        "seat": "There is no such seat",
        "bot": "A bot cannot",
        "owner": "a new owner",
        "not_allowed": "may do that.",
        "move": "goes on in this channel",
        "moved": "no game",
        "vote": "1 of 2 votes",
        "end": "has ended early, without a result",
        "asked": "Ending the game early leaves no result",
        "kept": "Nothing has changed",
        "taken_back": "The ending has been undone",
        "place_taken": "/game move",
        "public": "public part",
        "full": "whole game",
        "import": "has been imported",
        "rematch": "Revive · table",
        "not_aside": "is fine",
        "aside": "set aside",
        "still": "still cannot be read",
        "repair": "is back",
    },
}


@pytest_asyncio.fixture(loop_scope="module")
async def place(script: Script, bot: BotProcess, places: Places) -> Channel:
    """A channel of its own."""
    guild = places["de"].guild
    assert guild is not None
    return script.directory.create_channel(guild, f"pflege-{len(guild.channels)}")


async def opened(script: Script, place: Channel, *people: User) -> Clicker:
    """A running game, the first of the people on turn."""
    table = Clicker(script, place, people, seed=1)
    await table.open(options=FIXED)
    await table.begun()
    await script.settle()
    return table


def said(answer: Result, language: str, what: str) -> None:
    """It is private and holds these words."""
    assert answer.ephemeral, answer.text
    assert SAID[language][what] in answer.text, answer.text


def number_of(table: Clicker) -> int:
    assert table.table is not None
    return int(ids(table.table, "table:turn:")[0].split(":")[2])


@LANGUAGES
async def test_pausing_and_resuming(script: Script, place: Channel, people: People, language: str) -> None:
    person = people[language]
    await opened(script, place, person, people["de-mod"])
    said(await script.slash(person, place, "game resume"), language, "pausing")
    said(await script.slash(person, place, "game pause"), language, "pause")
    said(await script.slash(person, place, "turn hibernate"), language, "paused")
    said(await script.slash(person, place, "game resume"), language, "resume")
    moved = await script.slash(person, place, "turn switch", {"for": "=food"})
    assert ids(moved.message, "table:undo:")


@LANGUAGES
async def test_replacing_and_passing_on(script: Script, place: Channel, people: People, language: str) -> None:
    person, other, third = people[language], people["de-mod"], people["fr-mod"]
    await opened(script, place, person, other)
    said(await script.slash(person, place, "game replace", {"seat": 2}), language, "replace")
    await script.settle()
    said(await script.slash(person, place, "game replace", {"seat": 2, "person": other}), language, "replace")
    said(await script.slash(person, place, "game replace", {"seat": 2, "person": person}), language, "already_in")
    said(await script.slash(person, place, "game replace", {"seat": 4, "person": third}), language, "seat")
    bot_user = script.state.bot_user
    said(await script.slash(person, place, "game replace", {"seat": 2, "person": bot_user}), language, "bot")
    said(await script.slash(person, place, "game owner", {"player": other}), language, "owner")
    said(await script.slash(person, place, "game owner", {"player": person}), language, "not_allowed")
    said(await script.slash(third, place, "game pause"), "fr", "not_allowed")


@LANGUAGES
async def test_moving_to_another_channel(script: Script, place: Channel, people: People, language: str) -> None:
    person = people[language]
    table = await opened(script, place, person, people["de-mod"])
    assert place.guild is not None
    other = script.directory.create_channel(place.guild, f"umzug-{language}")
    offered = await script.complete(person, other, "game move", {"game": ""})
    game = number_of(table)
    assert game in [choice["value"] for choice in offered.choices]
    said(await script.slash(person, other, "game move", {"game": game}), language, "move")
    there = Clicker(script, other, table.people, 1)
    await script.wait_for(lambda: there.table, 60, "the table in its new channel")
    said(await script.slash(person, place, "turn hibernate"), language, "moved")
    played = await script.slash(person, other, "turn switch", {"for": "=food"})
    assert ids(played.message, "table:undo:")


@LANGUAGES
async def test_players_vote_where_nobody_may_decide_alone(
    script: Script, place: Channel, people: People, language: str
) -> None:
    person, owner = people[language], people["fr-mod"]
    await opened(script, place, owner, person)
    said(await script.slash(person, place, "game pause"), language, "vote")
    said(await script.slash(owner, place, "game pause"), "fr", "pause")


@mostly("en")
async def test_breaking_off_is_asked_and_can_be_taken_back(
    script: Script, bot: BotProcess, place: Channel, people: People, language: str
) -> None:
    """It says what becomes of the result; until it is final nothing hidden is shown, and the game goes on where it was,
    also after a restart."""
    person, other, watching = people[language], people["de-mod"], people["fr-mod"]
    table = await opened(script, place, person, other)
    await script.slash(person, place, "turn switch", {"for": "=food"})
    asked = await script.slash(person, place, "game end")
    said(asked, language, "asked")
    kept = await script.click(asked, ids(asked.message, "table:keep:")[0], user=person)
    said(kept, language, "kept")
    assert table.table is not None, "nothing has happened yet"
    said(await broken_off(script, place, person, final=False), language, "end")
    said(await script.slash(person, place, "game export"), language, "public")
    said(await script.slash(person, place, "turn hibernate"), language, "moved")
    await bot.restart()
    shown = table.with_control("table:takeback:")
    assert shown is not None
    refused = await script.click(shown, ids(shown, "table:takeback:")[0], user=watching)
    said(refused, "fr", "not_allowed")
    voted = await script.click(shown, ids(shown, "table:takeback:")[0], user=person)
    said(voted, language, "taken_back")
    await script.wait_for(lambda: table.table, 60, "the table")
    said(await broken_off(script, place, person, final=False), language, "end")
    said(await script.slash(person, place, "game resume"), language, "taken_back")


@LANGUAGES
async def test_taking_back_where_another_game_has_begun(
    script: Script, place: Channel, people: People, language: str
) -> None:
    """It is refused with that reason; moved, it goes on."""
    person = people[language]
    table = await opened(script, place, person, people["de-mod"])
    game = number_of(table)
    await broken_off(script, place, person, final=False)
    await script.slash(people["fr-mod"], place, "game new")
    shown = table.with_control("table:takeback:")
    assert shown is not None
    refused = await script.click(shown, ids(shown, "table:takeback:")[0], user=person)
    said(refused, language, "place_taken")
    assert f":{game}" in refused.text
    assert place.guild is not None
    other = script.directory.create_channel(place.guild, f"zurueck-{language}")
    said(await script.slash(person, other, "game move", {"game": game}), language, "move")
    there = Clicker(script, other, table.people, 1)
    await script.wait_for(lambda: there.with_control("table:takeback:"), 60, "the end in its new channel")
    moved = there.with_control("table:takeback:")
    assert moved is not None
    said(await script.click(moved, ids(moved, "table:takeback:")[0], user=person), language, "taken_back")
    await script.wait_for(lambda: there.table, 60, "the table in its new channel")
    assert ids((await script.slash(person, other, "turn switch", {"for": "=food"})).message, "table:undo:")


@LANGUAGES
async def test_files_out_and_in_and_a_rematch(script: Script, place: Channel, people: People, language: str) -> None:
    """A game is ended early and comes back from its file as a practice table, where the other person sits down and is
    not mentioned before. A rematch follows."""
    person = people[language]
    await opened(script, place, person, people["de-mod"])
    await script.slash(person, place, "turn switch", {"for": "=food"})
    said(await script.slash(person, place, "game export"), language, "public")
    said(await broken_off(script, place, person, people["de-mod"]), language, "end")
    whole = await script.slash(person, place, "game export")
    said(whole, language, "full")
    again = await script.slash(person, place, "game import", {"file": File("game.json", whole.message.files[0].data)})
    said(again, language, "import")
    here = Clicker(script, place, [person, people["de-mod"]], 1)
    await script.wait_for(lambda: here.table and on_turn(here.table), 60, "the table")
    assert here.table is not None
    assert "🎓" in here.table.text, "a practice table says so"
    assert not [message for message in here.messages[-3:] if people["de-mod"] in message.mentions]
    undone = await script.slash(person, place, "game undo")
    assert undone.ephemeral
    refused = await here.click(people["fr-mod"], here.table, ids(here.table, "table:sit:")[0])
    assert refused.original is not None
    assert "Toni" in refused.original.text
    await here.click(people["de-mod"], here.table, ids(here.table, "table:sit:")[0])
    await script.wait_for(lambda: here.table and not ids(here.table, "table:sit:"), 60, "everybody to sit")
    said(await broken_off(script, place, person, final=False), language, "end")
    lobby = await script.slash(person, place, "game rematch")
    assert not lobby.ephemeral
    assert SAID["de"]["rematch"] in lobby.text, "in the server's language"
    assert "Toni" in lobby.text
    await script.slash(person, place, "game end")


@mostly("fr")
async def test_repairing(script: Script, bot: BotProcess, place: Channel, people: People, language: str) -> None:
    """What cannot be read is set aside with its reason; it goes on from the last start of a turn that can be read."""
    person = people[language]
    table = await opened(script, place, person, people["de-mod"])
    game = number_of(table)
    said(await script.slash(person, place, "game repair"), language, "not_aside")
    await script.slash(person, place, "turn switch", {"for": "=food"})
    shown = table.table
    assert shown is not None
    button = find(shown, ids(shown, "table:turn:")[0])
    await bot.kill()
    with sqlite3.connect(Path(bot.env["DATA_DIR"]) / "revive.sqlite3") as database:
        database.execute("UPDATE games SET snapshot = x'00' WHERE id = ?", (game,))
    await bot.restart()
    said(await script.click_stale(shown, button, person), language, "aside")
    await script.wait_for(lambda: table.table is None, 60, "its controls to go")
    said(await script.click_stale(shown, button, person), language, "aside")
    said(await script.slash(person, place, "game repair"), language, "still")
    said(await script.slash(person, place, "game repair", {"roll-back": True}), language, "repair")
    went_on = await script.slash(person, place, "turn switch", {"for": "=gear"})
    assert ids(went_on.message, "table:undo:")


EASY = {"de": "leicht", "fr": "facile", "en": "easy"}


@mostly("de")
async def test_strengths_of_computer_players(script: Script, place: Channel, people: People, language: str) -> None:
    """Chosen with the command or in the lobby; they move by themselves, and a seat can be given to one."""
    person, easy = people[language], EASY[language]
    lobby = await script.slash(person, place, "game new", {"computers": 1, "strength": "hard"})
    assert "🤖 schwer" in lobby.text, "the lobby is in the server's language"
    await script.slash(person, place, "game computer", {"strength": "easy"})
    await script.wait_for(lambda: "🤖 leicht" in lobby.message.text, 60, "both computer players")
    choosing = await lobby_options(script, lobby.message, person)
    menu = ids(choosing.message, "lobby:strength:")[0]
    await script.select(choosing, menu, ["1=normal"])
    await script.settle(TOLD)
    assert "🤖 normal" in lobby.message.text
    await script.select(choosing, menu, ["1=like_me"])
    await script.settle(TOLD)
    assert "🤖 normal" not in lobby.message.text, "nobody has played here: the easy one"
    await script.slash(person, place, "game option", {"option": "=random_seats", "value": "off"})
    started = await script.slash(person, place, "game start")
    assert easy in started.text
    table = Clicker(script, place, [person], 2)
    await script.wait_for(lambda: table.table, 60, "the table")
    await script.slash(person, place, "game replace", {"seat": 1, "strength": "easy"})
    status = await script.slash(person, place, "game status")
    assert easy in status.text
    later = re.compile(r"Zug ([3-9]|\d\d)\b")

    def went_on() -> object:
        return table.final or (table.table and later.search(table.table.text))

    await script.wait_for(went_on, 90, "computer players who go on")
    await script.slash(person, place, "game pause")  # where they have not come to the end meanwhile
    await script.settle(TOLD)
