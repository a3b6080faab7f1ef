"""Bringing a database to this program's version, a copy of it made before."""

import asyncio
import re
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect
from sqlalchemy.exc import DBAPIError

from bot.store.backup_files import backup_path
from bot.store.database import BEGINNING, BUSY_MILLISECONDS, WRITES, Database
from bot.store.database_errors import RESTORE, writing_to
from bot.store.errors import DatabaseBusy, NewerDatabase, StoreProblem
from bot.store.postgresql import wait_for_migration, widen
from bot.store.postgresql_errors import RESTORE_DUMP

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS: Final = Path(__file__).with_name("migrations")
REVISIONS: Final = tuple(f"{number:04}" for number in range(1, 25))
"""Every migration, oldest first: so that a start with nothing to do need not import Alembic (half a second)."""


async def bring_up_to_date(database: Database) -> Path | None:
    """Migrate to the newest revision; the backup made before, where there was something to back up.

    :raises NewerDatabase: the database has a revision that this program does not know; nothing is changed.
    :raises StoreProblem: the file cannot be opened or migrated, or is another program's.
    """
    found = await database.read(lambda connection: revision_of(connection, database.name))
    if found == REVISIONS[-1]:
        return None
    backup = await back_up(database, f"before-{REVISIONS[-1]}") if found else None
    try:
        await _migrated(database)
    except DBAPIError as error:
        raise StoreProblem(
            f"{database.name}: its tables cannot be brought to this version ({error.orig}). Nothing was changed; "
            f"{RESTORE_DUMP if database.on_server else RESTORE}."
        ) from None
    return backup


async def _migrated(database: Database) -> None:
    """Takes the write lock at once, so that of two first starts the second finds nothing left to do."""
    with writing_to(database.name):
        async with database.engine.connect() as connection:
            await connection.execution_options(**{BEGINNING: WRITES})
            async with connection.begin():  # begun here: Alembic would begin one for each migration
                await connection.run_sync(_migrate)


async def use_write_ahead_log(database: Database) -> None:
    """Let readers and the writer not wait for each other. The file keeps this, so its version is checked before.

    :raises StoreProblem: the file's disk cannot do it, or another program holds it.
    """
    mode = await _switched_to_wal(database)
    if mode != "wal":
        raise StoreProblem(
            f"{database.file}: no write-ahead log can be kept beside it ({mode}). Keep the database on a disk of this "
            "machine, and let the bot's user write to its folder."
        )


async def _switched_to_wal(database: Database) -> object:
    """The journal mode afterwards. Where another start is switching too, SQLite refuses at once instead of waiting."""
    until = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            return await database.outside_transactions("PRAGMA journal_mode=WAL")
        except DatabaseBusy:
            if time.monotonic() > until:
                raise
            await asyncio.sleep(0.02)


async def back_up(database: Database, label: str) -> Path | None:
    """A complete copy beside the database, in ``backups/``, while it is in use; None for one in memory or on a server.

    :raises StoreProblem: there is no room for it, or the folder cannot be written.
    """
    if (source := database.file) is None:
        return None
    target = backup_path(source, label, datetime.now(UTC))
    unfinished = target.with_name(f"{target.name}.part")
    try:
        target.parent.mkdir(exist_ok=True)
        await database.outside_transactions("VACUUM INTO ?", str(unfinished))
        unfinished.rename(target)
    except OSError as error:
        raise StoreProblem(f"{target.parent}: the folder cannot be made ({error.strerror}).") from None
    except StoreProblem as problem:
        unfinished.unlink(missing_ok=True)
        raise StoreProblem(f"{target}: the copy was not made. {problem}") from None
    return target


def revision_of(connection: Connection, name: str) -> str | None:
    """The revision in the database; None for a new one.

    :raises NewerDatabase: a revision that this program does not know.
    :raises StoreProblem: another program's tables, or tables of which nothing says how old they are.
    """
    tables = _tables(connection)
    if not tables:
        return None
    if "alembic_version" not in tables:
        raise StoreProblem(
            f"{name}: holds another program's tables. Nothing was changed; set DATABASE_URL or DATA_DIR to the bot's "
            "own database, or to a new one."
        )
    found = [str(each) for each in connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars()]
    if not found and tables == {"alembic_version"}:
        return None
    if len(found) != 1 or not re.fullmatch(r"[0-9]{4}", found[0]):
        raise StoreProblem(
            f"{name}: does not say which version of the bot's tables it holds. Nothing was changed; "
            f"{RESTORE if connection.dialect.name == 'sqlite' else RESTORE_DUMP}."
        )
    if found[0] not in REVISIONS:
        raise NewerDatabase(too_new(name, found[0]))
    return found[0]


def _tables(connection: Connection) -> set[str]:
    if connection.dialect.name != "sqlite":
        return set(inspect(connection).get_table_names())
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
    return set(connection.exec_driver_sql(query).scalars())


def _migrate(connection: Connection) -> None:
    from alembic import command

    wait_for_migration(connection)

    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    widen(connection)


def alembic_config() -> "Config":
    """Alembic's configuration of this package, without a file of its own."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def too_new(name: str, found: str) -> str:
    """What is said of a database whose revision this program does not know."""
    return (
        f"{name}: written by a newer version of this program (revision {found}, known up to "
        f"{REVISIONS[-1]}). Nothing was changed. Start the newer version again, or set DATABASE_URL to "
        "another database, for instance a copy that was made before the newer version changed this one (of a file, in "
        "backups/)."
    )
