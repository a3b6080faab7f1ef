"""What others' turns bring a seat (ruling owed-choices): owed choices first, in the order they arose, the surplus
once, last."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine import Game, decision, dump, explain, legal, load, undo
from bot.engine.actions import (
    Action,
    Choose,
    Convert,
    EndAction,
    EndTurn,
    OpenCrate,
    Populate,
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.engine.debug.invariants import violations
from bot.engine.effects import Gain, GainAny, Pay, TakeCard, TakeMachine
from bot.engine.resolution import owed_decisions
from bot.engine.resolution.tasks import Do, Source
from bot.engine.resources import Amounts
from tests.rules.position_lab import answer, do, keys, pack, position, space

CAUSE = Source("rule", "test")


def saved(game: Game) -> Game:
    """The game as it comes back from its save: every case goes on from one."""
    assert violations(game) == []
    again = load(dump(game, history=False), {pack().hash: pack()})
    assert again.snapshot() == game.snapshot()
    return again


def given(**owned: Any) -> Game:
    """Seat 1 has 6 books and gets another, in seat 0's turn; it has machine, crate and trade for its own."""
    built = position().seat(0, book=6, food=6).seat(1, machines=["x_food"], energy=1, crates=["b_food"], **owned)
    for technology, label in (("other_1", "E9"), ("other_4", "F9")):
        built.use_technology(1, technology, label)
    game = built.build()
    do(game, Populate(seat=0, location=space(game, "E9"), technology="plain_1"))
    return game


def owe(game: Game, seat: int, *effects: object) -> None:
    """Something arises for a seat while another has its turn."""
    game.seat(seat).stack[:0] = [Do(effect, CAUSE) for effect in reversed(effects)]  # type: ignore[arg-type]
    game.changed()


def kinds(game: Game, seat: int) -> set[type]:
    return {type(offer.action) for offer in legal(game, seat)}


def refused(game: Game, action: Action) -> str | None:
    refusal = explain(game, action)
    return refusal.reason if refusal else None


def test_a_seventh_book_is_asked_about_first_and_cannot_be_spent() -> None:
    """resource.book_given_full: lost, in the own next turn at the latest, before anything else."""
    game = given(book=6, food=1)
    do(game, EndTurn(seat=0))
    game = saved(game)
    assert game.active == 1
    assert game.state.turn.owing
    assert kinds(game, 1) == {Choose}
    for action in (
        UseMachine(seat=1, machine="x_food"),
        OpenCrate(seat=1, crate="b_food"),
        TradeAction(seat=1, technology="other_4"),
        UseSwitch(seat=1, resource="gear"),
        EndTurn(seat=1),
    ):
        assert refused(game, action) == "owed_first"
    answer(game, 1, "lose")
    game = saved(game)
    assert game.seat(1).owned.book == 6
    assert not game.state.turn.owing
    assert {UseMachine, OpenCrate, TradeAction, UseSwitch} <= kinds(game, 1)


def test_a_fourth_crystal_becomes_a_resource_or_is_lost() -> None:
    """end.pending_decisions; the crystals may be turned by the decision or as a free action."""
    for way in ("decision", "action", "lose"):
        game = given(book=5, crystal=3, food=5)
        do(game, EndTurn(seat=0))
        game.seat(1).owned += Amounts(crystal=1)
        game.state.turn.owing = True
        assert owed_decisions.owes_surplus(game, 1)
        game = saved(game)
        assert kinds(game, 1) == {Choose, Convert}
        if way == "decision":
            answer(game, 1, "food")
        elif way == "action":
            do(game, Convert(seat=1, to="food"))
        else:
            answer(game, 1, "lose")
        assert decision(game, 1) is None
        assert game.seat(1).owned == Amounts(book=6, crystal=3, food=5 + (way != "lose"))


def test_owed_choices_come_in_the_order_they_arose_and_the_surplus_last() -> None:
    """Two actions of one turn bring a machine first and cards later; what was gained above the limits comes last."""
    game = given(book=6)
    owe(game, 1, TakeMachine())
    do(game, EndAction(seat=0))
    game = saved(game)
    assert [task.source if isinstance(task, Do) else task for task in game.seat(1).stack][-1] == CAUSE
    waiting = game.seat(1).stack[-1]
    second = Do(TakeCard(), Source("rule", "later"))
    _brings(game, 1, second)
    game = saved(game)
    assert game.seat(1).stack[-1] == waiting
    assert [type(task).__name__ for task in game.seat(1).stack] == ["Surplus", "Do", "Do"]
    do(game, EndTurn(seat=0))
    game = saved(game)
    seen = []
    while (asked := decision(game, 1)) is not None:
        seen.append(asked.kind)
        do(game, Choose(seat=1, answer=(len(asked.options) - 1,)))
        game = saved(game)
    assert seen == ["machine", "card", "surplus"]
    assert not game.state.turn.owing


def _brings(game: Game, seat: int, task: Do) -> None:
    """An action of seat 0 that brings another seat something to choose."""
    do(game, UseSwitch(seat=0, resource="gear"))
    waiting = owed_decisions.set_aside(game, 0)
    game.seat(seat).stack.append(task)
    owed_decisions.put_back(game, waiting)
    game.changed()


