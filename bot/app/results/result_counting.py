"""Keeps the index of results up to date, a few at a time, so that nobody waits for it."""

import asyncio
from typing import Final

from bot.app.results.seat_numbers import counted
from bot.store import Store

AT_ONCE: Final = 100
"""Results that are counted in one transaction."""
MOST_WAITED_FOR: Final = 1000
"""Results of a place that somebody who looks at its statistics waits for; more are counted in the background."""
PAUSE: Final = 0.05
"""Seconds between two transactions in the background, so that players do not wait for the database."""


async def count_results(store: Store, place: int) -> int:
    """Count what has changed in a place since somebody looked; how many are still to be counted, up to 100,000."""
    for _ in range(MOST_WAITED_FOR // AT_ONCE):
        if await store.result_index.waiting(place) == 0:
            return 0
        await store.result_index.count(counted, place, AT_ONCE)
    return await store.result_index.waiting(place, 100_000)


async def count_all(store: Store) -> None:
    """Count all results of all places, in the background."""
    while await store.result_index.waiting():
        await store.result_index.count(counted, most=AT_ONCE)
        await asyncio.sleep(PAUSE)
