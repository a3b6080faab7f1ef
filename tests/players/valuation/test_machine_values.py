"""Machines and energy are worth something together; what one more adds is the difference."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.players.planner_weights import weights
from bot.players.valuation.machine_values import MachineValues

OWN = weights().machines
TWO = MachineValues(
    values=(3.0, 1.0), ready=(3.0, 1.0), energy=2, in_hand=2, cycles=2.0, now=0.5, coming=0.0, weights=OWN
)


def test_each_machine_with_energy_works_every_cycle_and_now() -> None:
    assert TWO.total == pytest.approx(2 * 4 + 0.5 * 4)


def test_energy_goes_to_the_best_machines() -> None:
    short = replace(TWO, energy=1, in_hand=1)
    assert short.total == pytest.approx(2 * (3 + OWN.beyond) + 0.5 * 3)
    assert short.energy_more() == pytest.approx(TWO.total - short.total)


def test_energy_without_a_machine_is_worth_more_where_one_is_still_expected() -> None:
    assert TWO.energy_more() == pytest.approx(2 * OWN.spare)
    assert replace(TWO, coming=1.0).energy_more() == pytest.approx(2 * OWN.awaited)


def test_a_machine_more_counts_by_what_it_lets_be_done() -> None:
    idle = replace(TWO, energy=3, in_hand=3)
    assert idle.machine_more(2.0) == pytest.approx(2 * (2 - OWN.spare) + 0.5 * 2)
    assert TWO.machine_more(2.0) == pytest.approx(2 * (2 + OWN.beyond - 1) + 0.5 * (2 - 1)), (
        "it does instead of the worst"
    )
    assert TWO.machine_more(0.5) == pytest.approx(2 * OWN.beyond * 0.5)
