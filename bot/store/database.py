"""The connection: how it is opened, and one writer at a time."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.database_errors import reading_of, writing_to
from bot.store.database_marker import Marker, Notes
from bot.store.errors import StoreProblem
from bot.store.machine_clock import machine_clock
from bot.store.postgresql import (
    NAME,
    READERS,
    WRITERS,
    engines,
    is_postgresql,
    may_run_again,
    wait_for_writers,
)
from bot.store.postgresql import reading as reading_engine
from bot.store.shards import ALL, Shards

SUPPORTED = "sqlite+aiosqlite"
DIRECT = "sqlite"
EXPECTED = f"{SUPPORTED}:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"
KINDS = ("sqlite", "postgresql", "mysql", "mariadb", "oracle", "mssql")
"""Kinds of databases that a refusal names."""
URI_WORDS = frozenset(("uri", "mode", "immutable", "nolock", "vfs"))
"""What SQLite's own form of an address, ``file:FILE?mode=ro&uri=true``, may say after the file."""
T = TypeVar("T")
BUSY_MILLISECONDS = 5000
BEGINNING = "beginning"
"""Execution option: how a transaction begins. READS is the rule; WRITES takes the database's write lock at the start,
so that two processes wait instead of failing half-way; NONE is for statements that allow no transaction around them."""
READS, WRITES, NONE = "BEGIN", "BEGIN IMMEDIATE", ""
ATTEMPTS = 4
"""How often a transaction is run that meets another one on PostgreSQL."""


class Database:
    """An engine and the lock of this process's writers: they come in the order in which they asked, and the slowest of
    twenty does not wait half a second."""

    def __init__(self, engine: AsyncEngine, direct: Engine | None = None) -> None:
        """``direct``: the same database without the asynchronous driver; None for one in memory."""
        self.engine = engine
        self.shards: Shards = ALL
        """The servers that this process looks after."""
        self.now = machine_clock
        """The present time, aware; the practice channel puts its own clock here."""
        self.on_server = is_postgresql(engine.url)
        self.file = None if self.on_server else file_of(engine.url)
        self.name = NAME if self.on_server else str(self.file or "the database")
        self._marker: Marker | None = None
        self._closed = False
        self._direct = direct
        self._reading = reading_engine(direct) if direct is not None and self.on_server else direct
        self._writer = asyncio.Lock()
        self._writers = ThreadPoolExecutor(WRITERS if self.on_server else 1, "store-write")
        self._readers = ThreadPoolExecutor(READERS if self.on_server else 2, "store-read")

    def marked(self, marker: Marker, notes: Notes) -> None:
        """From now on note every change in ``marker``.

        :raises StoreProblem: the marker cannot be written.
        """
        marker.begin(notes)
        self._marker = marker

    @asynccontextmanager
    async def _open(self, alone: bool = True) -> AsyncIterator[None]:
        """The writers' turn, or without ``alone`` that of somebody whom a server lets write beside them.

        :raises StoreProblem: the database is closed.
        """
        async with self._writer if alone or not self.on_server else nullcontext():
            self._not_closed()
            yield

    def _not_closed(self) -> None:
        if self._closed:
            raise StoreProblem(f"{self.name}: it is closed, because the bot is stopping.")

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """A session to read with.

        :raises StoreProblem: the database cannot be read.
        """
        with reading_of(self.name):
            self._not_closed()
            async with AsyncSession(self.engine, expire_on_commit=False) as session:
                yield session

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What ``work`` reads, run as a whole in a thread: a statement over the asynchronous driver costs four changes
        of threads. A database in memory has one connection for all, so that there readers wait for the writer.

        :raises StoreProblem: the database cannot be read.
        """
        with reading_of(self.name):
            if self._reading is None:
                async with self._open(), self.engine.connect() as connection:
                    return await connection.run_sync(work)
            self._not_closed()
            return await _in_thread(self._readers, _transaction, self._reading, READS, work)

    async def write(self, work: Callable[[Connection], T], *, alone: bool = True) -> T:
        """The same for changes: committed at the end, all or none.

        :param alone: no other change is under way, in any process. Without it, which only a server can do, ``work``
            locks what it reads before it writes, and may be run more than once.
        :raises NotStored: the database cannot be written; nothing is stored.
        """
        with writing_to(self.name):
            async with self._open(alone):
                if self._direct is not None:
                    written = self._written_on_server if self.on_server else self._written
                    return await _in_thread(self._writers, written, self._direct, work, alone)
                async with self.engine.connect() as connection:
                    await connection.execution_options(**{BEGINNING: WRITES})
                    async with connection.begin():
                        return await connection.run_sync(work)

    def _written(self, engine: Engine, work: Callable[[Connection], T], _alone: bool) -> T:
        if self._marker is None:
            return _transaction(engine, WRITES, work)
        found, counts = _transaction(engine, WRITES, lambda connection: (work(connection), count(connection)))
        self._marker.note(*counts)
        return found

    def _written_on_server(self, engine: Engine, work: Callable[[Connection], T], alone: bool) -> T:
        def waited(connection: Connection) -> T:
            wait_for_writers(connection)
            return work(connection)

        for attempt in range(ATTEMPTS):
            try:
                return _transaction(engine, WRITES, waited if alone else work)
            except DBAPIError as error:
                if not may_run_again(error) or attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError("the last attempt returns or raises")

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """A session whose changes are committed at the end, all or none.

        :raises NotStored: the database cannot be written; nothing is stored.
        """
        with writing_to(self.name):
            async with self._open(), AsyncSession(self.engine, expire_on_commit=False) as session:
                connection = await session.connection(execution_options={BEGINNING: WRITES})
                await connection.run_sync(wait_for_writers)
                yield session
                await session.flush()
                counts = await connection.run_sync(count) if self._marker else None
                await session.commit()
                if self._marker and counts:
                    self._marker.note(*counts)

    async def outside_transactions(self, statement: str, *values: str) -> object:
        """Run one statement that allows no transaction around it; the first value that it gives.

        :raises NotStored: the database cannot be written.
        """
        with writing_to(self.name):
            async with self.engine.connect() as connection:
                await connection.execution_options(**{BEGINNING: NONE})
                found = await connection.exec_driver_sql(statement, values)
                return found.scalar() if found.returns_rows else None

    async def empty_log(self) -> None:
        """Bring SQLite's write-ahead log into the file and cut it, so that nothing deleted is left there. Where
        somebody reads for longer than a connection waits, that is put off to the next time, or to the end.

        :raises NotStored: the database cannot be written.
        """
        if not self.on_server:
            await self.outside_transactions("PRAGMA wal_checkpoint(TRUNCATE)")

    async def rewrite(self) -> None:
        """Write the file anew without what was deleted, by earlier versions of the program, too. A server does that by
        itself.

        :raises NotStored: the database cannot be written, or there is no room for a second one.
        """
        if not self.on_server:
            await self.outside_transactions("VACUUM")
            await self.empty_log()

    async def close(self) -> None:
        """Close it, after what is under way; whoever closes it last says so in the marker. The log is then part of the
        file, and gone."""
        async with self._writer:
            self._closed = True
            await self._let_go()

    async def _let_go(self) -> None:
        self._writers.shutdown()
        self._readers.shutdown()
        if self._direct is not None:
            self._direct.dispose()
        await self.engine.dispose()
        if self._marker and self.file and not log_of(self.file).exists():
            self._marker.end()


async def _in_thread(pool: ThreadPoolExecutor, work: Callable[..., T], *values: object) -> T:
    return await asyncio.get_running_loop().run_in_executor(pool, partial(work, *values))


def _transaction(engine: Engine, beginning: str, work: Callable[[Connection], T]) -> T:
    with engine.connect().execution_options(**{BEGINNING: beginning}) as connection, connection.begin():
        return work(connection)


def connect(address: str) -> Database:
    """A database at ``address``; nothing is opened or written yet, but the file's folder is made.

    :raises StoreProblem: the address cannot be used, or the folder cannot be made.
    """
    url = _parsed(address)
    if is_postgresql(url):
        return Database(*engines(url))
    _make_folder(url)
    engine = create_async_engine(url, hide_parameters=True)
    direct = create_engine(url.set(drivername=DIRECT), hide_parameters=True) if file_of(url) else None
    for each in (engine.sync_engine, direct):
        if each is not None:
            event.listen(each, "connect", _prepare)
            event.listen(each, "begin", _begin)
    return Database(engine, direct)


def file_at(address: str) -> Path | None:
    """The file of the database at an address as in DATABASE_URL; None where it has none.

    :raises StoreProblem: the address cannot be used.
    """
    url = _parsed(address)
    return None if is_postgresql(url) else file_of(url)


def file_of(url: URL) -> Path | None:
    """The file of the database; None for one in memory."""
    name = str(url.database or "").removeprefix("file:")
    return None if name in ("", ":memory:") else Path(name)


def log_of(file: Path) -> Path:
    """SQLite's write-ahead log of a database: there while it is open, and after a crash."""
    return file.with_name(f"{file.name}-wal")


