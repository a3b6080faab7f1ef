"""A computer player of somebody's own size: a step stronger after each game won against one, weaker after each lost."""

from typing import Final

from bot.app.results.result_counting import count_results
from bot.app.tables.model import STRENGTHS, Strength
from bot.store import Store
from bot.store.result_statistics import Finish

LADDER: Final = STRENGTHS[STRENGTHS.index("easy") :]
"""The strengths that are gone through."""


async def matched_strength(store: Store, place: int, account: int) -> Strength:
    """The strength against which somebody should win about every second game, by their last game of several with
    computer players on this server; the easy one where there is none."""
    await count_results(store, place)
    return next_strength(account, await store.result_statistics.last_with_computers(place, account))


def next_strength(account: int, seats: list[tuple[int | None, Finish]]) -> Strength:
    """One step above the strongest computer player of a game that the person was placed before, one below it if they
    were placed after it, else the same. ``seats``: the account of each seat and where it was placed."""
    known = [(LADDER.index(level), finish.rank) for _, finish in seats if (level := finish.computer) in LADDER]
    own = next((finish.rank for person, finish in seats if person == account), None)
    if own is None or not known:
        return LADDER[0]
    strongest, rank = max(known, key=lambda each: (each[0], -each[1]))
    step = (own < rank) - (own > rank)
    return LADDER[min(max(strongest + step, 0), len(LADDER) - 1)]
