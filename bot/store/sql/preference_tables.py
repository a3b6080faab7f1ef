"""The tables. A change here needs a migration; a test compares the two."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, Index, MetaData, TypeDecorator, text
from sqlmodel import Field, SQLModel

from bot.store.machine_clock import machine_clock

CONVENTION = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


UNINDEXED = "closed_at IS NOT NULL AND indexed IS NOT version"
"""Results that the statistics do not count yet, or not as they are now; in SQLite's words."""
UNINDEXED_STANDARD = "closed_at IS NOT NULL AND indexed IS DISTINCT FROM version"
"""The same in those of the standard."""


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC; aware on both sides, also on databases that forget the time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        """Convert an aware time to UTC."""
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        """The stored time, aware, in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Table(SQLModel):
    """The base of all tables; constraints get names by one rule."""

    metadata = MetaData(naming_convention=CONVENTION)


class PreferenceRow(Table, table=True):
    """What a person, a channel or a server has set; a row only where something is. ``client``: the language of a
    person's client as they last used it."""

    __tablename__ = "preferences"

    scope: str = Field(primary_key=True, max_length=16)
    owner: int = Field(primary_key=True, sa_type=BigInteger)
    language: str | None = Field(default=None, max_length=8)
    theme: str | None = Field(default=None, max_length=8)
    explained: str | None = Field(default=None, max_length=800)
    messages: str | None = Field(default=None, max_length=8)
    client: str | None = Field(default=None, max_length=8)
    players_role: int | None = Field(default=None, sa_type=BigInteger)
    players_told_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    photos: bool | None = None
    changed_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)


class ServerRow(Table, table=True):
    """A server that the bot is on, or was until ``left_at``. One where it was only used by people who have it installed
    for themselves has no row."""

    __tablename__ = "servers"

    guild: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    left_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class SyncedCommandsRow(Table, table=True):
    """The digest of the command tree that Discord was last given, per application."""

    __tablename__ = "synced_commands"

    application: int = Field(primary_key=True, sa_type=BigInteger)
    digest: str = Field(max_length=64)
    synced_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)


class MissRow(Table, table=True):
    """A question that got no answer. Who asked is not kept."""

    __tablename__ = "question_misses"

    id: int | None = Field(default=None, primary_key=True)
    question: str = Field(max_length=300)
    language: str = Field(max_length=8)
    asked_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)


class VoteRow(Table, table=True):
    """Whether an answer helped. Who voted is not kept."""

    __tablename__ = "answer_votes"

    id: int | None = Field(default=None, primary_key=True)
    entry: str = Field(max_length=100, index=True)
    question: str | None = Field(default=None, max_length=300)
    language: str = Field(max_length=8)
    helpful: bool
    voted_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)


class TallyRow(Table, table=True):
    """A score pad; once ``closed_at`` is set it is a result. Numbers are never given twice: old buttons carry them.

    ``played_at``: as ``closed_at``, unless another day is told on which it was played.
    ``version`` counts its changes; ``shown`` is the version that its message shows, ``indexed`` the one that the
    statistics count. ``source``: the fingerprint of the result in the file that it was imported from."""

    __tablename__ = "tallies"
    __table_args__ = (
        Index("ix_tallies_closed", "place", "closed_at", "id"),
        Index("ix_tallies_played", "place", "played_at", "id"),
        Index("uq_tallies_source", "place", "source", unique=True),
        Index(
            "ix_tallies_unindexed",
            "place",
            sqlite_where=text(UNINDEXED),
            postgresql_where=text(UNINDEXED_STANDARD),
        ),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    place: int = Field(sa_type=BigInteger, index=True)
    channel: int = Field(sa_type=BigInteger, index=True)
    message: int | None = Field(default=None, sa_type=BigInteger)
    body: bytes
    started_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    version: int = 0
    shown: int = 0
    changed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    indexed: int | None = None
    source: str | None = Field(default=None, max_length=40)
    played_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


TIMES_OF_RESULT = ("started_at", "closed_at", "played_at")
"""All the same for a result that was no open score pad here."""


class TallyDraftRow(Table, table=True):
    """What a person typed into a form that could not be taken over, so that it is not lost."""

    __tablename__ = "tally_drafts"
    __table_args__ = {"sqlite_autoincrement": True}

    id: int | None = Field(default=None, primary_key=True)
    person: int = Field(sa_type=BigInteger, index=True)
    tally: int | None = Field(default=None, index=True)
    form: str = Field(max_length=40)
    body: bytes
    typed_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)


class DeskRow(Table, table=True):
    """A desk for the Mautoma; ``closed_at`` is set once it is ended. Numbers are never given twice: old buttons carry
    them. ``version`` and ``shown`` as for a score pad."""

    __tablename__ = "desks"
    __table_args__ = {"sqlite_autoincrement": True}

    id: int | None = Field(default=None, primary_key=True)
    owner: int = Field(sa_type=BigInteger, index=True)
    body: bytes
    started_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    channel: int | None = Field(default=None, sa_type=BigInteger)
    message: int | None = Field(default=None, sa_type=BigInteger)
    version: int = 0
    shown: int = 0
    changed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
