"""Asking without acting: range for those who do not play and where nothing is played, ``/can`` while a choice is open,
and tables of other servers."""

import re

import pytest

from bot.practice.model import Channel, User
from tests.end_to_end.clicking import Clicker, ids
from tests.end_to_end.script import Result, Script
from tests.end_to_end.test_table_care import number_of, opened, place

__all__ = ["place"]
People = dict[str, User]
Places = dict[str, Channel]

LANGUAGES = pytest.mark.parametrize("language", ["de", "fr", "en"])
SAID: dict[str, dict[str, str]] = {
    "de": {
        "nobody": "ohne Figuren und Gebäude",
        "of": "Gezählt für",
        "no_map": "gibt es keinen Spielplan",
        "too_far": "ist keine Entfernung",
        "no_space": "Ein Feld",
        "no_player": "Hier spielt niemand",
        "food": r"\*\*7 Nahrung\*\*",
        "can": "Diese Antwort gilt",
        "no_game": "gibt es hier nicht",
    },
    "fr": {
        "nobody": "sans rien sur le plateau",
        "of": "Compté pour",
        "no_map": "pas de plateau",
        "too_far": "pas une distance",
        "no_space": "Z99",
        "no_player": "ne joue ici",
        "food": r"\*\*7 nourritures?\*\*",
        "can": "Cette réponse suppose",
        "no_game": "pas de partie numéro",
    },
    "en": {
        "nobody": "nothing on the map",
        "of": "Counted for",
        "no_map": "no map to find",
        "too_far": "isn’t a distance",
        "no_space": "There is no space",
        "no_player": "Nobody by that name is playing here",
        "food": r"\*\*7 food\*\*",
        "can": "This answer assumes",
        "no_game": "There is no game with the number",
    },
}


def says(answer: Result, language: str, what: str) -> None:
    """It is private and holds these words."""
    assert answer.ephemeral, answer.text
    assert re.search(SAID[language][what], answer.text), answer.text


@LANGUAGES
async def test_range_for_whoever_watches(script: Script, place: Channel, people: People, language: str) -> None:
    """Counted from nothing on the map first, then for the seat that is chosen; the target stays."""
    await opened(script, place, people["de-mod"], people["fr-mod"])
    person = people[language]
    answer = await script.slash(person, place, "range", {"to": "C1", "action": "build"})
    says(answer, language, "nobody")
    assert "C1" in answer.text
    menu = ids(answer.message, "range:of:")[0]
    assert menu.endswith(":build:x")
    chosen = await script.select(answer, menu, ["1"])
    says(chosen, language, "of")
    assert "C1" in chosen.text
    within = await script.slash(person, place, "range", {"food": 3})
    says(within, language, "nobody")
    named = await script.slash(person, place, "range", {"to": "C1", "player": "2"})
    says(named, language, "of")
    own = await script.slash(people["de-mod"], place, "range", {"to": "C1"})
    assert not ids(own.message, "range:of:")


@LANGUAGES
async def test_no_target_is_ignored(
    script: Script, place: Channel, places: Places, people: People, language: str
) -> None:
    """A number is a distance, in a game and without one; anything else that is no space is refused."""
    person = people[language]
    empty = await script.slash(person, place, "range", {"to": "7"})
    says(empty, language, "food")
    says(await script.slash(person, place, "range", {"food": 7}), language, "food")
    says(await script.slash(person, place, "range", {"to": "C1"}), language, "no_map")
    says(await script.slash(person, place, "range", {"to": "-3"}), language, "no_map")
    for far in ("21", "9" * 5000):
        says(await script.slash(person, place, "range", {"to": far}), language, "too_far")
    await opened(script, place, people["de-mod"], people["fr-mod"])
    for asking in (person, people["de-mod"]):
        shown = language if asking is person else "de"
        says(await script.slash(asking, place, "range", {"to": "7"}), shown, "food")
        says(await script.slash(asking, place, "range", {"to": "21"}), shown, "too_far")
        says(await script.slash(asking, place, "range", {"to": "Z99"}), shown, "no_space")
        says(await script.slash(asking, place, "range", {"to": "C1", "player": "nobody"}), shown, "no_player")
        says(await script.slash(asking, place, "range", {"to": "C1", "player": "9" * 5000}), shown, "no_player")


@LANGUAGES
async def test_can_while_a_choice_is_open(script: Script, place: Channel, people: People, language: str) -> None:
    """It answers, and shows the choice with its controls."""
    person = people[language]
    table = await opened(script, place, person, people["de-mod"])
    asked = await _with_a_choice(script, table, person)
    choices = _choices(asked)
    answer = await script.slash(person, place, "can switch", {"for": "=book"})
    assert answer.text.startswith("✅"), answer.text
    says(answer, language, "can")
    assert _choices(answer) == choices
    no = await script.slash(person, place, "can hibernate")
    assert no.text.startswith("❌"), no.text
    assert _choices(no) == choices


async def _with_a_choice(script: Script, table: Clicker, person: User) -> Result:
    """Explore the first tile on offer: how it is to lie, or which card, is asked then."""
    targets = await script.complete(person, table.channel, "turn explore", {"tile": ""})
    asked = await script.slash(person, table.channel, "turn explore", {"tile": targets.choices[0]["value"]})
    assert _choices(asked)
    return asked


def _choices(answer: Result) -> set[str]:
    """The controls that answer the open question."""
    found = [each for each in ids(answer.message, "table:do:") if ":d:" in each]
    return {*found, *ids(answer.message, "table:menu:")}


@LANGUAGES
async def test_a_table_of_another_server_is_not_shown(
    script: Script, place: Channel, people: People, language: str
) -> None:
    table = await opened(script, place, people["de-mod"], people["fr-mod"])
    game = number_of(table)
    person = people[language]
    elsewhere = script.directory.create_guild("anderswo", owner=person)
    away = script.directory.create_channel(elsewhere, "weit-weg")
    for command in ("game status", "game move"):
        says(await script.slash(person, away, command, {"game": game}), language, "no_game")
    here = await script.slash(person, place, "game status", {"game": game})
    assert not re.search(SAID[language]["no_game"], here.text)
    assert f" {game} " in here.text
