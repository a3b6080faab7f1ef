"""Overlays of the board: the range of a seat, a way, or targets. They are plain numbers worked out from a view."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from bot.engine.actions import Build, Populate
from bot.engine.game import Game
from bot.engine.resources import Amounts, Resource
from bot.engine.rules.map_range import origins, reach, within

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from bot.engine.actions import Offer, RangeUse
    from bot.engine.effects import MapAction
    from bot.engine.state import SeatNumber, Space
    from bot.engine.views import View

FAR = 99


@dataclass(frozen=True)
class Overlay:
    """``costs``: what each space costs; spaces without a cost are dimmed. ``origins``: where range is counted from.
    ``target`` with ``origin`` and ``path``: one way, with the spaces between its ends. ``what``: costs of the range
    alone, or all costs of an action. ``unit``: the resource in which a cost of nothing is written as 0."""

    costs: Mapping[Space, Amounts] = field(default_factory=dict)
    origins: Collection[Space] = ()
    target: Space | None = None
    origin: Space | None = None
    path: tuple[Space, ...] = ()
    what: Literal["range", "action"] = "range"
    unit: Resource = "food"

    def parts(self, space: Space) -> tuple[tuple[Resource, int], ...]:
        """The cost of a space by resource; 0 of the unit where it costs nothing."""
        return tuple(self.costs[space].items()) or ((self.unit, 0),)

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for equal overlays."""
        costs = tuple(sorted((space, *cost.items()) for space, cost in self.costs.items()))
        return costs, tuple(sorted(self.origins)), self.target, self.origin, self.path, self.what, self.unit


def reach_overlay(
    seen: View, seat: SeatNumber | None, action: MapAction = "build", target: Space | None = None
) -> Overlay:
    """The cost in food of every space for a map action of a seat (None: a player without pieces). With a target, also
    the way to it."""
    table = Game(seen.setup, seen.pack, seen.state, seen.variants)
    costs = {space: Amounts(food=food) for space, food in within(table, seat, FAR, action).items()}
    begun = origins(table, seat)
    ways = reach(table, seat)
    if target is None or ways.steps[target] < 0:
        return Overlay(costs, begun)
    origin, path = ways.way(target)
    return Overlay(costs, begun, target, origin, path)


def way_overlay(use: RangeUse, target: Space) -> Overlay:
    """The way of an offer."""
    return Overlay({target: Amounts(food=use.food)}, (use.origin,), target, use.origin, use.path)


def offers_overlay(offers: Iterable[tuple[Space, Offer]]) -> Overlay:
    """The targets of offers of one kind, each with the total cost of its cheapest offer."""
    cheapest: dict[Space, Offer] = {}
    for space, offer in offers:
        if space not in cheapest or offer.cost.total < cheapest[space].cost.total:
            cheapest[space] = offer
    begun = {offer.range.origin for offer in cheapest.values() if offer.range}
    units = {_UNITS.get(type(offer.action), "food") for offer in cheapest.values()}
    costs = {space: offer.cost for space, offer in cheapest.items()}
    return Overlay(costs, begun, what="action", unit=min(units, default="food"))


_UNITS: Final[dict[type, Resource]] = {Build: "gear", Populate: "book"}
"""The resource that an action mainly costs."""
