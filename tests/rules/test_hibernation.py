"""Hibernation and the switch: 000 ÜBERWINTERN, SCHALTER NUTZEN; 001 Hibernate, Use your Switch; ruling turn, ruling
switch, ruling hibernation."""

from __future__ import annotations

import pytest

from bot.engine import decision, explain, legal
from bot.engine.actions import EndTurn, Hibernate, PlayCard, UseMachine, UseSwitch
from bot.engine.state import Options
from tests.rules.position_lab import answer, do, keys, position


def test_hibernating_moves_the_cards() -> None:
    """000 steps 2 and 3, 001 1 and 2: rest area to active area, slots to rest area, in this order."""
    built = position().seat(0, active=["red_gear"], rest=["green_food"], slots={0: ["blue_book:top"]})
    game = built.build()
    do(game, Hibernate(seat=0))
    mine = game.seat(0)
    assert sorted(mine.active) == ["green_food", "red_gear"]
    assert mine.rest == ["blue_book"]
    assert not any(slot.cards for slot in mine.slots)


def test_energy_and_switch_come_back() -> None:
    """000 steps 1 and 4, 001 3 and 4."""
    built = position().seat(0, machines=["x_food"], energy=0, switch_used=True)
    machines = built.game.seat(0).machines
    machines[0] = machines[0].with_energy(powered=True)
    game = built.build()
    do(game, Hibernate(seat=0))
    mine = game.seat(0)
    assert (mine.energy, mine.machines[0].powered, mine.switch_used) == (1, False, False)


def test_the_reward_is_of_this_row_or_an_earlier_one() -> None:
    """000 step 5, 001 5."""
    game = position().seat(0, hibernations=2).build()
    do(game, Hibernate(seat=0))
    asked = decision(game, 0)
    assert asked is not None
    assert [option.number for option in asked.options] == [3, 2, 1]


def test_the_first_hibernation_has_one_reward_only() -> None:
    """A forced choice makes itself."""
    game = position().build()
    record = do(game, Hibernate(seat=0))
    assert "hibernation_reward" in keys(record)


def test_the_fourth_removes_a_large_artifact_after_the_reward() -> None:
    """000, 001: must choose one still on the board; ruling hibernation: after the reward."""
    game = position().seat(0, hibernations=3).build()
    before = sum(game.state.artifacts.values())
    do(game, Hibernate(seat=0))
    answer(game, 0, 2)
    while (asked := decision(game, 0)) is not None and asked.kind != "remove_artifact":
        answer(game, 0, asked.options[0].kind)
    asked = decision(game, 0)
    assert asked is not None
    assert all(option.kind == "artifact" for option in asked.options)
    answer(game, 0, asked.options[0].id)
    assert sum(game.state.artifacts.values()) == before - 1
    assert sum(game.state.removed_artifacts.values()) == 1


@pytest.mark.parametrize("hibernations", [4, 5, 9])
def test_later_hibernations_remove_none(hibernations: int) -> None:
    """Ruling hibernation: the fifth and later remove none and take the reward of any row."""
    game = position().seat(0, hibernations=hibernations).build()
    before = sum(game.state.artifacts.values())
    do(game, Hibernate(seat=0))
    answer(game, 0, 2)
    while (asked := decision(game, 0)) is not None:
        assert asked.kind != "remove_artifact"
        answer(game, 0, "skip" if asked.options[-1].kind == "skip" else asked.options[0].id)
    assert sum(game.state.artifacts.values()) == before


def test_the_fourth_with_none_left_removes_none() -> None:
    """Ruling hibernation: one is removed if one is left."""
    built = position().seat(0, hibernations=3).artifacts_left(yellow=0, white=0, violet=0)
    game = built.seat(1, end_tile=True).build(check=False)
    game.state.end_by = 1
    do(game, Hibernate(seat=0))
    answer(game, 0, 1)
    while (asked := decision(game, 0)) is not None:
        assert asked.kind != "remove_artifact"
        answer(game, 0, asked.options[0].id)


def test_hibernating_is_instead_of_actions() -> None:
    """000, 001: instead of the actions."""
    game = position().seat(0, active=["red_gear"]).build()
    do(game, PlayCard(seat=0, card="red_gear", slot=0, half="top"))
    refusal = explain(game, Hibernate(seat=0))
    assert refusal is not None
    assert refusal.reason == "actions_taken"


def test_no_action_after_hibernating() -> None:
    """000, 001: either actions or hibernation."""
    game = position().seat(0, active=["red_gear"]).build()
    do(game, Hibernate(seat=0))
    while decision(game, 0):
        answer(game, 0, "gear")
    refusal = explain(game, UseSwitch(seat=0, resource="gear"))
    assert refusal is not None
    assert refusal.reason == "hibernated"


