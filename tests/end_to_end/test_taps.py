"""Taps in whole games: how many each kind of action takes a person on the own panel, and a turn in all."""

import asyncio
from statistics import mean, median

import pytest

from bot.practice.model import Channel, User
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Script
from tests.end_to_end.tap_counting import TapCounter, percentile
from tests.end_to_end.test_table_games import fresh

MOST = {"play": 2, "build": 2, "populate": 2, "hibernate": 2, "machine": 2, "switch": 2, "explore": 4, "end_turn": 1}
"""Taps of a kind of action in the median; of twenty at least nineteen take at most one more."""
A_TURN = 6.3
"""Taps of a turn with everything that is asked in it, on average over a game, at most; where the panel that shows it by
itself is on the screen. Where it is not, one more at most."""
OVER_GAMES = 6.0
"""The same over several games."""
BY_THEMSELVES = 6.0
"""The same of somebody whose turns end by themselves where nothing else is left."""
TURNS = 50
"""So many turns are counted; a game of a will drawn by lot may go on for hundreds."""


@pytest.mark.parametrize(
    ("language", "seed"),
    [("de", 11), *(pytest.param(*other, marks=pytest.mark.soak) for other in (("fr", 12), ("en", 13)))],
)
async def test_taps_of_a_whole_game(
    script: Script, bot: BotProcess, people: dict[str, User], places: dict[str, Channel], language: str, seed: int
) -> None:
    channel = fresh(script, places["fr" if language == "fr" else "de"], f"taps-{language}")
    game = TapCounter(script, channel, people[language], seed)
    await _played(game, language)
    assert {"play", "explore", "end_turn"} <= set(game.taps)
    known = {kind: taps for kind, taps in game.taps.items() if kind in MOST}
    assert not {kind: taps for kind, taps in known.items() if median(taps) > MOST[kind]}
    assert not {kind: taps for kind, taps in known.items() if percentile(taps, 95) > MOST[kind] + 1}
    assert mean(game.turns) <= A_TURN
    assert game.opened < len(game.turns) / 2, "the panel shows the next turn by itself"
    assert game.with_openings <= A_TURN + 1


@pytest.mark.soak
async def test_taps_over_games(
    script: Script, bot: BotProcess, people: dict[str, User], places: dict[str, Channel]
) -> None:
    """A panel has the same controls in every language."""
    turns = list[int]()
    for seed in (21, 22, 23, 24):
        game = TapCounter(script, fresh(script, places["de"], f"taps-{seed}"), people["de"], seed)
        await _played(game, f"seed {seed}")
        turns += game.turns
        assert not game.above, "whoever plays alone has their panel below the table's message"
    print(f"{len(turns)} turns, {mean(turns):.2f} taps each")
    assert mean(turns) <= OVER_GAMES


@pytest.mark.soak
async def test_taps_of_two_people(
    script: Script, bot: BotProcess, people: dict[str, User], places: dict[str, Channel]
) -> None:
    """Whose turn begins has the panel below the table's message."""
    channel = fresh(script, places["de"], "taps-two")
    games = [TapCounter(script, channel, people[language], seed) for language, seed in (("de", 31), ("en", 32))]
    games[0].people.append(people["en"])
    await games[0].open()
    games[0].people.pop()
    await asyncio.gather(*(game.play_turns(TURNS) for game in games))
    for game in games:
        print(f"\n{game.told()}")
        assert game.failed == []
        assert game.opened == 1
        assert game.above == 0
    assert mean(turn for game in games for turn in game.turns) <= A_TURN


@pytest.mark.parametrize("language", ["de", *(pytest.param(other, marks=pytest.mark.soak) for other in ("fr", "en"))])
async def test_turns_that_end_by_themselves_take_fewer_taps(
    script: Script, bot: BotProcess, people: dict[str, User], places: dict[str, Channel], language: str
) -> None:
    channel = fresh(script, places["fr" if language == "fr" else "de"], f"alone-{language}")
    game = TapCounter(script, channel, people[language], 11, alone=True)
    await _played(game, language)
    assert len(game.taps["end_turn"]) < len(game.turns), "some ended by themselves"
    assert mean(game.turns) <= BY_THEMSELVES


async def _played(game: TapCounter, language: str) -> None:
    await game.open(computers=1)
    await game.play_turns(TURNS)
    assert game.failed == []
    print(f"\n{language}\n{game.told()}")
