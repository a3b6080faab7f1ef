"""The Mautoma's turn: 002 Mautomas Zug, KARTENBESCHREIBUNG, MAUTOMAS AKTIONEN and its examples; ruling mautoma."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine import apply, decision, explain
from bot.engine.actions import Build, EndTurn
from bot.engine.debug.invariants import violations
from bot.engine.debug.position_builder import Position
from bot.engine.effects import Size
from bot.engine.solo_components import CircleField, TieBreaker
from bot.engine.variants.mautoma.candidate_search import Candidate, first_met, rewards_at
from bot.engine.variants.mautoma.cards import CARDS, FIGURE_BOOKS
from bot.engine.variants.mautoma.deck import artifact_to_remove
from tests.rules import solo_positions
from tests.rules.position_lab import answer, keys, place, space
from tests.rules.solo_positions import OTHER, built, its_turn, kept, one, populated, position, told, with_card


def deserts(**tiles: int) -> Position:
    """Tiles with one desert (``a_d1`` …) on the places named, each with its orientation."""
    table = position()
    for number, (where, orientation) in enumerate(tiles.items(), 1):
        table.tile(where, f"a_d{number}", orientation=orientation)
    return table


# ---- the card ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "steps"),
    [("build", 1), ("settle", 2), ("explore", 1), ("explore_populate", 2), ("explore_build", 3),
     ("explore_populate_far", 4)],
)  # fmt: skip
def test_the_marker_moves_by_the_cards_number(card: Any, steps: int) -> None:
    """KARTENBESCHREIBUNG: 1, 2, 1, 2, 3, 4 fields clockwise, before the action; the circle goes round."""
    game, record = its_turn(with_card(position(), card))
    told_card = one(record, "mautoma_card")
    assert told_card["steps"] == steps
    assert kept(game).marker == (11 + steps) % 12
    assert keys(record)[:3] == ["turn_ended", "mautoma_turn", "mautoma_card"]
    assert kept(game).used[-1] == card


def test_then_it_is_the_humans_turn_again() -> None:
    """Mautomas Zug 4: it ends its turn; the human's next one is the next round."""
    game, record = its_turn(with_card(position(), "build"))
    assert record.events[-1].key == "turn"
    assert (game.state.phase, game.state.turn.number, game.state.turn.actions) == ("play", 2, 0)


# ---- range -------------------------------------------------------------------------------------------------------


def test_range_counts_the_target() -> None:
    """REICHWEITE, the example: 2 spaces between are a distance of 2 and a range of 3: it may build there."""
    game, record = its_turn(with_card(deserts(area_8=1), "build"))
    assert one(record, "mautoma_candidate")["range"] == 3
    assert one(record, "mautoma_built")["space"] == space(game, "C6")


def test_what_is_one_space_further_is_out_of_range() -> None:
    """REICHWEITE: three spaces between would be a range of 4; KARTENBESCHREIBUNG: it cannot build and ends its turn."""
    game, record = its_turn(with_card(deserts(area_8=0), "build"))
    assert one(record, "mautoma_skipped") == {"what": "build", "why": "none", "range": 3}
    assert not game.state.buildings


def test_range_is_counted_from_its_own_pieces_only() -> None:
    """mautoma.range_from: its nearest piece; with one on the map no longer the abyss, and never the human's."""
    table = built(deserts(area_8=1, area_22=0), "C6")
    table.building("J6", 0)
    game, record = its_turn(with_card(table.tile("area_18", "a_d3"), "build"))
    assert told(record, "mautoma_candidate") == []
    assert one(record, "mautoma_skipped")["why"] == "none"
    assert game.state.buildings[space(game, "J6")].seat == 0


# ---- exploring ---------------------------------------------------------------------------------------------------


def test_exploring_is_free_and_without_rewards() -> None:
    """ERKUNDEN: free of charge; rewards are ignored; the tile lies as it was flipped, from the seed."""
    game, record = its_turn(with_card(position(), "explore"))
    explored = one(record, "mautoma_explored")
    lying = game.state.places[explored["place"]]
    assert lying.revealed
    assert lying.orientation == explored["orientation"]
    assert game.seat(0).points == 0
    assert not told(record, "gained")
    assert kept(game).buildings_left == {"small": 5, "large": 3}


def test_both_orientations_occur() -> None:
    """ERKUNDEN; ruling mautoma: at random, from the seed."""
    turns = [its_turn(with_card(position(seed=seed), "explore"))[1] for seed in range(12)]
    assert {one(record, "mautoma_explored")["orientation"] for record in turns} >= {0, 1}


