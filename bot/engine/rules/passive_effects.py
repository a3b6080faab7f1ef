"""What technologies and tribes do all the time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.derived import PassiveEffects
from bot.engine.effects import (
    Discount,
    Effect,
    LastingDiscount,
    MapAction,
    Moment,
    Size,
    When,
)
from bot.engine.resolution.tasks import Announce, Do, Source
from bot.engine.resources import NOTHING, Amounts, one

if TYPE_CHECKING:
    from bot.engine.effects import Colour
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber


def passive_effects(game: Game, seat: SeatNumber) -> PassiveEffects:
    """A seat's lasting effects; kept until it unlocks another technology."""
    mine = game.state.seats[seat]
    found = game.passive_effects.get(seat)
    if found is None or found.technologies != len(mine.technologies):
        found = game.passive_effects[seat] = PassiveEffects(len(mine.technologies))
        for lasting in game.pack.tribe[mine.tribe].lasting:
            found.add(Source("tribe", mine.tribe), lasting)
        for technology in mine.technologies:
            for lasting in game.pack.technology[technology].lasting:
                found.add(Source("technology", technology), lasting)
    return found


def fifth_slot_open(game: Game, seat: SeatNumber) -> bool:
    """Whether the right card slot is open (001: the middle technology of the second row)."""
    return passive_effects(game, seat).fifth_slot


def discount_for(game: Game, seat: SeatNumber, action: MapAction, cost: Amounts) -> Amounts:
    """What is taken off the cost of a map action; never more than it costs (ruling discounts)."""
    off = NOTHING
    lasting, window = passive_effects(game, seat).discounts, game.state.turn.window.discounts
    if not lasting and not window:
        return off
    found: list[Discount | LastingDiscount] = [*lasting]
    if game.active == seat:
        found += window
    for discount in found:
        if discount.action == action:
            left = cost.get(discount.resource) - off.get(discount.resource)
            off = off + one(discount.resource, min(discount.n, left))
    return off


def announce(
    game: Game, seat: SeatNumber, moment: Moment, *, colour: Colour | None = None, size: Size | None = None
) -> None:
    """Put the effects of lasting technologies for a moment below what the seat is doing, so that they come after it."""
    effects = tuple(Do(effect, source) for source, when in _at(game, seat, moment, colour, size) for effect in when.get)
    if effects:
        game.seat(seat).stack.append(Announce(effects))


def effects_at(
    game: Game, seat: SeatNumber, moment: Moment, *, colour: Colour | None = None, size: Size | None = None
) -> list[Effect]:
    """The effects that lasting technologies add at a moment."""
    if moment not in passive_effects(game, seat).moments:
        return []
    return [effect for _, when in _at(game, seat, moment, colour, size) for effect in when.get]


def _at(
    game: Game, seat: SeatNumber, moment: Moment, colour: Colour | None, size: Size | None
) -> list[tuple[Source, When]]:
    found = passive_effects(game, seat).moments.get(moment)
    if not found:
        return []
    every = moment == "played" and game.active == seat and game.state.turn.window.any_colour
    return [
        (source, when)
        for source, when in found
        if (every or when.colour in (None, colour)) and when.size in (None, size)
    ]
