"""Closing a window where a variant keeps gains until then: they are settled first, then surpluses turned or lost, then
the turn passes (ruling windows)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from bot.engine import Game, decision, dump, explain, legal, load, undo
from bot.engine.actions import Action, Choose, Convert, EndAction, EndTurn, OpenCrate, UseSwitch
from bot.engine.debug.invariants import violations
from bot.engine.effects import Gain, GainAny
from bot.engine.game import Variant
from bot.engine.resolution.tasks import Do, Source, Surplus
from tests.rules.position_lab import answer, do, keys, pack, position

if TYPE_CHECKING:
    from bot.engine.resolution.tasks import Task
    from bot.engine.state import SeatNumber

CAUSE = Source("rule", "test")


class Savings(Variant):
    """A seat's tokens are what it has still to settle: each is one of ``effect``."""

    def __init__(self, effect: Gain | GainAny) -> None:
        self.effect = effect

    def settlement(self, game: Game, seat: SeatNumber) -> Task | None:
        mine = game.seat(seat)
        if not mine.tokens:
            return None
        mine.tokens -= 1
        return Do(self.effect, CAUSE)


def given(effect: Gain | GainAny, tokens: int = 1, other: int = 0, **owned: Any) -> Game:
    """Seat 0 has used its switch and has something to settle; seat 1 has ``other``."""
    built = position().seat(0, tokens=tokens, crates=["b_food"], **owned).seat(1, tokens=other or None)
    game = built.build()
    game.variants = (*game.variants, Savings(effect))
    do(game, UseSwitch(seat=0, resource="gear"))
    return game


def reloaded(game: Game) -> Game:
    again = load(dump(game, history=False), {pack().hash: pack()})
    again.variants = game.variants
    assert again.snapshot() == game.snapshot()
    return again


@pytest.mark.parametrize("close", [EndAction(seat=0), EndTurn(seat=0)], ids=["action", "turn"])
def test_what_is_to_be_settled_is_asked_before_the_window_closes(close: Action) -> None:
    """Nothing but an answer, or a crystal turned, is allowed then; the next window or turn comes after it."""
    game = given(GainAny(1), crystal=1)
    do(game, close)
    game = reloaded(game)
    asked = decision(game, 0)
    assert asked is not None
    assert (asked.kind, game.active, game.state.turn.windows, violations(game)) == ("resource", 0, 1, [])
    assert {type(offer.action) for offer in legal(game, 0)} == {Choose, Convert}
    refusals = [explain(game, action) for action in (OpenCrate(seat=0, crate="b_food"), close)]
    assert [refusal and refusal.reason for refusal in refusals] == ["answer_first", "answer_first"]
    told = keys(answer(game, 0, "book"))
    last = "action_ended" if isinstance(close, EndAction) else "turn"
    assert told[-1] == last
    assert (game.active, game.state.turn.windows) == ((0, 2) if isinstance(close, EndAction) else (1, 1))
    assert game.state.turn.closing is msgspec.UNSET


def test_settling_may_bring_more_to_settle() -> None:
    game = given(GainAny(1), tokens=3)
    do(game, EndTurn(seat=0))
    for _ in range(3):
        assert game.active == 0
        answer(game, 0, "food")
    assert (game.active, game.seat(0).tokens) == (1, 0)


def test_what_asks_nothing_is_settled_at_once() -> None:
    game = given(Gain(points=2), tokens=2)
    told = keys(do(game, EndTurn(seat=0)))
    assert (told, game.seat(0).points, game.active) == (["points", "points", "turn_ended", "turn"], 4, 1)


def test_what_settling_brings_above_a_limit_is_lost() -> None:
    game = given(Gain(food=2), food=5)
    told = keys(do(game, EndTurn(seat=0)))
    assert told == ["gained", "lost", "turn_ended", "turn"]
    assert game.seat(0).owned.food == 6


def test_crystals_that_settling_brings_can_still_be_turned() -> None:
    game = given(Gain(crystal=2), crystal=3)
    do(game, EndTurn(seat=0))
    asked = decision(game, 0)
    assert asked is not None
    assert (asked.kind, game.active) == ("surplus", 0)
    answer(game, 0, "convert")
    answer(game, 0, "lose")
    assert (game.seat(0).owned.crystal, game.active, violations(game)) == (3, 1, [])


def test_undo_goes_back_step_by_step_into_the_window_and_over_its_end() -> None:
    """The mark of the next turn comes with the answer that ends this one."""
    game = given(GainAny(1))
    before = game.snapshot()
    do(game, EndTurn(seat=0))
    closing, marks = game.snapshot(), len(game.marks)
    answer(game, 0, "book")
    assert len(game.marks) == marks + 1
    assert [record.action for record in undo(game, 0)] == [Choose(seat=0, answer=(1,))]
    assert game.snapshot() == closing
    undo(game, 0)
    assert game.snapshot() == before


def test_another_seat_settles_after_what_it_owes_and_before_its_surplus() -> None:
    """What another's window has brought it waits as its own decision until its turn at the latest."""
    game = given(GainAny(1), tokens=0, other=1, crystal=0)
    game.seat(1).owned = msgspec.structs.replace(game.seat(1).owned, gear=8)
    game.seat(1).stack.append(Do(GainAny(2), CAUSE))
    game.changed()
    do(game, EndAction(seat=0))
    assert [type(task) for task in game.seat(1).stack] == [Surplus, Do, Do]
    do(game, EndTurn(seat=0))
    assert (game.active, game.state.turn.owing) == (1, True)
    for kind in ("resource", "resource", "surplus"):
        asked = decision(game, 1)
        assert asked is not None
        assert asked.kind == kind
        do(game, Choose(seat=1, answer=tuple(range(asked.least))))
    assert not game.state.turn.owing


def test_at_the_end_everybody_settles_before_the_scoring() -> None:
    game = given(GainAny(1), tokens=1, other=1)
    game.state.end_by, game.state.last_round, game.state.last_turns = 1, True, []
    game.seat(1).end_tile = True
    phases = []
    for action in (EndTurn(seat=0), Choose(seat=0, answer=(1,)), Choose(seat=1, answer=(0,))):
        do(game, action)
        phases.append(game.state.phase)
    assert phases == ["play", "closing", "over"]