def test_only_tiles_in_range_are_candidates() -> None:
    """ERKUNDEN: within 3 of the abyss; each adjoins an open tile."""
    game, record = its_turn(with_card(position(), "explore"))
    candidates = told(record, "mautoma_candidate")
    assert candidates
    for candidate in candidates:
        assert candidate["range"] <= 3
        beside = game.board.places_beside[candidate["place"]]
        assert any(game.board.places[near].kind in ("start", "abyss") for near in beside)


def test_a_humans_building_gets_the_new_tiles_bonuses() -> None:
    """mautoma.explore_rewards_human (ruling mautoma): as with any explorer."""
    table = deserts(area_8=0)
    for number in range(1, 26):
        if number not in (3, 8):
            table.tile(f"area_{number}", revealed=True)
    table.tile("area_3", "a_flipped", revealed=False).building("D5", 0)
    game, record = its_turn(with_card(table, "explore_populate_far"))
    assert one(record, "mautoma_explored")["place"] == place(game, "area_3")
    assert told(record, "advanced") == [{"track": "mountain", "steps": 1, "space": 1}]


def test_nothing_left_to_explore() -> None:
    """KARTENBESCHREIBUNG: no face-down tile in range: exploring is skipped, the rest is done."""
    table = position()
    for number in range(1, 26):
        table.tile(f"area_{number}", revealed=True)
    _, record = its_turn(with_card(table, "explore_build"))
    assert told(record, "mautoma_skipped")[0] == {"what": "explore", "why": "none", "range": 3}


# ---- populating --------------------------------------------------------------------------------------------------


def cities(**tiles: int) -> Position:
    table = position()
    for number, (where, orientation) in enumerate(tiles.items(), 1):
        table.tile(where, f"a_c{number}", orientation=orientation)
    return table


def human_in(table: Position, label: str, technology: str = "plain_1") -> Position:
    return table.use_technology(0, technology, label)


def test_a_free_location_comes_first() -> None:
    """BEVÖLKERN: unoccupied ones if there are any, wherever the search begins."""
    table = human_in(cities(area_8=1, area_18=0), "C6")
    game, record = its_turn(with_card(table, "explore_populate_far", field=1))
    chosen = one(record, "mautoma_populated")
    assert chosen["others"] == 0
    assert game.state.figures[chosen["space"]] == [OTHER]
    assert game.seat(0).owned.book == 0


def test_where_it_joins_you_you_get_a_book() -> None:
    """Bevölkerungsaktion, and the example of BEVÖLKERN: 1 book from the supply."""
    game, record = its_turn(with_card(human_in(cities(area_8=1), "C6"), "settle"))
    assert one(record, "mautoma_populated")["others"] == 1
    assert game.seat(0).owned.book == 1
    assert game.state.figures[space(game, "C6")] == [0, OTHER]


def test_a_book_above_the_limit_waits_for_you() -> None:
    """ruling mautoma: turned down or lost, and your turn begins after it."""
    table = human_in(cities(area_8=1), "C6").seat(0, book=6)
    game, _ = its_turn(with_card(table, "settle"))
    assert game.state.phase == "between"
    asked = decision(game, 0)
    assert asked is not None
    assert asked.kind == "surplus"
    refusal = explain(game, Build(seat=0, space=0, size="small"))
    assert refusal is not None
    assert (refusal.reason, refusal.values) == ("not_in_play", {"phase": "between"})
    answer(game, 0, "lose")
    assert (game.state.phase, game.seat(0).owned.book) == ("play", 6)


def test_one_figure_of_its_own_a_place() -> None:
    """mautoma.populate: where it stands already it does not go again."""
    game, record = its_turn(with_card(populated(cities(area_8=1), "C6"), "settle"))
    assert told(record, "mautoma_populated") == []
    assert [skip["what"] for skip in told(record, "mautoma_skipped")] == ["populate", "build"]
    assert violations(game) == []


def test_the_s_card_builds_only_instead() -> None:
    """KARTENBESCHREIBUNG 2: populate; only if that is not possible, build."""
    both = cities(area_8=1).tile("area_18", "a_d1", orientation=1)
    _, record = its_turn(with_card(both, "settle"))
    assert told(record, "mautoma_populated")
    assert not told(record, "mautoma_built")
    _, record = its_turn(with_card(deserts(area_8=1), "settle"))
    assert one(record, "mautoma_skipped")["what"] == "populate"
    assert one(record, "mautoma_built")