def test_free_actions_before_and_after_hibernating() -> None:
    """000 WICHTIG, 001: energy may be used before; it is back afterwards and may be used again."""
    game = position().seat(0, machines=["x_food"], energy=1).build()
    do(game, UseMachine(seat=0, machine="x_food"))
    do(game, Hibernate(seat=0))
    while decision(game, 0):
        answer(game, 0, "gear")
    do(game, UseMachine(seat=0, machine="x_food"))
    assert game.seat(0).owned.food == 4


def test_a_free_action_during_hibernation() -> None:
    """001: even during hibernating: while its reward is chosen."""
    game = position().seat(0, hibernations=2, machines=["x_food"], energy=1).build()
    do(game, Hibernate(seat=0))
    do(game, UseMachine(seat=0, machine="x_food"))
    asked = decision(game, 0)
    assert game.seat(0).owned.food == 2
    assert asked is not None
    assert asked.kind == "hibernation_reward"


def test_the_switch_gives_one_basic_resource() -> None:
    """000 SCHALTER NUTZEN: one basic resource of choice, no crystal."""
    game = position().build()
    assert {o.action.resource for o in legal(game, 0) if isinstance(o.action, UseSwitch)} == {"gear", "book", "food"}
    do(game, UseSwitch(seat=0, resource="book"))
    assert (game.seat(0).owned.book, game.seat(0).switch_used) == (1, True)


def test_the_switch_once() -> None:
    """000, 001: once until hibernation resets it."""
    game = position().seat(0, switch_used=True).build()
    refusal = explain(game, UseSwitch(seat=0, resource="book"))
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("switch_used", "switch.once")


def test_the_advanced_switch_copies_a_top_effect() -> None:
    """001: another player's card with its top visible; it goes to its owner's rest area, modules do not count."""
    built = position().seat(1, slots={0: ["red_gear:top"]}, modules={(0, 0): "m_red"}, rest=[])
    game = built.build()
    do(game, UseSwitch(seat=0, copy="red_gear"))
    assert (game.seat(0).owned.gear, game.seat(0).points) == (1, 0)
    assert game.seat(1).rest == ["red_gear"]
    assert not game.seat(1).slots[0].cards


def test_a_card_copied_from_another_goes_to_its_owners_rest_area_at_once() -> None:
    """``switch.advanced_owner``: at once, so it is there while the copied effect still asks."""
    game = position().seat(1, slots={0: ["green_take:top"]}, rest=[]).display("red_gear").build()
    do(game, UseSwitch(seat=0, copy="green_take"))
    assert decision(game, 0) is not None
    assert game.seat(1).rest == ["green_take"]
    assert not game.seat(1).slots[0].cards


def test_the_advanced_switch_needs_a_visible_top() -> None:
    """001, facts ruling 15: not of a card in a bottom slot."""
    game = position().seat(1, slots={2: ["red_gear:bottom"]}).build()
    refusal = explain(game, UseSwitch(seat=0, copy="red_gear"))
    assert refusal is not None
    assert refusal.reason == "copy_bottom"


def test_own_cards_are_not_copied() -> None:
    """001: the card of another player."""
    game = position().seat(0, slots={0: ["red_gear:top"]}).build()
    refusal = explain(game, UseSwitch(seat=0, copy="red_gear"))
    assert refusal is not None
    assert refusal.reason == "copy_not_there"


@pytest.mark.parametrize("advanced", [True, False])
def test_the_switch_gives_no_crystal(advanced: bool) -> None:
    """``switch.crystal``: asked for, it is refused with that reason, not as something that cannot be read."""
    game = position(options=Options(artifact_card="deal", advanced_switch=advanced)).build()
    refusal = explain(game, UseSwitch(seat=0, resource="crystal"))
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("switch_gives_basic", "switch.crystal")


def test_without_the_option_nothing_is_copied() -> None:
    """001: an optional rule."""
    built = position(options=Options(artifact_card="deal", advanced_switch=False))
    game = built.seat(1, slots={0: ["red_gear:top"]}).build()
    refusal = explain(game, UseSwitch(seat=0, copy="red_gear"))
    assert refusal is not None
    assert refusal.reason == "switch_gives_basic"


def test_a_turn_with_nothing_done_cannot_end() -> None:
    """Ruling turn: ending it with none is refused."""
    refusal = explain(position().build(), EndTurn(seat=0))
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("nothing_done", "turn.pass")


def test_hibernating_with_nothing_to_move_is_possible() -> None:
    """Ruling turn: hibernating is always possible."""
    game = position().seat(0, active=[], rest=[]).build()
    assert explain(game, Hibernate(seat=0)) is None
