"""Effects in points: flat for some later time, or tallied for now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.engine.effects import (
    TRACKS,
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
from bot.engine.resources import BASICS, Resource
from bot.engine.rules.building_bonuses import beside, water_print, waters_in
from bot.engine.rules.counting import count
from bot.players.valuation.effect_totals import EffectTotals

if TYPE_CHECKING:
    from bot.players.valuation.valuation import Valuation

SHORT, PLENTY = 1.2, 0.1
"""What a resource will be worth to who has none of it, and how much less for each that is in store: what a seat makes
much of now it will have enough of later."""
HELPING = 0.5
"""How often what helps one kind of action comes before such an action."""
HELPS = (RangeBonus, Discount, AnyColour)
"""Effects that help an action of the same window."""
DEEPEST = 4
"""Effects in effects are looked at so deep; below that they count nothing."""


@dataclass(frozen=True, slots=True)
class Prices:
    """One of each, on average over the rest of the game. ``basic``: whichever is wanted."""

    gear: float
    book: float
    food: float
    crystal: float
    basic: float
    point: float
    energy: float
    step: float

    @classmethod
    def of(cls, worth: Valuation) -> Prices:
        fresh = min(1.0, 0.25 + worth.left / 3)
        owned = worth.mine.owned
        return cls(
            gear=(SHORT - PLENTY * min(6, owned.gear)) * fresh,
            book=(SHORT - PLENTY * min(6, owned.book)) * fresh,
            food=(SHORT - PLENTY * min(6, owned.food)) * fresh,
            crystal=1.4 * fresh,
            basic=fresh,
            point=1.0,
            energy=2.0 * fresh + worth.counts.get("energy", 0.0),
            step=1.7 * fresh,
        )

    def of_kind(self, kind: Resource) -> float:
        return float(getattr(self, kind))


# ---- later -------------------------------------------------------------------------------------------------------


def later_value(worth: Valuation, effects: tuple[Effect, ...], depth: int = 0) -> float:
    """Effects at some later time: flat prices, no store and no positions."""
    if depth > DEEPEST:
        return 0.0
    return sum(_LATER[type(effect)](worth, effect, depth) for effect in effects)


def _later_gain(worth: Valuation, effect: Gain, depth: int) -> float:
    prices = worth.prices
    return (
        effect.gear * prices.gear
        + effect.book * prices.book
        + effect.food * prices.food
        + effect.crystal * prices.crystal
        + effect.points * prices.point
        + effect.energy * prices.energy
    )


def _later_advance(worth: Valuation, effect: Advance, depth: int) -> float:
    if effect.track == "any":
        return effect.steps * (worth.prices.step + 0.3)
    room = worth.pack.player_board.tracks[effect.track].spaces - worth.mine.track[effect.track]
    return min(effect.steps, room) * worth.prices.step + max(0, effect.steps - room) * worth.prices.basic


def _later_choice(worth: Valuation, effect: Choice, depth: int) -> float:
    return 0.2 + max(later_value(worth, effects, depth + 1) for effects in effect.of)


def _later_pay(worth: Valuation, effect: Pay, depth: int) -> float:
    return max(0.3, later_value(worth, effect.get, depth + 1) - worth.later_amounts(effect.cost))


def _later_tribe(worth: Valuation, effect: TribeAbility, depth: int) -> float:
    if worth.mine.tokens == 0:
        return 0.0
    ability = worth.pack.tribe[worth.mine.tribe].ability
    return later_value(worth, ability, depth + 1) + worth.disc_later


def _later_each(worth: Valuation, effect: Each, depth: int) -> float:
    expected = count(worth.game, worth.seat, effect.of) + worth.weights.counts[effect.of] * worth.left * 0.4
    return min(effect.most, expected) * _later_gain(worth, effect.get, depth)


_LATER: dict[type, Callable[[Valuation, Any, int], float]] = {
    Gain: _later_gain,
    GainAny: lambda worth, effect, depth: effect.n * (worth.prices.basic + 0.15),
    Advance: _later_advance,
    Choice: _later_choice,
    Pay: _later_pay,
    TribeAbility: _later_tribe,
    TakeCard: lambda worth, effect, depth: effect.n * (1.0 + 2.0 * min(1.0, worth.left / 10)),
    TakeModule: lambda worth, effect, depth: 0.6 + 2.2 * min(1.0, worth.left / 10) + worth.counts.get("modules", 0.0),
    TakeMachine: lambda worth, effect, depth: 0.6 + 3.5 * min(1.0, worth.left / 10),
    TakeCrate: lambda worth, effect, depth: effect.n * worth.crate,
    TakeArtifact: lambda worth, effect, depth: worth.artifact,
    ReturnEnergy: lambda worth, effect, depth: effect.n * 1.6,
    RangeBonus: lambda worth, effect, depth: HELPING * min(2, effect.n) * 0.6 * worth.prices.basic,
    Discount: lambda worth, effect, depth: HELPING * effect.n * worth.prices.basic,
    AnyColour: lambda worth, effect, depth: HELPING * 0.8,
    ResetSwitch: lambda worth, effect, depth: 0.8,
    Wake: lambda worth, effect, depth: effect.n * 0.8,
    ClearSlot: lambda worth, effect, depth: 1.0,
    Each: _later_each,
    WaterAgain: lambda worth, effect, depth: 1.6,
    PlaceMarker: lambda worth, effect, depth: 0.7,
}


# ---- now ---------------------------------------------------------------------------------------------------------


def add_effects(worth: Valuation, tally: EffectTotals, effects: tuple[Effect, ...], depth: int = 0) -> None:
    """Tally what effects bring now, the better way where there is a choice."""
    if depth <= DEEPEST:
        for effect in effects:
            _NOW[type(effect)](worth, tally, effect, depth)


def _gain(worth: Valuation, tally: EffectTotals, effect: Gain, depth: int) -> None:
    tally.gear += effect.gear
    tally.book += effect.book
    tally.food += effect.food
    tally.crystal += effect.crystal
    tally.points += effect.points
    tally.energy += effect.energy


def _gain_any(worth: Valuation, tally: EffectTotals, effect: GainAny, depth: int) -> None:
    for _ in range(effect.n):
        kind = min(BASICS, key=lambda kind: getattr(tally, kind) + worth.mine.owned.get(kind))
        setattr(tally, kind, getattr(tally, kind) + 1)


def _advance(worth: Valuation, tally: EffectTotals, effect: Advance, depth: int) -> None:
    if effect.track != "any":
        tally.steps[effect.track] += effect.steps
        return
    tally.steps[best_track(worth, tally, effect.steps)] += effect.steps


def best_track(worth: Valuation, tally: EffectTotals, steps: int) -> Any:
    """The track on which steps bring most."""

    def gained(track: str) -> float:
        more = {name: tally.steps[name] + steps * (name == track) for name in TRACKS}
        return worth.steps(more["forest"], more["mountain"], more["field"])

    return max(TRACKS, key=gained)


def _choice(worth: Valuation, tally: EffectTotals, effect: Choice, depth: int) -> None:
    best, most = None, 0.0
    for effects in effect.of:
        tried = tally.copy()
        add_effects(worth, tried, effects, depth + 1)
        value = worth.settle(tried)
        if best is None or value > most:
            best, most = effects, value
    if best:
        add_effects(worth, tally, best, depth + 1)


def _pay(worth: Valuation, tally: EffectTotals, effect: Pay, depth: int) -> None:
    tried = tally.copy()
    tried.add(effect.cost, -1)
    owned = worth.mine.owned
    missing = sum(max(0, -getattr(tried, kind) - owned.get(kind)) for kind in BASICS)
    if missing > max(0, owned.crystal + tried.crystal):
        return
    add_effects(worth, tried, effect.get, depth + 1)
    if worth.settle(tried) > worth.settle(tally):
        tally.add(effect.cost, -1)
        add_effects(worth, tally, effect.get, depth + 1)


def _tribe(worth: Valuation, tally: EffectTotals, effect: TribeAbility, depth: int) -> None:
    if worth.mine.tokens != 0:
        tally.flat += worth.disc
        add_effects(worth, tally, worth.pack.tribe[worth.mine.tribe].ability, depth + 1)


def _each(worth: Valuation, tally: EffectTotals, effect: Each, depth: int) -> None:
    for _ in range(min(effect.most, count(worth.game, worth.seat, effect.of))):
        _gain(worth, tally, effect.get, depth)


def _take(tally: EffectTotals, worth: float) -> None:
    tally.flat += worth
    tally.engine += worth


def _artifact(worth: Valuation, tally: EffectTotals, effect: TakeArtifact, depth: int) -> None:
    tally.flat += worth.artifact
    tally.artifacts += worth.artifact


def _return_energy(worth: Valuation, tally: EffectTotals, effect: ReturnEnergy, depth: int) -> None:
    powered = sum(machine.powered for machine in worth.mine.machines)
    tally.flat += min(effect.n, powered) * worth.machine_value * worth.weights.machine_ready


def _range(worth: Valuation, tally: EffectTotals, effect: RangeBonus, depth: int) -> None:
    if window_open(worth):
        tally.flat += min(effect.n, 3) * 0.3


def _discount(worth: Valuation, tally: EffectTotals, effect: Discount, depth: int) -> None:
    if window_open(worth):
        tally.flat += effect.n * worth.weights.discount_use


def window_open(worth: Valuation) -> bool:
    """Whether the seat can still take a main action in the window under way."""
    turn = worth.game.state.turn
    return worth.game.active == worth.seat and not turn.window.main_done and not turn.hibernated


def _water_again(worth: Valuation, tally: EffectTotals, effect: WaterAgain, depth: int) -> None:
    best = max((worth.later(water_print(worth.game, water)) for water in own_waters(worth)), default=0.0)
    tally.flat += best


def own_waters(worth: Valuation) -> list[int]:
    """The water spaces beside own buildings."""
    buildings = worth.game.state.buildings
    own = [space for space, building in buildings.items() if building.seat == worth.seat]
    return [water for space in own for water in waters_in(worth.game, beside(worth.game, space))]


def _wake(worth: Valuation, tally: EffectTotals, effect: Wake, depth: int) -> None:
    tally.flat += min(effect.n, len(worth.mine.rest)) * 0.9 * min(1.0, worth.left / 2)


def _flat(amount: Callable[[Valuation], float]) -> Callable[[Valuation, EffectTotals, Any, int], None]:
    def add(worth: Valuation, tally: EffectTotals, effect: Any, depth: int) -> None:
        _take(tally, amount(worth) * getattr(effect, "n", 1))

    return add


_NOW: dict[type, Callable[[Valuation, EffectTotals, Any, int], None]] = {
    Gain: _gain,
    GainAny: _gain_any,
    Advance: _advance,
    Choice: _choice,
    Pay: _pay,
    TribeAbility: _tribe,
    TakeCard: _flat(lambda worth: worth.best_card),
    TakeModule: _flat(lambda worth: worth.best_module),
    TakeMachine: _flat(lambda worth: worth.best_machine),
    TakeCrate: _flat(lambda worth: worth.crate),
    TakeArtifact: _artifact,
    ReturnEnergy: _return_energy,
    RangeBonus: _range,
    Discount: _discount,
    AnyColour: _flat(lambda worth: 0.3),
    ResetSwitch: _flat(lambda worth: worth.mine.switch_used * min(1.0, worth.left)),
    Wake: _wake,
    ClearSlot: _flat(lambda worth: 0.8 * any(slot.cards for slot in worth.mine.slots) * min(1.0, worth.left)),
    Each: _each,
    WaterAgain: _water_again,
    PlaceMarker: _flat(lambda worth: 0.6 * min(1.0, worth.left / 3)),
}
