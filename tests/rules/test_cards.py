"""Playing cards, slots, modules: 000 KARTE AUSSPIELEN, SLOT-MODULE, SLOT-SYMBOL AUF KARTEN; 001 Play a card; facts
9.2."""

from __future__ import annotations

import msgspec
import pytest

from bot.engine import Game, decision, explain, legal
from bot.engine.actions import Choose, EndAction, PlayCard, UseMachine
from bot.engine.debug.position_builder import Position
from bot.engine.effects import Gain, When
from bot.engine.state import Options
from tests.rules.position_lab import answer, do, keys, pack, position


def play(card: str, slot: int, half: str | None = None) -> PlayCard:
    return PlayCard(seat=0, card=card, slot=slot, half=half or ("top" if slot < 2 else "bottom"))  # type: ignore[arg-type]


def test_a_top_slot_gives_the_top_effect() -> None:
    """001 Play a card: put in a top slot, a card gives its top effect."""
    game = position().seat(0, active=["red_gear"]).build()
    do(game, play("red_gear", 0))
    assert game.seat(0).owned.gear == 1
    assert game.seat(0).owned.book == 0


def test_a_bottom_slot_gives_the_bottom_effect() -> None:
    """001 Play a card: the other way round in a bottom slot."""
    game = position().seat(0, active=["red_gear"]).build()
    do(game, play("red_gear", 2))
    assert game.seat(0).owned.book == 1


@pytest.mark.parametrize(("slot", "half"), [(0, "bottom"), (1, "bottom"), (2, "top"), (3, "top")])
def test_a_card_is_not_turned(slot: int, half: str) -> None:
    """000 KARTE AUSSPIELEN: the card goes in upright; its half follows from the slot."""
    game = position().seat(0, active=["red_gear"]).build()
    refusal = explain(game, play("red_gear", slot, half))
    assert refusal is not None
    assert refusal.reason == "wrong_half"


def test_the_right_slot_is_locked_at_first() -> None:
    """000 Hinweis, 001: the fifth slot needs the middle technology of row two."""
    game = position().seat(0, active=["red_gear"]).build()
    refusal = explain(game, play("red_gear", 4, "top"))
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("slot_locked", "card.fifth_slot")


def test_the_right_slot_takes_either_half() -> None:
    """001 Play a card: in the side slot you choose the half."""
    built = position().seat(0, active=["red_gear"])
    built.use_technology(0, "plain_1", "D8").use_technology(0, "plain_3", "E9")
    game = built.build()
    played = [offer.action for offer in legal(game, 0) if isinstance(offer.action, PlayCard)]
    assert {action.half for action in played if action.slot == 4} == {"top", "bottom"}


def test_an_occupied_slot_is_closed() -> None:
    """001: a slot must be empty or hold only cards with the symbol on the visible edge."""
    game = position().seat(0, active=["red_gear"], slots={0: ["green_food:top"]}).build()
    refusal = explain(game, play("red_gear", 0))
    assert refusal is not None
    assert refusal.reason == "slot_occupied"


def test_a_slot_symbol_keeps_the_slot_open_and_matching_cards_trigger_again() -> None:
    """000 SLOT-SYMBOL, 001: the card lying there works like a module for a card of its colour."""
    game = position().seat(0, active=["red_gear"], slots={0: ["red_slot:top"]}).build()
    do(game, play("red_gear", 0))
    assert game.seat(0).owned.gear == 1
    assert game.seat(0).points == 1


def test_a_card_of_another_colour_does_not_trigger_it() -> None:
    """001: only if it matches the new card."""
    game = position().seat(0, active=["green_food"], slots={0: ["red_slot:top"]}).build()
    do(game, play("green_food", 0))
    assert game.seat(0).points == 0


def test_the_symbol_must_be_on_the_visible_half() -> None:
    """001: with that part visible; the bottom half of this card has no symbol."""
    game = position().seat(0, active=["red_gear"], slots={2: ["red_slot:bottom"]}).build()
    refusal = explain(game, play("red_gear", 2))
    assert refusal is not None
    assert refusal.reason == "slot_occupied"


def test_every_card_in_the_slot_needs_the_symbol() -> None:
    """001, facts 9.2 ruling 8: one card without the symbol closes the slot."""
    game = position().seat(0, active=["blue_book"], slots={0: ["red_slot:top", "red_gear:top"]}).build()
    refusal = explain(game, play("blue_book", 0))
    assert refusal is not None
    assert refusal.reason == "slot_occupied"


def test_modules_of_the_colour_trigger() -> None:
    """000 SLOT-MODULE, 001: all modules in this slot that hold the card's colour."""
    game = position().seat(0, active=["red_gear"], modules={(0, 0): "m_red", (0, 1): "m_red_blue"}).build()
    do(game, play("red_gear", 0))
    mine = game.seat(0)
    assert (mine.owned.gear, mine.owned.food, mine.points) == (1, 1, 1)


def test_modules_of_other_slots_do_not_trigger() -> None:
    """Facts 9.2 ruling 9."""
    game = position().seat(0, active=["red_gear"], modules={(1, 0): "m_red"}).build()
    do(game, play("red_gear", 0))
    assert game.seat(0).points == 0


def test_a_module_of_another_colour_does_not_trigger() -> None:
    """001: modules containing the colour of the card."""
    game = position().seat(0, active=["green_food"], modules={(0, 0): "m_red_blue"}).build()
    do(game, play("green_food", 0))
    assert game.seat(0).owned.food == 1


