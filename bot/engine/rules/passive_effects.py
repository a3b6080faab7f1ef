"""What technologies and tribes do all the time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.engine.effects import (
    Discount,
    Effect,
    FifthSlot,
    Lasting,
    LastingDiscount,
    LastingRange,
    MapAction,
    Moment,
    Origin,
    Size,
    When,
)
from bot.engine.resolution.tasks import Announce, Do, Source
from bot.engine.resources import NOTHING, Amounts, one

if TYPE_CHECKING:
    from bot.engine.effects import Colour
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber


@dataclass
class PassiveEffects:
    """A seat's lasting effects by kind, each list in the order unlocked, the tribe's own first."""

    technologies: int
    fifth_slot: bool = False
    ranges: list[LastingRange] = field(default_factory=list)
    discounts: list[LastingDiscount] = field(default_factory=list)
    origins: list[Origin] = field(default_factory=list)
    moments: dict[Moment, list[tuple[Source, When]]] = field(default_factory=dict)

    def add(self, source: Source, lasting: Lasting) -> None:
        if isinstance(lasting, LastingRange):
            self.ranges.append(lasting)
        elif isinstance(lasting, LastingDiscount):
            self.discounts.append(lasting)
        elif isinstance(lasting, Origin):
            self.origins.append(lasting)
        elif isinstance(lasting, When):
            self.moments.setdefault(lasting.moment, []).append((source, lasting))
        else:
            self.fifth_slot |= isinstance(lasting, FifthSlot)


def standing(game: Game, seat: SeatNumber) -> PassiveEffects:
    """A seat's lasting effects; kept until it unlocks another technology."""
    mine = game.seat(seat)
    found = game.standings.get(seat)
    if found is None or found.technologies != len(mine.technologies):
        found = game.standings[seat] = PassiveEffects(len(mine.technologies))
        for lasting in game.pack.tribe[mine.tribe].lasting:
            found.add(Source("tribe", mine.tribe), lasting)
        for technology in mine.technologies:
            for lasting in game.pack.technology[technology].lasting:
                found.add(Source("technology", technology), lasting)
    return found


def fifth_slot_open(game: Game, seat: SeatNumber) -> bool:
    """Whether the right card slot is open (001: the middle technology of the second row)."""
    return standing(game, seat).fifth_slot


def discount_for(game: Game, seat: SeatNumber, action: MapAction, cost: Amounts) -> Amounts:
    """What is taken off the cost of a map action; never more than it costs (design 2.5)."""
    off = NOTHING
    found: list[Discount | LastingDiscount] = [*standing(game, seat).discounts]
    if game.active == seat:
        found += game.state.turn.window.discounts
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
    return [effect for _, when in _at(game, seat, moment, colour, size) for effect in when.get]


def _at(
    game: Game, seat: SeatNumber, moment: Moment, colour: Colour | None, size: Size | None
) -> list[tuple[Source, When]]:
    found = standing(game, seat).moments.get(moment)
    if not found:
        return []
    every = moment == "played" and game.active == seat and game.state.turn.window.any_colour
    return [
        (source, when)
        for source, when in found
        if (every or when.colour in (None, colour)) and when.size in (None, size)
    ]
