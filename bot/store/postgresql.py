"""What is different on PostgreSQL: how it is reached, and what stands in for SQLite's one writer at a time.

Changes wait for each other as on SQLite, by an advisory lock: what reads before it writes need not think of others.
Changes of games do not take it: they lock the rows of their games, and their version shows whether they are too late.
"""

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, Engine, create_engine, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.types import Integer
from sqlmodel import col

from bot.store.errors import StoreProblem
from bot.store.sql.game_tables import GameRow
from bot.store.sql.result_tables import ResultSeatRow

TABLES: Final = ResultSeatRow.metadata.tables
DRIVER: Final = "postgresql+psycopg"
NAMES: Final = frozenset(("postgres", "postgresql", DRIVER))
"""What an address may begin with."""
NAME: Final = "the PostgreSQL database"
"""How it is called in messages: its address may hold secrets."""
WRITERS, READERS = 8, 4
"""Transactions that run beside each other in one process."""
_CONNECT_SECONDS: Final = 5
_LOCK_MILLISECONDS: Final = 5000
"""How long a change waits for others, as on SQLite."""
_STUCK_MILLISECONDS: Final = 60_000
"""After so long a transaction that does nothing is ended, so that a process that hangs holds up no other."""
_ALIVE_SECONDS: Final = 15
"""After so long without a word it is asked whether the other side is still there; it is lost after twice as long."""
_WRITING: Final = int.from_bytes(b"revive-w")
"""The number of the advisory lock of writers."""
_MIGRATING: Final = int.from_bytes(b"revive-m")
_TRY_AGAIN: Final = frozenset(("40001", "40P01"))
"""Serialization failure, deadlock: the transaction is undone and may be run again."""


def is_postgresql(url: URL) -> bool:
    """Whether an address names a PostgreSQL server."""
    return url.drivername in NAMES


def engines(url: URL) -> tuple[AsyncEngine, Engine]:
    """Both ways to the server; no connection is made yet.

    :raises StoreProblem: the driver is not installed.
    """
    given: dict[str, Any] = {"hide_parameters": True, "pool_pre_ping": True, "connect_args": arguments()}
    address = url.set(drivername=DRIVER)
    try:
        direct = create_engine(address, pool_size=WRITERS + READERS, **given)
        return create_async_engine(address, **given), direct
    except ModuleNotFoundError:
        raise StoreProblem(
            "DATABASE_URL: names PostgreSQL, whose driver is not installed; install it with pip install "
            "'revive-referee[postgresql]' (or 'psycopg[binary]')."
        ) from None


def arguments(name: str = "revive-referee", **settings: str) -> dict[str, Any]:
    """What every connection is made with, beside the address; ``settings``: of the server, for this connection.
    ``name``: what it is called there."""
    settings = {
        "lock_timeout": str(_LOCK_MILLISECONDS),
        "idle_in_transaction_session_timeout": str(_STUCK_MILLISECONDS),
        **settings,
    }
    return {
        "connect_timeout": _CONNECT_SECONDS,
        "application_name": name,
        "options": " ".join(f"-c {each}={value}" for each, value in settings.items()),
        "keepalives_idle": _ALIVE_SECONDS,
        "keepalives_interval": _ALIVE_SECONDS // 3,
        "keepalives_count": 3,
    }


def reading(engine: Engine) -> Engine:
    """The same for transactions that only read: all their statements see one state, as on SQLite."""
    return engine.execution_options(isolation_level="REPEATABLE READ")


def wait_for_writers(connection: Connection) -> None:
    """Let this transaction be the only one that changes anything but games, in all processes, until it ends. On SQLite
    it is so from its beginning."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _WRITING})


def wait_for_migration(connection: Connection) -> None:
    """Let this transaction be the only one that changes tables, however long another takes."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATING})


def lock_games(connection: Connection, games: Iterable[int]) -> None:
    """Let nobody else change these games until this transaction ends. All of them are locked in one order, so that two
    transactions never wait for each other."""
    if connection.dialect.name == "postgresql":
        chosen = select(col(GameRow.id)).where(col(GameRow.id).in_(sorted(set(games))))
        connection.execute(chosen.order_by(col(GameRow.id)).with_for_update())


def may_run_again(error: DBAPIError) -> bool:
    """Whether a transaction failed only because another was under way."""
    return getattr(error.orig, "sqlstate", None) in _TRY_AGAIN


def widen(connection: Connection) -> None:
    """Let every column of whole numbers hold 64 bits, as on SQLite: any number that somebody names can be looked for.
    Migrations make them with 32."""
    if connection.dialect.name != "postgresql":
        return
    for table in TABLES.values():
        found = connection.execute(
            text(
                "SELECT column_name FROM information_schema.columns "
                "WHERE table_schema = current_schema() AND table_name = :table AND data_type = 'integer'"
            ),
            {"table": table.name},
        )
        names = found.scalars().all()
        if names:
            changes = ", ".join(f'ALTER COLUMN "{name}" TYPE bigint' for name in names)
            connection.exec_driver_sql(f'ALTER TABLE "{table.name}" {changes}')


def _compare_wide_numbers() -> None:
    """Compare whole numbers with 64 bits on PostgreSQL: one that is too large is then not found instead of refused."""
    for column in (column for table in TABLES.values() for column in table.columns):
        if type(column.type) is Integer:
            column.type = Integer().with_variant(BigInteger(), "postgresql")


_compare_wide_numbers()
