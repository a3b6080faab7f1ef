"""The connection: how it is opened, and one writer at a time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.problems import StoreProblem

SUPPORTED = "sqlite+aiosqlite"
BUSY_MILLISECONDS = 5000
BEGINNING = "beginning"
"""Execution option: how a transaction begins. READS is the rule; WRITES takes the database's write lock at the start,
so that two processes wait instead of failing half-way; NONE is for statements that allow no transaction around them."""
READS, WRITES, NONE = "BEGIN", "BEGIN IMMEDIATE", ""


class Database:
    """An engine and the lock of this process's writers (without it the slowest of twenty waits half a second)."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._writer = asyncio.Lock()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """A session to read with."""
        async with AsyncSession(self.engine, expire_on_commit=False) as session:
            yield session

    @asynccontextmanager
    async def looking(self) -> AsyncIterator[AsyncConnection]:
        """A bare connection to read with: a third of a session's time. A database in memory has one connection for all,
        so that there readers wait for the writer."""
        async with nullcontext() if file_of(self.engine.url) else self._writer, self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[AsyncConnection]:
        """A bare connection whose changes are committed at the end, all or none."""
        async with self._writer, self.engine.connect() as connection:
            await connection.execution_options(**{BEGINNING: WRITES})
            async with connection.begin():
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """A session whose changes are committed at the end, all or none."""
        async with self._writer, AsyncSession(self.engine, expire_on_commit=False) as session:
            await session.connection(execution_options={BEGINNING: WRITES})
            yield session
            await session.commit()

    async def outside_transactions(self, statement: str, *values: str) -> None:
        """Run one statement that allows no transaction around it."""
        async with self.engine.connect() as connection:
            await connection.execution_options(**{BEGINNING: NONE})
            await connection.exec_driver_sql(statement, values)

    async def close(self) -> None:
        await self.engine.dispose()


def connect(address: str) -> Database:
    """A database at ``address``; nothing is opened or written yet, but the file's folder is made.

    :raises StoreProblem: the address cannot be used, or the folder cannot be made.
    """
    url = _parsed(address)
    _make_folder(url)
    engine = create_async_engine(url)
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return Database(engine)


def file_of(url: URL) -> Path | None:
    """The file of the database; None for one in memory."""
    return None if url.database in (None, "", ":memory:") else Path(str(url.database))


def _parsed(address: str) -> URL:
    try:
        url = make_url(address)
    except ArgumentError:
        raise StoreProblem(f"DATABASE_URL: found {address!r}; expected {SUPPORTED}:///FILE") from None
    if url.drivername != SUPPORTED:
        raise StoreProblem(f"DATABASE_URL: found {url.drivername!r}; expected {SUPPORTED}:///FILE")
    return url


def _make_folder(url: URL) -> None:
    if (path := file_of(url)) is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreProblem(
            f"{path.parent}: the database's folder cannot be made ({error.strerror}); set DATA_DIR"
        ) from None


def _prepare(connection: Any, _: Any) -> None:
    """Settings of a connection; none of them changes the file."""
    connection.isolation_level = None  # the driver's own transactions leave out table changes; ours begin below
    for pragma in ("synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MILLISECONDS}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    beginning = connection.get_execution_options().get(BEGINNING, READS)
    if beginning:
        connection.exec_driver_sql(beginning)
