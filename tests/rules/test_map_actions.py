"""Exploring, populating, building: 000 ERKUNDEN, BEVÖLKERN, BAUEN; 001 Explore, Populate, Build; facts 9.3."""

from __future__ import annotations

import msgspec
import pytest

from bot.engine import Game, decision, explain, judge, legal, undo
from bot.engine.actions import Action, Build, Explore, Offer, Populate
from bot.engine.debug.position_builder import Position
from bot.engine.effects import Discount, TakeCrate
from bot.engine.resources import Amounts
from bot.engine.rules.map_range import reach
from bot.engine.state import Options
from tests.rules.position_lab import answer, do, keys, pack, place, position, space


def explore(game: Game, where: str = "area_8") -> Explore:
    return Explore(seat=0, place=place(game, where))


def build(game: Game, label: str, size: str = "small", seat: int = 0) -> Build:
    return Build(seat=seat, space=space(game, label), size=size)  # type: ignore[arg-type]


def ready(tile: str = "t_mixed", **seat: object) -> Position:
    """Area_8 unexplored with a known front, the seat rich."""
    rich = {"gear": 6, "book": 6, "food": 6, "active": []} | seat
    return position().seat(0, **rich).tile("area_8", tile, revealed=False)  # type: ignore[arg-type]


# ---- exploring ---------------------------------------------------------------------------------------------------


def test_exploring_step_by_step() -> None:
    """000 ERKUNDEN 01–05: range, the tile's cost, its points, a card, then the tile is flipped and turned."""
    game = ready().display("red_gear").build()
    record = do(game, explore(game))
    assert "points" in keys(record)
    assert game.seat(0).owned.gear == 5
    asked = decision(game, 0)
    assert asked is not None
    assert asked.kind == "card"
    assert not game.state.places[place(game, "area_8")].revealed
    answer(game, 0, "red_gear")
    asked = decision(game, 0)
    assert asked is not None
    assert asked.kind == "orientation"
    assert game.state.places[place(game, "area_8")].revealed


def test_the_card_is_chosen_before_the_tile_is_seen() -> None:
    """000 ERKUNDEN 04 before 05 (facts ruling 21): nothing on offer names the tile."""
    game = ready().display("red_gear").build()
    record = do(game, explore(game))
    asked = decision(game, 0)
    assert asked is not None
    assert "t_mixed" not in repr(asked)
    assert "t_mixed" not in repr(record.events)


def test_exploring_says_that_it_reveals_only_where_it_does() -> None:
    """The card is chosen first, and until then exploring can be taken back; with nothing to take, the tile is next."""
    game = ready().display("red_gear").build()
    action = explore(game)
    assert not _offer(game, action).barrier
    assert not do(game, action).barrier
    undo(game, 0)
    bare = ready().display().deck(only=True).build()
    assert _offer(bare, explore(bare)).barrier
    assert do(bare, explore(bare)).barrier


def test_a_bonus_of_the_score_track_can_reveal_before_the_card() -> None:
    """Its points bring a crate of the score track: that is drawn before anything is asked."""
    crate = next(at for at, effects in pack().board.score_bonuses.items() if isinstance(effects[0], TakeCrate))
    game = ready(points=crate - 1).display("red_gear").build()
    assert _offer(game, explore(game)).barrier
    record = do(game, explore(game))
    assert "crate_taken" in keys(record)
    assert record.barrier


def test_the_explorer_chooses_how_the_tile_lies() -> None:
    """000 ERKUNDEN 05, 001."""
    game = ready().display("red_gear").build()
    do(game, explore(game))
    answer(game, 0, "red_gear")
    answer(game, 0, place(game, "area_8"))
    front = [game.terrain(s) for s in game.board.spaces_of[place(game, "area_8")]]
    assert front == ["desert", "forest", "mountain", "field"]