@pytest.mark.parametrize("card", ["explore_populate", "explore_populate_far"])
def test_exploring_and_populating_never_builds_instead(card: Any) -> None:
    """KARTENBESCHREIBUNG 4 and 6: without a place to populate the turn ends."""
    table = deserts(area_8=1)
    for number in range(1, 26):
        if number != 8:
            table.tile(f"area_{number}", f"a_{'plain'}" if number == 1 else None, revealed=False)
    _, record = its_turn(with_card(built(table, "C6"), card))
    assert told(record, "mautoma_explored")
    assert not told(record, "mautoma_built")


def test_any_range() -> None:
    """KARTENBESCHREIBUNG 6: as far as there is a way; with the other card it would be out of range."""
    _, near = its_turn(with_card(cities(area_8=0), "settle"))
    assert told(near, "mautoma_skipped")[0]["what"] == "populate"
    table = cities(area_8=0)
    game, far = its_turn(with_card(table, "explore_populate_far"))
    ranges = {each["space"]: each["range"] for each in told(far, "mautoma_candidate") if each["what"] == "populate"}
    assert ranges[space(game, "D5")] == 4
    assert one(far, "mautoma_populated")["range"] == 0


def test_it_has_seven_figures() -> None:
    """mautoma.out_of_pieces (ruling mautoma): without figures it cannot populate; the S card then builds."""
    table = deserts(area_8=1)
    kept(table.game).figures = 7
    game = with_card(table, "settle").turn(0, actions=1, done=True).build(check=False)
    record = apply(game, EndTurn(seat=0))
    assert one(record, "mautoma_skipped") == {"what": "populate", "why": "no_figures", "range": 3}
    assert one(record, "mautoma_built")


# ---- building ----------------------------------------------------------------------------------------------------


def test_the_desert_with_the_most_rewards() -> None:
    """BAUEN and its example: every candidate has its number, the highest wins, wherever the search begins."""
    table = position().tile("area_8", "a_rich", orientation=1).tile("area_18", "a_d1", orientation=0)
    game, record = its_turn(with_card(table, "build", field=4))
    chosen = one(record, "mautoma_built")
    worths = {each["space"]: each["worth"] for each in told(record, "mautoma_candidate")}
    assert chosen["worth"] == max(worths.values())
    assert [where for where, worth in worths.items() if worth == chosen["worth"]] == [chosen["space"]]
    assert chosen["equal"] == 1
    assert "segment" not in chosen
    assert game.state.buildings[chosen["space"]].seat == OTHER


def test_rewards_are_counted_as_for_a_small_building() -> None:
    """BAUEN: 1 for each forest, mountain, field and crystal symbol (ruling mautoma); unexplored tiles, cities and
    deserts count nothing."""
    table = position().tile("area_8", "a_mixed", orientation=0)
    game = table.build()
    expected = 0
    for near in game.board.adjacent[space(game, "D5")]:
        printed = game.prints[near]
        if printed is not None:
            expected += printed.crystals + (printed.terrain in ("forest", "mountain", "field"))
    assert rewards_at(game, space(game, "D5")) == expected >= 2


def test_new_water_counts_two_and_known_water_nothing() -> None:
    """BAUEN: double while none of its buildings is beside it, else 0; the human's building there does not matter."""
    table = position().tile("area_8", "a_water", orientation=0)
    game = table.build()
    beside = [label for label in ("D5", "C6") if space(game, "D6") in game.board.adjacent[space(game, label)]]
    new = {label: rewards_at(game, space(game, label)) for label in beside}
    human = position().tile("area_8", "a_water").building(beside[0], 0).build()
    assert rewards_at(human, space(human, beside[-1])) == new[beside[-1]]
    its = built(position().tile("area_8", "a_water"), beside[0]).build()
    assert rewards_at(its, space(its, beside[-1])) == new[beside[-1]] - 2


def test_a_vast_crystal_counts_two() -> None:
    """mautoma.valuation (ruling mautoma): it pays a crystal and a point; it is one thing however many spaces touch."""
    table = position(options={"vast_crystals": True}).tile("area_8", "a_d1", orientation=0)
    vast = next(tile.id for tile in solo_positions.pack().tiles if tile.vast)
    without = rewards_at(table.build(), table.space("D5"))
    table.tile("area_9", vast, revealed=True)
    game = table.build()
    assert any(game.terrain(near) == "vast" for near in game.board.adjacent[space(game, "D5")])
    assert rewards_at(game, space(game, "D5")) == without + 2


