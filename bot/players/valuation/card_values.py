"""The value of citizen cards, slot modules and crates, gained or kept."""

from __future__ import annotations

from bot.engine.components import Citizen, Crate, Module
from bot.engine.effects import COLOURS, Colour
from bot.engine.rules.passive_effects import effects_at
from bot.engine.rules.score_values import CARD_POINTS
from bot.players.valuation.artifact_values import count_values
from bot.players.valuation.later_effects import HELPS, later, later_value
from bot.players.valuation.valuation_state import ValuationState, once


def better_half(state: ValuationState, card: Citizen) -> float:
    """A card's better half, by the first position of the turn."""
    base = state.base
    found = base.card_cache.get(card.id)
    if found is None:
        top, bottom = (
            later(base, half.get) + state.weights.cards.slot_symbol * half.slot for half in (card.top, card.bottom)
        )
        found = base.card_cache[card.id] = max(top, bottom) * state.preference(card.id)
    return found


def gained_card(state: ValuationState, card: str) -> float:
    """A card for good: it can be played at once and in later cycles, better than the cards there are."""
    citizen, weights = state.pack.citizen[card], state.weights
    own = weights.cards
    better = max(0.0, better_half(state, citizen) - own.usual)
    soon = min(1.0, state.left / weights.fade.new_play) * weights.card_ready
    plays = soon + state.cycles * weights.card_cycle[2] * own.again
    gained = own.gained * min(1.0, state.left / weights.fade.gained_card)
    return gained + plays * (better + own.better) + _card_points(state, citizen.colour)


def _card_points(state: ValuationState, colour: Colour | None) -> float:
    """A card of no colour counts as any that is unlocked."""
    unlocked = {state.pack.reward[reward].cards for reward in state.mine.unlocked} - {None}
    weights = state.weights.cards
    sure = colour in unlocked or (colour is None and unlocked)
    chance = 1.0 if sure else min(weights.unlock, state.left / weights.unlock_turns)
    return CARD_POINTS * chance + count_values(state).get("cards_gained", 0.0)


@once
def best_card(state: ValuationState) -> float:
    """The best card on display, or one from the deck."""
    return max((gained_card(state, card) for card in state.game.state.display), default=state.weights.cards.deck)


def cards_of(state: ValuationState, colour: Colour) -> float:
    """Cards of a colour gained by the end."""
    gained = [state.pack.citizen[card].colour for card in state.mine.gained_cards]
    return gained.count(colour) + state.left * state.weights.counts["cards_gained"] * state.weights.cards.of_colour


def module_value(state: ValuationState, module: Module) -> float:
    """A module for good, before its place is chosen."""
    weights = state.weights
    times = weights.cards.module + state.cycles * weights.module_cycle * _triggered(state, module)
    return later(state, module.get) * times * state.preference(module.id) + count_values(state).get("modules", 0.0)


def _triggered(state: ValuationState, module: Module) -> float:
    """How often a cycle a card of its colours is played into its slot, by the seat's own cards."""
    shares, weights = colour_shares(state), state.weights.cards
    return weights.trigger + weights.trigger_colour * sum(shares[colour] for colour in module.colours)


@once
def colour_shares(state: ValuationState) -> dict[Colour, float]:
    """How much of each colour there is among the seat's citizen cards, wherever they are; 1 is an even share."""
    mine = state.mine
    played = [played.card for slot in mine.slots for played in slot.cards]
    own = [state.pack.citizen[card].colour for card in (*mine.active, *mine.rest, *played)]
    return {colour: len(COLOURS) * own.count(colour) / max(1, len(own)) for colour in COLOURS}


@once
def best_module(state: ValuationState) -> float:
    """The best module on display; 0 where there is none."""
    modules = (module_value(state, state.pack.module[name]) for name in state.game.state.module_display)
    return max(modules, default=0.0)


def kept_crate(state: ValuationState, crate: Crate) -> float:
    """A crate that is kept, with what opening it brings besides: it can be opened where it helps most, and may be
    forgotten by the end. What helps an action counts whole, since it waits for one."""
    helping = tuple(effect for effect in crate.get if isinstance(effect, HELPS))
    gained = later(state, crate.get) + later_value(state.base, helping) + _crate_opened(state)
    return gained * state.weights.cards.kept_crate * min(1.0, state.left / state.weights.fade.crate)


@once
def _crate_opened(state: ValuationState) -> float:
    """What opening a crate brings besides what is in it."""
    return later_value(state.base, tuple(effects_at(state.game, state.seat, "crate_opened")))
