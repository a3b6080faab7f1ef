"""The connection by which a process holds its shards, and hears what the others change; on PostgreSQL alone.

It holds an advisory lock for each shard as long as it lives. So two processes that are told the same shard are refused,
and a process that is killed lets go of its shards at once.
"""

import asyncio
import logging
import os
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.exits import Exit
from bot.store.announcements import TOPIC, About, heard
from bot.store.database import Database
from bot.store.database_errors import explained, reading_of
from bot.store.errors import StoreProblem
from bot.store.shards import Shards

log = logging.getLogger(__name__)

_CLASS: Final = int.from_bytes(b"shrd")
"""The first half of the number of each shard's lock; the second is made by :func:`_lock`."""
_MOST_SHARDS: Final = 1000
PATIENCE: Final = 15.0
"""Seconds that a start waits for a shard: a process that was just ended still holds it for a moment."""
AGAIN: Final = 1.0
"""Seconds between two attempts to get a lock, or the connection."""
LOOK: Final = 30.0
"""Seconds after which a silent connection is asked whether it is still there."""
_HOLDERS: Final = text(
    "SELECT locks.objid, activity.application_name FROM pg_locks locks JOIN pg_stat_activity activity USING (pid) "
    "WHERE locks.locktype = 'advisory' AND locks.classid = :class AND locks.objsubid = 2 AND locks.granted "
    "AND locks.pid <> pg_backend_pid() "
    "AND locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
Listener = Callable[[About, str], Awaitable[None]]


class ShardSession:
    """The shards of one process, held from :meth:`open` until it is closed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._shards = database.shards
        self._open = AsyncExitStack()
        self._connection: AsyncConnection | None = None
        driver: Any = database.engine.dialect.loaded_dbapi
        self._lost: tuple[type[Exception], ...] = (DBAPIError, OSError, driver.Error)
        self._unread: tuple[type[Exception], ...] = (*self._lost, StoreProblem)

    async def open(self) -> None:
        """Take the shards, and listen from now on.

        :raises StoreProblem: another process has one of them, or another number of shards; or the database cannot be
            read.
        """
        with reading_of(self._database.name):
            await self._connect()

    async def close(self) -> None:
        """Let go of the shards."""
        self._connection = None
        await self._open.aclose()

    async def run(self, listener: Listener, missed: Callable[[], Awaitable[None]]) -> None:
        """Tell ``listener`` what other processes change, until cancelled. ``missed`` is called where something may have
        been missed: at the beginning, and after the connection was lost.

        :raises StoreProblem: another process has taken a shard while the connection was lost.
        """
        while True:
            try:
                await missed()
                await self._hear(listener)
            except self._unread as error:
                found = explained(error)
                log.warning("the connection that holds the shards is lost", extra={"reason": found and found.wrong})
            await self._connect_again()

    async def _connect_again(self) -> None:
        while True:
            await self.close()
            try:
                await self._connect()
            except self._lost:
                await asyncio.sleep(AGAIN)
            else:
                log.info("the shards are held again", extra={"shards": str(self._shards)})
                return

    async def _connect(self) -> None:
        connection = await self._open.enter_async_context(alone(self._database))
        name = f"revive-referee {socket.gethostname()[:40]} {os.getpid()}"
        await connection.execute(text("SELECT set_config('application_name', :name, false)"), {"name": name})
        until = time.monotonic() + PATIENCE
        while (refused := await _taken(connection, self._shards)) is not None:
            if time.monotonic() > until:
                raise StoreProblem(refused, Exit.DATABASE_AWAY)
            await asyncio.sleep(AGAIN)
        await connection.exec_driver_sql(f"LISTEN {TOPIC}")
        self._connection = connection

    async def _hear(self, listener: Listener) -> None:
        """Until the connection is lost."""
        assert self._connection is not None, "it is open"
        while True:
            for payload in await notified(self._connection, LOOK):
                if (found := heard(payload)) is not None:
                    await _told(listener, *found)


async def _told(listener: Listener, about: About, which: str) -> None:
    try:
        await listener(about, which)
    except Exception:
        log.exception("what another process has changed could not be read", extra={"about": about})


async def _taken(connection: AsyncConnection, shards: Shards) -> str | None:
    """Take all shards; who has one of them, or another number of shards. Then none is taken."""
    missing = [shard for shard in sorted(shards.ids) if not await _got(connection, _lock(shards.count, shard))]
    found = await connection.execute(_HOLDERS, {"class": _CLASS})
    others = [(number // _MOST_SHARDS, number % _MOST_SHARDS, name) for number, name in found]
    refused = next((why for other in others if (why := _refused(shards, *other)) is not None), None)
    if refused is None and missing:  # let go of just now
        refused = f"SHARD_IDS: shard {missing[0]} is held by another process."
    if refused is not None:
        await connection.execute(text("SELECT pg_advisory_unlock_all()"))
    return refused


async def _got(connection: AsyncConnection, lock: int) -> bool:
    statement = text("SELECT pg_try_advisory_lock(:class, :lock)")
    return bool((await connection.execute(statement, {"class": _CLASS, "lock": lock})).scalar())


def _lock(count: int, shard: int) -> int:
    return count * _MOST_SHARDS + shard


def _refused(shards: Shards, count: int, shard: int, name: str) -> str | None:
    """Why another process's shard keeps this one from running; None where both can run."""
    _, host, process = [*name.split(" "), "?", "?"][:3]
    other = f"process {process} on {host}"
    if count != shards.count:
        return f"SHARD_COUNT: found {shards.count}, but {other} runs with {count}. Give all processes the same number."
    if shard not in shards.ids:
        return None
    if count == 1:
        return (
            f"The bot already runs on this database: {other}. Stop it, or divide the servers among several processes "
            "with SHARD_COUNT and SHARD_IDS."
        )
    return f"SHARD_IDS: shard {shard} is held by {other}. Give each process shards of its own, or stop that one."


async def notified(connection: AsyncConnection, within: float) -> list[str]:
    """What the connection is told next; nothing where that is nothing for so many seconds, after which the server was
    asked whether it is still there. The driver would look ten times a second by itself.

    :raises DBAPIError: the connection is lost, or an error of the driver.
    """
    driver: Any = (await connection.get_raw_connection()).driver_connection
    if found := [notify.payload async for notify in driver.notifies(timeout=0)]:
        return found
    loop, handle, readable = asyncio.get_running_loop(), driver.fileno(), asyncio.Event()
    loop.add_reader(handle, readable.set)
    try:
        async with asyncio.timeout(within):
            await readable.wait()
    except TimeoutError:
        pass
    finally:
        loop.remove_reader(handle)
    if not readable.is_set():
        await connection.exec_driver_sql("SELECT 1")
    return [notify.payload async for notify in driver.notifies(timeout=0)]


@asynccontextmanager
async def alone(database: Database) -> AsyncIterator[AsyncConnection]:
    """A connection without transactions, which is not given back but closed: its locks end with it."""
    async with database.engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        try:
            await connection.exec_driver_sql("SET lock_timeout = 0")
            yield connection
        finally:
            with suppress(DBAPIError):
                await connection.invalidate()


@asynccontextmanager
async def one_process_only(database: Database, what: str) -> AsyncIterator[None]:
    """Let no other process do ``what`` meanwhile, but wait. On SQLite there is no other."""
    if not database.on_server:
        yield
        return
    async with AsyncExitStack() as held:
        with reading_of(database.name):
            connection = await held.enter_async_context(alone(database))
            await connection.execute(text("SELECT pg_advisory_lock(hashtextextended(:what, 0))"), {"what": what})
        yield