def test_small_buildings_come_before_large_ones() -> None:
    """SONDERREGELN: 5 small, then 3 large; without any it builds nothing."""
    lefts: list[tuple[dict[Size, int], Size]] = [
        ({"small": 1, "large": 3}, "small"),
        ({"small": 0, "large": 3}, "large"),
    ]
    for left, size in lefts:
        table = with_card(deserts(area_8=1), "build")
        kept(table.game).buildings_left = left
        ready = table.turn(0, actions=1, done=True).build(check=False)
        assert one(apply(ready, EndTurn(seat=0)), "mautoma_built")["size"] == size


def test_without_buildings_it_builds_nothing() -> None:
    """mautoma.out_of_pieces (ruling mautoma)."""
    table = with_card(deserts(area_8=1), "build")
    kept(table.game).buildings_left = {"small": 0, "large": 0}
    record = apply(table.turn(0, actions=1, done=True).build(check=False), EndTurn(seat=0))
    assert one(record, "mautoma_skipped")["why"] == "no_buildings"


# ---- ties --------------------------------------------------------------------------------------------------------


def at(*labels: str) -> list[Candidate]:
    """Candidates on these spaces."""
    board = position().game.board
    return [Candidate(number, (board.labels.index(label),), 1) for number, label in enumerate(labels)]


CORNERS = {("down", "right"): "A1", ("down", "left"): "A10", ("up", "right"): "K1", ("up", "left"): "K10"}


@pytest.mark.parametrize(("rows", "along"), list(CORNERS))
def test_the_search_runs_row_by_row(rows: Any, along: Any) -> None:
    """GLEICHSTANDSAUFLÖSER: rows first, the direction inside a row second; it starts at the end it runs from."""
    board = position().game.board
    corners = at(*CORNERS.values())
    met = first_met(board, TieBreaker(along=along, rows=rows), corners)
    assert board.labels[met.spaces[0]] == CORNERS[rows, along]


@pytest.mark.parametrize(
    ("segment", "first"),
    [("top_right", "northern"), ("bottom_right", "southern"), ("bottom_left", "southern"), ("top_left", "northern")],
)
def test_the_markers_segment_decides(segment: str, first: str) -> None:
    """GLEICHSTANDSAUFLÖSER: that of the segment in which the marker stands now, after its steps."""
    circle = solo_positions.pack().mautoma.circle  # type: ignore[union-attr]
    field = next(number for number, each in enumerate(circle, 1) if each.segment == segment)
    _, record = its_turn(with_card(position(), "explore", field=field))
    chosen, board = one(record, "mautoma_explored"), position().game.board
    assert chosen["segment"] == segment
    reached = [
        board.hexes[each][1] for where in told(record, "mautoma_candidate") for each in board.spaces_of[where["place"]]
    ]
    own = [board.hexes[each][1] for each in board.spaces_of[chosen["place"]]]
    assert min(own) == min(reached) if first == "northern" else max(own) == max(reached)


def test_the_example_of_exploring() -> None:
    """ERKUNDEN, example: bottom right segment, rows from the bottom up, each from right to left."""
    board = position().game.board
    tie = solo_positions.pack().mautoma.ties["bottom_right"]  # type: ignore[union-attr]
    above, low_left, low_right = "H10", "I3", "I9"
    assert board.labels[first_met(board, tie, at(above, low_left, low_right)).spaces[0]] == low_right


def test_the_example_of_populating() -> None:
    """BEVÖLKERN, example: top right segment, rows from the top, each from left to right."""
    board = position().game.board
    tie = solo_positions.pack().mautoma.ties["top_right"]  # type: ignore[union-attr]
    below, upper_right, upper_left = "D1", "C9", "C3"
    assert board.labels[first_met(board, tie, at(below, upper_right, upper_left)).spaces[0]] == upper_left


def test_a_large_location_is_met_at_its_first_space() -> None:
    """GLEICHSTANDSAUFLÖSER: the first candidate the search meets, whichever of its spaces that is."""
    board = position().game.board
    corner = board.spaces_of[place(position().game, "corner_north_west")]
    beside = Candidate(1, (board.labels.index("A8"),), 1)
    met = first_met(board, TieBreaker(along="right", rows="down"), [beside, Candidate(0, corner, 1)])
    assert met.target == 0


# ---- hibernation -------------------------------------------------------------------------------------------------


def hibernating(table: Position, field: int) -> Position:
    """The deck is empty and the marker on a field (from 1)."""
    state = kept(table.game)
    state.used, state.deck, state.marker = [*state.deck], [], field - 1  # type: ignore[list-item]
    return table


def test_it_removes_an_artifact_of_its_fields_colour() -> None:
    """ÜBERWINTERN 1 and example A: white on a white field; nobody has it."""
    table = hibernating(position(), 2)
    white = table.game.state.artifacts["white"]
    game, record = its_turn(table)
    assert one(record, "mautoma_removed")["colour"] == "white"
    assert game.state.artifacts["white"] == white - 1
    assert game.state.removed_artifacts["white"] == 1
    assert game.seat(0).artifacts["white"] == 0
    assert violations(game) == []


