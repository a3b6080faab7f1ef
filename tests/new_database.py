"""New databases for tests: copies of one that was migrated once. All migrations take a sixth of a second of a
processor, and a thousand tests begin with an empty database. Those of the store itself begin from nothing."""

import tempfile
from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from typing import Any

from bot.store import Store
from bot.store.database import file_at
from bot.store.database_marker import Marker

NAME = "revive.sqlite3"
_open = Store.open
_copied: list[bytes] = []


async def prepare(path: Path) -> None:
    """Put a new, migrated database at ``path``, unless there is one or was one."""
    if not path.exists() and not Marker(path).path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(await _migrated())


async def _migrated() -> bytes:
    """The file of a database in which nothing has been kept yet; made once in each process."""
    if not _copied:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / NAME
            async with await _open(f"sqlite+aiosqlite:///{path}"):
                pass
            _copied.append(path.read_bytes())
    return _copied[0]


def prepared(opening: Callable[..., Awaitable[Store]]) -> Callable[..., Awaitable[Store]]:
    """:meth:`Store.open` on a file that is prepared where it is new."""

    @wraps(opening)
    async def opened(address: str, *more: Any, **named: Any) -> Store:
        path = file_at(address)
        if path is not None:
            await prepare(path)
        return await opening(address, *more, **named)

    return opened
