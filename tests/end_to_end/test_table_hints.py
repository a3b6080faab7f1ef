"""What the bot would do in somebody's place: on the own panel or by command, done with one press, refused to others."""

from typing import Final

import pytest

from bot.practice.model import Channel, User
from tests.end_to_end.clicking import Clicker, ids
from tests.end_to_end.script import Script
from tests.end_to_end.test_table_play import FIXED, my_turn, place

__all__ = ["place"]
People = dict[str, User]
LANGUAGES = pytest.mark.parametrize("language", ["de", "fr", "en"])
SAID: Final[dict[str, dict[str, str]]] = {
    "de": {"title": "Das würde ich tun", "off": "keine Tipps"},
    "fr": {"title": "Ce que je ferais", "off": "pas de conseils"},
    "en": {"title": "What I would do", "off": "nobody gets hints"},
}


async def opened(script: Script, place: Channel, hints: str, *people: User) -> Clicker:
    """A running game in which hints are ``on`` or ``off``."""
    table = Clicker(script, place, people, seed=1)
    await table.open(options=(*FIXED, f"hints={hints}"))
    await table.begun()
    await script.settle()
    return table


@LANGUAGES
async def test_advice_is_private_and_can_be_followed(
    script: Script, place: Channel, people: People, language: str
) -> None:
    person, other = people[language], people["de-mod"]
    table = await opened(script, place, "on", person, other)
    mine = await my_turn(script, table, person)
    answer = await script.click(mine, ids(mine.message, "table:advice:")[0])
    assert answer.ephemeral
    assert SAID[language]["title"] in answer.text
    moves = ids(answer.message, "table:do:")
    assert 1 <= len(moves) <= 3
    typed = await script.slash(person, place, "turn hint")
    assert typed.ephemeral
    assert ids(typed.message, "table:do:") == moves
    done = await script.click(answer, moves[0])
    assert done.ephemeral
    assert not ids(done.message, moves[0])


@LANGUAGES
async def test_hints_are_refused_where_they_are_off(
    script: Script, place: Channel, people: People, language: str
) -> None:
    person = people[language]
    table = await opened(script, place, "off", person, people["de-mod"])
    assert not ids((await my_turn(script, table, person)).message, "table:advice:")
    refused = await script.slash(person, place, "turn hint")
    assert refused.ephemeral
    assert SAID[language]["off"] in refused.text


@LANGUAGES
async def test_somebody_else_gets_no_hint(script: Script, place: Channel, people: People, language: str) -> None:
    await opened(script, place, "on", people["de-mod"], people["fr-mod"])
    refused = await script.slash(people[language], place, "turn hint")
    assert refused.ephemeral
    assert SAID[language]["off"] not in refused.text
    assert not ids(refused.message, "table:do:")