def test_a_tile_that_looks_alike_is_laid_by_itself() -> None:
    """Forced choices make themselves and say so."""
    game = ready("t_forest").display("red_gear").build()
    do(game, explore(game))
    record = answer(game, 0, "red_gear")
    assert "forced" in keys(record)
    assert decision(game, 0) is None


def test_buildings_beside_an_explored_tile_get_its_bonuses() -> None:
    """000 ERKUNDEN, 001 Build: whoever explored it; large buildings double (facts ruling 24)."""
    built = position(2).seat(0, gear=6, food=6, active=[]).tile("area_8", "t_forest", revealed=False)
    neighbours = _beside(built.game, "area_8")
    game = built.building(neighbours[0], 1, "large").build(check=False)
    touching = sum(
        near in game.board.spaces_of[place(game, "area_8")] for near in game.board.adjacent[space(game, neighbours[0])]
    )
    do(game, explore(game))
    answer(game, 0, "skip")
    assert game.seat(1).track["forest"] == 2 * touching


def test_vast_crystals_give_no_card() -> None:
    """001 Explore: the only tiles without a card."""
    built = position(options=Options(artifact_card="deal", vast_crystals=True)).seat(
        0, gear=6, book=6, food=6, crystal=3
    )
    vast = next(tile.id for tile in pack().tiles if tile.vast)
    game = built.tile("area_8", vast, revealed=False).build(check=False)
    do(game, explore(game))
    assert decision(game, 0) is None
    assert game.terrain(space(game, "D5")) == "vast"


def test_a_tile_out_of_reach() -> None:
    """001: explored tiles lead to it, or nothing does."""
    game = ready().build()
    refusal = explain(game, explore(game, "area_25"))
    assert refusal is not None
    assert refusal.reason == "no_way"


def test_an_explored_tile_cannot_be_explored() -> None:
    """001: explore one of the face-down tiles."""
    game = ready().tile("area_8", "t_mixed").build()
    refusal = explain(game, explore(game))
    assert refusal is not None
    assert refusal.reason == "already_explored"


@pytest.mark.parametrize(("label", "kind"), [("A1", "large"), ("E7", "start"), ("F7", "abyss")])
def test_what_lies_open_from_the_beginning_is_not_called_explored(label: str, kind: str) -> None:
    """001: only face-down tiles are explored; a large location never was one."""
    game = ready().build()
    refusal = explain(game, Explore(seat=0, place=game.board.place_of[space(game, label)]))
    assert refusal is not None
    assert (refusal.reason, refusal.values["kind"]) == ("never_hidden", kind)


def test_a_way_from_the_starting_space_or_from_pieces() -> None:
    """000 Entfernung: without a piece on the map range counts from the starting space, and the refusal says so."""
    bare = explain(game := ready().build(), explore(game, "area_25"))
    built = ready().building("E8", 0).build(check=False)
    pieces = explain(built, explore(built, "area_25"))
    assert bare is not None
    assert pieces is not None
    assert (bare.reason, bare.rule, bare.values.get("from")) == ("no_way", "range.starting_space", "start")
    assert (pieces.reason, pieces.rule, pieces.values.get("from")) == ("no_way", "range.blocked", None)


# ---- populating --------------------------------------------------------------------------------------------------


def populate(game: Game, label: str, technology: str = "plain_1", seat: int = 0) -> Populate:
    return Populate(seat=seat, location=space(game, label), technology=technology)


def test_populating_unlocks_the_technology() -> None:
    """000 BEVÖLKERN, 001 Populate: 2 books for the bottom figure; its immediate effect comes."""
    game = position().seat(0, book=2, food=1).build()
    do(game, populate(game, _city(game)))
    mine = game.seat(0)
    assert (mine.technologies, mine.points, mine.owned.total) == (["plain_1"], 2, 0)


def test_the_first_figure_is_the_lowest() -> None:
    """000 02: the first figure must be the lowest."""
    game = position().seat(0, book=6).build()
    refusal = explain(game, populate(game, _city(game), "plain_2"))
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("first_figure", "populate.first_figure")


