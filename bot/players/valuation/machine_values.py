"""What machines and the energy for them are worth together; each one more is priced by the difference it makes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

BEYOND = 0.35
"""The share of its worth that a machine has for which there is no energy: there is more to choose from."""
AWAITED, SPARE = 1.2, 0.5
"""What energy without a machine brings a cycle: where a machine is still expected to come for it, and beyond."""


@dataclass(frozen=True)  # one more is made with its own constructor below: ``replace`` is slow, and this a hot path
class MachineValues:
    """A seat's machines and energy. ``values``: one use of each machine in points, the best first; ``ready``: of those
    without energy on them; ``energy``: tokens in all, ``in_hand`` of them not on machines; ``cycles``: uses of each
    token after the next hibernation; ``now``: what a use before it counts; ``coming``: machines still expected."""

    values: tuple[float, ...]
    ready: tuple[float, ...]
    energy: int
    in_hand: int
    cycles: float
    now: float
    coming: float

    @cached_property
    def worth(self) -> float:
        """As many machines as there is energy for, the best ones, in every cycle to come; those unused in this."""
        spare = max(0, self.energy - len(self.values))
        awaited = min(float(spare), self.coming)
        later = sum(self.values[: self.energy]) + BEYOND * sum(self.values[self.energy :])
        later += AWAITED * awaited + SPARE * (spare - awaited)
        return self.cycles * later + self.now * sum(self.ready[: self.in_hand])

    def machine_more(self, value: float) -> float:
        """What a machine more adds."""
        values, ready = (tuple(sorted((*some, value), reverse=True)) for some in (self.values, self.ready))
        more = MachineValues(values, ready, self.energy, self.in_hand, self.cycles, self.now, self.coming)
        return more.worth - self.worth

    def energy_more(self) -> float:
        """What an energy token more adds."""
        energy, in_hand = self.energy + 1, self.in_hand + 1
        more = MachineValues(self.values, self.ready, energy, in_hand, self.cycles, self.now, self.coming)
        return more.worth - self.worth
