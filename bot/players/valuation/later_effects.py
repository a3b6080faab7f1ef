"""Effects at some later time: flat values, whatever is in store and wherever the markers are then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.effects import (
    Advance,
    AnyColour,
    Choice,
    ClearSlot,
    Discount,
    Each,
    Effect,
    Gain,
    GainAny,
    Pay,
    PlaceMarker,
    RangeBonus,
    ResetSwitch,
    ReturnEnergy,
    TakeArtifact,
    TakeCard,
    TakeCrate,
    TakeMachine,
    TakeModule,
    TribeAbility,
    Wake,
    WaterAgain,
)
from bot.engine.rules.counting import count
from bot.players.valuation.artifact_values import artifact, count_values
from bot.players.valuation.progress_values import disc_later
from bot.players.valuation.resource_values import later_amounts, unit_values
from bot.players.valuation.valuation_state import ValuationState, once

HELPING = 0.5
"""How often what helps one kind of action comes before such an action."""
HELPS = (RangeBonus, Discount, AnyColour)
"""Effects that help an action of the same window."""
DEEPEST = 4
"""Effects in effects are looked at so deep; below that they count nothing."""


def later(state: ValuationState, effects: tuple[Effect, ...]) -> float:
    """Effects at some later time, by the first position of the turn; kept for each list of effects."""
    base = state.base
    found = base.later_cache.get(id(effects))
    if found is None:
        found = base.later_cache[id(effects)] = later_value(base, effects)
    return found


def later_value(state: ValuationState, effects: tuple[Effect, ...], depth: int = 0) -> float:
    """Effects at some later time, by this position."""
    if depth > DEEPEST:
        return 0.0
    return sum(_LATER[type(effect)](state, effect, depth) for effect in effects)


def _gain(state: ValuationState, effect: Gain, depth: int) -> float:
    values = unit_values(state)
    return (
        effect.gear * values.gear
        + effect.book * values.book
        + effect.food * values.food
        + effect.crystal * values.crystal
        + effect.points * values.point
        + effect.energy * values.energy
    )


def _advance(state: ValuationState, effect: Advance, depth: int) -> float:
    values = unit_values(state)
    if effect.track == "any":
        return effect.steps * (values.step + 0.3)
    room = state.pack.player_board.tracks[effect.track].spaces - state.mine.track[effect.track]
    return min(effect.steps, room) * values.step + max(0, effect.steps - room) * values.basic


def _choice(state: ValuationState, effect: Choice, depth: int) -> float:
    return 0.2 + max(later_value(state, effects, depth + 1) for effects in effect.of)


def _pay(state: ValuationState, effect: Pay, depth: int) -> float:
    return max(0.3, later_value(state, effect.get, depth + 1) - later_amounts(state, effect.cost))


def _tribe(state: ValuationState, effect: TribeAbility, depth: int) -> float:
    if state.mine.tokens == 0:
        return 0.0
    ability = state.pack.tribe[state.mine.tribe].ability
    return later_value(state, ability, depth + 1) + disc_later(state)


def _each(state: ValuationState, effect: Each, depth: int) -> float:
    expected = count(state.game, state.seat, effect.of) + state.weights.counts[effect.of] * state.left * 0.4
    return min(effect.most, expected) * _gain(state, effect.get, depth)


def _module(state: ValuationState, effect: TakeModule, depth: int) -> float:
    return 0.6 + 2.2 * min(1.0, state.left / 10) + count_values(state).get("modules", 0.0)


def _range(state: ValuationState, effect: RangeBonus, depth: int) -> float:
    return HELPING * min(2, effect.n) * 0.6 * unit_values(state).basic


@once
def unopened_crate(state: ValuationState) -> float:
    """A crate nobody has looked into."""
    return 2.3 * min(1.0, 0.35 + state.left) + count_values(state).get("crates", 0.0)


_LATER: dict[type, Callable[[ValuationState, Any, int], float]] = {
    Gain: _gain,
    GainAny: lambda state, effect, depth: effect.n * (unit_values(state).basic + 0.15),
    Advance: _advance,
    Choice: _choice,
    Pay: _pay,
    TribeAbility: _tribe,
    TakeCard: lambda state, effect, depth: effect.n * (1.0 + 2.0 * min(1.0, state.left / 10)),
    TakeModule: _module,
    TakeMachine: lambda state, effect, depth: 0.6 + 3.5 * min(1.0, state.left / 10),
    TakeCrate: lambda state, effect, depth: effect.n * unopened_crate(state),
    TakeArtifact: lambda state, effect, depth: artifact(state),
    ReturnEnergy: lambda state, effect, depth: effect.n * 1.6,
    RangeBonus: _range,
    Discount: lambda state, effect, depth: HELPING * effect.n * unit_values(state).basic,
    AnyColour: lambda state, effect, depth: HELPING * 0.8,
    ResetSwitch: lambda state, effect, depth: 0.8,
    Wake: lambda state, effect, depth: effect.n * 0.8,
    ClearSlot: lambda state, effect, depth: 1.0,
    Each: _each,
    WaterAgain: lambda state, effect, depth: 1.6,
    PlaceMarker: lambda state, effect, depth: 0.7,
}
