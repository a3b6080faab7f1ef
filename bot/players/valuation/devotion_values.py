"""The values of devotion and of what its track gives. They are estimates; no games have been played to fit them yet."""

from __future__ import annotations

from typing import Final

from bot.engine.rules.score_values import CARD_POINTS
from bot.engine.variants.abyss.kept import kept_of
from bot.players.valuation.valuation_state import ValuationState, once

NEAR: Final = 0.35
"""The share of a reward's value that coming near to it has."""
STEP: Final = 5
"""Devotion points between two rewards, about."""


def devotion_point(state: ValuationState) -> float:
    """A devotion point: a point at the end, and a share of the reward that it brings nearer."""
    return state.weights.point + NEAR * scyphoz(state) / STEP * min(1.0, state.left / 4)


@once
def scyphoz(state: ValuationState) -> float:
    """A scyphoz card that nobody knows yet: a citizen and more, and of the colour that pays best."""
    weights = state.weights.later
    unlocked = any(state.pack.reward[reward].cards for reward in state.mine.unlocked)
    early = min(1.0, state.left / weights.early)
    return 1.0 + weights.card + weights.card_early * early + CARD_POINTS * unlocked


@once
def population_apart(state: ValuationState) -> float:
    """The separate large location, with the figure that goes there for nothing."""
    if state.game.pooling is None or state.seat in kept_of(state.game).figures:
        return 0.0
    points = state.pack.large_location[kept_of(state.game).location].points
    return points + 2.0 + 3.0 * min(1.0, state.left / 4)
