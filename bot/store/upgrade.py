"""Bringing a database to this program's version, a copy of it made before."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, text
from sqlalchemy.exc import DatabaseError

from bot.store.database import Database, file_of
from bot.store.problems import NewerDatabase, StoreProblem

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS: Final = Path(__file__).with_name("migrations")
REVISIONS: Final = ("0001", "0002", "0003", "0004", "0005", "0006")
"""Every migration, oldest first: so that a start with nothing to do need not import Alembic (half a second)."""


async def bring_up_to_date(database: Database) -> Path | None:
    """Migrate to the newest revision; the backup made before, where there was something to back up.

    :raises NewerDatabase: the database has a revision that this program does not know; nothing is changed.
    :raises StoreProblem: the file cannot be opened or is no database.
    """
    found = await _revision(database)
    if found == REVISIONS[-1]:
        return None
    if found is not None and found not in REVISIONS:
        raise NewerDatabase(_too_new(database, found))
    backup = await back_up(database, f"before-{REVISIONS[-1]}") if found else None
    async with database.engine.connect() as connection:
        await connection.run_sync(_migrate)
        await connection.commit()
    return backup


async def use_write_ahead_log(database: Database) -> None:
    """Let readers and the writer not wait for each other. The file keeps this, so its version is checked before."""
    await database.outside_transactions("PRAGMA journal_mode=WAL")


async def back_up(database: Database, label: str) -> Path | None:
    """A complete copy beside the database, in ``backups/``, while it is in use; None for one in memory."""
    if (source := file_of(database.engine.url)) is None:
        return None
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    target = source.parent / "backups" / f"{source.stem}-{stamp}-{label}{source.suffix}"
    target.parent.mkdir(exist_ok=True)
    await database.outside_transactions("VACUUM INTO ?", str(target))
    return target


async def _revision(database: Database) -> str | None:
    """The revision in the file; None for a new one."""
    has = text("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'")
    try:
        async with database.engine.connect() as connection:
            if (await connection.execute(has)).first() is None:
                return None
            return (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar()
    except DatabaseError as error:
        where = file_of(database.engine.url)
        raise StoreProblem(
            f"{where}: cannot be opened as a database ({error.orig}); set DATABASE_URL or DATA_DIR"
        ) from None


def _migrate(connection: Connection) -> None:
    from alembic import command

    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def alembic_config() -> "Config":
    """Alembic's configuration of this package, without a file of its own."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def _too_new(database: Database, found: str) -> str:
    return (
        f"{file_of(database.engine.url)}: written by a newer version of this program (revision {found}, known up to "
        f"{REVISIONS[-1]}). Nothing was changed. Start the newer version again, or set DATABASE_URL to another file, "
        "for instance the copy that was made in backups/ before the newer version changed this one."
    )
