"""The easy player: takes what seems best now and tries nothing out."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import Game
from bot.engine.actions import (
    FREE_ACTIONS,
    Action,
    Choose,
    Convert,
    Decision,
    EndAction,
    EndTurn,
    Hibernate,
    Offer,
    UseMachine,
)
from bot.engine.resources import CRYSTAL_LIMIT
from bot.engine.rules.free_actions import machine_effects
from bot.engine.state import SeatNumber
from bot.players.planner_weights import Weights
from bot.players.valuation.effect_totals import EffectTotals
from bot.players.valuation.offer_values import appraise, effects_value
from bot.players.valuation.option_values import answer
from bot.players.valuation.valuation import Valuation

RatedOffer = tuple[float, Offer, EffectTotals]
Subject = tuple[object, ...]


def greedy(game: Game, seat: SeatNumber, offers: list[Offer], asked: Decision | None, weights: Weights) -> Action:
    """The action that seems best."""
    valuation = Valuation(game, seat, weights)
    if asked is not None and any(isinstance(offer.action, Choose) for offer in offers):
        return answer(valuation, asked)
    return best_of(valuation, rated_offers(valuation, offers))


def rated_offers(valuation: Valuation, offers: list[Offer]) -> list[RatedOffer]:
    """The offers with their values, the best first. Converting a crystal is rated only while there are more crystals
    than the limit allows, since a crystal pays for anything as it is."""
    too_many = valuation.mine.owned.crystal > CRYSTAL_LIMIT
    found = [_rated(valuation, offer) for offer in offers if too_many or not isinstance(offer.action, Convert)]
    return sorted(found, key=lambda each: -each[0])


def _rated(valuation: Valuation, offer: Offer) -> RatedOffer:
    """Kept with the valuation, since a search asks for all offers of a position, then for its main actions."""
    found: RatedOffer | None = valuation.cache.get(offer.action)
    if found is None:
        value, totals = appraise(valuation, offer)
        found = valuation.cache[offer.action] = value, offer, totals
    return found


def of_each_kind(actions: Sequence[Action], most: int) -> list[Action]:
    """At most ``most`` of some actions: first one of each kind, then one for each technology, card or size, then the
    rest in their order."""
    chosen: dict[Action, None] = {}
    for alike in (type, subject):
        firsts = {alike(action): action for action in reversed(actions)}.values()
        chosen |= dict.fromkeys(sorted(firsts, key=actions.index))
    return list(chosen | dict.fromkeys(actions))[:most]


def subject(action: Action) -> Subject:
    """What an action does and with which component, whatever its place on the map."""
    return type(action), *(getattr(action, name, None) for name in ("technology", "card", "half", "size", "copy"))


def best_of(valuation: Valuation, found: list[RatedOffer]) -> Action:
    """A free action that pays; else hibernation where it brings more than two main actions; else the best main
    action."""
    free = next((each for each in found if isinstance(each[1].action, FREE_ACTIONS)), None)
    main = [each for each in found if not isinstance(each[1].action, (*FREE_ACTIONS, Hibernate, EndAction, EndTurn))]
    if free is not None and free[0] > valuation.weights.offers.free:
        return free[1].action
    rest = next((each for each in found if isinstance(each[1].action, Hibernate)), None)
    if rest is not None and rest[0] > two_actions(valuation, main):
        return rest[1].action
    if main:
        return main[0][1].action
    return _closing(found)


def before_resting(valuation: Valuation, offers: list[Offer]) -> Action | None:
    """A machine to use before hibernating, which returns its energy (000 ÜBERWINTERN); None where no machine gives
    anything."""
    gains = [
        (effects_value(valuation, machine_effects(valuation.game, offer.action.machine)), offer.action)
        for offer in offers
        if isinstance(offer.action, UseMachine)
    ]
    best = max(gains, key=lambda gain: gain[0], default=None)
    return best[1] if best is not None and best[0] > valuation.weights.offers.free else None


def two_actions(valuation: Valuation, main: list[RatedOffer]) -> float:
    """Roughly what the best two main actions bring together. The second has to be a different one."""
    if not main:
        return -1.0
    first = main[0]
    second = next((value for value, offer, _ in main if _differs(first[1], offer)), 0.0)
    return first[0] + (valuation.weights.offers.second * max(0.0, second) if valuation.game.actions_a_turn > 1 else 0.0)


def _differs(first: Offer, other: Offer) -> bool:
    """Whether both actions can be taken in one turn: not the same card twice, not the switch twice."""
    one, two = first.action, other.action
    if type(one) is not type(two):
        return True
    card = getattr(one, "card", None)
    return card is not None and card != getattr(two, "card", None)


def _closing(found: list[RatedOffer]) -> Action:
    """Open the second window, else end the turn."""
    for kind in (EndAction, EndTurn):
        for _, offer, _ in found:
            if isinstance(offer.action, kind):
                return offer.action
    return found[0][1].action
