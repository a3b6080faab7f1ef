"""Journey cards: taken with the switch for a card of a colour, resolved for devotion (001 Journey Cards; ruling
journeys)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import Offer, Option, Refusal, ResolveJourney, UseSwitch
from bot.engine.resolution.open_decision import OpenDecision
from bot.engine.resolution.reveal_lookahead import reveals
from bot.engine.resolution.task_decisions import asks
from bot.engine.resolution.tasks import PayJourney, Source
from bot.engine.rules import mutations
from bot.engine.rules.action_rules import ActionRule
from bot.engine.rules.counting import count
from bot.engine.rules.passive_effects import effects_at
from bot.engine.variants.abyss.devotion import pool_devotion
from bot.engine.variants.abyss.scyphoz_cards import held
from bot.engine.variants.abyss.state_access import kept_of, parts_of, seat_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.abyss_state import AbyssState
    from bot.engine.components import Journey, JourneyLevel
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber


def lay(kept: AbyssState, seats: int) -> None:
    """One more on display than there are seats."""
    kept.journey_display = [kept.journey_deck.pop() for _ in range(min(seats + 1, len(kept.journey_deck)))]


# ---- taking one --------------------------------------------------------------------------------------------------


def payable(game: Game, seat: SeatNumber, journey: Journey) -> list[str]:
    """The cards in a seat's active area that pay for a journey: of its colour, or of none (ruling journeys)."""
    citizen = game.pack.citizen
    return [card for card in game.seat(seat).active if citizen[card].colour in (None, journey.colour)]


def switch_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """Every journey on display that can be paid for."""
    for journey in kept_of(game).journey_display:
        judged = check_switch(game, UseSwitch(seat=seat, journey=journey))
        if isinstance(judged, Offer):
            yield judged


def check_switch(game: Game, action: UseSwitch) -> Offer | Refusal | None:
    """The offer for a journey, or why not: it is not on display, or no card pays for it."""
    if action.journey is None or action.resource is not None or action.copy is not None:
        return None
    kept = kept_of(game)
    if action.journey not in kept.journey_display:
        return Refusal(reason="journey_not_shown", rule="journey.gain", values={"journey": action.journey})
    journey = game.pack.journey[action.journey]
    cards = payable(game, action.seat, journey)
    if not cards:
        values = {"journey": journey.id, "card_colour": journey.colour}
        return Refusal(reason="journey_no_card", rule="journey.colour", values=dict(values))
    return Offer(action, barrier=len(cards) == 1 and _taking_reveals(game, action.seat))


def _taking_reveals(game: Game, seat: SeatNumber) -> bool:
    return bool(kept_of(game).journey_deck) or reveals(game, seat, effects_at(game, seat, "switched"))


def use_switch(game: Game, action: UseSwitch) -> bool:
    """The price is chosen first."""
    if action.journey is None:
        return False
    game.seat(action.seat).stack.append(PayJourney(action.journey))
    return True


@asks(PayJourney)
def _pay(game: Game, seat: SeatNumber, task: PayJourney) -> OpenDecision:
    barrier = bool(kept_of(game).journey_deck)
    options = tuple(
        Option("active_card", card, 0, barrier) for card in payable(game, seat, game.pack.journey[task.journey])
    )

    def answer(picked: list[Option]) -> None:
        destroy_card(game, seat, str(picked[0].id))
        kept = kept_of(game)
        mutations.take_from(kept.journey_display, kept.journey_deck, task.journey, game)
        seat_of(game, seat).journeys.append(task.journey)
        game.tell("journey_taken", seat, journey=task.journey)

    source = Source("journey", task.journey)
    return OpenDecision("journey_price", "journey.colour", options, answer, source, interruptible=False)


def destroy_card(game: Game, seat: SeatNumber, card: str) -> None:
    """A card of the active area leaves the game; a gained one no longer counts (ruling journeys)."""
    mine = game.seat(seat)
    mine.active.remove(card)
    if card in mine.gained_cards:
        mine.gained_cards.remove(card)
    mutations.remove(game, card)
    game.tell("card_destroyed", seat, card=card)


# ---- resolving one -----------------------------------------------------------------------------------------------


def counted(game: Game, seat: SeatNumber, journey: Journey) -> int:
    """How much of what a journey asks for a seat has now."""
    return flasks(game, seat) if journey.of == "flasks" else count(game, seat, journey.of)


def flasks(game: Game, seat: SeatNumber) -> int:
    """Flask symbols: each resolved journey, and scyphoz cards that show one (001 Journey Cards; ruling journeys)."""
    shown = {card.id for card in parts_of(game).scyphoz if card.flask}
    return len(seat_of(game, seat).resolved) + sum(card in shown for card in held(game, seat))


def level_of(game: Game, seat: SeatNumber, journey: Journey) -> JourneyLevel | None:
    """The highest level that is fulfilled; None where none is."""
    number = counted(game, seat, journey)
    return next((level for level in reversed(journey.levels) if number >= level.reach), None)


def resolve_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """Own journeys of which a level is fulfilled."""
    if game.pooling is None:
        return
    for journey in seat_of(game, seat).journeys:
        judged = check_resolve(game, ResolveJourney(seat=seat, journey=journey))
        if isinstance(judged, Offer):
            yield judged


def check_resolve(game: Game, action: ResolveJourney) -> Offer | Refusal:
    """The offer for resolving a journey, or why not: not held, face down already, or no level fulfilled."""
    mine = seat_of(game, action.seat) if game.pooling is not None else None
    if mine is not None and action.journey in mine.resolved:
        return Refusal(reason="journey_resolved", rule="journey.resolve", values={"journey": action.journey})
    if mine is None or action.journey not in mine.journeys:
        return Refusal(reason="journey_not_held", rule="journey.gain", values={"journey": action.journey})
    journey = game.pack.journey[action.journey]
    if level_of(game, action.seat, journey) is not None:
        return Offer(action)
    numbers = {"counted": counted(game, action.seat, journey), "needed": journey.levels[0].reach}
    return Refusal(reason="journey_level", rule="journey.resolve", values={"journey": journey.id, **numbers})


def do_resolve(game: Game, action: ResolveJourney) -> None:
    """Devotion by the level, then face down: a flask from now on (001 Journey Cards)."""
    mine, journey = seat_of(game, action.seat), game.pack.journey[action.journey]
    level = level_of(game, action.seat, journey)
    assert level is not None, "judged before"
    mine.journeys.remove(journey.id)
    mine.resolved.append(journey.id)
    number = journey.levels.index(level) + 1
    game.tell("journey_resolved", action.seat, journey=journey.id, level=number, devotion=level.devotion)
    pool_devotion(game, action.seat, level.devotion, Source("journey", journey.id))


def problems(game: Game) -> Iterator[tuple[str, str]]:
    """Each journey is in exactly one place."""
    kept = kept_of(game)
    found = kept.journey_deck + kept.journey_display
    for mine in kept.seats:
        found = found + mine.journeys + mine.resolved
    if sorted(found) != sorted(game.pack.journey):
        yield "journeys", f"{sorted(found)}"


RULES = (ActionRule("journey", resolve_offers, check_resolve, do_resolve),)
