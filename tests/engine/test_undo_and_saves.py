"""Undo and saves (ruling undo, ruling old-games)."""

from __future__ import annotations

import msgspec
import pytest

from bot.engine import Game, SaveError, decision, dump, legal, load, undo
from bot.engine.actions import Convert, EndAction, EndTurn, Offer, PlayCard, Populate, Refused, UseMachine, UseSwitch
from bot.engine.api import effective, judge, undoable
from bot.engine.resources import Amounts
from tests.rules.position_lab import answer, do, pack, position, space


def switch(seat: int = 0) -> UseSwitch:
    return UseSwitch(seat=seat, resource="gear")


def test_step_by_step_back_to_the_start_of_the_turn() -> None:
    """Several steps, each saying what was undone; the undo is recorded itself."""
    game = position().seat(0, active=["blue_steps"], crystal=2).build()
    start = game.snapshot()
    first = do(game, switch())
    middle = game.snapshot()
    second = do(game, Convert(seat=0, to="food"))
    assert undo(game, 0) == [second]
    assert game.snapshot() == middle
    assert undo(game, 0) == [first]
    assert game.snapshot() == start
    assert [record.undid for record in game.records[2:]] == [(1,), (0,)]
    assert effective(game.records) == []


def test_not_past_something_drawn() -> None:
    """A barrier: a card drawn blind."""
    game = position().seat(0, active=["green_take"]).display("red_gear").deck("blue_book").build()
    do(game, PlayCard(seat=0, card="green_take", slot=0, half="top"))
    answer(game, 0, "deck")
    with pytest.raises(Refused) as error:
        undo(game, 0)
    assert error.value.refusal.reason == "undo_barrier"


def test_a_free_action_that_takes_an_open_decision_away_says_what_it_reveals() -> None:
    """The crystal that could have paid becomes something else: nothing is asked any more, and a crate is drawn."""
    game = position().seat(0, crystal=1, energy=1, machines=["x_pay"]).build()
    do(game, UseMachine(seat=0, machine="x_pay"))
    asked = decision(game, 0)
    assert asked is not None
    assert asked.kind == "pay"
    offers = {offer.action: offer.barrier for offer in legal(game, 0)}
    assert offers[Convert(seat=0, to="gear")]
    assert not offers[Convert(seat=0, to="food")]
    chosen = judge(game, Convert(seat=0, to="gear", payment=Amounts(crystal=1)))
    assert isinstance(chosen, Offer)
    assert chosen.barrier
    assert do(game, Convert(seat=0, to="gear")).barrier
    assert decision(game, 0) is None


def test_an_ended_turn_is_reopened_until_another_acts() -> None:
    """Ruling undo."""
    game = position().build()
    do(game, switch())
    before = game.snapshot()
    do(game, EndTurn(seat=0))
    undo(game, 0)
    assert game.snapshot() == before
    assert game.active == 0
    do(game, EndTurn(seat=0))
    do(game, switch(1))
    with pytest.raises(Refused) as error:
        undo(game, 0)
    assert error.value.refusal.reason == "undo_other_acted"


def test_nothing_to_undo() -> None:
    """At the start of the game."""
    with pytest.raises(Refused) as error:
        undo(position().build(), 0)
    assert error.value.refusal.reason == "nothing_to_undo"


def why_not(game: Game, seat: int) -> str:
    """Why a seat cannot take anything back."""
    found = undoable(game, seat)[1]
    assert found is not None
    with pytest.raises(Refused) as error:
        undo(game, seat)
    assert error.value.refusal == found
    return found.reason


def test_another_has_acted_is_said_only_where_one_did_something_before() -> None:
    """Not to a seat that has done nothing yet, and not at the fresh start of the own turn."""
    game = position(3).build()
    do(game, switch())
    assert [why_not(game, seat) for seat in (1, 2)] == ["nothing_to_undo", "nothing_to_undo"]
    do(game, EndTurn(seat=0))
    assert [why_not(game, seat) for seat in (1, 2)] == ["nothing_to_undo", "nothing_to_undo"]
    do(game, switch(1))
    assert [why_not(game, seat) for seat in (0, 2)] == ["undo_other_acted", "nothing_to_undo"]
    undo(game, 1)
    assert why_not(game, 1) == "nothing_to_undo"
    assert undoable(game, 0)[1] is None, "nobody has acted since"
    for seat in (1, 2):
        do(game, switch(seat))
        do(game, EndTurn(seat=seat))
    assert [why_not(game, seat) for seat in (0, 1)] == ["nothing_to_undo", "undo_other_acted"]


def test_not_past_anothers_answer() -> None:
    """A barrier: answered by another seat."""
    built = position().seat(0, book=6, food=6).seat(1, book=6).use_technology(1, "other_1", "E9")
    game = built.build()
    do(game, Populate(seat=0, location=space(game, "E9"), technology="plain_1"))
    do(game, EndAction(seat=0))
    answer(game, 1, "lose")
    with pytest.raises(Refused) as error:
        undo(game, 0)
    assert error.value.refusal.reason == "undo_other_acted"


def test_undo_after_loading_without_history() -> None:
    """A game loaded from its snapshot can be undone to the start of the turn all the same."""
    game = position().build()
    do(game, switch())
    do(game, EndTurn(seat=0))
    do(game, switch(1))
    again = load(dump(game, history=False), {pack().hash: pack()})
    undo(again, 1)
    assert again.seat(1).owned.gear == 0
    assert again.records[-1].number == 3


def test_newer_and_foreign_saves_are_refused() -> None:
    """With their reason, untouched."""
    saved = msgspec.msgpack.decode(dump(position().build()))
    packs = {pack().hash: pack()}
    for change, reason in (
        ({"format": 99}, "newer_format"),
        ({"rules": 99}, "newer_rules"),
        ({"pack": "x"}, "unknown_pack"),
    ):
        with pytest.raises(SaveError) as error:
            load(msgspec.msgpack.encode(saved | change), packs)
        assert error.value.reason == reason


def test_a_newer_save_with_unknown_shape_is_called_newer() -> None:
    """Not "unreadable": the way out is an update."""
    saved = msgspec.msgpack.decode(dump(position().build())) | {"format": 99, "state": "something else"}
    with pytest.raises(SaveError) as error:
        load(msgspec.msgpack.encode(saved), {pack().hash: pack()})
    assert error.value.reason == "newer_format"
