"""The values of devotion and of what its track gives."""

from __future__ import annotations

from bot.engine.rules.score_values import CARD_POINTS
from bot.engine.variants.abyss.state_access import kept_of
from bot.players.valuation.valuation_state import ValuationState, once


def devotion_point(state: ValuationState) -> float:
    """A devotion point: a point at the end, and a share of the reward that it brings nearer."""
    weights = state.weights.abyss
    return state.weights.point + weights.near * scyphoz(state) / weights.between * still_early(state)


def still_early(state: ValuationState) -> float:
    """1 while rewards of the devotion track will still pay, less towards the end of the game."""
    return min(1.0, state.left / state.weights.abyss.early)


@once
def scyphoz(state: ValuationState) -> float:
    """A scyphoz card that nobody knows yet: a citizen and more, and of the colour that pays best."""
    weights = state.weights.later
    unlocked = any(state.pack.reward[reward].cards for reward in state.mine.unlocked)
    early = min(1.0, state.left / weights.early)
    return state.weights.abyss.scyphoz + weights.card + weights.card_early * early + CARD_POINTS * unlocked


@once
def population_apart(state: ValuationState) -> float:
    """The separate large location, with the figure that goes there for nothing."""
    if state.game.pooling is None or state.seat in kept_of(state.game).figures:
        return 0.0
    points = state.pack.large_location[kept_of(state.game).location].points
    return points + state.weights.abyss.apart + state.weights.abyss.apart_early * still_early(state)
