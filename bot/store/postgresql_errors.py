"""What PostgreSQL's errors mean for the host. What the server or the driver says is not repeated: it may name the user,
the host or the address."""

from typing import Final

from sqlalchemy.exc import InterfaceError, OperationalError

from bot.store.database_trouble import HELD, Trouble

_AWAY: Final = Trouble("it cannot be reached", "start it, or check DATABASE_URL and the network", passes=True)
_REFUSED: Final = Trouble("it refuses the user or the password", "correct DATABASE_URL")
_MISSING: Final = Trouble("there is no database of that name", "make it (createdb), or correct DATABASE_URL")
NO_CONNECTION_LEFT: Final = Trouble(
    "it has no connection left", "raise its max_connections, or stop another program", passes=True
)
_FORBIDDEN: Final = Trouble("the bot's user may not do this there", "make that user the owner of the database")
_READ_ONLY: Final = Trouble("it can only be read", "set DATABASE_URL to the server that takes changes")
_FULL: Final = Trouble("its disk is full", "make room on the disk")
RESTORE_DUMP: Final = "stop the bot and restore the newest dump (pg_restore)"
_DAMAGED: Final = Trouble("it is damaged", RESTORE_DUMP)

_BY_STATE: Final = {
    "3D000": _MISSING,
    "25006": _READ_ONLY,
    "40001": HELD,
    "40P01": HELD,
    "42501": _FORBIDDEN,
    "53100": _FULL,
    "53300": NO_CONNECTION_LEFT,
    "55P03": HELD,
    "57014": HELD,
    "58030": Trouble("its disk reports an error", "check the disk, and whether there is room on it"),
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}
"""By SQLSTATE, from the PostgreSQL manual, appendix A."""
_BY_CLASS: Final = {"08": _AWAY, "28": _REFUSED, "57": _AWAY}
_REFUSALS: Final = ("password", "authentication", "role ", "pg_hba.conf")
"""A connection that could not be made has no SQLSTATE, only a text; these words stand in it."""


def explained_by_server(error: Exception, state: str | None, said: str) -> Trouble | None:
    """What is wrong; None for what is a mistake of a statement."""
    if state is not None:
        return _BY_STATE.get(state) or _BY_CLASS.get(state[:2])
    if not isinstance(error, (OperationalError, InterfaceError)):
        return None
    if "too many clients" in said or "connection slots" in said:
        return NO_CONNECTION_LEFT
    if any(word in said for word in _REFUSALS):
        return _REFUSED
    return _MISSING if "does not exist" in said else _AWAY
