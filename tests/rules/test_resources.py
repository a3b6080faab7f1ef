"""Resources, limits, windows, turns: 000 RESSOURCEN, SPIELABLAUF; 001 introduction; 004 Important; ruling windows,
ruling payment."""

from __future__ import annotations

import pytest

from bot.engine import Game, decision, explain, legal
from bot.engine.actions import (
    Build,
    Convert,
    EndAction,
    EndTurn,
    OpenCrate,
    PlayCard,
    Populate,
    Refused,
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.engine.resources import Amounts, payment_for, pays
from tests.rules.position_lab import answer, do, keys, position, space


def switch(resource: str = "gear") -> UseSwitch:
    return UseSwitch(seat=0, resource=resource)  # type: ignore[arg-type]


def test_two_main_actions_a_turn_also_the_same_twice() -> None:
    """000 SPIELABLAUF, 001: one or two, different or the same (facts rulings 1, 2)."""
    game = position().seat(0, active=["red_gear", "green_food", "blue_book"]).build()
    do(game, PlayCard(seat=0, card="red_gear", slot=0, half="top"))
    do(game, EndAction(seat=0))
    do(game, PlayCard(seat=0, card="green_food", slot=1, half="top"))
    refusal = explain(game, switch())
    assert refusal is not None
    assert (refusal.reason, refusal.values["actions"]) == ("no_actions_left", 2)


def test_one_action_is_enough() -> None:
    """000: 1 to 2 actions."""
    game = position().build()
    do(game, switch())
    do(game, EndTurn(seat=0))
    assert game.active == 1


def test_the_second_action_needs_the_first_window_closed() -> None:
    """004 Important: a turn has two parts; ruling windows."""
    game = position().seat(0, active=["red_gear"]).build()
    do(game, switch())
    refusal = explain(game, PlayCard(seat=0, card="red_gear", slot=0, half="top"))
    assert refusal is not None
    assert refusal.reason == "action_done"


def test_crates_may_pass_the_limit_inside_a_window() -> None:
    """004 Important: open crates to pay although the limit is passed; what is left over is lost when the action
    ends."""
    game = position().seat(0, food=5, crates=["b_food"]).build()
    do(game, switch())
    do(game, OpenCrate(seat=0, crate="b_food"))
    assert game.seat(0).owned.food == 8
    offer = next(o for o in legal(game, 0) if isinstance(o.action, EndAction))
    assert offer.loses == Amounts(food=2)
    do(game, EndAction(seat=0))
    assert game.seat(0).owned.food == 6


def test_the_fourth_crystal_is_converted_or_lost() -> None:
    """000 Kristalle, 001: convert at any time, also on gaining; at the end of the window the surplus is lost."""
    game = position().seat(0, crystal=2, crates=["b_crystal"]).build()
    do(game, OpenCrate(seat=0, crate="b_crystal"))
    assert game.seat(0).owned.crystal == 4
    do(game, Convert(seat=0, to="food"))
    assert (game.seat(0).owned.crystal, game.seat(0).owned.food) == (3, 1)


def test_nothing_is_converted_into_a_crystal() -> None:
    """000, 001: refused with its reason, with and without crystals."""
    for crystals in (0, 2):
        refusal = explain(position().seat(0, crystal=crystals).build(), Convert(seat=0, to="crystal"))
        assert refusal is not None
        assert (refusal.reason, refusal.rule) == ("no_such_resource", "resource.crystal")


def test_converting_goes_one_way() -> None:
    """000, 001: crystals into basic resources."""
    game = position().seat(0, gear=6).build()
    refusal = explain(game, Convert(seat=0, to="book"))
    assert refusal is not None
    assert refusal.reason == "no_crystal"


@pytest.mark.parametrize(
    ("cost", "owned", "paid"),
    [
        (Amounts(gear=3), Amounts(gear=3), Amounts(gear=3)),
        (Amounts(gear=3), Amounts(gear=1, crystal=2), Amounts(gear=1, crystal=2)),
        (Amounts(gear=3, food=2), Amounts(gear=2, food=1, crystal=3), Amounts(gear=2, food=1, crystal=2)),
        (Amounts(gear=3), Amounts(gear=1, crystal=1), None),
        (Amounts(book=2, crystal=1), Amounts(book=1, crystal=2), Amounts(book=1, crystal=2)),
    ],
)
def test_default_payment(cost: Amounts, owned: Amounts, paid: Amounts | None) -> None:
    """Ruling payment: the resource first, crystals for the rest."""
    assert payment_for(cost, owned) == paid


def test_another_payment_may_be_chosen() -> None:
    """Ruling payment: unless the player says otherwise."""
    game = position().seat(0, gear=5, crystal=2, food=6).build()
    own = Amounts(gear=1, crystal=2)
    action = Build(seat=0, space=space(game, "E8"), size="small", payment=own)
    do(game, action)
    assert (game.seat(0).owned.gear, game.seat(0).owned.crystal) == (4, 0)


@pytest.mark.parametrize("payment", [Amounts(gear=2), Amounts(gear=4), Amounts(crystal=3), Amounts(gear=-1, crystal=4)])
def test_a_wrong_payment_is_refused_whole(payment: Amounts) -> None:
    """An action that is no valid payment of an offer changes nothing."""
    game = position().seat(0, gear=5, crystal=2, food=6).build()
    before = game.snapshot()
    action = Build(seat=0, space=space(game, "E8"), size="small", payment=payment)
    with pytest.raises(Refused):
        do(game, action)
    assert game.snapshot() == before
    assert not pays(payment, Amounts(gear=3), game.seat(0).owned)


def test_only_the_active_seat_acts() -> None:
    """001: turns go round."""
    refusal = explain(position().build(), UseSwitch(seat=1, resource="gear"))
    assert refusal is not None
    assert (refusal.reason, refusal.values["active"]) == ("not_your_turn", 0)


def test_trade_actions_as_often_as_they_can_be_paid() -> None:
    """001 free actions; ruling technologies: unless the card says once."""
    built = position().seat(0, food=3, gear=3).use_technology(0, "plain_1", "E9").use_technology(0, "plain_4", "F9")
    game = built.build()
    for _ in range(3):
        do(game, TradeAction(seat=0, technology="plain_4"))
    assert game.seat(0).points == 3
    refusal = explain(game, TradeAction(seat=0, technology="plain_4"))
    assert refusal is not None
    assert refusal.reason == "too_expensive"


def test_a_trade_that_says_once() -> None:
    """Ruling technologies."""
    built = position().seat(0, gear=3).use_technology(0, "plain_1", "E9").use_technology(0, "plain_4", "F9")
    game = built.use_technology(0, "plain_7", "H5").build()
    do(game, TradeAction(seat=0, technology="plain_7"))
    answer(game, 0, "book")
    refusal = explain(game, TradeAction(seat=0, technology="plain_7"))
    assert refusal is not None
    assert refusal.reason == "trade_once"


def test_a_book_beyond_the_limit_waits_for_its_owner() -> None:
    """Ruling owed-choices: what a seat gains beyond its limits in another's window waits as its decision, and stops
    nobody."""
    built = position().seat(0, book=6, food=6).seat(1, book=6).use_technology(1, "other_1", "E9")
    game = built.build()
    _populate(game, "E9")
    do(game, EndTurn(seat=0))
    asked = decision(game, 1)
    assert asked is not None
    assert (asked.kind, [option.kind for option in asked.options]) == ("surplus", ["lose"])
    record = answer(game, 1, "lose")
    assert "lost" in keys(record)
    assert game.seat(1).owned.book == 6


def test_others_decisions_do_not_stop_the_active_seat() -> None:
    """Ruling owed-choices: a table must not stand still because one person sleeps."""
    built = position(3).seat(0, book=6, food=6).seat(2, book=6).use_technology(2, "sixth_1", "E9")
    game = built.build()
    _populate(game, "E9")
    do(game, EndTurn(seat=0))
    assert decision(game, 2) is not None
    assert explain(game, UseSwitch(seat=1, resource="gear")) is None


def _populate(game: Game, label: str) -> None:
    do(game, Populate(seat=0, location=space(game, label), technology="plain_1"))


def test_a_free_action_may_bring_what_an_offer_to_pay_costs() -> None:
    """001 Turn overview: machines, crates and trades at any point of the own turn; 004 Important: crates may be opened
    to pay. So an offer to pay that comes too early waits for them."""
    game = position().seat(0, machines=["x_pay", "x_food"], energy=2).build()
    do(game, UseMachine(seat=0, machine="x_pay"))
    asked = decision(game, 0)
    assert asked is not None
    assert (asked.kind, [option.kind for option in asked.options]) == ("pay", ["skip"])
    do(game, UseMachine(seat=0, machine="x_food"))
    answer(game, 0, "pay")
    assert (game.seat(0).points, game.seat(0).owned.food) == (1, 1)


def test_an_offer_to_pay_waits_for_crates_whatever_is_in_them() -> None:
    """004 Important: crates may be opened to pay; 000 Kisten: nobody else knows what is in them."""
    for crate in ("b_food", "b_crystal"):
        game = position().seat(0, machines=["x_pay"], energy=1, crates=[crate]).build()
        do(game, UseMachine(seat=0, machine="x_pay"))
        do(game, OpenCrate(seat=0, crate=crate))
        answer(game, 0, "pay")
        assert game.seat(0).points == 1


def test_an_offer_to_pay_that_nothing_can_help_falls_away() -> None:
    """Ruling declining: what cannot be had gives nothing, and says so; also once the last free action has not
    helped."""
    game = position().seat(0, machines=["x_pay"], energy=2).build()
    assert "nothing_left" in keys(do(game, UseMachine(seat=0, machine="x_pay")))
    game = position().seat(0, machines=["x_pay", "x_range"], energy=2).build()
    do(game, UseMachine(seat=0, machine="x_pay"))
    assert "nothing_left" in keys(do(game, UseMachine(seat=0, machine="x_range")))
    assert decision(game, 0) is None