def test_later_figures_are_linked() -> None:
    """000 02, 001: only technologies connected to an unlocked one."""
    game = position().seat(0, book=6, food=6).use_technology(0, "plain_1", "E9").build()
    city = _city(game, without="E9")
    assert explain(game, populate(game, city, "plain_2")) is None
    refusal = explain(game, populate(game, city, "plain_5"))
    assert refusal is not None
    assert refusal.reason == "figure_not_linked"


@pytest.mark.parametrize(("technology", "books"), [("plain_2", 3), ("plain_3", 3), ("plain_4", 3)])
def test_the_row_sets_the_books(technology: str, books: int) -> None:
    """001 Populate: 2, 3 or 4 books by row; 002: 2-3-3-3-4-4-4."""
    game = position().seat(0, book=6, food=6).use_technology(0, "plain_1", "E9").build()
    offer = _offer(game, populate(game, _city(game, without="E9"), technology))
    assert offer.cost.book == books


def test_each_player_there_gets_a_book() -> None:
    """000 04, 001: one more book to every player already there, paid out of the own ones."""
    built = position(3).seat(0, book=4, food=1).use_technology(1, "other_1", "E9").use_technology(2, "sixth_1", "E9")
    game = built.build()
    offer = _offer(game, populate(game, "E9"))
    assert (offer.cost.book, offer.extra_books) == (4, 2)
    do(game, offer.action)
    assert [game.seat(seat).owned.book for seat in range(3)] == [0, 1, 1]


def test_discounts_do_not_touch_the_extra_books() -> None:
    """000 BEVÖLKERN: discounts do not apply to the books for others; nor does a cost fall below zero (ruling
    discounts)."""
    built = position(tribes=("plain", "other")).seat(0, book=6, food=6)
    for technology, label in (("plain_1", "E9"), ("plain_3", "F9"), ("plain_6", "H5")):
        built.use_technology(0, technology, label)
    game = built.use_technology(1, "other_1", "E6").build(check=False)
    offer = _offer(game, populate(game, "E6", "plain_2"))
    assert (offer.cost.book, offer.discount.book, offer.extra_books) == (3 - 2 + 1, 2, 1)


def test_one_figure_of_a_player_at_a_place() -> None:
    """000: at most one figure a space and player."""
    game = position().seat(0, book=6).use_technology(0, "plain_1", "E9").build()
    refusal = explain(game, populate(game, "E9", "plain_2"))
    assert refusal is not None
    assert refusal.reason == "already_there"


def test_a_large_location_goes_by_its_first_space() -> None:
    """Another of its spaces is not "neither a city nor a large location"."""
    game = position().seat(0, book=6).build()
    refusal = explain(game, populate(game, "A2"))
    assert refusal is not None
    assert (refusal.reason, refusal.values["named"]) == ("location_named", space(game, "A1"))


def test_what_beside_others_is_too_expensive_says_what_goes_to_whom() -> None:
    """000 BEVÖLKERN 04: one book of the cost to each player there."""
    built = position(3).seat(0, book=3, food=6)
    game = built.use_technology(1, "other_1", "E6").use_technology(2, "sixth_1", "E6").build(check=False)
    action = populate(game, "E6")
    refusal = explain(game, action)
    assert refusal is not None
    assert (refusal.reason, refusal.values["extra_books"], refusal.values["to"]) == ("too_expensive", 2, "1,2")
    game.seat(0).owned = Amounts(book=6, food=6)
    game.changed()
    assert _offer(game, action).books_to == (1, 2)
    wrong = explain(game, msgspec.structs.replace(action, payment=Amounts(book=1)))
    assert wrong is not None
    assert (wrong.reason, wrong.values["to"]) == ("wrong_payment", "1,2")


def test_figures_live_in_cities_only() -> None:
    """001: any city space or large location."""
    game = position().seat(0, book=6).build()
    refusal = explain(game, populate(game, _desert(game)))
    assert refusal is not None
    assert refusal.reason == "not_a_location"


