"""Whether a database may be opened: it is ours, undamaged, and has everything that was last known to be in it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from bot.store.database import Database, count, counted, log_of
from bot.store.database_errors import RESTORE
from bot.store.database_marker import Marker, Notes
from bot.store.errors import StoreProblem
from bot.store.migrate import REVISIONS, bring_up_to_date, revision_of, use_write_ahead_log
from bot.store.sql.game_tables import GameRow

ALWAYS_CHECKED: Final = 64 * 2**20
"""Bytes up to which a database is read through at every start (a second for 1 GB); a larger one only where it was not
cleanly closed."""
_TABLES: Final = frozenset(GameRow.metadata.tables)


@dataclass(frozen=True, slots=True)
class DatabaseFiles:
    """How the files lie before anything opens them: opening makes or removes the ``-wal`` file."""

    path: Path
    notes: Notes | None
    size: int
    wal: bool

    @classmethod
    def at(cls, path: Path, marker: Marker) -> "DatabaseFiles":
        """The state of the database at ``path`` as it is now."""
        return cls(path, marker.read(), _size(path), log_of(path).exists())


async def open_checked(database: Database) -> None:
    """Bring the database up to date, and mark it as in use.

    :raises StoreProblem: it is damaged, another program's, or lacks what was there before. Nothing was changed.
    """
    if database.file is None:
        await bring_up_to_date(database)
        return
    marker = Marker(database.file)
    found = DatabaseFiles.at(database.file, marker)
    _not_emptied(found, marker)
    if found.size:
        await database.read(lambda connection: _as_it_was(connection, found, marker))
    await bring_up_to_date(database)
    await use_write_ahead_log(database)
    changes, highest = await database.write(count)
    database.marked(marker, Notes("in use", REVISIONS[-1], highest, changes))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _not_emptied(found: DatabaseFiles, marker: Marker) -> None:
    """SQLite would take an empty file for a new database, and remove the log that belongs to the lost one."""
    if found.size:
        return
    known = [each for each in (marker.path, log_of(found.path)) if _size(each)]
    if found.path.exists():
        known += sorted(found.path.parent.glob(f"backups/{found.path.stem}-*"))[-1:]
    if known:
        what = "is empty" if found.path.exists() else "is missing"
        raise StoreProblem(
            f"{found.path}: {what}, but {known[0].name} shows that there was a database. Nothing was changed. Put the "
            f"file or a copy from backups/ back; to begin with an empty one, move {known[0]} away."
        )


def _as_it_was(connection: Connection, found: DatabaseFiles, marker: Marker) -> None:
    revision = revision_of(connection, str(found.path))
    if found.size <= ALWAYS_CHECKED or found.notes is None or found.notes.state == "in use":
        _undamaged(connection, found.path)
    if revision == REVISIONS[-1]:
        _complete(connection, found.path)
    if found.notes is not None:
        changes, highest = counted(connection) if _counts(connection) else (0, 0)
        known = found.notes
        if (revision or "", changes) < (known.schema, known.changes) or highest < known.highest_game:
            raise StoreProblem(_lacking(found, known, marker, highest))


def _counts(connection: Connection) -> bool:
    """Whether the tables number games at all; the first revisions had none."""
    query = "SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'"
    return connection.exec_driver_sql(query).first() is not None


def _complete(connection: Connection, path: Path) -> None:
    there = set(connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars())
    if lost := sorted(_TABLES - there):
        raise StoreProblem(f"{path}: it is damaged (no table {lost[0]}). Nothing was changed; {RESTORE}.")


def _undamaged(connection: Connection, path: Path) -> None:
    said = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if said != "ok":
        first = str(said).splitlines()[-1]
        raise StoreProblem(f"{path}: it is damaged ({first}). Nothing was changed; {RESTORE}.")


def _lacking(found: DatabaseFiles, known: Notes, marker: Marker, highest: int) -> str:
    """What is said where something that was stored is no longer there."""
    log = log_of(found.path).name
    if known.state == "in use" and not found.wal:
        what = f"was in use when the bot last ended, and {log} with its last changes is missing"
        back = f"Put {log} back beside it"
    else:
        what = (
            f"has less in it than when the bot last used it (games up to {highest}, known up to {known.highest_game})"
        )
        back = "Put the newer file back"
    return (
        f"{found.path}: {what}. Nothing was changed. {back}, or a copy from backups/; to go on with what is there, "
        f"move {marker.path} away."
    )
