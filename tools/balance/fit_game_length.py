"""Fits how the planner foresees the end of a game (``pace`` in the weights) to games with the bot's pack::

    python -m tools.balance.fit_game_length [GAMES [SEED [LEVEL]]]

Prints the line for rules_data/players/weights.yaml, how far off it is, and how many own turns the games took.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bot.engine import Game, apply, legal, new_game, view
from bot.engine.components import Pack
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.state import Options
from bot.players.planner import Planner
from bot.players.planner_weights import Pace
from bot.players.strengths import LEVELS, Level
from bot.players.valuation.game_length import length_signs
from bot.simulation.simulated_games import setup_for

MOST_SEATS = 4


@dataclass(frozen=True)
class Fit:
    """A pace, its standard error in own turns, and the own turns of a game on average."""

    pace: Pace
    error: float
    turns: float


def fit_pace(pack: Pack, games: int, seed: int, level: Level = "easy") -> Fit:
    """The pace that foresees the end of so many games of two, three and four seats best (least squares)."""
    rows, lengths = [], []
    for number in range(games):
        found, turns = _played(pack, seed + number, level)
        rows += [(1.0, *row, turns - row[-1]) for row in found]
        lengths.append(turns)
    table = np.array(rows)
    known, left = table[:, :-1], table[:, -1]
    found_weights = np.linalg.lstsq(known, left, rcond=None)[0]
    error = float((left - known @ found_weights).std())
    length, share, progress, turn = (float(each) for each in found_weights)
    return Fit(Pace(length, -share, -progress, -turn), error, float(np.mean(lengths)))


def _played(pack: Pack, seed: int, level: Level) -> tuple[list[tuple[float, float, float]], float]:
    """The signs at every turn's start until the end is in sight, and the own turns the game took."""
    seats = 2 + seed % (MOST_SEATS - 1)
    game = new_game(setup_for(pack, seats, seed, Options(long_game=seats == MOST_SEATS and seed % 2 == 0)), pack)
    found = list(_turn_by_turn(game, level))
    return found, game.state.turn.number / seats


def _turn_by_turn(game: Game, level: Level) -> Iterator[tuple[float, float, float]]:
    player, last = Planner(level), 0
    while (seat := next_seat(game)) is not None:
        turn = game.state.turn.number
        if game.state.phase == "play" and turn != last and game.state.end_by is None:
            last = turn
            yield length_signs(game)
        apply(game, player.choose(view(game, seat), legal(game, seat)))


def main() -> None:
    """Print the fitted line."""
    games, seed, level = (*sys.argv[1:], *("90", "1", "normal")[len(sys.argv) - 1 :])
    if level not in LEVELS:
        sys.exit(f"{level} is no strength; there are {', '.join(LEVELS)}")
    fit = fit_pace(field(), int(games), int(seed), level)
    pace = ", ".join(f"{name}: {getattr(fit.pace, name):.2f}" for name in fit.pace.__struct_fields__)
    print(f"pace: {{{pace}}}")
    print(f"off by {fit.error:.2f} own turns; games took {fit.turns:.1f} on average")


if __name__ == "__main__":
    main()
