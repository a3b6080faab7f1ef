"""Effects now: what they bring is added up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.effects import (
    TRACKS,
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
from bot.engine.resolution.effect_decisions import discardable
from bot.engine.resources import BASICS, LIMITS, RESOURCES
from bot.engine.rules.building_bonuses import beside, water_print, waters_in
from bot.engine.rules.counting import count
from bot.players.valuation.devotion_values import devotion_point, population_apart, scyphoz
from bot.players.valuation.effect_totals import EffectTotals
from bot.players.valuation.later_effects import DEEPEST
from bot.players.valuation.valuation import Valuation


def add_effects(valuation: Valuation, totals: EffectTotals, effects: tuple[Effect, ...], depth: int = 0) -> None:
    """Add what effects bring now, the better way where there is a choice."""
    if depth <= DEEPEST:
        for effect in effects:
            _NOW[type(effect)](valuation, totals, effect, depth)


def _gain(valuation: Valuation, totals: EffectTotals, effect: Gain, depth: int) -> None:
    totals.gear += effect.gear
    totals.book += effect.book
    totals.food += effect.food
    totals.crystal += effect.crystal
    totals.points += effect.points
    totals.energy += effect.energy
    if effect.devotion:
        totals.flat += effect.devotion * devotion_point(valuation)


def _gain_any(valuation: Valuation, totals: EffectTotals, effect: GainAny, depth: int) -> None:
    for _ in range(effect.n):
        kind = min(BASICS, key=lambda kind: getattr(totals, kind) + valuation.mine.owned.get(kind))
        setattr(totals, kind, getattr(totals, kind) + 1)


def _advance(valuation: Valuation, totals: EffectTotals, effect: Advance, depth: int) -> None:
    if effect.track != "any":
        totals.steps[effect.track] += effect.steps
        return
    totals.steps[best_track(valuation, totals, effect.steps)] += effect.steps


def best_track(valuation: Valuation, totals: EffectTotals, steps: int) -> Any:
    """The track on which steps bring most."""

    def gained(track: str) -> float:
        more = {name: totals.steps[name] + steps * (name == track) for name in TRACKS}
        return valuation.steps(more["forest"], more["mountain"], more["field"])

    return max(TRACKS, key=gained)


def _choice(valuation: Valuation, totals: EffectTotals, effect: Choice, depth: int) -> None:
    best, most = None, 0.0
    for effects in effect.of:
        tried = totals.copy()
        add_effects(valuation, tried, effects, depth + 1)
        value = valuation.settle(tried)
        if best is None or value > most:
            best, most = effects, value
    if best:
        add_effects(valuation, totals, best, depth + 1)


def _pay(valuation: Valuation, totals: EffectTotals, effect: Pay, depth: int) -> None:
    tried = totals.copy()
    tried.add(effect.cost, -1)
    owned = valuation.mine.owned
    missing = sum(max(0, -getattr(tried, kind) - owned.get(kind)) for kind in BASICS)
    if missing > max(0, owned.crystal + tried.crystal):
        return
    add_effects(valuation, tried, effect.get, depth + 1)
    if valuation.settle(tried) > valuation.settle(totals):
        totals.add(effect.cost, -1)
        add_effects(valuation, totals, effect.get, depth + 1)


def _tribe(valuation: Valuation, totals: EffectTotals, effect: TribeAbility, depth: int) -> None:
    if valuation.mine.tokens != 0:
        totals.flat += valuation.disc
        add_effects(valuation, totals, valuation.pack.tribe[valuation.mine.tribe].ability, depth + 1)


def _each(valuation: Valuation, totals: EffectTotals, effect: Each, depth: int) -> None:
    for _ in range(min(effect.most, count(valuation.game, valuation.seat, effect.of))):
        _gain(valuation, totals, effect.get, depth)


def _take(totals: EffectTotals, value: float) -> None:
    totals.flat += value
    totals.engine += value


def _artifact(valuation: Valuation, totals: EffectTotals, effect: TakeArtifact, depth: int) -> None:
    totals.flat += valuation.artifact
    totals.artifacts += valuation.artifact


def _return_energy(valuation: Valuation, totals: EffectTotals, effect: ReturnEnergy, depth: int) -> None:
    powered = sum(machine.powered for machine in valuation.mine.machines)
    totals.flat += min(effect.n, powered) * valuation.returned_energy * valuation.weights.machine_ready


def _range(valuation: Valuation, totals: EffectTotals, effect: RangeBonus, depth: int) -> None:
    if window_open(valuation):
        totals.flat += min(effect.n, valuation.weights.now.most_range) * valuation.weights.now.range


def _discount(valuation: Valuation, totals: EffectTotals, effect: Discount, depth: int) -> None:
    if window_open(valuation):
        totals.flat += effect.n * valuation.weights.discount_use


def window_open(valuation: Valuation) -> bool:
    """Whether the seat can still take a main action in the window under way."""
    turn = valuation.game.state.turn
    return valuation.game.active == valuation.seat and not turn.window.main_done and not turn.hibernated


def _water_again(valuation: Valuation, totals: EffectTotals, effect: WaterAgain, depth: int) -> None:
    waters = waters_beside_buildings(valuation)
    best = max((valuation.later(water_print(valuation.game, water)) for water in waters), default=0.0)
    totals.flat += best


def waters_beside_buildings(valuation: Valuation) -> list[int]:
    """The water spaces beside own buildings."""
    buildings = valuation.game.state.buildings
    own = [space for space, building in buildings.items() if building.seat == valuation.seat]
    return [water for space in own for water in waters_in(valuation.game, beside(valuation.game, space))]


def _wake(valuation: Valuation, totals: EffectTotals, effect: Wake, depth: int) -> None:
    woken, alive = min(effect.n, len(valuation.mine.rest)), min(1.0, valuation.left / valuation.weights.fade.card)
    totals.flat += woken * valuation.weights.now.wake * alive


def _fill(valuation: Valuation, totals: EffectTotals, effect: Fill, depth: int) -> None:
    """The kind of which filling up brings most; what an effect before it brings leaves less room."""
    owned = valuation.mine.owned
    kinds = RESOURCES if effect.resource == "any" else (effect.resource,)
    best = totals
    for kind in kinds:
        tried = totals.copy()
        room = max(0, LIMITS[kind] - owned.get(kind) - getattr(totals, kind))
        setattr(tried, kind, getattr(tried, kind) + room)
        if best is totals or valuation.settle(tried) > valuation.settle(best):
            best = tried
    for kind in kinds:
        setattr(totals, kind, getattr(best, kind))


def _discard_cards(valuation: Valuation, totals: EffectTotals, effect: DiscardCards, depth: int) -> None:
    cards = (discarded(valuation, card) for card in discardable(valuation.game, valuation.seat))
    totals.flat += sum(sorted((value for value in cards if value > 0), reverse=True)[: effect.n])


def discarded(valuation: Valuation, card: str) -> float:
    """What it is worth to discard a card for its top effects: it cannot be played until it is woken."""
    printed = valuation.pack.citizen[card]
    alive = min(1.0, valuation.left / valuation.weights.fade.card)
    return valuation.later(printed.top.get) - valuation.weights.now.wake * alive


def _by_hand(valuation: Valuation, totals: EffectTotals, effect: ByHand, depth: int) -> None:
    totals.flat += effect.worth


def _flat(amount: Callable[[Valuation], float]) -> Callable[[Valuation, EffectTotals, Any, int], None]:
    def add(valuation: Valuation, totals: EffectTotals, effect: Any, depth: int) -> None:
        _take(totals, amount(valuation) * getattr(effect, "n", 1))

    return add


def _cleared_slot(valuation: Valuation) -> float:
    return (
        valuation.weights.now.clear_slot * any(slot.cards for slot in valuation.mine.slots) * min(1.0, valuation.left)
    )


def _placed_marker(valuation: Valuation) -> float:
    weights = valuation.weights
    return weights.now.place_marker * min(1.0, valuation.left / weights.fade.marker)


_NOW: dict[type, Callable[[Valuation, EffectTotals, Any, int], None]] = {
    Gain: _gain,
    GainAny: _gain_any,
    Advance: _advance,
    Choice: _choice,
    Pay: _pay,
    TribeAbility: _tribe,
    TakeCard: _flat(lambda valuation: valuation.best_card),
    TakeModule: _flat(lambda valuation: valuation.best_module),
    TakeMachine: _flat(lambda valuation: valuation.best_machine),
    TakeCrate: _flat(lambda valuation: valuation.unopened_crate),
    TakeArtifact: _artifact,
    ReturnEnergy: _return_energy,
    RangeBonus: _range,
    Discount: _discount,
    AnyColour: _flat(lambda valuation: valuation.weights.now.any_colour),
    ResetSwitch: _flat(lambda valuation: valuation.mine.switch_used * min(1.0, valuation.left)),
    Wake: _wake,
    ClearSlot: _flat(_cleared_slot),
    Fill: _fill,
    DiscardCards: _discard_cards,
    Each: _each,
    WaterAgain: _water_again,
    PlaceMarker: _flat(_placed_marker),
    TakeScyphoz: _flat(scyphoz),
    PopulateApart: _flat(population_apart),
    ByHand: _by_hand,
}
