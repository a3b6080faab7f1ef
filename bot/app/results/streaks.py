"""Streaks and records of one person, from their games in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.store.result_statistics import Meeting, PlayedSeat


class Streaks(msgspec.Struct, frozen=True):
    """Victories in a row, shared ones too: now, and at most; ``best`` and ``lowest``: the results with most and fewest
    points, the earliest of equal ones."""

    now: int
    longest: int
    best: PlayedSeat
    lowest: PlayedSeat


class Balance(msgspec.Struct, frozen=True):
    """Two people in the games that they have played together: how often each was placed before the other, how often
    neither, and the average points of both."""

    ahead: int
    level: int
    behind: int
    average: float
    other_average: float


def streaks_of(games: Sequence[PlayedSeat]) -> Streaks:
    """The streaks of games, oldest first.

    :raises ValueError: there are none.
    """
    if not games:
        raise ValueError("no games")
    run = longest = 0
    for game in games:
        run = run + 1 if game.firsts else 0
        longest = max(longest, run)
    best = max(games, key=lambda game: game.total)
    return Streaks(run, longest, best, min(games, key=lambda game: game.total))


def balance_of(meetings: Sequence[Meeting]) -> Balance:
    """Who was ahead how often.

    :raises ValueError: there are no games.
    """
    if not meetings:
        raise ValueError("no games")
    ahead = sum(met.rank < met.other_rank for met in meetings)
    behind = sum(met.rank > met.other_rank for met in meetings)
    totals = sum(met.total for met in meetings) / len(meetings)
    others = sum(met.other_total for met in meetings) / len(meetings)
    return Balance(ahead, len(meetings) - ahead - behind, behind, totals, others)
