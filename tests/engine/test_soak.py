"""The big run of the engine: ``make soak``."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor

import pytest

from bot.engine.packs import field
from bot.simulation.simulated_games import Played, options_for, play_random

GAMES = 10_000
EVERY = 6


def _play(seed: int) -> Played:
    seats = 2 + seed % 3
    return play_random(field(), seats, seed, options_for(seed, seats), every=EVERY)


@pytest.mark.soak
def test_ten_thousand_random_games() -> None:
    """2, 3 and 4 seats, all options: nothing broken, no exception, every game ends."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(_play, range(GAMES), chunksize=50))
    broken = [(played.seed, played.seats, played.options, played.broken[:3]) for played in found if played.broken]
    assert broken == []
    assert all(played.ended for played in found)
