"""Whole games alone: 002 SPIELEND's counts, invariants, the big run."""

from __future__ import annotations

import pytest

from bot.engine import apply, decision, legal, new_game
from bot.engine.actions import EndTurn, Value
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.state import Alone, Options
from bot.players import RandomPlayer
from bot.simulation.simulated_games import play_random, setup_for

GAMES = 10_000
Story = list[tuple[str, dict[str, Value]]]


def options(seed: int, alone: Alone = "mautoma") -> Options:
    return Options(
        artifact_card=("choose", "deal", "common")[seed % 3],
        starting_cards=("sets", "draft")[seed % 2],
        vast_crystals=seed % 5 < 2,
        campaign_citizens=seed % 7 < 3,
        alone=alone,
    )


def story(seed: int) -> Story:
    """The events of a whole game, the human's turns among them."""
    game = new_game(setup_for(field(), 1, seed, options(seed)), field())
    player = RandomPlayer(seed)
    told: Story = []
    while (seat := next_seat(game)) is not None:
        action = player.pick(legal(game, seat), decision(game, seat))
        if isinstance(action, EndTurn):
            told.append(("human", {}))
        told += [(event.key, dict(event.values)) for event in apply(game, action).events]
    return told


def check(told: Story) -> None:
    """18 human turns, 17 of the Mautoma's; decks of 2, 3, 4, 5; hibernations in its turns 3, 7 and 12."""
    keys = [key for key, _ in told]
    assert (keys.count("human"), keys.count("mautoma_turn"), keys.count("mautoma_card")) == (18, 17, 14)
    its = [key for key in keys if key in ("mautoma_card", "mautoma_hibernated")]
    assert [number for number, key in enumerate(its, 1) if key == "mautoma_hibernated"] == [3, 7, 12]
    assert [values["cards"] for key, values in told if key == "mautoma_shuffled"] == [3, 4, 5]
    cards = [values["card"] for key, values in told if key == "mautoma_card"]
    assert [cards.count("build"), cards.count("settle"), len(set(cards))] == [4, 4, 5]
    assert cards[:2].count("build") == 1, "the first deck is its two start cards"
    assert keys[-1] == "mautoma_result"


@pytest.mark.parametrize("seed", range(12))
def test_a_games_rounds(seed: int) -> None:
    """002 SPIELEND; mautoma.rounds."""
    check(story(seed))


@pytest.mark.parametrize("alone", ["mautoma", "solo"])
@pytest.mark.parametrize("seed", range(8))
def test_games_alone_keep_every_invariant(seed: int, alone: Alone) -> None:
    """Pieces conserved, saves equal themselves, undo and repeat give the same, barriers were announced."""
    played = play_random(field(), 1, seed, options(seed, alone))
    assert played.broken == []
    assert played.ended


@pytest.mark.soak
def test_ten_thousand_games_against_the_mautoma() -> None:
    """In each 18 human turns and 17 of the Mautoma's, decks of 2, 3, 4 and 5 cards, three hibernations in its turns 3,
    7 and 12; and, each checked at every fifth action: pieces conserved, saves equal themselves, no exception."""
    broken: list[tuple[int, list[str]]] = []
    for seed in range(GAMES):
        check(story(seed))
        played = play_random(field(), 1, seed, options(seed), every=5)
        if played.broken or not played.ended:
            broken.append((seed, played.broken[:3]))
    assert broken == []


@pytest.mark.soak
def test_two_thousand_official_solo_games() -> None:
    """Nothing broken, no exception, every game ends."""
    found = [play_random(field(), 1, seed, options(seed, "solo"), every=5) for seed in range(GAMES // 5)]
    assert [(played.seed, played.broken[:3]) for played in found if played.broken or not played.ended] == []
