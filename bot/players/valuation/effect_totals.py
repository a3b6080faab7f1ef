"""What a list of effects would bring a seat: added up, then put in points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from bot.engine.effects import Track
from bot.engine.resources import Amounts
from bot.engine.rules.mutations import SCORE_BONUS_END
from bot.players.valuation.machine_values import energy_token
from bot.players.valuation.resource_values import stock, store
from bot.players.valuation.track_values import steps
from bot.players.valuation.valuation_state import ValuationState

NO_STEPS: Final[dict[Track, int]] = {"forest": 0, "mountain": 0, "field": 0}


@dataclass(slots=True)
class EffectTotals:
    """Resources (what is paid counts negative), points at once, energy, steps, and what has a value already: ``flat``
    in points, with the share that comes from artifacts, from cards and machines (``engine``) and from technologies."""

    gear: int = 0
    book: int = 0
    food: int = 0
    crystal: int = 0
    points: int = 0
    energy: int = 0
    steps: dict[Track, int] = field(default_factory=NO_STEPS.copy)
    flat: float = 0.0
    artifacts: float = 0.0
    engine: float = 0.0
    technology: float = 0.0

    def add(self, amounts: Amounts, sign: int = 1) -> None:
        """More resources, or fewer."""
        self.gear += sign * amounts.gear
        self.book += sign * amounts.book
        self.food += sign * amounts.food
        self.crystal += sign * amounts.crystal

    def copy(self) -> EffectTotals:
        """Totals of their own, to try something with."""
        return EffectTotals(
            self.gear, self.book, self.food, self.crystal, self.points, self.energy, self.steps.copy(),
            self.flat, self.artifacts, self.engine, self.technology,
        )  # fmt: skip


def settle(state: ValuationState, totals: EffectTotals) -> float:
    """Totals in points, from what the seat owns now."""
    owned = state.mine.owned
    then = stock(
        state, owned.gear + totals.gear, owned.book + totals.book, owned.food + totals.food,
        owned.crystal + totals.crystal,
    )  # fmt: skip
    moved = totals.steps
    return (
        totals.flat
        + then - store(state)
        + (points_value(state, totals.points) if totals.points else 0.0)
        + (totals.energy * energy_token(state) if totals.energy else 0.0)
        + (steps(state, moved["forest"], moved["mountain"], moved["field"]) if moved != NO_STEPS else 0.0)
    )  # fmt: skip


def points_value(state: ValuationState, points: int) -> float:
    """Points at once: they are points, and up to 50 they lead to bonuses."""
    on_track = min(points, max(0, SCORE_BONUS_END - state.mine.points))
    return points * state.weights.point + on_track * state.weights.score_bonus * score_bonus_share(state)


def score_bonus_share(state: ValuationState) -> float:
    """How much of its value the way to the next bonus of the score track still has."""
    return min(1.0, state.weights.fade.score_bonus_least + state.left / state.weights.fade.score_bonus)
