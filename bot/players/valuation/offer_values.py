"""What each offer seems worth, without trying it: the easy player's judgement, and what the search looks at first."""

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
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.engine.effects import Effect
from bot.engine.resources import CRYSTAL_LIMIT, one
from bot.engine.rules.building_bonuses import beside, plain_bonuses, water_print, waters_in
from bot.engine.rules.cards import triggered
from bot.engine.rules.free_actions import machine_effects
from bot.engine.rules.passive_effects import effects_at
from bot.engine.state import SeatState
from bot.players.valuation.effect_totals import EffectTotals
from bot.players.valuation.effects import add_effects
from bot.players.valuation.map_markers import benefit_to_others
from bot.players.valuation.valuation import SLOTS, Valuation

ENDING = -0.2
"""Closing a turn with main actions left is worse than any use of them."""
SIZES = {"small": 1.0, "large": 1.8}
"""What an explored tile gives to a building beside it, against a small one."""
ENOUGH = 6
"""With so much to get back hibernating comes at the right time."""


def appraise(worth: Valuation, offer: Offer) -> tuple[float, EffectTotals]:
    """What an offer brings beyond what it costs, in points, and what of; decisions are answered elsewhere."""
    tally = EffectTotals()
    tally.add(offer.payment, -1)
    _APPRAISERS[type(offer.action)](worth, tally, offer.action)
    return worth.settle(tally), tally


# ---- cards and the switch ----------------------------------------------------------------------------------------


def _play(worth: Valuation, tally: EffectTotals, action: PlayCard) -> None:
    game, card = worth.game, worth.pack.citizen[action.card]
    for group in triggered(game, action):
        add_effects(worth, tally, tuple([do.effect for do in group]))
    _announced(worth, tally, tuple(effects_at(game, worth.seat, "played", colour=card.colour)))
    half, alive = card.half(action.half), min(1.0, worth.left / 2)
    if half.slot:
        tally.flat += worth.weights.slot_symbol * alive
    tally.flat -= worth.weights.card_ready * worth.half(card) * alive


def _announced(worth: Valuation, tally: EffectTotals, effects: tuple[Effect, ...]) -> None:
    if effects:
        add_effects(worth, tally, effects)


def _switch(worth: Valuation, tally: EffectTotals, action: UseSwitch) -> None:
    _announced(worth, tally, tuple(effects_at(worth.game, worth.seat, "switched")))
    if action.resource is not None:
        tally.add(one(action.resource))
    elif action.copy is not None:
        add_effects(worth, tally, worth.pack.citizen[action.copy].top.get)
    tally.flat -= worth.weights.hibernate_switch * min(1.0, worth.left / 2) * 0.6


# ---- the map -----------------------------------------------------------------------------------------------------


def _explore(worth: Valuation, tally: EffectTotals, action: Explore) -> None:
    game, pack = worth.game, worth.pack
    back = pack.tile[game.state.places[action.place].tile].back
    tally.points += back.points
    if back.card:
        tally.flat += worth.best_card
        tally.engine += worth.best_card
    _announced(worth, tally, tuple(effects_at(game, worth.seat, "explored")))
    spaces = game.board.spaces_of[action.place]
    near = {beside for space in spaces for beside in game.board.adjacent[space]}
    built = sum(
        SIZES[building.size]
        for space, building in game.state.buildings.items()
        if building.seat == worth.seat and space in near
    )
    tally.flat += built * worth.weights.beside_tile + worth.weights.explore * min(1.0, worth.left / 4)


def _populate(worth: Valuation, tally: EffectTotals, action: Populate) -> None:
    game, technology = worth.game, worth.pack.technology[action.technology]
    add_effects(worth, tally, technology.at_once)
    _announced(worth, tally, tuple(effects_at(game, worth.seat, "populated")))
    gained = worth.technology(technology) + _large(worth, action.location)
    tally.flat += gained + worth.weights.map_action * min(1.0, worth.left / 3)
    tally.flat -= worth.too_soon(technology) + benefit_to_others(worth, action)
    tally.technology += gained


def _large(worth: Valuation, location: int) -> float:
    game = worth.game
    if game.terrain(location) != "large":
        return 0.0
    points = worth.pack.large_location[game.state.places[game.board.place_of[location]].tile].points
    return points + worth.counts.get("large_locations", 0.0)


