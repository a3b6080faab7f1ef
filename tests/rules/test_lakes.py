"""Lakes: laid at set-up, never explored or crossed, devotion for building beside them, rewards at every hibernation
(001 Lakes, Paying for range; ruling lakes)."""

from __future__ import annotations

import msgspec
import pytest

from bot.engine import Game, decision, explain, legal, new_game
from bot.engine.actions import Build, EndTurn, Explore, Hibernate, Populate
from bot.engine.debug.invariants import violations
from bot.engine.effects import Gain
from bot.engine.packs import field_with_expansion
from bot.engine.rules.map_range import reach
from bot.engine.state import Building, Options, SeatSetup, Setup
from bot.engine.variants.abyss.lakes import bonuses, devotion_at, laid, shore
from tests.games.test_recorded_games import HERE as KEPT
from tests.games.test_recorded_games import kept_pack
from tests.rules.expansion_lab import LAKE, own, position, to_come
from tests.rules.position_lab import answer, do, keys, place, space


def shores(game: Game) -> list[str]:
    """The labels of the deserts beside the lake."""
    beside = shore(game, place(game, LAKE))
    return [game.board.labels[near] for near in sorted(beside) if game.terrain(near) == "desert"]


def given() -> Game:
    return position().seat(0, gear=6, food=6, crystal=3).build()


def test_lakes_lie_on_the_map_from_the_start() -> None:
    """001 Lakes: placed on the board during setup; the pack names the places (ruling lakes)."""
    pack = field_with_expansion()
    found = set()
    for seed in range(8):
        options = Options(artifact_card="deal", abyss=True, vast_crystals=True)
        game = new_game(Setup(seats=(SeatSetup(), SeatSetup()), pack=pack.hash, seed=seed, options=options), pack)
        places = [game.board.places[number].id for number in laid(game)]
        assert len(places) == 3
        assert set(places) <= set(pack.abyss.lake_places)  # type: ignore[union-attr]
        assert sum(pack.tile[lying.tile].vast for lying in game.state.places if lying.tile in pack.tile) == 3
        assert violations(game) == []
        found.add(tuple(places))
    assert len(found) > 1


def test_a_lake_cannot_be_explored() -> None:
    """001 Lakes."""
    game = given()
    number = place(game, LAKE)
    refusal = explain(game, Explore(seat=0, place=number))
    assert refusal is not None
    assert refusal.reason == "lake_explored"
    assert Explore(seat=0, place=number) not in [offer.action for offer in legal(game, 0)]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (lambda space: Build(seat=0, space=space, size="small"), "not_a_desert"),
        (lambda space: Populate(seat=0, location=space, technology="plain_1"), "not_a_location"),
    ],
)
def test_nothing_is_built_or_populated_on_a_lake(action: object, reason: str) -> None:
    """Reference lake.tile: no desert and no city."""
    game = given()
    refusal = explain(game, action(game.board.spaces_of[place(game, LAKE)][0]))  # type: ignore[operator]
    assert refusal is not None
    assert refusal.reason == reason


def test_no_way_passes_a_lake() -> None:
    """001 Paying for range: you cannot count through lakes; a tile beyond it is no nearer for it."""
    game = given()
    ways = reach(game, None)
    lake = set(game.board.spaces_of[place(game, LAKE)])
    assert any(ways.steps[at] > 0 for at in lake)
    assert not any(set(ways.way(at)[1]) & lake for at in range(len(game.prints)) if ways.steps[at] >= 0)


@pytest.mark.parametrize(("size", "devotion"), [("small", 1), ("large", 3)])
def test_the_first_building_of_a_size_brings_devotion(size: str, devotion: int) -> None:
    """001 Lakes: 1 for normal, 3 for large; the large building's doubling does not apply."""
    game = given()
    do(game, Build(seat=0, space=space(game, shores(game)[0]), size=size))  # type: ignore[arg-type]
    assert to_come(game)[1] == devotion


@pytest.mark.parametrize(("size", "devotion"), [("small", 0), ("large", 3)])
def test_the_second_of_a_size_brings_none_the_other_size_does(size: str, devotion: int) -> None:
    """001 Lakes: if you do not already have a building of that type next to that lake."""
    first, second = shores(given())[:2]
    game = position().seat(0, gear=6, food=6, crystal=3).building(first, 0).build()
    do(game, Build(seat=0, space=space(game, second), size=size))  # type: ignore[arg-type]
    assert to_come(game)[1] == devotion


