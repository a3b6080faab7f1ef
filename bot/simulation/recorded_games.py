"""Simulated games as ``python -m bot simulate --json FILE`` writes them: one a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from bot.simulation.simulated_games import Played

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from bot.simulation.component_usage import Used

Games = list[Played]


class Seat(NamedTuple):
    """One seat of a finished game. ``won`` is its share of the win: shared first places divide it."""

    number: int
    seats: int
    tribe: str
    total: int
    won: float
    turns: int
    lines: dict[str, int]
    used: Used


def read(files: Iterable[Path]) -> Games:
    """All finished games of the files.

    :raises ValueError: where a file holds none.
    """
    found: Games = []
    for file in files:
        games = [msgspec.json.decode(line, type=Played) for line in file.read_bytes().splitlines() if line.strip()]
        ended = [game for game in games if game.ended and game.used]
        if not ended:
            raise ValueError(f"{file}: found no finished game with what it used, expected one at least")
        found += ended
    return found


def seats_of(games: Iterable[Played]) -> Iterator[Seat]:
    """Every seat of every game."""
    for game in games:
        winners = game.ranks.count(1)
        for number, rank in enumerate(game.ranks):
            yield Seat(
                number=number,
                seats=game.seats,
                tribe=game.tribes[number],
                total=game.totals[number],
                won=1 / winners if rank == 1 else 0.0,
                turns=game.seat_turns[number],
                lines=game.lines[number],
                used=game.used[number],
            )


def by_seats(games: Games) -> dict[int, Games]:
    """The games by their number of seats, smallest first."""
    return {seats: [game for game in games if game.seats == seats] for seats in sorted({game.seats for game in games})}
