"""Putting a copy in the database's place."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from bot.store.backup_files import backup_path, folder_of
from bot.store.database import BUSY_MILLISECONDS, log_of
from bot.store.database_errors import RESTORE, explained
from bot.store.database_marker import Marker
from bot.store.errors import DatabaseBusy, NewerDatabase, StoreProblem
from bot.store.migrate import REVISIONS, too_new

REPLACED: Final = "before-restore"
"""The label of a database that a restored copy has replaced."""


@dataclass(frozen=True, slots=True)
class BackupContents:
    """What a copy holds: ``revision`` of its tables, number of ``games``, and when the newest of them changed."""

    revision: str
    games: int
    newest_change: str | None


def contents(database: Path, *, in_use: bool = False) -> BackupContents:
    """Read a database through, without changing it: a finished copy, or one that may be ``in_use``.

    :raises NewerDatabase: a newer version of the program wrote it.
    :raises StoreProblem: it is missing, damaged, or no database of this bot.
    """
    if not database.is_file():
        raise StoreProblem(f"{database}: there is no such file; python -m bot restore lists the copies.")
    if not in_use and log_of(database).exists():
        raise StoreProblem(f"{database}: {log_of(database).name} lies beside it, so it is in use and no finished copy.")
    how = "mode=ro" if in_use else "mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?{how}", uri=True)) as connection:
            return _contents(connection, database)
    except sqlite3.Error as error:
        raise StoreProblem(f"{database}: cannot be read ({error}); {RESTORE}.") from None


def _contents(connection: sqlite3.Connection, copy: Path) -> BackupContents:
    said = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if said != "ok":
        raise StoreProblem(f"{copy}: is damaged ({str(said).splitlines()[-1]}); {RESTORE}.")
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "alembic_version" not in tables:
        raise StoreProblem(f"{copy}: is no copy of the bot's database; python -m bot restore lists the copies.")
    revision = str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    if revision not in REVISIONS:
        raise NewerDatabase(too_new(str(copy), revision))
    if "games" not in tables:
        return BackupContents(revision, 0, None)
    games, newest = connection.execute("SELECT count(*), max(changed_at) FROM games").fetchone()
    return BackupContents(revision, int(games), newest and str(newest))


def restore(database: Path, copy: Path, now: datetime) -> Path | None:
    """Put ``copy`` in the place of ``database``. What was there is moved to ``backups/`` with its log and marker.

    The copy itself stays. The path of what was replaced; None where there was nothing.

    :raises DatabaseBusy: the bot, or another program, has the database open.
    :raises StoreProblem: the copy cannot be used. Nothing is changed.
    """
    contents(copy)
    folder_of(database).mkdir(parents=True, exist_ok=True)
    replaced = backup_path(database, REPLACED, now)
    with _log_kept(database, log_of(replaced)):
        _nobody_uses(database)
        arriving = database.with_name(f"{database.name}-arriving")
        shutil.copyfile(copy, arriving)
        _to_disk(arriving)
    there = [path for path in _with_companions(database) if path.exists()]
    for path in there:
        path.rename(replaced.with_name(path.name.replace(database.name, replaced.name, 1)))
    arriving.replace(database)
    return replaced if there else None


@contextmanager
def _log_kept(database: Path, kept: Path) -> Iterator[None]:
    """Copy the log first: SQLite removes that of a damaged database when it looks at it."""
    if log_of(database).exists():
        shutil.copyfile(log_of(database), kept)
    try:
        yield
    except BaseException:
        kept.unlink(missing_ok=True)
        raise


def _with_companions(database: Path) -> list[Path]:
    """The database, its log and index, and its marker."""
    index = database.with_name(f"{database.name}-shm")
    return [database, log_of(database), index, Marker(database).path]


def _nobody_uses(database: Path) -> None:
    """A damaged file is nobody's either: it may be replaced."""
    if not database.is_file() or not database.stat().st_size:
        return
    try:
        with closing(sqlite3.connect(database, timeout=BUSY_MILLISECONDS / 1000 / 5)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.rollback()
    except sqlite3.Error as error:
        found = explained(error)
        if found and found.held:
            raise DatabaseBusy(f"{database}: the bot or another program has it open; stop it first.") from None


def _to_disk(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
