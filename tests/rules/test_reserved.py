"""Large artifacts owed to a seat (ruling reserved-artifacts): a case for each sentence of the ruling, with saves in
the middle."""

from __future__ import annotations

import pytest

from bot.engine import Game, decision, dump, explain, legal, load, score, undo, view
from bot.engine.actions import Convert, EndAction, EndTurn, Explore, Hibernate, PlayCard, Refused, UseSwitch
from bot.engine.api import mark_turn
from bot.engine.debug.invariants import violations
from bot.engine.debug.position_builder import Position
from bot.engine.effects import Advance, Effect, Gain, TakeArtifact, TakeMachine, Track
from bot.engine.resolution.tasks import Bonuses, Do, Source
from bot.engine.resources import one
from bot.engine.rules.artifacts import artifacts_left
from bot.engine.rules.end_of_game import before_end, last_turns
from bot.engine.state import Options
from tests.rules.position_lab import answer, do, keys, pack, place, position, space

NEAR: dict[Track, int] = {"forest": 12, "field": 13}
"""A step in the forest unlocks an artifact and nothing else."""
HOUSES = {1: "C7", 2: "B7", 0: "E5"}
"""Deserts beside the tile that seat 0 explores."""


def saved(game: Game) -> Game:
    """The game as it comes back from its save."""
    assert violations(game) == []
    again = load(dump(game, history=False), {pack().hash: pack()})
    assert again.snapshot() == game.snapshot()
    return again


def beside(*seats: int, players: int = 3, long: bool = False, **left: int) -> Position:
    """Seat 0 can explore beside the buildings of some seats, each of which then unlocks an artifact."""
    tribes = ("plain", "other", "sixth", "marker")
    built = position(players, tribes=tribes, options=Options(artifact_card="deal", long_game=long))
    built.tile("area_2", "t_deserts").tile("area_8", "t_forest", revealed=False)
    built.seat(0, gear=6, food=6, active=["green_take", "red_gear", "blue_book"])
    for seat in seats:
        near: dict[Track, int] = NEAR if seat else {**NEAR, "forest": 11}
        built.seat(seat, tracks=near).building(HOUSES[seat], seat)
    counts = {"yellow": 0, "white": 0, "violet": 0} | left
    return built.artifacts_left(**counts)


def explore(game: Game) -> None:
    do(game, Explore(seat=0, place=place(game, "area_8")))
    while (asked := decision(game, 0)) is not None and asked.kind in ("orientation", "card"):
        answer(game, 0, 0 if asked.kind == "orientation" else "skip")


def owe(game: Game, seat: int, effect: Effect) -> None:
    """Something arises for a seat; the turn's mark lies after it."""
    game.seat(seat).stack.append(Do(effect, Source("rule", "test")))
    game.changed()
    mark_turn(game)


def turn(game: Game, seat: int) -> None:
    assert game.active == seat
    game.seat(seat).switch_used = False
    game.changed()
    do(game, UseSwitch(seat=seat, resource="gear"))
    do(game, EndTurn(seat=seat))


def colours(game: Game, seat: int) -> list[object]:
    asked = decision(game, seat)
    assert asked is not None
    assert asked.kind == "artifact"
    return [option.id or option.kind for option in asked.options]


def test_it_counts_when_nothing_remains_to_be_chosen_before_it() -> None:
    """Reserved with its cause, with its source; only the colour waits."""
    game = beside(1, yellow=2, white=1).build()
    explore(game)
    game = saved(game)
    assert game.seat(1).reserved == [Source("reward", "r_artifact_3")]
    assert artifacts_left(game.state) == 2
    assert sum(game.state.artifacts.values()) == 3
    assert colours(game, 1) == ["yellow", "white", "skip"]
    assert view(game, None).state.seats[1].reserved


def test_it_cannot_be_taken_from_under_its_seat() -> None:
    """Two are left, one of them reserved: the active seat takes one, and the reserved one is still there."""
    game = beside(1, yellow=1, white=1).build()
    explore(game)
    do(game, EndTurn(seat=0))
    turn_of_seat_1_is_skipped(game)
    game = saved(game)
    answer(game, 1, "white")
    assert game.seat(1).artifacts["white"] == 1


def turn_of_seat_1_is_skipped(game: Game) -> None:
    assert game.active == 1
    assert explain(game, UseSwitch(seat=1, resource="gear")) is not None


