"""What is worked out from a position and kept with the game until the position changes: data only.

``bot.engine.rules.map_range`` fills :class:`Reach`, ``bot.engine.rules.passive_effects`` fills :class:`PassiveEffects`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.effects import FifthSlot, Lasting, LastingDiscount, LastingRange, Moment, Origin, When
from bot.engine.resolution.tasks import Source

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.actions import RangeUse
    from bot.engine.effects import Effect, MapAction
    from bot.engine.state import Space


class Target(NamedTuple):
    """What a map action can be about: the number of a place, location or space, the spaces that will do, and the
    distance to the nearest."""

    number: int
    spaces: tuple[Space, ...]
    distance: int


class Surroundings(NamedTuple):
    """What the revealed neighbours of a space bring a building there: the plain bonuses of a small and of a large one,
    and the bonus of each water space."""

    small: tuple[Effect, ...]
    large: tuple[Effect, ...]
    waters: tuple[tuple[Space, tuple[Effect, ...]], ...]


@dataclass(frozen=True)
class Reach:
    """Steps from the nearest origin to every space (-1: no way), and the space before it on the way. ``uses`` keeps how
    the nearest of some spaces is reached with so many spaces free of food (``map_range.range_to``), ``targets`` what
    there is for each map action (``map_range.in_reach``)."""

    steps: list[int]
    before: list[int]
    uses: dict[tuple[tuple[Space, ...], int], RangeUse | None] = field(default_factory=dict, compare=False)
    targets: dict[MapAction, list[Target]] = field(default_factory=dict, compare=False)

    def nearest(self, spaces: Iterable[Space]) -> Space | None:
        """The space that is reached with the fewest steps; None where none can be reached."""
        best, best_steps = None, -1
        for space in spaces:
            steps = self.steps[space]
            if steps >= 0 and (best is None or steps < best_steps):
                best, best_steps = space, steps
        return best

    def distance(self, space: Space) -> int:
        """Spaces between the origin and ``space``."""
        steps = self.steps[space]
        return steps - 1 if steps > 0 else 0

    def way(self, space: Space) -> tuple[Space, tuple[Space, ...]]:
        """The origin, and the spaces between it and ``space`` from the origin on."""
        if self.steps[space] == 0:
            return space, ()
        path = []
        at = self.before[space]
        while self.steps[at] > 0:
            path.append(at)
            at = self.before[at]
        return at, tuple(reversed(path))


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
        """Sort one lasting effect of a technology or tribe into its kind."""
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
