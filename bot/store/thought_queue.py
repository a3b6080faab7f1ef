"""The queue of thoughts for computer players on a PostgreSQL server, kept by procrastinate: bots put jobs in, processes
of ``python -m bot think`` take them out and answer by NOTIFY. A job is gone once it is done.

The library's tables are in a schema of their own, named by its version of them: a program with a newer one makes its
own beside it, so that nothing has to be migrated and old and new processes run at the same time. Jobs of one version of
program and rules are taken by processes of the same version alone.
"""

import re
from typing import Any, Final

import procrastinate
import psycopg
from procrastinate.exceptions import ProcrastinateException
from procrastinate.schema import SchemaManager, migrations_path
from psycopg_pool import PoolTimeout
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from bot.engine import RULES_VERSION
from bot.store.database import Database
from bot.store.database_errors import explained
from bot.store.postgresql import arguments, wait_for_migration
from bot.version import program_version

TASK: Final = "think"
_THINKS: Final = "revive-referee thinks for"
VERSION: Final = f"{program_version()} rules {RULES_VERSION}"
"""Which jobs a process can take: those of the same program and the same rules."""
QUEUE: Final = f"thoughts {VERSION}"
THINKER: Final = f"{_THINKS} {VERSION}"
"""What the connections of thinking processes are called on the server, so that bots see whether there are any."""
LOST: Final = (ProcrastinateException, PoolTimeout, psycopg.Error, SQLAlchemyError, OSError)
"""What shows that the server was lost."""
LONGEST_PART: Final = 5_400
"""Bytes of an answer in one NOTIFY, which holds 8,000 characters."""


def _schema() -> str:
    newest = max(path.name for path in migrations_path.glob("*.sql"))
    return "revive_thoughts_" + "_".join(re.findall(r"\d+", newest)[:4])


SCHEMA: Final = _schema()


async def make_queue(database: Database) -> None:
    """Make the library's tables, if they are not there. Several processes may do so at once.

    :raises NotStored: the database cannot be written.
    """
    await database.write(_make, alone=False)


def _make(connection: Connection) -> None:
    wait_for_migration(connection)
    if connection.execute(text("SELECT to_regclass(:table)"), {"table": f"{SCHEMA}.procrastinate_jobs"}).scalar():
        return
    connection.exec_driver_sql(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    connection.exec_driver_sql(f"SET LOCAL search_path = {SCHEMA}")
    driver: Any = connection.connection.driver_connection
    driver.execute(SchemaManager.get_schema())  # many statements, which SQLAlchemy does not let through


def why(error: Exception) -> str:
    """What is wrong where the server was lost; it never names address or user."""
    found = explained(error)
    return found.wrong if found else "it cannot be reached"


def queue_of(database: Database, name: str, most: int) -> procrastinate.App:
    """The queue in a database, not open yet. ``name``: what its connections are called; ``most``: of them."""
    address = database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    connector = procrastinate.PsycopgConnector(
        conninfo=address, kwargs=arguments(name, search_path=SCHEMA), min_size=1, max_size=most, timeout=15.0
    )
    return procrastinate.App(connector=connector)


async def thinkers(database: Database) -> tuple[int, int]:
    """How many connections thinking processes have: those that take this program's jobs, and all others.

    :raises SQLAlchemyError: the server cannot be asked.
    """
    found = text(
        "SELECT application_name FROM pg_stat_activity "
        "WHERE datname = current_database() AND starts_with(application_name, :thinks)"
    )
    async with database.engine.connect() as connection:
        names: list[Any] = list((await connection.execute(found, {"thinks": _THINKS})).scalars())
    return names.count(THINKER), len(names) - names.count(THINKER)
