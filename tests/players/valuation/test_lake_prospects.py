"""A desert beside a lake is worth more to build on, as long as the seat has no building of a size there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from bot.engine import view
from bot.engine.components import Pack
from bot.engine.effects import Gain
from bot.engine.variants.abyss.lakes import shore
from bot.players.planner import table_of
from bot.players.planner_weights import weights
from bot.players.valuation.expansion_values import building_at_lakes
from bot.players.valuation.position_value import evaluate
from bot.players.valuation.valuation import Valuation
from tests.rules import expansion_lab, position_lab
from tests.rules.position_lab import place

if TYPE_CHECKING:
    from bot.engine import Game
    from bot.engine.effects import Size


def valued(game: Game) -> Valuation:
    return Valuation(table_of(view(game, 0)), 0, weights("hard"))


def shores(game: Game) -> list[int]:
    beside = shore(game, place(game, expansion_lab.LAKE))
    return [near for near in sorted(beside) if game.terrain(near) == "desert"]


def with_buildings(*sizes: Size) -> Game:
    """Seat 0 has a building of each of these sizes beside the lake."""
    position = expansion_lab.position().seat(0, gear=6, food=6)
    for label, size in zip(_labels(), sizes, strict=False):
        position.building(label, 0, size)
    return position.build()


def _labels() -> list[str]:
    game = expansion_lab.position().build()
    return [game.board.labels[space] for space in shores(game)]


def test_every_space_beside_a_lake_is_worth_the_same_more() -> None:
    game = with_buildings()
    found = building_at_lakes(valued(game))
    assert set(found) == shore(game, place(game, expansion_lab.LAKE))
    assert len(set(found.values())) == 1
    assert min(found.values()) > 0


def test_it_is_less_with_a_building_there_and_nothing_with_both() -> None:
    none, small, both = (
        building_at_lakes(valued(with_buildings(*sizes))) for sizes in ((), ("small",), ("small", "large"))
    )
    assert max(none.values()) >= max(small.values()) > 0
    assert both == {}


def test_a_seat_without_buildings_left_has_nothing_of_it() -> None:
    game = with_buildings()
    game.seat(0).buildings_left.update({"small": 0, "large": 0})
    assert building_at_lakes(valued(game)) == {}


def test_without_the_expansion_there_is_none() -> None:
    assert building_at_lakes(valued(position_lab.position().build())) == {}


def test_a_richer_lake_makes_the_position_better() -> None:
    def worth(reward: int) -> float:
        shipped = expansion_lab.pack()
        assert shipped.abyss is not None
        [lake] = shipped.abyss.lakes
        lakes = (msgspec.structs.replace(lake, small=(Gain(points=reward),)),)
        pack: Pack = msgspec.structs.replace(shipped, abyss=msgspec.structs.replace(shipped.abyss, lakes=lakes))
        position = position_lab.position(2, pack, options=expansion_lab.OPTIONS).seat(0, gear=6, food=6)
        return evaluate(valued(position.build()))

    assert worth(9) > worth(1)


@pytest.mark.parametrize("size", ["small", "large"])
def test_a_size_that_has_run_out_does_not_count(size: Size) -> None:
    game = with_buildings()
    game.seat(0).buildings_left[size] = 0
    assert building_at_lakes(valued(game))
