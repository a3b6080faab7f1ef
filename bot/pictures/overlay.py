"""What can be laid over the board: how far a seat reaches, a way, targets. Plain numbers; worked out from a view."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.engine.game import Game
from bot.engine.reach import free_range, origins, reach, within

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from bot.engine.actions import Offer, RangeUse
    from bot.engine.effects import MapAction
    from bot.engine.state import SeatNumber, Space
    from bot.engine.views import View

FAR = 99


@dataclass(frozen=True)
class Overlay:
    """``costs``: what reaching each space costs in food; spaces without one are dimmed. ``origins``: where range is
    counted from. ``target`` with ``origin`` and ``path``: one way, the spaces between without both ends."""

    costs: Mapping[Space, int] = field(default_factory=dict)
    origins: Collection[Space] = ()
    target: Space | None = None
    origin: Space | None = None
    path: tuple[Space, ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for equal overlays."""
        return tuple(sorted(self.costs.items())), tuple(sorted(self.origins)), self.target, self.origin, self.path


def reach_overlay(
    seen: View, seat: SeatNumber | None, action: MapAction = "build", target: Space | None = None
) -> Overlay:
    """What every space costs a seat (None: somebody with nothing on the map) in food for a map action; with a target
    also the way there."""
    table = Game(seen.setup, seen.pack, seen.state, seen.variants)
    costs = within(table, seat, FAR, action)
    begun = origins(table, seat)
    ways = reach(table, seat)
    if target is None or ways.steps[target] < 0:
        return Overlay(costs, begun)
    origin, path = ways.way(target)
    return Overlay(costs, begun, target, origin, path)


def free_spaces(seen: View, seat: SeatNumber, action: MapAction) -> int:
    """Spaces free of food for a map action of a seat."""
    return free_range(Game(seen.setup, seen.pack, seen.state, seen.variants), seat, action)


def way_overlay(use: RangeUse, target: Space) -> Overlay:
    """One way, as an offer has it."""
    return Overlay({target: use.food}, (use.origin,), target, use.origin, use.path)


def offers_overlay(offers: Mapping[Space, Offer]) -> Overlay:
    """Targets of offers, each with what it costs in all."""
    begun = {offer.range.origin for offer in offers.values() if offer.range}
    return Overlay({space: offer.cost.total for space, offer in offers.items()}, begun)