def test_else_the_next_colour_on_the_circle() -> None:
    """ÜBERWINTERN 1: the next fields' colours, clockwise; the marker stays."""
    table = hibernating(position(), 2).artifacts_left(white=0, violet=1, yellow=2)
    game, record = its_turn(table)
    assert one(record, "mautoma_removed") == {"colour": "violet", "wanted": "white", "left": 2}
    assert kept(game).marker == 1


def test_with_none_left_it_removes_none() -> None:
    """mautoma.artifact_removed (ruling mautoma): never a small one; the game goes on."""
    table = hibernating(position(), 2).artifacts_left(white=0, violet=0, yellow=0)
    game, record = its_turn(table)
    assert told(record, "mautoma_removed_none") == [{}]
    assert game.state.phase == "play"


def test_the_example_of_hibernating() -> None:
    """ÜBERWINTERN, example B to E: cards 1, 2 and last; modules 1, 2 and last; each track's last machine; a progress
    card joins."""
    table = hibernating(position(), 2)
    state = table.game.state
    cards, modules = [*state.display], [*state.module_display]
    machines = {track: [*market] for track, market in state.market.items()}
    game, record = its_turn(table)
    now = game.state
    assert [card for card in cards if card in now.display] == cards[2:4] == now.display[2:4]
    assert [module for module in modules if module in now.module_display] == modules[2:4]
    for track, market in machines.items():
        assert now.market[track][:2] == market[:2]
        assert now.market[track][2] != market[2]
    assert len(told(record, "replaced")) == 3 + 3 + 3
    assert one(record, "mautoma_shuffled") == {"cards": 3, "progress": 2}
    assert (len(kept(game).deck), kept(game).used) == (3, [])
    assert violations(game) == []


def test_what_cannot_be_replaced_stays() -> None:
    """ruling declining: an empty supply gives nothing."""
    table = hibernating(position(), 2)
    table.game.state.removed += table.game.state.deck
    table.game.state.deck = []
    shown = [*table.game.state.display]
    game, record = its_turn(table)
    assert game.state.display == shown
    assert [each["thing"] for each in told(record, "replaced") if each["by"] is None] == [shown[0], shown[1], shown[4]]


def test_an_empty_deck_means_no_card() -> None:
    """Mautomas Zug: hibernation is its whole turn."""
    _, record = its_turn(hibernating(position(), 5))
    assert not told(record, "mautoma_card")
    assert one(record, "mautoma_hibernated") == {"number": 1}


def test_the_next_colour_looks_all_the_way_round() -> None:
    """ÜBERWINTERN 1, on a circle of our own."""
    board = solo_positions.pack().mautoma
    assert board is not None
    state = kept(position().game)
    state.marker = 11
    assert board.circle[11] == CircleField("violet", "top_left", 6)
    assert artifact_to_remove(board, state, {"yellow": 0, "white": 1, "violet": 0}) == "white"
    assert artifact_to_remove(board, state, {"yellow": 1, "white": 1, "violet": 0}) == "yellow"


# ---- the tribe with a marker -------------------------------------------------------------------------------------


def marked(label: str, table: Position) -> Position:
    return table.marker(label, 0)


def test_a_figure_on_your_marker_pays_its_books() -> None:
    """SONDERREGELN: figures count 2-3-3-3-4-4-4 in the order in which they are placed; from the supply."""
    assert FIGURE_BOOKS == (2, 3, 3, 3, 4, 4, 4)
    game, _ = its_turn(with_card(marked("C6", cities(area_8=1)), "settle"))
    assert game.seat(0).owned.book == 2
    second = populated(cities(area_8=1, area_1=0), "C6")
    game, _ = its_turn(with_card(marked("B6", second), "settle"))
    assert game.seat(0).owned.book == 3


def test_a_building_on_your_marker_pays_its_gears() -> None:
    """SONDERREGELN: a small building's cost, while it has small ones."""
    game, _ = its_turn(with_card(marked("C6", deserts(area_8=1)), "build"))
    assert game.seat(0).owned.gear == 3


def test_there_are_six_cards() -> None:
    """ZUSÄTZLICHES SPIELMATERIAL: six, two of them S; only one of any range."""
    assert len(CARDS) == 6
    assert sum(card.start for card in CARDS.values()) == 2
    assert [card.id for card in CARDS.values() if card.range is None] == ["explore_populate_far"]