def _build(worth: Valuation, tally: EffectTotals, action: Build) -> None:
    game = worth.game
    spaces = beside(game, action.space)
    add_effects(worth, tally, tuple(plain_bonuses(game, spaces, 2 if action.size == "large" else 1)))
    for water in waters_in(game, spaces):
        if water not in worth.mine.waters:
            add_effects(worth, tally, water_print(game, water))
            tally.flat += worth.counts.get("waters", 0.0)
    _announced(worth, tally, tuple(effects_at(game, worth.seat, "built", size=action.size)))
    counted = "small_buildings" if action.size == "small" else "large_buildings"
    tally.flat += worth.counts.get("buildings", 0.0) + worth.counts.get(counted, 0.0)
    tally.flat -= benefit_to_others(worth, action)
    unknown = sum(game.prints[near] is None for near in game.board.adjacent[action.space])
    tally.flat += (worth.weights.map_action + 0.35 * unknown) * min(1.0, worth.left / 5)


# ---- hibernation -------------------------------------------------------------------------------------------------


def _hibernate(worth: Valuation, tally: EffectTotals, action: Hibernate) -> None:
    mine, weights, alive = worth.mine, worth.weights, min(1.0, worth.left / 2)
    powered = sum(machine.powered for machine in mine.machines)
    tally.flat += alive * weights.hibernate_card * _plays_back(mine)
    tally.flat += alive * weights.hibernate_energy * min(powered, 4)
    tally.flat += alive * weights.hibernate_switch * mine.switch_used
    tally.flat += worth.counts.get("hibernations", 0.0)
    tally.flat += best_row(worth, mine.hibernations + 1)[1] - hibernation_penalty(worth)
    _announced(worth, tally, tuple(effects_at(worth.game, worth.seat, "hibernated")))


def _plays_back(mine: SeatState) -> int:
    """So many cards more can be played after hibernating than before."""
    free = sum(not slot.cards for slot in mine.slots[:SLOTS])
    return min(SLOTS, len(mine.active) + len(mine.rest)) - min(free, len(mine.active))


def hibernation_penalty(worth: Valuation) -> float:
    """What is lost by hibernating before there is much to get back (energy, plays, the switch): the next time comes
    later for it."""
    mine = worth.mine
    back = sum(machine.powered for machine in mine.machines) + _plays_back(mine) + mine.switch_used
    return worth.weights.haste * max(0, ENOUGH - back) * min(1.0, worth.left / 2)


def best_row(worth: Valuation, reached: int) -> tuple[int, float]:
    """The best reward of the hibernation track up to a row, and its worth."""
    rows = worth.pack.board.hibernation[: max(1, reached)]
    values = [effects_worth(worth, effects) for effects in rows]
    best = max(range(len(values)), key=lambda row: values[row])
    return best + 1, values[best]


def effects_worth(worth: Valuation, effects: tuple[Effect, ...]) -> float:
    """Effects now, in points."""
    tally = EffectTotals()
    add_effects(worth, tally, effects)
    return worth.settle(tally)


# ---- free actions ------------------------------------------------------------------------------------------------


def _machine(worth: Valuation, tally: EffectTotals, action: UseMachine) -> None:
    effects = machine_effects(worth.game, action.machine)
    add_effects(worth, tally, effects)
    _announced(worth, tally, tuple(effects_at(worth.game, worth.seat, "machine_used")))
    tally.flat -= worth.waiting(action.machine) * worth.weights.machine_ready * min(1.0, worth.left / 1.5)


def _crate(worth: Valuation, tally: EffectTotals, action: OpenCrate) -> None:
    """A crate keeps: it is opened where all of it can be used."""
    crate = worth.pack.crate[action.crate]
    add_effects(worth, tally, crate.get)
    _announced(worth, tally, tuple(effects_at(worth.game, worth.seat, "crate_opened")))
    tally.flat -= worth.kept_crate(crate)


def _trade(worth: Valuation, tally: EffectTotals, action: TradeAction) -> None:
    trade = worth.pack.technology[action.technology].trade
    if trade is not None:
        add_effects(worth, tally, trade.get)


def _convert(worth: Valuation, tally: EffectTotals, action: Convert) -> None:
    tally.add(one(action.to))
    if worth.mine.owned.crystal > CRYSTAL_LIMIT:
        tally.crystal += 1  # it would be lost
    tally.flat -= 0.05


def _end(worth: Valuation, tally: EffectTotals, action: Action) -> None:
    if isinstance(action, EndTurn) and worth.game.state.turn.actions < worth.game.actions_a_turn:
        tally.flat += ENDING


def _choose(worth: Valuation, tally: EffectTotals, action: Choose) -> None:
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
    EndAction: _end,
    EndTurn: _end,
    Choose: _choose,
}
