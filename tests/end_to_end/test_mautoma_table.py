"""Playing alone at the bot's table by clicking only what is offered: whole games in three languages with kill -9 in the
middle, the Mautoma's turn told with its reasons, results on the scale, rematches, and what cannot be."""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest

from bot.engine.packs import field
from bot.practice.model import Channel, Message, User
from bot.text.game.names import in_language
from tests.end_to_end.clicking import Clicker, game_of, ids, lobby_options, values_of
from tests.end_to_end.edit_pace import TOLD
from tests.end_to_end.languages import mostly
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Script

People = dict[str, User]
Places = dict[str, Channel]

AGAINST = {"de": "Punkte gegen den Mautoma", "fr": "points contre le Mautoma", "en": "points against the Mautoma"}
ASSUMED = {"de": "Annahmen des Pakets", "fr": "Hypothèses du paquet", "en": "Assumed by the pack"}
WHY = {"de": "Warum? Mautomas Zug", "fr": "Pourquoi\u202f? Tour", "en": "Why? The Mautoma’s turn"}
PATIENCE = 20.0


def fresh(script: Script, place: Channel, name: str) -> Channel:
    """A channel beside another."""
    assert place.guild is not None
    return script.directory.create_channel(place.guild, name)


def server_of(language: str, places: Places) -> Channel:
    """English is spoken by a guest on the German server."""
    return places["fr" if language == "fr" else "de"]


async def opened(script: Script, person: User, channel: Channel, alone: str, seed: int = 1) -> Clicker:
    """A game for one, begun by command and button."""
    table = Clicker(script, channel, [person], seed)
    lobby = (await script.slash(person, channel, "game new", {"alone": alone})).message
    await table.click(person, lobby, ids(lobby, "lobby:start:")[0])
    await script.wait_for(lambda: table.table, PATIENCE, "the table")
    return table


@pytest.fixture(autouse=True)
async def no_pings(script: Script, bot: BotProcess) -> AsyncIterator[None]:
    """Whoever plays alone has just acted: nothing pings them."""
    yield
    assert not [m for m in script.directory.messages.values() if m.pings and m.pings.users]


@mostly("fr")
async def test_a_whole_game_against_the_mautoma(
    script: Script, bot: BotProcess, people: People, places: Places, language: str
) -> None:
    person = people[language]
    table = await opened(script, person, fresh(script, server_of(language, places), f"mautoma-{language}"), "mautoma")
    for _ in range(60):
        await table.step(person)
    await bot.restart()
    final = await table.play()
    assert table.failed == []
    told = "fr" if language == "fr" else "de"
    assert re.search(rf"\d+\s{AGAINST[told]}", final.text)
    assert "170+" in final.text
    why = await script.click(final, ids(final, "table:why:")[0], user=person)
    assert why.ephemeral
    assert WHY[language] in why.text
    assert "17" in why.text.splitlines()[0]
    rematch = await script.click(final, ids(final, "table:rematch:")[0], user=person)
    assert str(person.global_name) in rematch.text


