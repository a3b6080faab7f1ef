"""What the processes on one PostgreSQL database tell each other of changes to what they keep in memory: by NOTIFY, in
the transaction that makes the change. Whoever misses one reads everything anew (:mod:`bot.store.shard_session`)."""

import os
import secrets
from enum import StrEnum
from typing import Final

from sqlalchemy import Connection, text

TOPIC: Final = "revive_referee"
"""The one channel of the database that all of it goes through."""
PROCESS: Final = secrets.token_hex(4)
"""With the process's number: this process, whose own announcements it need not hear. The number alone is the same in
many containers, and a forked process inherits the rest."""


class About(StrEnum):
    """What was changed. The text beside it says which; an empty one: any of them."""

    PREFERENCES = "preferences"
    """``scope:owner``."""
    GAMES = "games"
    """A game that another process looks after: the application's own words."""
    NOTICES = "notices"
    """Something may be due earlier."""
    RESULTS = "results"
    """The place whose results were counted."""


def _this_process() -> str:
    return f"{PROCESS}-{os.getpid()}"


def announce(connection: Connection, about: About, text_: str = "") -> None:
    """Tell the other processes with the end of this transaction. Nobody is there to be told on SQLite."""
    if connection.dialect.name == "postgresql":
        said = f"{_this_process()} {about} {text_}"
        connection.execute(text("SELECT pg_notify(:topic, :said)"), {"topic": TOPIC, "said": said})


def heard(payload: str) -> tuple[About, str] | None:
    """What another process has announced; None for this one's own, and for words that only a newer program knows."""
    process, _, rest = payload.partition(" ")
    about, _, text_ = rest.partition(" ")
    return (About(about), text_) if process != _this_process() and about in set(About) else None
