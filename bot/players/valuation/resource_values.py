"""The value of resources: what is in store, and one unit of each at some later time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from bot.engine.resources import RESOURCES, Amounts, Resource
from bot.players.planner_weights import Weights
from bot.players.valuation.artifact_values import count_values
from bot.players.valuation.valuation_state import ValuationState, kept_by, once

MOST_OWNED = 46
Stock = dict[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class UnitValues:
    """One of each, on average over the rest of the game. ``basic``: whichever is wanted."""

    gear: float
    book: float
    food: float
    crystal: float
    basic: float
    point: float
    energy: float
    step: float

    def of_kind(self, kind: Resource) -> float:
        """One of a resource."""
        return float(getattr(self, kind))


def unit_values(state: ValuationState) -> UnitValues:
    """The unit values of the first position, which hold for the whole turn."""
    return _unit_values(state.base)


@once
def _unit_values(state: ValuationState) -> UnitValues:
    weights = state.weights
    fresh = min(1.0, weights.later.resource_least + state.left / weights.fade.resource)
    owned, later = state.mine.owned, state.weights.later

    def basic(number: int) -> float:
        """What a seat makes much of now it will have enough of later."""
        return (later.empty - later.owned * min(later.most_owned, number)) * fresh

    return UnitValues(
        gear=basic(owned.gear),
        book=basic(owned.book),
        food=basic(owned.food),
        crystal=later.crystal * fresh,
        basic=fresh,
        point=1.0,
        energy=later.energy * fresh + count_values(state).get("energy", 0.0),
        step=later.step * fresh,
    )


def later_amounts(state: ValuationState, amounts: Amounts) -> float:
    """Resources at some later time."""
    values = unit_values(state)
    return sum(amounts.get(kind) * values.of_kind(kind) for kind in RESOURCES)


@once
def fresh(state: ValuationState) -> float:
    """How much of their value resources still have: near the end there is little to spend them on."""
    return min(1.0, (state.left + state.actions_left * state.weights.action_turns) / state.weights.hunger)


@once
@kept_by(lambda state: round(fresh(state), 2))
def _tables(state: ValuationState) -> tuple[tuple[float, ...], ...]:
    """The table of each resource, in the order of ``RESOURCES``."""
    return tuple(stock_of(state.weights, round(fresh(state), 2)).values())


def stock(state: ValuationState, gear: int, book: int, food: int, crystal: int) -> float:
    """So many resources in store; negative ones (owed) count as the first would."""
    gears, books, foods, crystals = _tables(state)
    if 0 <= gear <= MOST_OWNED and 0 <= book <= MOST_OWNED and 0 <= food <= MOST_OWNED and 0 <= crystal <= MOST_OWNED:
        return gears[gear] + books[book] + foods[food] + crystals[crystal]
    owed = state.weights.owed
    return _at(gears, gear, owed) + _at(books, book, owed) + _at(foods, food, owed) + _at(crystals, crystal, owed)


@once
def store(state: ValuationState) -> float:
    """All that the seat has in store."""
    owned = state.mine.owned
    return stock(state, owned.gear, owned.book, owned.food, owned.crystal)


@lru_cache(maxsize=512)
def _sums(values: tuple[float, ...], over: float, floor: float, share: float) -> tuple[float, ...]:
    """The value of 0, 1, 2 … of a resource together."""
    steps = [max(floor, value * share) for value in values] + [over * share] * (MOST_OWNED - len(values))
    return (0.0, *accumulate(steps))


def stock_of(weights: Weights, share: float) -> Stock:
    """Every resource's table, at a share of its full value."""
    return {kind: _sums(weights.resources[kind], weights.over, weights.leftover, share) for kind in RESOURCES}


def _at(table: tuple[float, ...], number: int, owed: float) -> float:
    if number < 0:
        return number * (table[1] + owed)
    return table[number] if number < len(table) else table[-1]