def test_a_technology_can_be_a_machine() -> None:
    """001: technologies may be machines."""
    built = position().seat(0, book=6, food=6).use_technology(0, "plain_1", "E9").use_technology(0, "plain_2", "F9")
    game = built.build()
    do(game, populate(game, _city(game, without="E9", also="F9"), "plain_5"))
    assert "plain_5" in [machine.machine for machine in game.seat(0).machines]


# ---- building ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "gears"), [("small", 3), ("large", 5)])
def test_what_a_building_costs(size: str, gears: int) -> None:
    """000 BAUEN 03, 001: 3 gears or 5; gears, not food (a slip of 004)."""
    game = position().seat(0, gear=6).build()
    assert _offer(game, build(game, _desert(game), size)).cost.gear == gears


def test_a_building_discounted_to_nothing_is_offered() -> None:
    """Ruling discounts: never more is taken off than it costs; what costs nothing can always be paid, with nothing
    too."""
    game = position().seat(0, gear=1).build()
    game.state.turn.window.discounts = [Discount("build", "gear", 2), Discount("build", "gear", 2)]
    label = _desert(game)
    assert _offer(game, build(game, label)) == judge(game, build(game, label))
    assert _offer(game, build(game, label)).cost == Amounts()
    assert _offer(game, build(game, label, "large")).cost == Amounts(gear=1)
    do(game, build(game, label))
    assert game.seat(0).owned.gear == 1


def test_only_deserts_take_buildings() -> None:
    """000 BAUEN."""
    game = position().seat(0, gear=6).build()
    refusal = explain(game, build(game, _city(game)))
    assert refusal is not None
    assert (refusal.reason, refusal.values["terrain"]) == ("not_a_desert", "city")


def test_one_building_a_desert() -> None:
    """000: one building a space, whoever's it is."""
    game = position().seat(0, gear=6).building("E8", 1).build(check=False)
    refusal = explain(game, build(game, "E8"))
    assert refusal is not None
    assert refusal.reason == "space_taken"


@pytest.mark.parametrize(("size", "times"), [("small", 1), ("large", 2)])
def test_bonuses_of_the_neighbours(size: str, times: int) -> None:
    """000 BAUEN 04, 001: a step for each terrain, a crystal for each printed crystal; large buildings double both."""
    built = position().seat(0, gear=6, food=6).tile("area_8", "t_waters")
    game = built.build()
    label = next(one for one in _deserts(game) if _near(game, one, "crystal"))
    forests, crystals = _near(game, label, "forest"), _near(game, label, "crystal")
    do(game, build(game, label, size))
    while decision(game, 0) is not None:
        answer(game, 0, *_first(game))
    assert game.seat(0).track["forest"] == forests * times
    assert game.seat(0).owned.crystal == min(3, crystals * times)


def test_water_pays_once_a_player_and_is_never_doubled() -> None:
    """000 BAUEN: once a water space and player; large buildings do not double it; others may take it too (facts 9.3,
    26)."""
    built = position().seat(0, gear=6, food=6, energy=0).seat(1, gear=6, food=6, energy=0).tile("area_8", "t_waters")
    game = built.build()
    label = next(one for one in _deserts(game) if _near(game, one, "water"))
    waters = _near(game, label, "water")
    do(game, build(game, label, "large"))
    assert game.seat(0).energy == waters
    assert len(game.seat(0).waters) == waters
    assert not game.seat(1).waters


def test_a_second_building_at_the_same_water_gets_nothing() -> None:
    """000: only once a water space and player (facts ruling 25)."""
    built = position().tile("area_8", "t_waters").tile("area_10", "t_deserts")
    game = built.game
    game.redraw_map()
    label = next(one for one in _deserts(game) if _near(game, one, "water"))
    waters = [n for n in game.board.adjacent[space(game, label)] if game.terrain(n) == "water"]
    game = built.seat(0, gear=6, food=6, energy=0, waters=waters).build()
    do(game, build(game, label))
    assert game.seat(0).energy == 0


