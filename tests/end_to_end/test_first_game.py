"""First games of one, two and four people: each thing is explained once and in private, advice stands in the own panel,
and each of it ends with a press."""

from typing import Final

import pytest

from bot.practice.model import Channel, Message, User
from tests.end_to_end.clicking import Clicker, ids, led_on
from tests.end_to_end.script import Result, Script
from tests.end_to_end.test_table_play import my_turn, place

__all__ = ["place"]
People = dict[str, User]
LANGUAGES = pytest.mark.parametrize("language", ["de", "fr", "en"])
LESSON, ADVICE = "🔰", "🦉"
SAID: Final[dict[str, dict[str, str]]] = {
    "de": {"decided": "Ausschlag", "help": "Unsere erste Partie", "off": "wird dir nichts mehr erklärt"},
    "fr": {"decided": "différence", "help": "Notre première partie", "off": "ne t’expliquent plus rien"},
    "en": {"decided": "What decided the game", "help": "Our first game", "off": "no longer explain anything"},
}


class Pupil(Clicker):
    """Clicks through a game and notes what each person's panel explains."""

    def __init__(self, script: Script, channel: Channel, people: list[User], seed: int) -> None:
        super().__init__(script, channel, people, seed)
        self.heard: dict[int, list[str]] = {}
        self.advised = 0

    async def before_click(self, person: User, panel: Message) -> None:
        heard = self.heard.setdefault(person.id, [])
        lines = [line for line in panel.text.splitlines() if line.startswith((LESSON, ADVICE))]
        self.advised += sum(line.startswith(ADVICE) for line in lines)
        heard += [line for line in lines if line.startswith(LESSON) and line not in heard[-2:]]


def lessons(panel: Result) -> list[str]:
    """What a panel explains."""
    return [line for line in panel.text.splitlines() if line.startswith(LESSON)]


async def first_game(script: Script, place: Channel, people: list[User], computers: int = 0) -> Pupil:
    """A running first game."""
    table = Pupil(script, place, people, seed=3)
    await table.open(computers=computers, options=("first_game=on", "random_seats=off", "artifact_card=deal"))
    return table


@pytest.mark.parametrize(
    ("people_in", "computers"),
    [(("en",), 1), (("de", "fr"), 0), pytest.param(("en", "de", "fr", "fr-mod"), 0, marks=pytest.mark.soak)],
)
async def test_whole_first_games(
    script: Script, place: Channel, people: People, people_in: tuple[str, ...], computers: int
) -> None:
    persons = [people[name] for name in people_in]
    for person in persons:
        await script.slash(person, place, "settings explanations", {"explain": True})
    table = await first_game(script, place, persons, computers)
    await table.play()
    assert not table.failed
    assert table.advised > 0
    for person in persons:
        heard = table.heard[person.id]
        assert len(heard) >= 3
        assert len(heard) == len(set(heard))
    for message in table.messages:
        assert LESSON not in message.text
        assert ADVICE not in message.text


async def test_the_next_turn_begins_with_advice_on_the_panel_that_waited(
    script: Script, place: Channel, people: People
) -> None:
    first, second = people["de"], people["fr"]
    await script.slash(first, place, "settings explanations", {"explain": True})
    table = await first_game(script, place, [first, second])
    await table.begun()
    for person in (first, second):
        await table.step(person)
        while led_on(table.panels[person.id]):
            await table.step(person)
    before = table.panels[first.id]
    await script.wait_for(lambda: table.own_panel(first) is not before, 30, "the panel below the table's message")
    panel = table.own_panel(first)
    assert panel is not None
    assert led_on(panel)
    assert ADVICE in panel.text


@LANGUAGES
async def test_no_more_of_this_kind(script: Script, place: Channel, people: People, language: str) -> None:
    person = people[language]
    await script.slash(person, place, "settings explanations", {"explain": True})
    table = await first_game(script, place, [person], computers=1)
    await table.begun()
    panel = await my_turn(script, table, person)
    assert LESSON in panel.text
    assert ids(panel.message, "cite:")
    stop = next(found for found in ids(panel.message, "table:nomore:") if found.endswith(":lesson"))
    assert set(lessons(await my_turn(script, table, person))) == set(lessons(panel)), (
        "the same as long as nothing happens"
    )
    advised = [line for line in panel.text.splitlines() if line.startswith(ADVICE)]
    silent = await script.click(panel, stop)
    assert LESSON not in silent.text
    assert [line for line in silent.text.splitlines() if line.startswith(ADVICE)][: len(advised)] == advised
    again = await my_turn(script, table, person)
    assert LESSON not in again.text
    told = await script.slash(person, place, "settings explanations", {"explain": False})
    assert SAID[language]["off"] in told.text


@LANGUAGES
async def test_the_help_says_how(script: Script, place: Channel, people: People, language: str) -> None:
    told = await script.slash(people[language], place, "help", {"topic": "first game"})
    assert told.ephemeral
    assert SAID[language]["help"] in told.text