def test_the_active_seat_gets_what_is_not_reserved() -> None:
    """One of two is reserved, the active seat takes the other and triggers the end; the third artifact is small."""
    game = beside(1, yellow=1, white=1).build()
    explore(game)
    do(game, _second(game))
    game = saved(game)
    assert colours(game, 0) == ["yellow", "white", "skip"]
    answer(game, 0, "white")
    game = saved(game)
    assert game.state.end_by == 0
    assert game.seat(1).artifacts["yellow"] == 1
    assert game.seat(1).reserved == []


def _second(game: Game) -> PlayCard:
    do(game, EndAction(seat=0))
    return PlayCard(seat=0, card="green_take", slot=2, half="bottom")


def test_one_that_hangs_on_an_open_choice_counts_when_that_is_made() -> None:
    """A track of choice may unlock it: not reserved before, reserved with the answer, whoever's turn it is."""
    game = beside(1, yellow=1, white=1).build()
    owe(game, 1, Advance("any", 1))
    do(game, UseSwitch(seat=0, resource="gear"))
    game = saved(game)
    assert game.seat(1).reserved == []
    assert artifacts_left(game.state) == 2
    do(game, EndTurn(seat=0))
    answer(game, 1, "forest")
    game = saved(game)
    assert len(game.seat(1).reserved) == 1
    assert artifacts_left(game.state) == 1


def test_one_behind_a_choice_that_has_nothing_to_do_with_it_counts_at_once() -> None:
    """A machine of choice first, then the steps of a second building: they come all the same."""
    built = beside(1, yellow=1, white=1)
    game = built.tile("area_8", "t_forest").build()
    waits = Bonuses(space(game, "C7"), place(game, "area_8"))
    game.seat(1).stack = [waits, Do(TakeMachine(), Source("rule", "test"))]
    game.changed()
    do(game, UseSwitch(seat=0, resource="gear"))
    game = saved(game)
    assert len(game.seat(1).reserved) == 1
    asked = decision(game, 1)
    assert asked is not None
    assert asked.kind == "machine"


def test_gains_of_one_action_count_from_the_active_seat_clockwise() -> None:
    """One is left for two seats: the nearer one gets it and triggers the end, the other gets a small one."""
    game = beside(1, 2, yellow=1).build()
    explore(game)
    game = saved(game)
    assert game.state.end_by == 1
    assert (game.seat(1).artifacts["yellow"], game.seat(1).small_artifacts) == (1, 0)
    assert (game.seat(2).artifacts["yellow"], game.seat(2).small_artifacts) == (0, 1)


def test_the_active_seats_own_gain_counts_first() -> None:
    """It is held for the active seat while it chooses; in its own window it triggers the end by taking."""
    game = beside(0, 1, yellow=1).build()
    explore(game)
    game = saved(game)
    assert game.seat(1).small_artifacts == 1
    assert colours(game, 0) == ["yellow", "skip"]
    assert game.state.end_by is None
    answer(game, 0, "yellow")
    assert game.state.end_by == 0


def test_the_active_seat_may_still_put_the_end_off() -> None:
    """artifact.optional: in the own window nothing changes."""
    game = beside(0, yellow=1).build()
    explore(game)
    answer(game, 0, "skip")
    game = saved(game)
    assert game.state.end_by is None
    assert artifacts_left(game.state) == 1


def test_the_active_seats_choice_is_not_taken_from_under_it_either() -> None:
    """Its gain was first; another's, from an answer of its own, finds none left."""
    game = beside(0, yellow=1).seat(1, tracks=NEAR).build()
    explore(game)
    owe(game, 1, Advance("forest", 1))
    do(game, _free(game))
    game = saved(game)
    assert game.seat(1).small_artifacts == 1
    answer(game, 0, "yellow")
    assert game.seat(0).artifacts["yellow"] == 1


def _free(game: Game) -> Convert:
    game.seat(0).owned += one("crystal")
    game.changed()
    return Convert(seat=0, to="gear")


def test_with_none_unreserved_the_next_gain_is_a_small_one() -> None:
    """Though two lie on the board."""
    game = beside(1, 2, yellow=1, white=1).build()
    explore(game)
    assert artifacts_left(game.state) == 0
    do(game, _second(game))
    game = saved(game)
    assert decision(game, 0) is None
    assert game.seat(0).small_artifacts == 1