def test_vast_crystals_pay_a_crystal_and_a_point() -> None:
    """001 Build: one large space: 1 crystal and 1 point however many edges touch, doubled for a large building."""
    built = position(options=Options(artifact_card="deal", vast_crystals=True)).seat(0, gear=6, food=6)
    vast = next(tile.id for tile in pack().tiles if tile.vast)
    game = built.tile("area_8", vast).build(check=False)
    label = next(one for one in _deserts(game) if _near(game, one, "vast"))
    do(game, build(game, label, "large"))
    while decision(game, 0) is not None:
        answer(game, 0, *_first(game))
    assert (game.seat(0).owned.crystal, game.seat(0).points) == (2, 2)


def test_cities_and_deserts_give_nothing() -> None:
    """Facts ruling 30."""
    game = position().seat(0, gear=6, food=6).tile("area_8", "t_cities").build()
    do(game, build(game, "F8"))
    assert {game.terrain(near) for near in game.board.adjacent[space(game, "F8")]} >= {"city", "desert"}
    assert (game.seat(0).owned.total, game.seat(0).points) == (6 - 3 + 6, 0)
    assert game.seat(0).track == {"forest": _near(game, "F8", "forest"), "mountain": 0, "field": 0}


def test_no_building_left() -> None:
    """001: five normal and three large ones."""
    game = position().seat(0, gear=6, buildings_left={"small": 0, "large": 3}).build(check=False)
    refusal = explain(game, build(game, _desert(game)))
    assert refusal is not None
    assert refusal.reason == "no_building_left"


def test_too_expensive_says_what_is_missing() -> None:
    """A refusal says what is missing in numbers."""
    game = position().seat(0, gear=1, crystal=1).build()
    refusal = explain(game, build(game, _desert(game)))
    assert refusal is not None
    assert (refusal.reason, refusal.values["cost_gear"], refusal.values["lack_gear"]) == ("too_expensive", 3, 1)


def test_the_marker_on_the_map_pays_its_owner() -> None:
    """002 Sonderregeln, facts 8: another's building on the marker brings its owner what it cost."""
    built = position(tribes=("plain", "marker")).seat(0, gear=6, food=6)
    label = _desert(built.game)
    game = built.marker(label, 1).build()
    do(game, build(game, label, "large"))
    assert game.seat(1).owned.gear == 5


# ---- helpers -----------------------------------------------------------------------------------------------------


def _offer(game: Game, action: Action) -> Offer:
    return next(offer for offer in legal(game, action.seat) if offer.action == action)


def _deserts(game: Game) -> list[str]:
    ways = reach(game, 0)
    found = [s for s in range(len(game.prints)) if game.terrain(s) == "desert" and ways.steps[s] > 0]
    return [game.board.labels[s] for s in sorted(found, key=lambda s: ways.steps[s])]


def _desert(game: Game) -> str:
    game.redraw_map()
    return _deserts(game)[0]


def _city(game: Game, without: str = "", also: str = "") -> str:
    return next(
        label for s, label in enumerate(game.board.labels) if game.terrain(s) == "city" and label not in (without, also)
    )


def _near(game: Game, label: str, terrain: str) -> int:
    return sum(game.terrain(near) == terrain for near in game.board.adjacent[space(game, label)])


def _beside(game: Game, where: str) -> list[str]:
    game.redraw_map()
    spaces = set(game.board.spaces_of[place(game, where)])
    return [
        game.board.labels[s]
        for s in range(len(game.prints))
        if game.terrain(s) == "desert" and spaces & set(game.board.adjacent[s])
    ]


def _first(game: Game) -> tuple[object, ...]:
    asked = decision(game, 0)
    assert asked is not None
    option = asked.options[0]
    return (option.id if option.id is not None else option.number,)