async def test_what_the_table_names_is_looked_at_with_one_tap(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    """Its message has room for *Why?* only: the button of the own panel shows what both name."""
    person, pack = people["fr"], field()
    parts = [*pack.citizen.values(), *pack.technology.values(), *pack.machine.values()]
    names = {in_language("fr", each.name) for each in parts}
    table, named = await opened(script, person, fresh(script, places["fr"], "mautoma-look"), "mautoma"), 0
    for number in range(60):
        await table.step(person)
        panel = table.panels[person.id]
        if number % 6 or not ids(panel, "table:closer:") or table.table is None:
            continue
        await script.settle()
        told = {name for name in names if name in table.table.text}
        looked = await script.click(panel, ids(panel, "table:closer:")[0], user=person)
        assert not {name for name in told if name.lower() not in looked.text.lower()}
        named += len(told)
    assert named


ESTIMATE = {"de": "in dem Moment sehen konntest", "fr": "voir à ce moment", "en": "you could see at that moment"}


@mostly("en")
async def test_a_whole_official_solo_game(
    script: Script, bot: BotProcess, people: People, places: Places, language: str
) -> None:
    person, told = people[language], "fr" if language == "fr" else "de"
    table = await opened(script, person, fresh(script, server_of(language, places), f"solo-{language}"), "solo", 3)
    assert table.table is not None
    looked = await script.click(table.table, f"table:overview:{game_of(table)}", user=person)
    assert ASSUMED[language] in looked.text
    for _ in range(40):
        await table.step(person)
    await bot.restart()
    final = await table.play()
    assert table.failed == []
    assert ASSUMED[told] in final.text
    assert ids(final, "table:rematch:")
    assert not ids(final, "table:why:")
    looked = await script.click(final, ids(final, "table:review:")[0], user=person)
    assert looked.ephemeral
    await script.wait_for(lambda: ESTIMATE[language] in looked.message.text, 90, "the look back")
    other = next(each for each in people.values() if each.id != person.id)
    refused = await script.click(final, ids(final, "table:review:")[0], user=other)
    assert ESTIMATE[language] not in refused.text


# ---- what cannot be ----------------------------------------------------------------------------------------------

TWO = {"de": "für eine Person, und hier sitzen 2", "fr": "2 places sont prises ici", "en": "2 are seated"}
ONE = {"de": "mindestens 2 Plätze; hier sind 1", "fr": "au moins 2 places", "en": "at least 2 seats; this table has 1"}
ALONE = {"de": "„Allein spielen“", "fr": "«\u00a0Jouer en solo\u00a0»", "en": "“Playing alone”"}
STALE = "Seit dieser Knopf erschien"
FIELDS = {"de": "die Felder 1 bis 12", "fr": "les cases 1 à 12", "en": "spaces 1 to 12"}


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_a_solo_game_started_with_two_people(
    script: Script, bot: BotProcess, people: People, places: Places, language: str
) -> None:
    """The button and the command say privately what would work; alone it starts."""
    person, channel = people[language], fresh(script, server_of(language, places), f"two-{language}")
    lobby = (await script.slash(person, channel, "game new", {"computers": 1, "alone": "mautoma"})).message
    for answer in (
        await script.click(lobby, ids(lobby, "lobby:start:")[0], user=person),
        await script.slash(person, channel, "game start"),
    ):
        assert answer.messages[-1].ephemeral
        assert TWO[language] in answer.messages[-1].text
        assert ALONE[language] in answer.messages[-1].text
    choosing = await lobby_options(script, lobby, person)
    await script.select(choosing, ids(choosing.message, "lobby:remove:")[0], ["1"])
    await script.settle(TOLD)
    await script.click(lobby, ids(lobby, "lobby:start:")[0], user=person)
    await script.wait_for(lambda: Clicker(script, channel, [person], 1).table, PATIENCE, "the table")


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_a_game_for_two_started_with_one(
    script: Script, bot: BotProcess, people: People, places: Places, language: str
) -> None:
    """The same, and the lobby's menu offers what was said."""
    person, channel = people[language], fresh(script, server_of(language, places), f"one-{language}")
    lobby = (await script.slash(person, channel, "game new")).message
    answer = await script.click(lobby, ids(lobby, "lobby:start:")[0], user=person)
    assert answer.messages[-1].ephemeral
    assert ONE[language] in answer.messages[-1].text
    assert ALONE[language] in answer.messages[-1].text
    choosing = await lobby_options(script, lobby, person)
    menu = ids(choosing.message, "lobby:option:")[0]
    assert {"alone=mautoma", "alone=solo"} <= set(values_of(choosing.message, menu))
    await script.select(choosing, menu, ["alone=solo"])
    await script.settle(TOLD)
    assert ASSUMED["fr" if language == "fr" else "de"] in lobby.text
    await script.click(lobby, ids(lobby, "lobby:start:")[0], user=person)
    await script.wait_for(lambda: Clicker(script, channel, [person], 1).table, PATIENCE, "the table")


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_a_marker_field_that_does_not_exist(
    script: Script, bot: BotProcess, people: People, places: Places, language: str
) -> None:
    """Typed at the bot's table, and at a desk."""
    person, channel = people[language], fresh(script, server_of(language, places), f"field-{language}")
    await opened(script, person, channel, "mautoma")
    for _ in range(4):
        panel = (await script.slash(person, channel, "turn choose", {"answer": "1"})).messages[-1]
        if len(ids(panel, "table:do:")) == 12:
            break
    answer = await script.slash(person, channel, "turn choose", {"answer": "13"})
    assert answer.ephemeral
    assert FIELDS[language] in answer.text
    answer = await script.slash(person, channel, "turn choose", {"answer": "12"})
    assert FIELDS[language] not in answer.text
    answer = await script.slash(person, channel, "mautoma new", {"field": 13})
    assert answer.ephemeral
    assert FIELDS[language].rsplit(" ", 4)[-1] in answer.text


async def test_why_by_command(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    """Before its first turn, of its last, of one it had, of one it had not, and where it does not play."""
    kim, place = people["de"], places["de"]
    answer = await script.slash(kim, fresh(script, place, "nobody"), "mautoma why")
    assert answer.ephemeral
    channel = fresh(script, place, "why")
    table = await opened(script, kim, channel, "mautoma", 5)
    answer = await script.slash(kim, channel, "mautoma why")
    assert "noch nicht am Zug" in answer.text
    while round_of(table) < 3:
        assert await asyncio.wait_for(table.step(kim), 60) or table.final is None, "over before round 3 was told"
        await asyncio.sleep(0.05)  # the table is told at its own pace
    assert "Warum? Mautomas Zug 1" in (await script.slash(kim, channel, "mautoma why", {"turn": 1})).text
    answer = await script.slash(kim, channel, "mautoma why")
    assert re.search("Warum\\? Mautomas Zug ([2-9]|1\\d)", answer.text)
    assert (
        "Einen Zug 17 des Mautoma gibt es hier nicht"
        in (await script.slash(kim, channel, "mautoma why", {"turn": 17})).text
    )
    before = next(c["custom_id"] for c in answer.message.walk() if str(c.get("custom_id", "")).endswith("0b"))
    turned = await script.click(answer, before)
    assert "Warum? Mautomas Zug" in turned.text
    rule = await script.click(turned, next(c for c in ids(turned.message, "cite:mautoma.")), user=kim)
    assert rule.ephemeral


def round_of(table: Clicker) -> int:
    """The round that the table message tells."""
    found = re.search(r"Runde (\d+) von 18", table.table.text if table.table else "")
    return int(found[1]) if found else 0


def ends_of(panel: Message) -> list[str]:
    """The controls that end the turn."""
    return [custom_id for custom_id in ids(panel, "table:close:") if custom_id.endswith(":turn")]


async def test_pressed_twice_and_after_a_kill(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    """The end of a turn delivered twice brings one turn of the Mautoma; an old button is answered with fresh ones."""
    kim, channel = people["de"], fresh(script, places["de"], "twice")
    table = await opened(script, kim, channel, "mautoma", 7)
    while (panel := table.panels.get(kim.id)) is None or not ends_of(panel):
        await table.step(kim)
    other = await table.look(kim)
    assert other is not None
    turn = round_of(table)
    asked, older = [await script.click(each, ends_of(each)[0], user=kim) for each in (panel, other)]
    sure = next(c for c in ids(asked.message, "table:do:") if c.endswith(":e"))
    script.deliver_twice()
    await script.click(asked, sure)
    await script.wait_for(lambda: round_of(table) == turn + 1, PATIENCE, "the next round")
    await bot.restart()
    answer = await script.click(older, sure)
    assert STALE in answer.text
    assert ids(answer.message, "table:")
    assert f"Warum? Mautomas Zug {turn}" in (await script.slash(kim, channel, "mautoma why")).text