def count(connection: Connection) -> tuple[int, int]:
    """Count the transaction in the database itself; the count, and the highest number ever given to a game."""
    changes, highest = counted(connection)
    connection.exec_driver_sql(f"PRAGMA user_version = {changes + 1}")
    return changes + 1, highest


def counted(connection: Connection) -> tuple[int, int]:
    """The number of transactions stored so far, and the highest number ever given to a game."""
    query = "SELECT user_version, (SELECT seq FROM sqlite_sequence WHERE name = 'games') FROM pragma_user_version"
    changes, highest = connection.exec_driver_sql(query).one()
    return int(changes), int(highest or 0)


def _parsed(address: str) -> URL:
    """The address may hold a password, so that nothing of it is shown but which kind of database it names."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise StoreProblem(f"DATABASE_URL: found a text that is not shown here; expected {EXPECTED}") from None
    if is_postgresql(url):
        return url
    if url.drivername != SUPPORTED:
        kind = url.drivername if url.get_backend_name() in KINDS else "another kind of database"
        raise StoreProblem(f"DATABASE_URL: found {kind}; expected {EXPECTED}")
    if url.host or url.port or url.username or url.password:
        raise StoreProblem(f"DATABASE_URL: found two slashes; expected three, as in {EXPECTED}")
    if set(url.query) - URI_WORDS:
        raise StoreProblem(f"DATABASE_URL: found a word after ? that is not shown here; expected {EXPECTED}")
    return url


def _make_folder(url: URL) -> None:
    if (path := file_of(url)) is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise StoreProblem(f"{path.parent}: the database's folder cannot be made ({reason}); set DATA_DIR") from None


def _prepare(connection: Any, _: Any) -> None:
    """Settings of a connection; none of them changes the file. ``secure_delete``: what is deleted is overwritten."""
    connection.isolation_level = None  # the driver's own transactions leave out table changes; ours begin below
    for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON", f"busy_timeout={BUSY_MILLISECONDS}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    beginning = connection.get_execution_options().get(BEGINNING, READS)
    if beginning:
        connection.exec_driver_sql(beginning)