def test_others_buildings_do_not_matter() -> None:
    """Reference lake.build: only own buildings count for the condition."""
    first, second = shores(given())[:2]
    game = position().seat(0, gear=6, food=6).building(first, 1).build()
    do(game, Build(seat=0, space=space(game, second), size="small"))
    assert to_come(game)[1] == 1


def test_a_building_elsewhere_brings_none() -> None:
    game = given()
    away = next(
        label
        for label, printed in zip(game.board.labels, game.prints, strict=True)
        if printed is not None and printed.terrain == "desert" and label not in shores(game)
    )
    do(game, Build(seat=0, space=space(game, away), size="small"))
    assert to_come(game)[1] == 0


# ---- hibernating -------------------------------------------------------------------------------------------------


def sleeping(*buildings: tuple[str, str], number: int = 0) -> Game:
    built = position().seat(0, hibernations=number)
    for label, size in buildings:
        built.building(label, 0, size)  # type: ignore[arg-type]
    game = built.build()
    do(game, Hibernate(seat=0))
    return game


def test_each_hibernation_pays_what_stands_there() -> None:
    """001 Lakes: the rewards of the table for each type of which there is at least one."""
    first, second = shores(given())[:2]
    game = sleeping((first, "small"), (second, "large"))
    asked = decision(game, 0)
    assert asked is not None
    assert asked.kind == "resource"  # the row's own choice comes first (ruling lakes)
    answer(game, 0, "gear")
    order = decision(game, 0)
    assert order is not None
    assert (order.kind, len(order.options)) == ("order", 2)
    answer(game, 0, 0)
    answer(game, 0, "book")
    assert (to_come(game), game.seat(0).owned.gear, game.seat(0).owned.book) == ((0, 2), 1, 1)


def test_more_buildings_of_a_size_bring_no_more() -> None:
    """001 Lakes: additional buildings of the same type do not provide additional bonuses."""
    first, second = shores(given())[:2]
    game = sleeping((first, "large"), (second, "large"))
    answer(game, 0, "gear")
    assert to_come(game) == (0, 2)


def test_without_a_building_a_lake_pays_nothing() -> None:
    game = sleeping()
    answer(game, 0, "gear")
    told = keys(do(game, EndTurn(seat=0)))
    assert told == ["turn_ended", "turn"]
    assert own(game).devotion == 0


def test_row_and_lakes_are_one_action() -> None:
    """Ruling lakes: their gains are exchanged together; the removal of an artifact comes last."""
    first = shores(given())[0]
    game = sleeping((first, "large"), number=3)
    row = decision(game, 0)
    assert row is not None
    assert row.kind == "hibernation_reward"
    told = keys(answer(game, 0, 4))
    assert told.index("points_to_come") < told.index("devotion_to_come")
    assert to_come(game) == (1, 2)
    asked = decision(game, 0)
    assert asked is not None
    assert asked.kind == "remove_artifact"


def test_a_building_beside_two_lakes_counts_for_both() -> None:
    """Ruling lakes: each lake is looked at by itself; where a building of the size stands, it brings nothing."""
    lines = (KEPT / "three_vast_abyss.log").read_text(encoding="utf-8").splitlines()
    setup = msgspec.json.decode(lines[0].removeprefix("setup "), type=Setup)
    game = new_game(setup, kept_pack(expansion=True))
    between, beside_one = space(game, "G10"), space(game, "G8")
    large = Build(seat=0, space=between, size="large")
    assert [between in shore(game, lake) for lake in laid(game)].count(True) == 2
    assert devotion_at(game, 0, large) == [3, 3]
    game.state.buildings[beside_one] = Building(0, "large")
    assert devotion_at(game, 0, large) == [3]
    assert devotion_at(game, 1, large) == [3, 3]
    game.state.buildings[between] = Building(1, "small")
    groups = bonuses(game, 1, between)
    assert [do.effect for group in groups for do in group] == [Gain(devotion=1), Gain(devotion=1)]
    assert len({do.source.id for group in groups for do in group}) == 2
