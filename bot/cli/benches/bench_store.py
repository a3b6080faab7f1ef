"""How quick the store is, on a database of its own in the temporary folder."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bot.cli.bench_command import Figure, each, each_awaited, quantiles
from bot.store import Scope, Store

TITLE = "Store (SQLite, WAL, synchronous=FULL)"
WRITES = 500


def measure() -> Iterator[Figure]:
    """Seconds for writing and reading a setting."""
    with tempfile.TemporaryDirectory() as folder:
        writes, reads = asyncio.run(_measured(Path(folder)))
    for name, seconds in quantiles(writes):
        yield Figure(f"storing a setting, {name}", f"{1000 * seconds:.1f} ms")
    for name, seconds in quantiles(reads):
        yield Figure(f"reading a setting, {name}", f"{1e6 * seconds:.1f} µs")


async def _measured(folder: Path) -> tuple[list[float], list[float]]:
    async with await Store.open(f"sqlite+aiosqlite:///{folder / 'bench.sqlite3'}") as store:
        people = iter(range(1, WRITES + 1))
        set_language = store.preferences.set_language
        writes = await each_awaited(WRITES, lambda: set_language(Scope.PERSON, next(people), "fr"))
        return writes, each(WRITES, lambda: store.preferences.language(Scope.PERSON, 7))
