"""Policies against each other: how seats are shared out, and what came of it, with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean

from bot.simulation.simulated_games import Played

Z = 1.959964
"""Standard deviations of a 95 % interval."""


def seatings(policies: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Who sits where, game after game: the list turned seat by seat, so that each deal is played in every order. Of
    fewer names than seats the list goes round; one name fills all seats.

    :raises ValueError: where there are more names than seats, or none.
    """
    if not 1 <= len(policies) <= seats:
        raise ValueError(f"{len(policies)} policies for {seats} seats")
    row = [policies[seat % len(policies)] for seat in range(seats)]
    return list(dict.fromkeys(tuple(row[turn:] + row[:turn]) for turn in range(seats)))


@dataclass(frozen=True)
class Standing:
    """How one policy did: ``games`` it played in, ``wins`` (a shared win counts its share), ``fair`` the wins that
    equal players would have, ``low`` and ``high`` the ends of the 95 % interval of its share of wins (Wilson), the
    mean ``points``, seconds a turn on average (``turn``) and at most (``slowest``)."""

    policy: str
    games: int
    wins: float
    fair: float
    low: float
    high: float
    points: float
    turn: float
    slowest: float

    @property
    def share(self) -> float:
        """Wins among the games it played in."""
        return self.wins / self.games if self.games else 0.0


def standings(results: Iterable[Played]) -> list[Standing]:
    """How each policy did, the best share first. A game that a policy plays with several seats counts once: it is won
    if one of them wins."""
    found = list(results)
    names = list(dict.fromkeys(name for result in found for name in result.policies))
    return sorted((_standing(name, found) for name in names), key=lambda each: -each.share)


def _standing(policy: str, results: list[Played]) -> Standing:
    mine = [(result, _seats(result, policy)) for result in results if policy in result.policies]
    wins = sum(_wins(result, seats) for result, seats in mine)
    low, high = interval(wins, len(mine))
    turns = sum(result.seat_turns[seat] for result, seats in mine for seat in seats)
    return Standing(
        policy=policy,
        games=len(mine),
        wins=wins,
        fair=sum(len(seats) / result.seats for result, seats in mine),
        low=low,
        high=high,
        points=mean(result.totals[seat] for result, seats in mine for seat in seats),
        turn=sum(result.thinking[seat] for result, seats in mine for seat in seats) / max(1, turns),
        slowest=max(result.slowest[seat] for result, seats in mine for seat in seats),
    )


def _seats(result: Played, policy: str) -> list[int]:
    return [seat for seat, name in enumerate(result.policies) if name == policy]


def _wins(result: Played, seats: list[int]) -> float:
    first = [seat for seat, rank in enumerate(result.ranks) if rank == 1]
    return sum(seat in seats for seat in first) / len(first)


def interval(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson's, right near 0 and 1 too); (0, 1) of no games."""
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
