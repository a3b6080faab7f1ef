"""``legal``, ``explain`` and ``apply`` agree on positions of random games; 100,000 of them in ``make soak``."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

import pytest

from tests.engine.agreement import Found, compare

POSITIONS = 100_000
A_GAME = 100


@pytest.mark.parametrize("seed", range(12))
def test_a_few_positions(seed: int) -> None:
    """2 to 4 seats and alone, the shipped pack and one where much is free."""
    found = compare(seed, 8)
    assert found.differences == []
    assert (found.positions, found.actions > 5_000, found.payments > 0) == (8, True, True)


@pytest.mark.soak
def test_a_hundred_thousand_positions() -> None:
    """No difference; how much was compared is printed."""
    total = Found()
    with ProcessPoolExecutor(int(os.environ.get("SOAK_PROCESSES", os.cpu_count() or 1))) as pool:
        for found in pool.map(compare, range(POSITIONS // A_GAME * 2), repeat(A_GAME)):
            total.add(found)
            print(total.positions, "positions,", len(total.differences), "differences", flush=True)
            if total.positions >= POSITIONS or len(total.differences) > 20:
                pool.shutdown(cancel_futures=True)
                break
    print(
        f"{total.positions} positions, {total.actions} actions, {total.payments} payments, {total.answers} answers of "
        f"several ({total.sampled} positions sampled), {total.applied} carried out"
    )
    assert total.differences == []
    assert total.positions >= POSITIONS
