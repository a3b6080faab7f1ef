"""How long a seat thinks the game goes on."""

from __future__ import annotations

from bot.engine import Game
from bot.engine.rules.artifacts import artifacts_left
from bot.engine.rules.setup import artifacts_laid
from bot.engine.solo_components import MautomaState, SoloState
from bot.engine.state import SeatNumber
from bot.engine.variants.mautoma.cards import ROUNDS
from bot.players.planner_weights import Weights


def turns_left(game: Game, seat: SeatNumber, weights: Weights) -> float:
    """Own turns that a seat expects after the one under way; 0 where it knows that there is none."""
    state, kept = game.state, game.state.variant
    if state.phase in ("closing", "over"):
        return 0.0
    if isinstance(kept, MautomaState):
        return float(max(0, ROUNDS - state.turn.number))
    if isinstance(kept, SoloState) and game.pack.solo:
        return max(0.0, (game.pack.solo.end - kept.marker) / weights.solo_steps)
    if state.end_by is not None:
        return _last_turns(game, seat)
    return _guessed(game, weights)


def _last_turns(game: Game, seat: SeatNumber) -> float:
    """Everybody but the one who ended it has one turn more (000 SPIELENDE)."""
    state = game.state
    if state.last_round:
        return float(seat in state.last_turns)
    return float(seat not in (state.end_by, game.active))


def _guessed(game: Game, weights: Weights) -> float:
    """By the large artifacts that are left, by how far the seats have come and by the clock; fitted to played games."""
    pace = weights.pace
    share, progress, turn = length_signs(game)
    return max(weights.shortest, pace.length - pace.share * share - pace.progress * progress - pace.turn * turn)


def length_signs(game: Game) -> tuple[float, float, float]:
    """What foretells the end: the share of large artifacts that is left, progress markers a seat, own turns taken."""
    state, seats = game.state, len(game.state.seats)
    left = artifacts_left(state) + state.end_tokens
    share = min(1.0, left / max(1, artifacts_laid(game)))
    return share, sum(mine.progress for mine in state.seats) / seats, state.turn.number / seats
