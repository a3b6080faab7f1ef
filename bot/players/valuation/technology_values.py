"""The value of technologies: their points, what they do for the rest of the game, and what they lead to."""

from __future__ import annotations

from bot.engine.components import Technology
from bot.engine.effects import Each, FifthSlot, Lasting, LastingDiscount, LastingRange, Origin, When
from bot.engine.rules.counting import count
from bot.players.valuation.artifact_values import count_values
from bot.players.valuation.event_rates import event_rates
from bot.players.valuation.later_effects import later, later_value
from bot.players.valuation.machine_values import machine_value
from bot.players.valuation.resource_values import later_amounts
from bot.players.valuation.valuation_state import ValuationState


def technology_value(state: ValuationState, technology: Technology) -> float:
    """A technology: its points, what it does, and what it leads to. Effects at once are added up elsewhere."""
    value = keeps_giving(state, technology) + _links(state, technology)
    value += machine_value(state, technology.id) if technology.machine else 0.0
    points = technology.points + count_values(state).get("technologies", 0.0)
    return value * state.preference(technology.id) + points


def too_soon(state: ValuationState, technology: Technology) -> float:
    """What its effects at once would bring more if it were taken later, as far as there will be a later."""
    return state.weights.technologies.ripening * sum(
        (min(effect.most, state.expected_count(effect.of)) - min(effect.most, count(state.game, state.seat, effect.of)))
        * later_value(state, (effect.get,))
        for effect in technology.at_once
        if isinstance(effect, Each)
    )


def keeps_giving(state: ValuationState, technology: Technology) -> float:
    """What a technology does for the rest of the game, its machine left out."""
    value = 0.0
    for lasting in technology.lasting:
        value += _lasting(state, lasting)
    if technology.trade:
        gain = later(state, technology.trade.get) - later_amounts(state, technology.trade.cost)
        value += max(state.weights.technologies.trade_least, gain) * state.left * state.weights.technologies.trade
    return value


def _lasting(state: ValuationState, lasting: Lasting) -> float:
    weights = state.weights.technologies
    if isinstance(lasting, FifthSlot):
        return state.cycles * weights.fifth_slot
    if isinstance(lasting, LastingRange):
        return lasting.n * state.left * (weights.range if lasting.action is None else weights.range_one)
    if isinstance(lasting, LastingDiscount):
        return lasting.n * state.left * weights.discount
    if isinstance(lasting, Origin):
        return state.left * weights.origin
    return _when(state, lasting)


def _when(state: ValuationState, lasting: When) -> float:
    rate = event_rates(state.base)[lasting.moment]
    weights = state.weights.technologies
    rate *= (weights.coloured if lasting.colour else 1) * (weights.sized if lasting.size else 1)
    return rate * state.left * later(state, lasting.get)


def _links(state: ValuationState, technology: Technology) -> float:
    """What it opens: technologies whose figures could not be used before, as far as there is time for them."""
    own = state.mine.technologies
    opened = [
        other
        for other in state.pack.tribe[state.mine.tribe].technologies
        if technology.id in other.links and not any(link in own for link in other.links)
    ]
    return len(opened) * state.weights.tech_link * min(state.weights.technologies.link_turns, state.left)


def open_links(state: ValuationState) -> float:
    """The same for all that is open and not yet unlocked."""
    own = state.mine.technologies
    opened = [
        other
        for other in state.pack.tribe[state.mine.tribe].technologies
        if other.id not in own and any(link in own for link in other.links)
    ]
    return len(opened) * state.weights.tech_link * min(state.weights.technologies.link_turns, state.left)
