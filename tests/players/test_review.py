"""What a move cost is judged from what its seat saw, alike each time, and never below nothing."""

from __future__ import annotations

import pytest

from bot.engine import Game, explain, legal, view
from bot.engine.actions import EndTurn, Offer
from bot.engine.state import Options
from bot.players.planner import forced
from bot.players.review import Position, judge
from tests.players.table import advance, disturbed, laid, to_move


def choosing(seed: int, steps: int, *, abyss: bool = False) -> tuple[Game, list[Offer]]:
    """A game so many steps on, at the next position with something to choose, and the offers there."""
    game = advance(laid(seed, 2 + seed % 3, Options(abyss=abyss)), steps)
    while len(legal(game, to_move(game))) < 3:
        advance(game, 1)
    return game, legal(game, to_move(game))


@pytest.mark.parametrize(("seed", "steps", "abyss"), [(1, 30, False), (2, 75, False), (3, 60, True), (4, 120, False)])
def test_every_move_is_judged(seed: int, steps: int, abyss: bool) -> None:
    """Whatever was done there; what is called better can be done there, and is something else."""
    game, offers = choosing(seed, steps, abyss=abyss)
    seen, costs = view(game, to_move(game)), []
    for offer in offers[:: max(1, len(offers) // 6)]:
        judged = judge(Position(seen, offers, offer.action))
        assert judged.taken == offer.action
        assert (judged.cost > 0) == (judged.better is not None)
        if judged.better is not None:
            assert judged.better.action != offer.action
            assert explain(game, judged.better.action) is None
        assert judge(Position(seen, offers, offer.action)) == judged
        costs.append(judged.cost)
    assert max(costs) > 0


def test_what_is_called_better_is_not_bettered_by_much() -> None:
    """Had the person done that instead, hardly anything would have been lost."""
    for seed, steps in ((2, 75), (5, 60), (6, 90)):
        game, offers = choosing(seed, steps)
        seen = view(game, to_move(game))
        worst = max((judge(Position(seen, offers, each.action)) for each in offers), key=lambda judged: judged.cost)
        assert worst.better is not None
        assert judge(Position(seen, offers, worst.better.action)).cost < worst.cost / 2


def test_a_turn_given_up_costs_something() -> None:
    game, offers = choosing(2, 75)
    advance(game, 0)
    while not any(isinstance(offer.action, EndTurn) for offer in offers) or len(offers) < 8:
        game, offers = advance(game, 1), legal(game, to_move(game))
    ending = next(offer.action for offer in offers if isinstance(offer.action, EndTurn))
    judged = judge(Position(view(game, to_move(game)), offers, ending), close=True)
    assert judged.cost >= 0


@pytest.mark.parametrize(("seed", "steps", "abyss"), [(6, 33, False), (7, 70, False), (5, 150, True)])
def test_what_is_hidden_changes_nothing(seed: int, steps: int, abyss: bool) -> None:
    """Two games that a seat cannot tell apart are judged alike, also on a close look."""
    game, offers = choosing(seed, steps, abyss=abyss)
    seat = to_move(game)
    other = disturbed(game, seat)
    assert other.snapshot() != game.snapshot()
    taken = offers[-1].action
    first, second = (judge(Position(view(each, seat), legal(each, seat), taken), close=True) for each in (game, other))
    assert first == second


def test_what_was_forced_costs_nothing() -> None:
    game, offers = choosing(3, 60)
    seen = view(game, to_move(game))
    only = offers[:1]
    assert forced(only, None)
    position = Position(seen, only, only[0].action)
    assert not position.is_choice
    assert judge(position).better is None
