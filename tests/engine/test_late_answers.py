"""Random games in which others answer late: everything owed piles up, and the promises about it hold at every step."""

from __future__ import annotations

import random

import pytest

from bot.engine import Game, apply, decision, dump, legal, load, new_game, undo
from bot.engine.actions import Action, Choose, Convert, Refused
from bot.engine.debug.invariants import violations
from bot.engine.packs import field
from bot.engine.resources import over_limit
from bot.engine.rules.artifacts import artifacts_left
from bot.engine.state import Options
from bot.players import RandomPlayer
from bot.simulation.simulated_games import options_for, setup_for

MOST = 6000
NOW_AND_THEN = 0.15
SAVED = 0.05


def who(game: Game, chance: random.Random) -> int:
    """The active seat, others now and then; outside turns whoever is asked."""
    asked = [seat for seat in range(len(game.state.seats)) if decision(game, seat)]
    if game.state.phase != "play" or (asked and chance.random() < NOW_AND_THEN):
        return chance.choice(asked)
    return game.active


def check(game: Game, before: int, ended: int | None) -> None:
    """What holds after every action."""
    assert violations(game) == []
    state = game.state
    if state.turn.owing:
        assert game.seat(game.active).stack, "nothing is owed any more, but the window is closed"
        assert {type(offer.action) for offer in legal(game, game.active)} <= {Choose, Convert}
    elif state.phase == "play" and not state.turn.actions and not state.turn.hibernated and before != state.turn.number:
        assert not over_limit(game.seat(game.active).owned), "a surplus got into the own window"
    assert artifacts_left(state) >= 0
    assert ended is None or state.end_by == ended
    assert state.phase != "play" or not state.last_round or state.end_by != game.active


def saved_and_undone(game: Game, action: Action, barrier: bool) -> None:
    """The game is what it was saved as, and an action taken back and repeated gives the same."""
    again = load(dump(game, history=False), {game.pack.hash: game.pack})
    assert again.snapshot() == game.snapshot()
    try:
        assert len(undo(again, action.seat)) == 1
    except Refused:
        return
    assert not barrier
    apply(again, action)
    assert again.snapshot() == game.snapshot()


@pytest.mark.parametrize("seed", [0, 1, 2, 7, 8, 23])
def test_a_game_with_late_answers(seed: int) -> None:
    """Two to four seats, options mixed, and the Mautoma."""
    seats = 2 + seed % 3
    alone = seed == 7
    options = Options(alone="mautoma") if alone else options_for(seed, seats)
    game = new_game(setup_for(field(), 1 if alone else seats, seed, options), field())
    chance, player = random.Random(seed), RandomPlayer(seed)
    for _ in range(MOST):
        if game.state.phase == "over":
            break
        seat, turn, ended = who(game, chance), game.state.turn.number, game.state.end_by
        offers = legal(game, seat)
        action = player.pick(offers, decision(game, seat))
        announced = next((offer.barrier for offer in offers if offer.action == action), True)
        record = apply(game, action)
        assert announced or not record.barrier, "it revealed something and had not said so"
        check(game, turn, ended)
        if chance.random() < SAVED:
            saved_and_undone(game, action, record.barrier)
    assert game.state.phase == "over"