def test_a_two_coloured_module_triggers_once() -> None:
    """Facts 9.2 ruling 10: one matching colour is enough, and it is one trigger."""
    game = position().seat(0, active=["blue_book"], modules={(0, 0): "m_red_blue"}).build()
    do(game, play("blue_book", 0))
    assert game.seat(0).owned.food == 1


def test_modules_in_the_locked_slot_are_allowed() -> None:
    """000 SLOT-MODULE: into the fifth slot too, even while it is locked."""
    game = position().seat(0, active=["red_star"]).display().build(check=False)
    do(game, play("red_star", 2))
    answer(game, 0, game.state.module_display[0])
    asked = decision(game, 0)
    assert asked is not None
    assert any(option.kind == "place" and option.id == 4 for option in asked.options)


def test_covering_an_activation_symbol_triggers_the_module_at_once() -> None:
    """000 SLOT-MODULE: covering the symbol gives the module's effect immediately."""
    game = _with_module("m_red").build()
    do(game, play("red_star", 2))
    answer(game, 0, "m_red")
    slot, place = _printed(game, True)
    _place(game, slot, place)
    assert game.seat(0).points == 1


def test_a_place_without_symbol_triggers_nothing() -> None:
    """000 SLOT-MODULE."""
    game = _with_module("m_red").build()
    do(game, play("red_star", 2))
    answer(game, 0, "m_red")
    slot, place = _printed(game, False)
    _place(game, slot, place)
    assert game.seat(0).points == 0


def test_a_replaced_module_leaves_the_game_and_triggers_nothing() -> None:
    """000 SLOT-MODULE: a replacement does not trigger the symbol again."""
    built = _with_module("m_red")
    slot, place = _printed(built.game, True)
    built.seat(0, modules={(slot, place): "m_green"})
    game = built.build()
    do(game, play("red_star", 2))
    answer(game, 0, "m_red")
    _place(game, slot, place)
    assert game.seat(0).points == 0
    assert "m_green" in game.state.removed


def test_any_colour_holds_for_the_card_being_played_only() -> None:
    """004 Important: the machine treats only the card at hand as any colour."""
    built = position().seat(0, active=["green_food", "blue_book"], machines=["x_colour"], energy=1)
    game = built.seat(0, modules={(0, 0): "m_red", (1, 0): "m_green"}).build()
    do(game, UseMachine(seat=0, machine="x_colour"))
    do(game, play("green_food", 0))
    assert game.seat(0).points == 1
    assert not game.state.turn.window.any_colour


def test_any_colour_counts_for_technologies_too() -> None:
    """004 Important: the card is treated as any colour for this action, so a technology for red cards gives what it
    gives for one, and for no card after it."""
    for_red = When(moment="played", colour="red", get=(Gain(points=1),))
    tribes = tuple(msgspec.structs.replace(tribe, lasting=(for_red,)) for tribe in pack().tribes)
    built = Position(msgspec.structs.replace(pack(), tribes=tribes), options=Options(artifact_card="deal"))
    game = built.seat(0, active=["green_food", "blue_book"], machines=["x_colour"], energy=1).build()
    do(game, UseMachine(seat=0, machine="x_colour"))
    do(game, play("green_food", 0))
    assert game.seat(0).points == 1
    do(game, EndAction(seat=0))
    do(game, play("blue_book", 1))
    assert game.seat(0).points == 1


def test_a_card_of_the_rest_area_cannot_be_played() -> None:
    """001: cards are played from the active area."""
    game = position().seat(0, active=["red_gear"], rest=["green_food"]).build()
    refusal = explain(game, play("green_food", 0))
    assert refusal is not None
    assert refusal.values["where"] == "rest"


def test_a_gained_card_can_be_played_in_the_same_turn() -> None:
    """001: it goes to the active area and is available at once."""
    game = position().seat(0, active=["green_take"]).display("red_gear").build()
    do(game, play("green_take", 0))
    answer(game, 0, "red_gear")
    assert "red_gear" in game.seat(0).active
    assert "red_gear" in game.seat(0).gained_cards


def test_the_display_is_filled_up() -> None:
    """000 ERKUNDEN 04: the display is refilled after a card is taken."""
    game = position().seat(0, active=["green_take"]).display("red_gear").deck("blue_book").build()
    record = do(game, play("green_take", 0))
    assert "card_taken" not in keys(record)
    answer(game, 0, "red_gear")
    assert game.state.display == ["blue_book"]


def test_a_card_may_be_drawn_blind() -> None:
    """000, 001: from the display or the top of the deck."""
    game = position().seat(0, active=["green_take"]).display("red_gear").deck("blue_book").build()
    do(game, play("green_take", 0))
    record = answer(game, 0, "deck")
    assert record.barrier
    assert "blue_book" in game.seat(0).active


def test_an_empty_deck_gives_nothing_and_says_so() -> None:
    """Ruling declining: an empty deck or supply gives nothing, and says so."""
    built = position().seat(0, active=["green_take"]).display().deck(only=True)
    record = do(built.build(), play("green_take", 0))
    assert "nothing_left" in keys(record)


def _with_module(module: str) -> Position:
    built = position().seat(0, active=["red_star"])
    return built.module_display(module)


def _printed(game: Game, symbol: bool) -> tuple[int, int]:
    return next(
        (slot, place)
        for slot, printed in enumerate(game.pack.player_board.slots)
        for place, has in enumerate(printed.modules)
        if has == symbol
    )


def _place(game: Game, slot: int, place: int) -> None:
    asked = decision(game, 0)
    assert asked is not None
    index = next(i for i, option in enumerate(asked.options) if (option.id, option.number) == (slot, place))
    do(game, Choose(seat=0, answer=(index,)))
