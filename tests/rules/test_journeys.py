"""Journey cards: taken with the switch, paid with a card, resolved for devotion (001 Journey Cards; ruling
journeys)."""

from __future__ import annotations

import pytest

from bot.engine import Game, decision, explain, legal, undo, view
from bot.engine.actions import EndTurn, PlayCard, ResolveJourney, UseMachine, UseSwitch
from bot.engine.debug.invariants import violations
from bot.engine.debug.position_builder import Position
from bot.engine.variants.abyss.journey_cards import flasks
from bot.engine.variants.abyss.state_access import kept_of
from tests.rules.expansion_lab import own, position, to_come
from tests.rules.position_lab import answer, do, keys, space


def shown(game: Game) -> list[str | None]:
    return [
        offer.action.journey
        for offer in legal(game, 0)
        if isinstance(offer.action, UseSwitch) and offer.action.journey is not None
    ]


def given(*active: str) -> Game:
    """Three journeys lie there: red ones for buildings and machines, a green one for technologies."""
    return position().seat(0, active=active).build()


# ---- taking ------------------------------------------------------------------------------------------------------


def test_one_more_lies_there_than_there_are_seats() -> None:
    """Ruling journeys."""
    assert [len(kept_of(position(seats).game).journey_display) for seats in (2, 3, 4)] == [3, 4, 5]


def test_the_switch_takes_a_journey_for_a_card_of_its_colour() -> None:
    """001 Journey Cards: instead of its other uses; the card is removed from the game."""
    game = given("red_gear", "red_slot", "green_food")
    game.seat(0).gained_cards = ["red_slot"]
    assert shown(game) == ["j_buildings", "j_machines", "j_technologies"]
    told = keys(do(game, UseSwitch(seat=0, journey="j_buildings")))
    assert told == ["switch"]
    asked = decision(game, 0)
    assert asked is not None
    assert [option.id for option in asked.options] == ["red_gear", "red_slot"]
    told = keys(answer(game, 0, "red_slot"))
    assert told == ["card_destroyed", "journey_taken"]
    assert (own(game).journeys, game.seat(0).active) == (["j_buildings"], ["red_gear", "green_food"])
    assert game.seat(0).gained_cards == []  # it no longer counts (ruling journeys)
    assert "red_slot" in game.state.removed
    assert (game.seat(0).switch_used, game.state.turn.window.main_done) == (True, True)
    assert (len(kept_of(game).journey_display), violations(game)) == (3, [])


def test_without_a_card_of_the_colour_in_the_active_area_it_cannot_be_taken() -> None:
    """001 Journey Cards: from the active area; resting cards and cards in slots do not qualify."""
    game = position().seat(0, active=["blue_book"], rest=["red_gear"], slots={0: ["red_slot:top"]}).build()
    assert shown(game) == []
    refusal = explain(game, UseSwitch(seat=0, journey="j_buildings"))
    assert refusal is not None
    assert (refusal.reason, refusal.values["card_colour"]) == ("journey_no_card", "red")


def test_a_journey_that_lies_not_there_is_refused() -> None:
    game = given("red_gear")
    for journey in ("j_flasks", "nobody knows"):
        refusal = explain(game, UseSwitch(seat=0, journey=journey))
        assert refusal is not None
        assert refusal.reason == "journey_not_shown"


def test_a_card_that_is_gone_pays_for_nothing() -> None:
    """The price is chosen from what is there when it is chosen."""
    game = given("red_gear", "red_slot")
    do(game, PlayCard(seat=0, card="red_gear", slot=0, half="top"))
    game.state.turn.window.main_done = False
    game.changed()
    do(game, UseSwitch(seat=0, journey="j_buildings"))
    assert game.state.removed == ["red_slot"]  # the only one left pays by itself


def test_scyphoz_and_starting_cards_pay_too() -> None:
    """Reference journey.colour: a scyphoz card takes the colour asked for; starting cards are not excluded."""
    game = given("y_2", "c_a_spark_bearer", "blue_book")
    do(game, UseSwitch(seat=0, journey="j_machines"))
    asked = decision(game, 0)
    assert asked is not None
    assert [option.id for option in asked.options] == ["y_2", "c_a_spark_bearer"]
    answer(game, 0, "y_2")
    assert violations(game) == []


