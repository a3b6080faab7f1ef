"""Whole games with every option: they end, nothing breaks, and planners play them with sense."""

from __future__ import annotations

from statistics import mean

import pytest

from bot.engine.packs import field
from bot.engine.state import Options
from bot.simulation.simulated_games import Played, play, setup_for

OPTIONS = {
    "plain": Options(advanced_switch=False),
    "artifact card dealt": Options(artifact_card="deal"),
    "one artifact card": Options(artifact_card="common"),
    "draft": Options(starting_cards="draft"),
    "vast crystals": Options(vast_crystals=True),
    "campaign": Options(campaign_citizens=True),
    "all": Options(artifact_card="common", starting_cards="draft", vast_crystals=True, campaign_citizens=True),
}


def played(seed: int, seats: int, options: Options, *policies: str, every: int = 1) -> Played:
    who = [policies[seat % len(policies)] for seat in range(seats)]
    return play(field(), setup_for(field(), seats, seed, options), who, every=every)


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("seats", [2, 3])
def test_easy_games_with_every_option(name: str, seats: int) -> None:
    result = played(40 + seats, seats, OPTIONS[name], "planner:easy")
    assert result.broken == []
    assert result.ended
    assert min(result.totals) > 25


def test_a_long_game_of_four() -> None:
    result = played(44, 4, Options(long_game=True), "planner:easy")
    assert result.broken == []
    assert sum(used.events.get("small_artifact", 0) for used in result.used) >= 2


@pytest.mark.parametrize("alone", ["mautoma", "solo"])
@pytest.mark.parametrize("policy", ["planner:easy", "planner:normal"])
def test_games_alone(alone: str, policy: str) -> None:
    result = played(45, 1, Options(alone=alone), policy, every=0)  # type: ignore[arg-type]
    assert result.broken == []
    assert result.ended
    assert result.totals[0] > 40


@pytest.mark.parametrize("options", [Options(), Options(artifact_card="common", starting_cards="draft")])
def test_a_normal_game(options: Options) -> None:
    result = played(46, 2, options, "planner:normal", every=5)
    assert result.broken == []
    assert result.ended
    assert min(result.totals) > 40


@pytest.mark.soak
def test_a_hard_game_is_thought_into_the_next_turn() -> None:
    """Two minutes of thinking on a machine with other work."""
    result = played(47, 2, Options(), "planner:hard", "planner:easy", every=0)
    assert result.ended
    assert result.totals[0] > 40
    assert result.thinking[0] > result.thinking[1]


@pytest.mark.parametrize("games", [4, pytest.param(40, marks=pytest.mark.soak)])
def test_a_planner_beats_chance(games: int) -> None:
    results = [played(60 + game, 2, Options(), "planner:easy", "random", every=0) for game in range(games)]
    assert all(result.ranks[0] == 1 and result.ranks[1] == 2 for result in results)
    assert mean(result.totals[0] for result in results) > 2 * mean(result.totals[1] for result in results)


@pytest.mark.parametrize("games", [4, pytest.param(40, marks=pytest.mark.soak)])
def test_a_planner_uses_what_there_is(games: int) -> None:
    """Over some games everything a turn can be: the map, cards, machines, crates, the star, artifacts."""
    results = [played(80 + game, 3, Options(), "planner:easy", every=0) for game in range(games)]
    seats = [used for result in results for used in result.used]
    for name in (
        "cards",
        "machines",
        "modules",
        "technologies",
        "tiles",
        "crates",
        "buildings",
        "artifacts",
        "rewards",
    ):
        assert mean(len(getattr(used, name)) for used in seats) > 0.5, name
    for key in ("hibernated", "played", "switch", "machine_used", "tribe_ability"):
        assert mean(used.events.get(key, 0) for used in seats) > 0.3, key


def test_what_was_used_fits_the_game() -> None:
    result = played(90, 2, Options(), "planner:easy")
    for seat, used in enumerate(result.used):
        assert len(used.started) == 6
        assert set(used.played) <= {*used.started, *used.cards}
        assert set(used.machines_used) <= set(used.machines)
        assert used.events["hibernated"] == len(used.rows)
        assert used.artifact_card in field().artifact_card
        assert result.seat_turns[seat] in (result.turns // 2, result.turns // 2 + result.turns % 2)
    assert {*result.used[0].cards, *result.used[1].cards} <= set(result.shown)


def test_the_same_seed_gives_the_same_game() -> None:
    one, two = (played(91, 2, Options(), "planner:normal", "planner:easy", every=0) for _ in range(2))
    assert (one.totals, one.steps, one.used) == (two.totals, two.steps, two.used)
