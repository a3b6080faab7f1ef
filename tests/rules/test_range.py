"""Range: 000 Entfernung; 001 Paying for range; facts 9.3; ruling range.

Rows are letters; E8 D9 E9 D10 is start_2 and F8 F9 G8 G9 start_4, both beside the abyss F7 or each other.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.engine import Game, explain, legal
from bot.engine.actions import Build, Explore, Populate, RangeUse, UseMachine
from bot.engine.resources import Amounts
from bot.engine.rules.map_range import range_to, reach, within
from bot.engine.state import Options
from tests.rules.position_lab import do, place, position, space


def way(game: Game, label: str, seat: int = 0, free: int = 0) -> RangeUse:
    found = range_to(game, seat, (space(game, label),), free)
    assert found is not None
    return found


def test_an_adjacent_target_costs_nothing() -> None:
    """000 Benachbarte Felder; facts ruling 17."""
    assert way(position().build(), "E8").food == 0


def test_only_spaces_between_count() -> None:
    """000 Entfernung, 001: the target itself does not count; D10 lies two spaces beyond the abyss' neighbour."""
    game = position().build()
    assert way(game, "D9").distance == 1
    assert way(game, "D10").distance == 2


def test_the_abyss_counts_until_the_first_piece_lies() -> None:
    """001: with buildings or figures on the board the starting space no longer counts (facts ruling 20)."""
    game = position().building("D9", 0).build(check=False)
    assert way(game, "D10").distance == 0
    assert way(game, "H5").origin == space(game, "D9")


def test_the_abyss_can_be_crossed() -> None:
    """Ruling range: crossing the abyss space by space is allowed."""
    game = position().building("E8", 0).build(check=False)
    assert space(game, "F7") in way(game, "G6").path


def test_others_pieces_are_no_obstacle() -> None:
    """000: also through occupied spaces; both ways from the abyss to E9 are built on."""
    game = position().building("E8", 1).building("F8", 1).build(check=False)
    assert way(game, "E9").distance == 1


def test_unexplored_tiles_are_no_way() -> None:
    """000: distance is not measured through unexplored tiles."""
    game = position().build()
    assert reach(game, 0).steps[space(game, "A9")] == -1


def test_vast_crystals_and_their_far_side() -> None:
    """001: no way leads through a vast crystal."""
    built = position(options=Options(artifact_card="deal", vast_crystals=True))
    vast = next(tile.id for tile in built.game.pack.tiles if tile.vast)
    game = built.tile("area_8", vast).build(check=False)
    steps = reach(game, 0).steps
    assert steps[space(game, "D5")] > 0 or steps[space(game, "D6")] > 0
    assert all(steps[near] == -1 for near in (space(game, label) for label in ("C4", "B5")))


def test_printed_crystals_and_water_are_no_obstacle() -> None:
    """Ruling range: range does not pass VAST crystals; printed ones, water and mountains can be crossed."""
    game = position().tile("area_8", "t_waters").build()
    assert reach(game, 0).steps[space(game, "C5")] > 0


def test_a_tile_counts_by_its_nearest_space() -> None:
    """001 Paying for range: the target is a whole tile."""
    game = position().seat(0, gear=1, food=6, crystal=3, book=6).build()
    offer = next(o for o in legal(game, 0) if isinstance(o.action, Explore) and o.action.place == place(game, "area_8"))
    assert offer.range is not None
    assert offer.range.distance == min(
        reach(game, 0).distance(s) for s in game.board.spaces_of[place(game, "area_8")] if reach(game, 0).steps[s] > 0
    )


def test_from_every_space_of_a_large_location() -> None:
    """Ruling range: reached at its nearest space, counted from every one of its five."""
    built = position()
    built.tile("area_1", "t_forest").use_technology(0, "plain_1", "A1")
    game = built.build(check=False)
    assert all(reach(game, 0).steps[space(game, label)] == 0 for label in ("A1", "A2", "A3", "B1", "B2"))


def test_a_figure_counts_like_a_building() -> None:
    """000 Siedlungsteil, 001: from any building or meeple."""
    game = position().use_technology(0, "plain_1", "E9").build()
    assert (way(game, "D9").distance, way(game, "D10").distance, way(game, "D8").distance) == (0, 0, 1)


def test_range_bonus_for_one_action() -> None:
    """001: effects can increase range for one action: so many spaces are free, never below zero."""
    game = position().seat(0, gear=3, machines=["x_range"], energy=1).build()
    target = Build(seat=0, space=space(game, "D10"), size="small")
    refusal = explain(game, target)
    assert refusal is not None
    assert refusal.values["lack_food"] == 2
    do(game, UseMachine(seat=0, machine="x_range"))
    assert explain(game, target) is None


def test_a_lasting_range_bonus() -> None:
    """001: or permanently."""
    built = position().seat(0, gear=3, food=1)
    built.use_technology(0, "plain_1", "E9").use_technology(0, "plain_2", "F9")
    game = built.build()
    costs = {o.action.space: o.cost.food for o in legal(game, 0) if isinstance(o.action, Build)}
    plain = {s: reach(game, 0).distance(s) for s in costs}
    assert all(costs[s] == max(0, plain[s] - 1) for s in costs)


def test_a_tribe_that_counts_from_water() -> None:
    """001: some tribes have additional things they can count range from."""
    built = position(tribes=("seafarers", "plain"))
    game = built.tile("area_8", "t_waters").building("G9", 0).build(check=False)
    assert reach(game, 0).steps[space(game, "D5")] == 0


def test_crystals_pay_for_food() -> None:
    """001: crystals convert into any of the three."""
    game = position().seat(0, gear=3, crystal=2).build()
    offer = next(o for o in legal(game, 0) if o.action == Build(seat=0, space=space(game, "D10"), size="small"))
    assert (offer.cost.food, offer.payment.crystal) == (2, 2)


def test_all_spaces_within_food() -> None:
    """001: what can be reached for so much food, with the food it takes."""
    game = position().build()
    found = within(game, 0, 1)
    assert found[space(game, "E8")] == 0
    assert found[space(game, "D9")] == 1
    assert space(game, "D10") not in found


@pytest.mark.parametrize("label", ["D9", "D10", "G8", "H5", "C7"])
def test_the_path_is_as_long_as_the_distance(label: str) -> None:
    """001: any shortest way; every step of it touches the next."""
    game = position().build()
    found = way(game, label)
    chain = [found.origin, *found.path, space(game, label)]
    assert len(found.path) == found.distance
    assert all(b in game.board.adjacent[a] for a, b in pairwise(chain))


def test_a_city_beside_an_own_building_costs_books_only() -> None:
    """001: range is paid on top; a city beside the own building costs its 2 books only."""
    game = position().seat(0, book=2).building("C7", 0).build()
    cities = {o.action.location: o.cost for o in legal(game, 0) if isinstance(o.action, Populate)}
    assert cities == {space(game, "D8"): Amounts(book=2)}
