"""The value of each offer, without trying it: the easy player's judgement, and what the search looks at first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.actions import (
    Action,
    Build,
    Choose,
    Convert,
    EndAction,
    EndTurn,
    Explore,
    Hibernate,
    Offer,
    OpenCrate,
    PlayCard,
    Populate,
    ResolveJourney,
    TakeGains,
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.engine.components import Journey
from bot.engine.effects import Effect, Gain
from bot.engine.resources import CRYSTAL_LIMIT, one
from bot.engine.rules.building_bonuses import surroundings
from bot.engine.rules.cards import colour_of, set_off
from bot.engine.rules.free_actions import machine_effects
from bot.engine.rules.passive_effects import effects_at
from bot.engine.state import SeatState
from bot.engine.variants.abyss.journey_cards import payable
from bot.engine.variants.abyss.lakes import devotion_at
from bot.players.valuation.effect_totals import EffectTotals
from bot.players.valuation.effects import add_effects
from bot.players.valuation.expansion_values import journey_value, lake_rewards, resolving
from bot.players.valuation.map_markers import benefit_to_others
from bot.players.valuation.valuation import Valuation
from bot.players.valuation.valuation_state import SLOTS

TAKEN_EARLY = 0.3
"""What is lost by settling gains before the action is over."""


def appraise(valuation: Valuation, offer: Offer) -> tuple[float, EffectTotals]:
    """What an offer brings beyond what it costs, in points, and what of; decisions are answered elsewhere."""
    totals = EffectTotals()
    totals.add(offer.payment, -1)
    _APPRAISERS[type(offer.action)](valuation, totals, offer.action)
    return valuation.settle(totals), totals


# ---- cards and the switch ----------------------------------------------------------------------------------------


def _play(valuation: Valuation, totals: EffectTotals, action: PlayCard) -> None:
    game, card = valuation.game, valuation.pack.citizen[action.card]
    for _, _, effects in set_off(game, action):
        add_effects(valuation, totals, effects)
    _announced(valuation, totals, tuple(effects_at(game, valuation.seat, "played", colour=colour_of(game, action))))
    half, alive = card.half(action.half), min(1.0, valuation.left / valuation.weights.fade.card)
    if half.slot:
        totals.flat += valuation.weights.slot_symbol * alive
    totals.flat -= valuation.weights.card_ready * valuation.better_half(card) * alive


def _announced(valuation: Valuation, totals: EffectTotals, effects: tuple[Effect, ...]) -> None:
    if effects:
        add_effects(valuation, totals, effects)


def _switch(valuation: Valuation, totals: EffectTotals, action: UseSwitch) -> None:
    _announced(valuation, totals, tuple(effects_at(valuation.game, valuation.seat, "switched")))
    if action.resource is not None:
        totals.add(one(action.resource))
    elif action.copy is not None:
        add_effects(valuation, totals, valuation.pack.citizen[action.copy].top.get)
    elif action.journey is not None:
        totals.flat += _journey_taken(valuation, valuation.pack.journey[action.journey])
    weights = valuation.weights
    totals.flat -= weights.hibernate_switch * min(1.0, valuation.left / weights.fade.hibernation) * weights.switch_ready


def _journey_taken(valuation: Valuation, journey: Journey) -> float:
    """What the journey is expected to bring, less the card that is destroyed for it."""
    cards = [valuation.pack.citizen[card] for card in payable(valuation.game, valuation.seat, journey)]
    price = min((valuation.better_half(card) for card in cards), default=0.0)
    alive = min(1.0, valuation.left / 4)
    return journey_value(valuation, journey) - price * (1.0 + valuation.cycles) * alive


# ---- the map -----------------------------------------------------------------------------------------------------


def _explore(valuation: Valuation, totals: EffectTotals, action: Explore) -> None:
    game, pack = valuation.game, valuation.pack
    back = pack.tile[game.state.places[action.place].tile].back
    totals.points += back.points
    if back.card:
        totals.flat += valuation.best_card
        totals.engine += valuation.best_card
    _announced(valuation, totals, tuple(effects_at(game, valuation.seat, "explored")))
    spaces = game.board.spaces_of[action.place]
    near = {beside for space in spaces for beside in game.board.adjacent[space]}
    weights = valuation.weights
    built = sum(
        weights.offers.large_beside if building.size == "large" else 1.0
        for space, building in game.state.buildings.items()
        if building.seat == valuation.seat and space in near
    )
    totals.flat += built * weights.beside_tile + weights.explore * min(1.0, valuation.left / weights.fade.explore)


def _populate(valuation: Valuation, totals: EffectTotals, action: Populate) -> None:
    game, technology = valuation.game, valuation.pack.technology[action.technology]
    add_effects(valuation, totals, technology.at_once)
    _announced(valuation, totals, tuple(effects_at(game, valuation.seat, "populated")))
    gained = valuation.technology_value(technology) + _large(valuation, action.location)
    weights = valuation.weights
    totals.flat += gained + weights.map_action * min(1.0, valuation.left / weights.fade.populate)
    totals.flat -= valuation.too_soon(technology) + benefit_to_others(valuation, action)
    totals.technology += gained


def _large(valuation: Valuation, location: int) -> float:
    game = valuation.game
    if game.terrain(location) != "large":
        return 0.0
    points = valuation.pack.large_location[game.state.places[game.board.place_of[location]].tile].points
    return points + valuation.count_values.get("large_locations", 0.0)


def _build(valuation: Valuation, totals: EffectTotals, action: Build) -> None:
    game = valuation.game
    near = surroundings(game, action.space)
    add_effects(valuation, totals, near.large if action.size == "large" else near.small)
    for water, bonus in near.waters:
        if water not in valuation.mine.waters:
            add_effects(valuation, totals, bonus)
            totals.flat += valuation.count_values.get("waters", 0.0)
    _announced(valuation, totals, tuple(effects_at(game, valuation.seat, "built", size=action.size)))
    add_effects(valuation, totals, tuple(Gain(devotion=n) for n in devotion_at(game, valuation.seat, action)))
    counted = "small_buildings" if action.size == "small" else "large_buildings"
    totals.flat += valuation.count_values.get("buildings", 0.0) + valuation.count_values.get(counted, 0.0)
    totals.flat -= benefit_to_others(valuation, action)
    unknown = sum(game.prints[near] is None for near in game.board.adjacent[action.space])
    weights = valuation.weights
    opened = weights.map_action + weights.offers.unknown_beside * unknown
    totals.flat += opened * min(1.0, valuation.left / weights.fade.build)


# ---- hibernation -------------------------------------------------------------------------------------------------


def _hibernate(valuation: Valuation, totals: EffectTotals, action: Hibernate) -> None:
    mine, weights = valuation.mine, valuation.weights
    alive = min(1.0, valuation.left / weights.fade.hibernation)
    powered = sum(machine.powered for machine in mine.machines)
    totals.flat += alive * weights.hibernate_card * _plays_back(mine)
    totals.flat += alive * weights.hibernate_energy * min(powered, weights.offers.most_energy)
    totals.flat += alive * weights.hibernate_switch * mine.switch_used
    totals.flat += valuation.count_values.get("hibernations", 0.0)
    totals.flat += best_row(valuation, mine.hibernations + 1)[1] - hibernation_penalty(valuation)
    _announced(valuation, totals, tuple(effects_at(valuation.game, valuation.seat, "hibernated")))
    add_effects(valuation, totals, lake_rewards(valuation))


def _plays_back(mine: SeatState) -> int:
    """So many cards more can be played after hibernating than before."""
    free = sum(not slot.cards for slot in mine.slots[:SLOTS])
    return min(SLOTS, len(mine.active) + len(mine.rest)) - min(free, len(mine.active))


def hibernation_penalty(valuation: Valuation) -> float:
    """What is lost by hibernating before there is much to get back (energy, plays, the switch): the next time comes
    later for it."""
    mine = valuation.mine
    back = sum(machine.powered for machine in mine.machines) + _plays_back(mine) + mine.switch_used
    weights = valuation.weights
    return weights.haste * max(0, weights.offers.enough - back) * min(1.0, valuation.left / weights.fade.hibernation)


def best_row(valuation: Valuation, reached: int) -> tuple[int, float]:
    """The best reward of the hibernation track up to a row, and its value."""
    rows = valuation.pack.board.hibernation[: max(1, reached)]
    values = [effects_value(valuation, effects) for effects in rows]
    best = max(range(len(values)), key=lambda row: values[row])
    return best + 1, values[best]


def effects_value(valuation: Valuation, effects: tuple[Effect, ...]) -> float:
    """Effects now, in points."""
    totals = EffectTotals()
    add_effects(valuation, totals, effects)
    return valuation.settle(totals)


# ---- free actions ------------------------------------------------------------------------------------------------


def _machine(valuation: Valuation, totals: EffectTotals, action: UseMachine) -> None:
    effects = machine_effects(valuation.game, action.machine)
    add_effects(valuation, totals, effects)
    _announced(valuation, totals, tuple(effects_at(valuation.game, valuation.seat, "machine_used")))
    weights = valuation.weights
    alive = min(1.0, valuation.left / weights.fade.machine)
    totals.flat -= valuation.given_up_by_using(action.machine) * weights.machine_ready * alive


def _crate(valuation: Valuation, totals: EffectTotals, action: OpenCrate) -> None:
    """A crate keeps: it is opened where all of it can be used."""
    crate = valuation.pack.crate[action.crate]
    add_effects(valuation, totals, crate.get)
    _announced(valuation, totals, tuple(effects_at(valuation.game, valuation.seat, "crate_opened")))
    totals.flat -= valuation.kept_crate(crate)


def _trade(valuation: Valuation, totals: EffectTotals, action: TradeAction) -> None:
    trade = valuation.pack.technology[action.technology].trade
    if trade is not None:
        add_effects(valuation, totals, trade.get)


def _journey(valuation: Valuation, totals: EffectTotals, action: ResolveJourney) -> None:
    totals.flat += resolving(valuation, valuation.pack.journey[action.journey])


def _take_gains(valuation: Valuation, totals: EffectTotals, action: TakeGains) -> None:
    """What is to come comes anyway; taken now it can be exchanged with nothing later."""
    totals.flat -= TAKEN_EARLY


def _convert(valuation: Valuation, totals: EffectTotals, action: Convert) -> None:
    totals.add(one(action.to))
    if valuation.mine.owned.crystal > CRYSTAL_LIMIT:
        totals.crystal += 1  # it would be lost
    totals.flat -= valuation.weights.offers.convert


def _end(valuation: Valuation, totals: EffectTotals, action: Action) -> None:
    if isinstance(action, EndTurn) and valuation.game.state.turn.actions < valuation.game.actions_a_turn:
        totals.flat += valuation.weights.offers.ending


def _choose(valuation: Valuation, totals: EffectTotals, action: Choose) -> None:
    """Answers are judged in ``answers``."""


_APPRAISERS: dict[type, Callable[[Valuation, EffectTotals, Any], None]] = {
    PlayCard: _play,
    UseSwitch: _switch,
    Explore: _explore,
    Populate: _populate,
    Build: _build,
    Hibernate: _hibernate,
    UseMachine: _machine,
    OpenCrate: _crate,
    TradeAction: _trade,
    Convert: _convert,
    ResolveJourney: _journey,
    TakeGains: _take_gains,
    EndAction: _end,
    EndTurn: _end,
    Choose: _choose,
}