def test_one_use_of_the_switch_at_a_time() -> None:
    """001 Journey Cards: instead of using it as before."""
    game = given("red_gear")
    do(game, UseSwitch(seat=0, resource="food"))
    refusal = explain(game, UseSwitch(seat=0, journey="j_buildings"))
    assert refusal is not None
    assert refusal.reason == "action_done"
    both = explain(given("red_gear"), UseSwitch(seat=0, resource="food", journey="j_buildings"))
    assert both is not None
    assert both.reason == "switch_gives_basic"


def test_the_pile_of_journeys_is_hidden() -> None:
    """Ruling secrets."""
    game = given("red_gear")
    assert set(view(game, 0).state.kept["abyss"].journey_deck) == {"?"}  # type: ignore[index]


# ---- resolving ---------------------------------------------------------------------------------------------------


def holding(*journeys: str, **more: object) -> Position:
    return position().expansion(0, journeys=journeys, **more)  # type: ignore[arg-type]


def test_it_is_resolved_as_a_free_action_for_its_level() -> None:
    """001 Journey Cards: at any time as a free action; devotion by the level fulfilled, then face down."""
    game = holding("j_buildings").building("E7", 0).build()
    told = keys(do(game, ResolveJourney(seat=0, journey="j_buildings")))
    assert told == ["journey_resolved", "devotion_to_come"]
    assert (to_come(game), own(game).journeys, own(game).resolved) == ((0, 3), [], ["j_buildings"])
    assert not game.state.turn.window.main_done
    assert [record.action for record in undo(game, 0)] == [ResolveJourney(seat=0, journey="j_buildings")]


@pytest.mark.parametrize(("actions", "done"), [(0, False), (0, True), (1, False), (1, True)])
def test_it_is_resolved_at_any_time_of_the_turn(actions: int, done: bool) -> None:
    """001 Journey Cards: before, between and after the main actions."""
    game = holding("j_buildings").building("E7", 0).turn(0, actions=actions, done=done).build()
    do(game, ResolveJourney(seat=0, journey="j_buildings"))
    assert (to_come(game), game.state.turn.window.main_done) == ((0, 3), done)


def test_the_highest_level_that_is_fulfilled_counts() -> None:
    """Ruling journeys: that one only."""
    game = holding("j_buildings").building("E7", 0).building("C7", 0).build()
    do(game, ResolveJourney(seat=0, journey="j_buildings"))
    assert to_come(game) == (0, 6)


def test_without_a_level_it_is_not_resolved() -> None:
    """Ruling journeys."""
    game = holding("j_buildings").build()
    refusal = explain(game, ResolveJourney(seat=0, journey="j_buildings"))
    assert refusal is not None
    assert (refusal.reason, refusal.values["counted"], refusal.values["needed"]) == ("journey_level", 0, 1)
    assert not any(isinstance(offer.action, ResolveJourney) for offer in legal(game, 0))


def test_each_journey_is_resolved_once_and_only_by_its_owner() -> None:
    """001 Journey Cards."""
    game = holding("j_machines", resolved=["j_buildings"]).build()
    reasons = [
        refusal and refusal.reason
        for journey in ("j_buildings", "j_technologies")
        for refusal in [explain(game, ResolveJourney(seat=0, journey=journey))]
    ]
    assert reasons == ["journey_resolved", "journey_not_held"]


def test_a_resolved_journey_is_a_flask_for_the_others_never_for_itself() -> None:
    """001 Journey Cards: from then on an additional flask symbol; scyphoz cards may show one (ruling journeys)."""
    game = holding("j_flasks", "j_machines").seat(0, machines=["x_food"], energy=1).build()
    assert (flasks(game, 0), explain(game, ResolveJourney(seat=0, journey="j_flasks")) is None) == (0, False)
    do(game, ResolveJourney(seat=0, journey="j_machines"))
    assert flasks(game, 0) == 1
    do(game, UseMachine(seat=0, machine="x_food"))
    do(game, ResolveJourney(seat=0, journey="j_flasks"))
    assert to_come(game) == (0, 6)
    game = position().seat(0, rest=["y_1"], active=["y_2"]).build()
    assert flasks(game, 0) == 1


def test_an_unresolved_journey_brings_nothing() -> None:
    """Reference journey.unresolved."""
    game = holding("j_buildings").building("E7", 0).turn(0, actions=1, done=True).build()
    do(game, EndTurn(seat=0))
    assert (own(game).devotion, own(game).journeys) == (0, ["j_buildings"])
    assert space(game, "E7") in game.state.buildings
