"""Effects at some later time: flat values, whatever is in store and wherever the markers are then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.effects import (
    Advance,
    AnyColour,
    ByHand,
    Choice,
    ClearSlot,
    DiscardCards,
    Discount,
    Each,
    Effect,
    Fill,
    Gain,
    GainAny,
    Pay,
    PlaceMarker,
    PopulateApart,
    RangeBonus,
    ResetSwitch,
    ReturnEnergy,
    TakeArtifact,
    TakeCard,
    TakeCrate,
    TakeMachine,
    TakeModule,
    TakeScyphoz,
    TribeAbility,
    Wake,
    WaterAgain,
)
from bot.engine.resources import BASIC_LIMIT, CRYSTAL_LIMIT
from bot.engine.rules.counting import count
from bot.players.valuation.artifact_values import artifact, count_values
from bot.players.valuation.devotion_values import devotion_point, population_apart, scyphoz
from bot.players.valuation.progress_values import disc_later
from bot.players.valuation.resource_values import later_amounts, unit_values
from bot.players.valuation.valuation_state import ValuationState, once

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
        + (effect.devotion * devotion_point(state) if effect.devotion else 0.0)
    )


def _advance(state: ValuationState, effect: Advance, depth: int) -> float:
    values = unit_values(state)
    if effect.track == "any":
        return effect.steps * (values.step + state.weights.later.any_track)
    room = state.pack.player_board.tracks[effect.track].spaces - state.mine.track[effect.track]
    return min(effect.steps, room) * values.step + max(0, effect.steps - room) * values.basic


def _choice(state: ValuationState, effect: Choice, depth: int) -> float:
    return state.weights.later.choice + max(later_value(state, effects, depth + 1) for effects in effect.of)


def _pay(state: ValuationState, effect: Pay, depth: int) -> float:
    gained = later_value(state, effect.get, depth + 1) - later_amounts(state, effect.cost)
    return max(state.weights.later.pay, gained)


def _tribe(state: ValuationState, effect: TribeAbility, depth: int) -> float:
    if state.mine.tokens == 0:
        return 0.0
    ability = state.pack.tribe[state.mine.tribe].ability
    return later_value(state, ability, depth + 1) + disc_later(state)


def _each(state: ValuationState, effect: Each, depth: int) -> float:
    weights = state.weights
    expected = count(state.game, state.seat, effect.of) + weights.counts[effect.of] * state.left * weights.later.counted
    return min(effect.most, expected) * _gain(state, effect.get, depth)


def _early(state: ValuationState) -> float:
    return min(1.0, state.left / state.weights.later.early)


def _fill(state: ValuationState, effect: Fill, depth: int) -> float:
    """Half a limit is empty on average; whoever may choose has more room than that in one of them."""
    values = unit_values(state)
    if effect.resource == "crystal":
        return CRYSTAL_LIMIT / 2 * values.crystal
    room = BASIC_LIMIT / 2 if effect.resource != "any" else BASIC_LIMIT - 1
    return room * values.basic


def _discard_cards(state: ValuationState, effect: DiscardCards, depth: int) -> float:
    """A top half that fits, for a card that has to be woken again: the cards change until then."""
    return effect.n * max(0.0, state.weights.later.reset_switch - state.weights.later.wake / 2)


def _card(state: ValuationState, effect: TakeCard, depth: int) -> float:
    weights = state.weights.later
    return effect.n * (weights.card + weights.card_early * _early(state))


def _machine(state: ValuationState, effect: TakeMachine, depth: int) -> float:
    weights = state.weights.later
    return weights.machine + weights.machine_early * _early(state)


def _module(state: ValuationState, effect: TakeModule, depth: int) -> float:
    weights = state.weights.later
    return weights.module + weights.module_early * _early(state) + count_values(state).get("modules", 0.0)


def _range(state: ValuationState, effect: RangeBonus, depth: int) -> float:
    weights = state.weights.later
    return weights.helping * min(weights.most_range, effect.n) * weights.range * unit_values(state).basic


@once
def unopened_crate(state: ValuationState) -> float:
    """A crate nobody has looked into."""
    weights = state.weights.later
    alive = min(1.0, weights.crate_least + state.left)
    return weights.crate * alive + count_values(state).get("crates", 0.0)


_LATER: dict[type, Callable[[ValuationState, Any, int], float]] = {
    Gain: _gain,
    GainAny: lambda state, effect, depth: effect.n * (unit_values(state).basic + state.weights.later.any_basic),
    Advance: _advance,
    Choice: _choice,
    Pay: _pay,
    TribeAbility: _tribe,
    TakeCard: _card,
    TakeModule: _module,
    TakeMachine: _machine,
    TakeCrate: lambda state, effect, depth: effect.n * unopened_crate(state),
    TakeArtifact: lambda state, effect, depth: artifact(state),
    ReturnEnergy: lambda state, effect, depth: effect.n * state.weights.later.returned_energy,
    RangeBonus: _range,
    Discount: lambda state, effect, depth: state.weights.later.helping * effect.n * unit_values(state).basic,
    AnyColour: lambda state, effect, depth: state.weights.later.helping * state.weights.later.any_colour,
    ResetSwitch: lambda state, effect, depth: state.weights.later.reset_switch,
    Wake: lambda state, effect, depth: effect.n * state.weights.later.wake,
    ClearSlot: lambda state, effect, depth: state.weights.later.clear_slot,
    Fill: _fill,
    DiscardCards: _discard_cards,
    TakeScyphoz: lambda state, effect, depth: scyphoz(state),
    PopulateApart: lambda state, effect, depth: population_apart(state),
    Each: _each,
    WaterAgain: lambda state, effect, depth: state.weights.later.water_again,
    PlaceMarker: lambda state, effect, depth: state.weights.later.place_marker,
    ByHand: lambda state, effect, depth: float(effect.worth),
}
