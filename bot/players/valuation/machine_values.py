"""The value of machines and of the energy for them. They count together; one more counts by the difference it makes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bot.engine.effects import TRACKS
from bot.engine.rules.free_actions import machine_effects
from bot.players.planner_weights import MachineWeights
from bot.players.valuation.artifact_values import count_values
from bot.players.valuation.later_effects import later
from bot.players.valuation.valuation_state import ValuationState, kept_by, once


@dataclass(frozen=True)
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
    weights: MachineWeights

    @cached_property
    def total(self) -> float:
        """As many machines as there is energy for, the best ones, in every cycle to come; those unused in this."""
        return self._total(self.values, self.ready, self.energy, self.in_hand)

    def _total(self, values: tuple[float, ...], ready: tuple[float, ...], energy: int, in_hand: int) -> float:
        spare = max(0, energy - len(values))
        awaited = min(float(spare), self.coming)
        later = sum(values[:energy]) + self.weights.beyond * sum(values[energy:])
        later += self.weights.awaited * awaited + self.weights.spare * (spare - awaited)
        return self.cycles * later + self.now * sum(ready[:in_hand])

    def machine_more(self, value: float) -> float:
        """What a machine more adds."""
        values, ready = (tuple(sorted((*some, value), reverse=True)) for some in (self.values, self.ready))
        return self._total(values, ready, self.energy, self.in_hand) - self.total

    def energy_more(self) -> float:
        """What an energy token more adds."""
        return self._total(self.values, self.ready, self.energy + 1, self.in_hand + 1) - self.total


@once
@kept_by(lambda state: (tuple(state.mine.machines), state.mine.energy))
def machinery(state: ValuationState) -> MachineValues:
    """The machines and the energy that the seat has."""
    values = {each.machine: later(state, machine_effects(state.game, each.machine)) for each in state.mine.machines}
    ready = [values[each.machine] for each in state.mine.machines if not each.powered]
    return MachineValues(
        values=tuple(sorted(values.values(), reverse=True)),
        ready=tuple(sorted(ready, reverse=True)),
        energy=state.energy_owned,
        in_hand=state.mine.energy,
        cycles=state.cycles * state.weights.machine_use,
        now=state.weights.machine_ready * min(1.0, state.left / state.weights.fade.machine),
        coming=state.left * state.weights.counts["machines"] * state.weights.machines.coming,
        weights=state.weights.machines,
    )


def machine_value(state: ValuationState, machine: str) -> float:
    """A machine for good."""
    gained = machinery(state).machine_more(later(state, machine_effects(state.game, machine)))
    return gained * state.preference(machine) + count_values(state).get("machines", 0.0)


@once
def best_machine(state: ValuationState) -> float:
    """The best machine in the market; 0 where there is none."""
    shown = [machine for track in TRACKS for machine in state.game.state.market[track]]
    return max((machine_value(state, machine) for machine in shown), default=0.0)


@once
def energy_token(state: ValuationState) -> float:
    """One energy token more."""
    if state.energy_owned >= state.pack.supply.energy:
        return 0.0
    return machinery(state).energy_more() + count_values(state).get("energy", 0.0)


@once
def returned_energy(state: ValuationState) -> float:
    """What an energy token that comes back brings: a use of the best machine that has one on it."""
    used = (each.machine for each in state.mine.machines if each.powered)
    return max((later(state, machine_effects(state.game, machine)) for machine in used), default=0.0)


def given_up_by_using(state: ValuationState, machine: str) -> float:
    """What is given up later by using a machine now: it, or the worst that there would have been energy for."""
    own = later(state, machine_effects(state.game, machine))
    unused = (each.machine for each in state.mine.machines if not each.powered)
    values = sorted((later(state, machine_effects(state.game, each)) for each in unused), reverse=True)
    energy = state.mine.energy
    least = values[energy - 1] if energy <= len(values) else 0.0
    return max(own, least)