def test_a_surplus_is_asked_once_after_everything_that_brings_more() -> None:
    """An owed choice may itself go above the limits: that joins the surplus."""
    game = given(book=6, gear=6)
    owe(game, 1, GainAny(1))
    do(game, EndTurn(seat=0))
    game = saved(game)
    answer(game, 1, "gear")
    assert (game.seat(1).owned.gear, game.seat(1).owned.book) == (7, 7)
    game = saved(game)
    record = answer(game, 1, "lose")
    assert keys(record).count("lost") == 1
    assert (game.seat(1).owned.gear, game.seat(1).owned.book) == (6, 6)
    assert decision(game, 1) is None


def test_a_surplus_that_arises_only_from_the_answers_is_asked_too() -> None:
    """Nothing above a limit is taken into the own window."""
    game = given(book=2, gear=6)
    owe(game, 1, GainAny(1))
    do(game, EndTurn(seat=0))
    answer(game, 1, "gear")
    game = saved(game)
    asked = decision(game, 1)
    assert asked is not None
    assert asked.kind == "surplus"
    assert refused(game, UseMachine(seat=1, machine="x_food")) == "owed_first"


@pytest.mark.parametrize(("crystals", "options"), [(3, ["pay", "skip"]), (4, ["skip"])])
@pytest.mark.parametrize("own_turn", [True, False])
def test_no_price_is_paid_from_above_a_limit(crystals: int, options: list[str], own_turn: bool) -> None:
    """The fourth crystal cannot pay, but it can be turned into a gear that does, in the own turn."""
    game = given(book=2, crystal=crystals)
    owe(game, 1, Pay(Amounts(gear=crystals), (Gain(points=1),)))
    if own_turn:
        do(game, EndTurn(seat=0))
    game = saved(game)
    asked = decision(game, 1)
    assert asked is not None
    assert (asked.kind, [option.kind for option in asked.options]) == ("pay", options)
    if own_turn and crystals == 4:
        do(game, Convert(seat=1, to="gear"))
        answer(game, 1, "pay")
        assert game.seat(1).points == 1
        assert game.seat(1).owned == Amounts(book=3)


def test_what_nothing_within_the_limits_can_pay_falls_away() -> None:
    """Machines and crates are for the own window, so an owed offer to pay does not wait for them."""
    game = given(book=6)
    owe(game, 1, Pay(Amounts(food=1), (Gain(points=1),)))
    do(game, EndTurn(seat=0))
    asked = decision(game, 1)
    assert asked is not None
    assert asked.kind == "surplus"


def test_in_the_own_window_nothing_changes() -> None:
    """What is gained above the limits there can be spent until it closes."""
    game = position().seat(0, food=6, machines=["x_pay", "x_food"], energy=2).build()
    do(game, UseMachine(seat=0, machine="x_food"))
    assert game.seat(0).owned.food == 8
    do(game, UseMachine(seat=0, machine="x_pay"))
    answer(game, 0, "pay")
    assert game.seat(0).owned.food == 7


def test_a_wrong_answer_can_be_taken_back() -> None:
    """The turn's undo mark lies before the answers."""
    game = given(book=6)
    owe(game, 1, GainAny(1))
    do(game, EndTurn(seat=0))
    game = saved(game)
    before = game.snapshot()
    answer(game, 1, "food")
    game = saved(game)
    undo(game, 1)
    assert game.snapshot() == before
    answer(game, 1, "gear")
    answer(game, 1, "lose")
    do(game, UseSwitch(seat=1, resource="food"))
    for _ in range(3):
        undo(game, 1)
    assert game.snapshot() == before


def test_an_answer_that_revealed_something_stays() -> None:
    """A card taken from the display: the deck has filled it up."""
    game = given(book=2)
    owe(game, 1, TakeCard())
    do(game, EndTurn(seat=0))
    answer(game, 1, game.state.display[0])
    with pytest.raises(Exception, match="undo_barrier"):
        undo(game, 1)


def test_others_may_answer_before_their_turn_too() -> None:
    """It stops nobody, and binds the same limits."""
    game = given(book=6)
    do(game, EndAction(seat=0))
    assert refused(game, Convert(seat=1, to="gear")) == "not_your_turn"
    answer(game, 1, "lose")
    do(game, EndTurn(seat=0))
    assert not game.state.turn.owing
    assert UseMachine in kinds(game, 1)


def test_at_the_final_scoring_the_same() -> None:
    """Choices, then the surplus that they bring as well; only crystals may be turned; then the score."""
    game = given(book=6, gear=6, crystal=3)
    owe(game, 1, GainAny(1))
    game.state.end_by, game.state.last_round, game.seat(1).end_tile = 1, True, True
    do(game, EndTurn(seat=0))
    assert game.state.phase == "closing"
    game = saved(game)
    assert kinds(game, 1) == {Choose, Convert}
    assert refused(game, UseMachine(seat=1, machine="x_food")) == "not_in_play"
    answer(game, 1, "gear")
    game = saved(game)
    asked = decision(game, 1)
    assert asked is not None
    assert asked.kind == "surplus"
    answer(game, 1, "lose")
    assert game.state.phase == "over"
    assert game.seat(1).owned == Amounts(gear=6, book=6, crystal=3)