def test_with_none_unreserved_the_next_gain_is_a_token_in_the_long_game() -> None:
    """The reserved last large one does not trigger the end there; the second token does."""
    game = beside(1, 2, players=4, long=True, yellow=1).build()
    explore(game)
    game = saved(game)
    assert game.state.end_by is None
    assert (game.seat(1).artifacts["yellow"], game.seat(2).small_artifacts) == (1, 1)
    assert game.state.end_tokens == 1
    do(game, _second(game))
    game = saved(game)
    assert game.state.end_tokens == 0
    assert colours(game, 0) == ["small_artifact", "skip"]
    answer(game, 0, "small_artifact")
    assert game.state.end_by == 0
    assert game.state.end_how == "token"


def test_a_token_in_the_own_window_may_be_declined() -> None:
    """It is left then."""
    game = beside(players=4, long=True).build()
    do(game, PlayCard(seat=0, card="green_take", slot=2, half="bottom"))
    game = saved(game)
    answer(game, 0, "skip")
    assert game.state.end_tokens == 2


def test_colours_go_in_the_order_of_answers() -> None:
    """Not in that of the seats; whoever has one colour left gets it without being asked."""
    game = beside(1, 2, yellow=1, white=1).build()
    explore(game)
    game = saved(game)
    record = answer(game, 2, "yellow")
    game = saved(game)
    assert keys(record).count("artifact") == 2
    assert game.seat(2).artifacts["yellow"] == 1
    assert game.seat(1).artifacts["white"] == 1
    assert decision(game, 1) is None


def test_a_seat_with_one_colour_left_is_not_asked() -> None:
    """Three of one colour."""
    game = beside(1, yellow=3).build()
    explore(game)
    assert game.seat(1).artifacts["yellow"] == 1
    assert decision(game, 1) is None
    assert game.state.end_by is None


def test_a_reserved_one_may_be_declined_and_the_end_stays_triggered() -> None:
    """It returns to the board for the next."""
    game = beside(1, 2, yellow=1, white=1).build()
    explore(game)
    assert game.state.end_by == 2
    answer(game, 1, "skip")
    game = saved(game)
    assert artifacts_left(game.state) == 1
    assert game.state.end_by == 2
    assert game.seat(2).end_tile
    answer(game, 2, "skip")
    assert artifacts_left(game.state) == 2
    do(game, _second(game))
    assert colours(game, 0) == ["yellow", "white", "skip"]


def test_undo_of_the_cause_takes_back_reservation_and_trigger() -> None:
    """The cause is here an answer that reveals nothing."""
    game = beside(1, yellow=1).build()
    owe(game, 1, Advance("any", 1))
    do(game, UseSwitch(seat=0, resource="gear"))
    before = game.snapshot()
    answer(game, 1, "forest")
    game = saved(game)
    assert game.state.end_by == 1
    undo(game, 1)
    assert game.snapshot() == before
    assert game.state.end_by is None
    assert artifacts_left(game.state) == 1
    assert not game.seat(1).end_tile


def test_it_is_announced_when_the_causing_turn_has_ended() -> None:
    """Until then it may be taken back."""
    game = beside(1, yellow=1).build()
    explore(game)
    assert before_end(game) is None
    assert last_turns(game) is None
    do(game, EndTurn(seat=0))
    found = last_turns(game)
    assert found is not None
    assert (found.by, found.turns) == (1, (2, 0))


@pytest.mark.parametrize("answered", ["at once", "late"])
def test_the_seat_that_triggers_has_no_further_turn_and_every_other_exactly_one(answered: str) -> None:
    """The active one included, whenever anybody answers."""
    game = beside(1, 2, players=4, yellow=1, white=1).build()
    explore(game)
    assert game.state.end_by == 2
    if answered == "at once":
        answer(game, 1, "white")
    do(game, EndTurn(seat=0))
    seen = []
    while game.state.phase == "play":
        game = saved(game)
        seat = game.active
        seen.append(seat)
        if decision(game, seat):
            answer(game, seat, "white")
        turn(game, seat)
    assert seen == [1, 3, 0]
    assert game.state.phase == "over"


