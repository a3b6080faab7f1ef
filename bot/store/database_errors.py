"""What the database's own errors mean for the host: what is wrong, and what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot import metrics
from bot.exits import Exit
from bot.store.database_trouble import HELD, Trouble
from bot.store.errors import DatabaseBusy, NotStored, StoreProblem
from bot.store.postgresql_errors import NO_CONNECTION_LEFT, explained_by_server

RESTORE: Final = "stop the bot and put the newest copy from backups/ in its place, or set DATABASE_URL to that copy"
_DAMAGED: Final = Trouble("it is damaged", RESTORE)
MEANINGS: Final = {
    sqlite3.SQLITE_FULL: Trouble("its disk is full", "make room on the disk"),
    sqlite3.SQLITE_READONLY: Trouble("it can only be read", "let the bot's user write to the file and to its folder"),
    sqlite3.SQLITE_IOERR: Trouble("its disk reports an error", "check the disk, and whether there is room on it"),
    sqlite3.SQLITE_CANTOPEN: Trouble(
        "it cannot be opened", "check the path, and that the bot's user may write to its folder"
    ),
    sqlite3.SQLITE_PERM: Trouble("it cannot be opened", "let the bot's user read and write the file"),
    sqlite3.SQLITE_BUSY: HELD,
    sqlite3.SQLITE_LOCKED: HELD,
    sqlite3.SQLITE_PROTOCOL: HELD,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble(
        "it cannot be read as a database", "set DATABASE_URL or DATA_DIR to the bot's own file"
    ),
}
"""By SQLite's primary result code: what is wrong with the file, and what helps."""


def explained(error: Exception) -> Trouble | None:
    """What is wrong; None for what is a mistake of a statement and not of the database."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(error, PoolTimeout):
        return NO_CONNECTION_LEFT
    if isinstance(cause, (UnicodeDecodeError, ValueError)) or "Could not decode" in str(cause):
        return _DAMAGED._replace(wrong=f"{_DAMAGED.wrong} (a value cannot be read)")
    if hasattr(cause, "sqlstate"):
        return explained_by_server(error, getattr(cause, "sqlstate", None), str(cause))
    code = getattr(cause, "sqlite_errorcode", None)
    found = MEANINGS.get(code & 0xFF) if isinstance(code, int) else None
    return found._replace(wrong=f"{found.wrong} ({cause})") if found else None


@contextmanager
def reading_of(name: str) -> Iterator[None]:
    """:raises StoreProblem: what is read in the block cannot be read."""
    try:
        yield
    except (DBAPIError, PoolTimeout, sqlite3.Error, ValueError) as error:
        if (found := explained(error)) is None:
            raise
        metrics.DATABASE_ERRORS.labels("read").inc()
        raise StoreProblem(f"{name}: {found.wrong}; {found.helps}.", _status(found)) from None


@contextmanager
def writing_to(name: str) -> Iterator[None]:
    """:raises NotStored: what is written in the block cannot be stored; nothing of it is."""
    try:
        yield
    except (DBAPIError, PoolTimeout, sqlite3.Error) as error:
        if (found := explained(error)) is None:
            raise
        metrics.DATABASE_ERRORS.labels("write").inc()
        kind = DatabaseBusy if found.held else NotStored
        sentence = f"{name}: {found.wrong}. Nothing was stored; {found.helps} and try again."
        raise kind(sentence, _status(found)) from None


def _status(found: Trouble) -> Exit:
    """That of a start which this keeps from running: whether another try helps."""
    return Exit.DATABASE_AWAY if found.passes else Exit.DATABASE
