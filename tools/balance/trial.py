"""Games with a pack from a directory, to try a change before it is made."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from typing import TYPE_CHECKING

from bot.engine.packs import load_pack
from bot.engine.state import Options
from bot.simulation.simulated_games import Played, play, setup_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bot.engine.components import Pack


@cache
def _pack(directory: Path) -> Pack:
    return load_pack(directory)


def _one(directory: Path, seats: int, policy: str, options: Options, seed: int) -> Played:
    pack = _pack(directory)
    return play(pack, setup_for(pack, seats, seed, options), [policy] * seats)


def games(
    directory: Path, seats: int, policy: str, seeds: range, *, options: Options | None = None, jobs: int = 1
) -> Iterator[Played]:
    """One game for each seed, all seats played by one policy.

    :raises PackMistakes: where the pack has mistakes.
    """
    one = partial(_one, directory, seats, policy, options or Options())
    if jobs == 1:
        yield from map(one, seeds)
        return
    _pack(directory)
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, seeds, chunksize=8)
