"""What technologies and tribes do all the time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.effects import Discount, Effect, FifthSlot, Lasting, LastingDiscount, MapAction, Moment, Size, When
from bot.engine.resources import NOTHING, Amounts, one
from bot.engine.tasks import Announce, Do, Source

if TYPE_CHECKING:
    from bot.engine.effects import Colour
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber


def lasting_of(game: Game, seat: SeatNumber) -> list[Lasting]:
    """The lasting effects of a seat: its tribe's, then its technologies' in the order unlocked."""
    return [lasting for _, lasting in _with_source(game, seat)]


def _with_source(game: Game, seat: SeatNumber) -> list[tuple[Source, Lasting]]:
    mine = game.seat(seat)
    found = [(Source("tribe", mine.tribe), lasting) for lasting in game.pack.tribe[mine.tribe].lasting]
    for technology in mine.technologies:
        found += [(Source("technology", technology), lasting) for lasting in game.pack.technology[technology].lasting]
    return found


def fifth_slot_open(game: Game, seat: SeatNumber) -> bool:
    """Whether the right card slot is open (001: the middle technology of the second row)."""
    return any(isinstance(lasting, FifthSlot) for lasting in lasting_of(game, seat))


def discount_for(game: Game, seat: SeatNumber, action: MapAction, cost: Amounts) -> Amounts:
    """What is taken off the cost of a map action; never more than it costs (design 2.5)."""
    off = NOTHING
    found: list[Discount | LastingDiscount] = [
        lasting for lasting in lasting_of(game, seat) if isinstance(lasting, LastingDiscount)
    ]
    if game.active == seat:
        found += game.state.turn.window.discounts
    for discount in found:
        if discount.action == action:
            off = off + one(
                discount.resource, min(discount.n, cost.get(discount.resource) - off.get(discount.resource))
            )
    return off


def announce(
    game: Game, seat: SeatNumber, moment: Moment, *, colour: Colour | None = None, size: Size | None = None
) -> None:
    """Put the effects of lasting technologies for a moment below what the seat is doing, so that they come after it."""
    effects = _at(game, seat, moment, colour, size)
    if effects:
        game.seat(seat).stack.append(Announce(effects))


def _at(game: Game, seat: SeatNumber, moment: Moment, colour: Colour | None, size: Size | None) -> tuple[Do, ...]:
    return tuple(
        Do(effect, source)
        for source, lasting in _with_source(game, seat)
        if isinstance(lasting, When)
        and lasting.moment == moment
        and lasting.colour in (None, colour)
        and lasting.size in (None, size)
        for effect in lasting.get
    )


def effects_at(
    game: Game, seat: SeatNumber, moment: Moment, *, colour: Colour | None = None, size: Size | None = None
) -> list[Effect]:
    """The effects that lasting technologies add at a moment."""
    return [do.effect for do in _at(game, seat, moment, colour, size)]
