"""Whole games by clicking only what is offered, through the loopback Discord: each ends, and nothing goes wrong on the
way. A few in ``make test``; fifty in ``make soak``, five of them with Discord's rate limits."""

import json
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from bot.practice import seed_data
from bot.practice.discord_state import Config
from bot.practice.model import Channel, Message, User
from bot.practice.server import LoopbackServer
from tests.end_to_end.clicking import Clicker
from tests.end_to_end.conftest import openapi
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Script

People = dict[str, User]
Places = dict[str, Channel]

FINAL = {"de": "Endstand", "fr": "score final", "en": "final score"}
ENDED = {"de": "das Spielende ausgelöst", "fr": "déclenché la fin de la partie", "en": "triggered the end"}
LAST = {"de": "🏁 Letzter Zug: ", "fr": "🏁 Dernier tour\N{NO-BREAK SPACE}: ", "en": "🏁 Last turn: "}
OPTIONS: dict[str, tuple[str, ...]] = {
    "plain": (),
    "all": ("artifact_card=common", "vast_crystals=on", "campaign_citizens=on", "starting_cards=draft", "abyss=on"),
    "some": ("artifact_card=deal", "advanced_switch=off", "long_game=on", "random_seats=off"),
}


class PatientClicker(Clicker):
    """Takes its last turn only when the channel has announced it: the table message follows within a second."""

    async def before_click(self, person: User, panel: Message) -> None:
        ended = [line for line in panel.text.split("\n") if any(words in line for words in ENDED.values())]
        if "🏁" in panel.text and ended and str(person.global_name) not in ended[0]:
            alone = len(self.people) == 1
            found = partial(announced, self.channel, person, alone=alone)
            await self.script.wait_for(found, 60, "the announcement of the last turn")


def announced(
    channel: Channel, person: User, words: Sequence[str] = tuple(LAST.values()), *, alone: bool
) -> list[Message]:
    """The messages that ping a person and have that person's last turn as their headline, or had it. A message that
    asks for a decision in another's last turn has that one's headline. Whoever plays alone is there and not pinged."""
    pinging = [m for m in channel.messages.values() if alone or (m.pings and person.id in m.pings.users)]
    own = [each + name for each in words for name in (f"<@{person.id}>", str(person.global_name))]
    return [m for m in pinging if any(each in readable(state) for state in m.history for each in own)]


def readable(state: object) -> str:
    """A state of a message as JSON; ``str`` would write no-break spaces as escapes."""
    return json.dumps(state, ensure_ascii=False, default=str)


async def played(
    script: Script, place: Channel, people: list[User], seed: int, computers: int, options: tuple[str, ...]
) -> Clicker:
    """A whole game."""
    table = PatientClicker(script, place, people, seed)
    await table.open(computers=computers, options=options)
    await table.play()
    assert table.failed == []
    return table


def fresh(script: Script, place: Channel, name: str) -> Channel:
    """A channel beside another."""
    assert place.guild is not None
    return script.directory.create_channel(place.guild, name)


@pytest.mark.parametrize(
    ("place", "language", "computers", "options"), [("de", "de", 3, "some"), ("fr", "fr", 1, "all")]
)
async def test_a_game_against_computers(
    script: Script,
    bot: BotProcess,
    people: People,
    places: Places,
    place: str,
    language: str,
    computers: int,
    options: str,
) -> None:
    channel = fresh(script, places[place], f"partie-{options}")
    table = await played(script, channel, [people[language]], 7 + computers, computers, OPTIONS[options])
    assert table.final is not None
    assert FINAL[language] in table.final.text
    assert "1. **" in table.final.text
    assert ENDED[language] in table.final.text
    _last_turn_announced(table, people[language], language)

    if options == "some":
        await _rematch(table, people["de"], final=table.final)
    assert not [m.text for m in channel.messages.values() if m.pings], "whoever plays alone is there"


def _last_turn_announced(table: Clicker, person: User, language: str) -> None:
    """A person's last turn is the headline of the table's message, unless they triggered the end themselves."""
    assert table.final is not None
    told = announced(table.channel, person, (LAST[language],), alone=True)
    ended = next(line for line in table.final.text.split("\n") if ENDED[language] in line)
    assert len(told) == (0 if str(person.global_name) in ended else 1), ended


async def _rematch(table: Clicker, person: User, final: Message) -> None:
    """The final score's button opens a lobby with the same people."""
    button = next(c["custom_id"] for c in final.walk() if str(c.get("custom_id")).startswith("table:rematch:"))
    i = await table.click(person, final, button)
    assert i.original is not None
    assert "Kim" in i.original.text
    assert "Computer 3" in i.original.text or "Computer 2" in i.original.text


# ---- many games --------------------------------------------------------------------------------------------------

LANGUAGES = ("de", "fr", "en")
Mixed = tuple[int, int, str, tuple[str, ...]]


def mixed(number: int) -> Mixed:
    """Number, seats, language and options of one game of many: each language with each of the options, and these with
    two, three and four seats. The long game is for four."""
    seats = 2 + number // 9 % 3
    options = tuple(OPTIONS.values())[number // 3 % 3]
    return (
        number,
        seats,
        LANGUAGES[number % 3],
        tuple(each for each in options if seats == 4 or "long_game" not in each),
    )


GAMES = [mixed(number) for number in range(50)]


def test_many_games_mix_languages_options_and_seats() -> None:
    """The expansion is among the options, for one."""
    found = {(language, "abyss=on" in options, seats) for _, seats, language, options in GAMES}
    assert found == {(language, on, seats) for language in LANGUAGES for on in (False, True) for seats in (2, 3, 4)}


AT_A_TIME = 5


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, len(GAMES), AT_A_TIME))
async def test_fifty_games(tmp_path: Path, first: int) -> None:
    """2, 3 and 4 seats, three languages, options on and off; the last five with Discord's rate limits."""
    limits = "enforce" if first + AT_A_TIME == len(GAMES) else "headers"
    made = LoopbackServer(Config(app_id=seed_data.APP_ID, openapi=openapi(), rate_limits=limits))
    seed_data.build(made.state.directory)
    async with made:
        script = Script(made)
        async with BotProcess(script, "bot", "run", data_dir=tmp_path) as bot:
            for number, seats, language, options in GAMES[first : first + AT_A_TIME]:
                began = time.perf_counter()
                table = await _one_of_many(script, number, seats, language, options)
                took = (
                    f"{time.perf_counter() - began:.0f} s for {table.clicks} clicks, the slowest {table.slowest:.2f} s"
                )
                print(f"game {number}: {seats} seats, {language}, rate limits {limits}, {took}")
    script.assert_clean()
    assert not [line for line in bot.lines if "[error" in line]


async def _one_of_many(script: Script, number: int, seats: int, language: str, options: tuple[str, ...]) -> Clicker:
    directory = script.directory
    owners = {"de": seed_data.KIM, "fr": seed_data.CAMILLE, "en": seed_data.ALEX}
    others = [seed_data.TONI, seed_data.DOMINIQUE, seed_data.ROBIN]
    guild = directory.guilds[seed_data.EISZEIT if number % 2 else seed_data.GRAND_FROID]
    people = [directory.users[key] for key in (owners[language], *others)][: max(1, seats - number % 2)]
    channel = directory.create_channel(guild, f"table-{number}")
    table = await played(script, channel, people, number, seats - len(people), options)
    assert table.final is not None
    return table