def test_a_choice_that_waits_until_the_final_scoring() -> None:
    """Who has no further turn answers then."""
    game = beside(1, 2, yellow=1, white=1).build()
    explore(game)
    do(game, EndTurn(seat=0))
    answer(game, 1, "skip")
    turn(game, 1)
    turn(game, 0)
    game = saved(game)
    assert colours(game, 2) == ["yellow", "white", "skip"]
    answer(game, 2, "white")
    assert game.state.phase == "over"
    assert game.seat(2).artifacts["white"] == 1


def test_a_choice_that_triggers_the_end_in_anothers_turn() -> None:
    """It hung on an open choice, which is made in the next seat's turn: that is the running turn."""
    game = beside(2, yellow=1).build()
    owe(game, 2, Advance("any", 1))
    turn(game, 0)
    do(game, UseSwitch(seat=1, resource="gear"))
    answer(game, 2, "forest")
    game = saved(game)
    assert game.state.end_by == 2
    do(game, EndTurn(seat=1))
    turn(game, 0)
    turn(game, 1)
    assert game.state.phase == "over"


def test_answered_in_the_own_turn_it_ends_with_this_turn() -> None:
    """The own turn is the running one then."""
    game = beside(1, yellow=1).build()
    owe(game, 1, Advance("any", 1))
    turn(game, 0)
    answer(game, 1, "forest")
    game = saved(game)
    assert game.seat(1).artifacts["yellow"] == 1
    turn(game, 1)
    turn(game, 2)
    turn(game, 0)
    assert game.state.phase == "over"


@pytest.mark.parametrize(("owed", "removes"), [((1,), True), ((0, 1), False)])
def test_hibernation_removes_what_is_not_reserved(owed: tuple[int, ...], removes: bool) -> None:
    """Removing the last unreserved one triggers the end for the hibernating seat, and the reserved one is still there;
    with none unreserved nothing is removed."""
    game = beside(yellow=1, white=1).seat(2, hibernations=3).turn(2).build()
    for seat in owed:
        owe(game, seat, TakeArtifact())
    do(game, Hibernate(seat=2))
    while (asked := decision(game, 2)) is not None and asked.kind != "remove_artifact":
        answer(game, 2, asked.options[-1].kind if asked.options[-1].kind == "skip" else asked.options[0].id)
    game = saved(game)
    assert (decision(game, 2) is not None) == removes
    if removes:
        assert game.state.end_by is None
        answer(game, 2, "yellow")
        assert game.state.end_how == "removal"
        assert game.seat(2).end_tile
        assert game.seat(1).artifacts["white"] == 1
    else:
        assert game.state.end_by == 1
        assert sum(game.state.artifacts.values()) == 2


def test_machines_are_chosen_from_what_is_there_then() -> None:
    """Everything else owed is not reserved."""
    game = beside(1, yellow=3).build()
    owe(game, 1, TakeMachine("forest"))
    asked = decision(game, 1)
    assert asked is not None
    first = asked.options[0].id
    owe(game, 0, TakeMachine("forest"))
    answer(game, 0, first)
    game = saved(game)
    asked = decision(game, 1)
    assert asked is not None
    assert first not in {option.id for option in asked.options}


def test_left_means_unreserved_in_offers_and_score() -> None:
    """A reserved one is nobody's multiplier yet."""
    game = beside(1, yellow=1, white=1).build()
    explore(game)
    assert game.seat(1).artifacts == {"yellow": 0, "white": 0, "violet": 0}
    lines = [line for line in score(view(game, 1))[1].lines if line.key == "artifact_card"]
    assert {line.multiplier for line in lines} == {1}
    assert any(offer.action.seat == 1 for offer in legal(game, 1))


def test_a_broken_reservation_is_reported() -> None:
    """A position in which a reservation has no decision, or more are reserved than lie there."""
    game = beside(1, yellow=1, white=1).build()
    game.seat(1).reserved = [Source("rule", "nobody")]
    assert [problem.code for problem in violations(game)] == ["reserved"]


def test_another_who_has_acted_keeps_the_cause_from_being_undone() -> None:
    """As with every answer of another seat."""
    game = beside(1, yellow=1, white=1).build()
    game.seat(1).stack.append(Do(Gain(points=1), Source("rule", "test")))
    game.seat(1).stack.append(Do(TakeArtifact(), Source("rule", "test")))
    do(game, UseSwitch(seat=0, resource="gear"))
    answer(game, 1, "white")
    with pytest.raises(Refused, match="undo_other_acted"):
        undo(game, 0)
