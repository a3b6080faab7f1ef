"""The tables of statistics over results. A change here needs a migration; a test compares the two.

``result_people`` and ``result_seats`` are made of what ``tallies`` and ``name_claims`` say and can be made again from
them at any time. So a person is forgotten by taking names and ids out of score pads and claims: a seat without a name
is nobody's, and keeps its numbers.
"""

from datetime import date, datetime

from sqlalchemy import BigInteger, Index, text
from sqlmodel import Field

from bot.store.machine_clock import machine_clock
from bot.store.sql.preference_tables import Table, UtcDateTime

_JOINED = text("state = 'joined'")
GROUPED = (
    "mode",
    "seats",
    "firsts",
    "total",
    "played",
    "artifact_card",
    "expansion",
    "refereed",
    "computers",
    "person",
    "result",
)
"""What the pages of tribes and artifact cards ask of each seat, filters included: so they read an index alone."""


class ResultPersonRow(Table, table=True):
    """Somebody of whom there are results: a Discord account (the same on all servers), a typed name of one place, or
    computer players of one strength. Exactly one of the three is set."""

    __tablename__ = "result_people"
    __table_args__ = (Index("uq_result_people_place", "place", "name", unique=True), {"sqlite_autoincrement": True})

    id: int | None = Field(default=None, primary_key=True)
    account: int | None = Field(default=None, sa_type=BigInteger, unique=True)
    computer: str | None = Field(default=None, max_length=16, unique=True)
    place: int | None = Field(default=None, sa_type=BigInteger)
    name: str | None = Field(default=None, max_length=64)


class ResultSeatRow(Table, table=True):
    """One seat of one result, in plain numbers. ``played``: when, in seconds since 1970; ``computer``: 0 for a person,
    else the strength from 1; ``firsts``: how many share the first place where the seat has it, else 0. Lines are
    empty where only the total is known."""

    __tablename__ = "result_seats"
    __table_args__ = (
        Index("ix_result_seats_person", "person", "played"),
        Index("ix_result_seats_tribe", "place", "tribe", *GROUPED),
        Index("ix_result_seats_card", "place", "card", *GROUPED),
        {"sqlite_with_rowid": False},
    )

    place: int = Field(primary_key=True, sa_type=BigInteger)
    person: int = Field(primary_key=True)
    played: int = Field(primary_key=True)
    result: int = Field(primary_key=True, foreign_key="tallies.id", ondelete="CASCADE", index=True)
    seat: int = Field(primary_key=True)
    total: int
    rank: int
    firsts: int
    seats: int
    computers: int
    computer: int
    mode: str = Field(max_length=8)
    expansion: bool
    refereed: bool
    name: str = Field(max_length=64)
    tribe: str | None = Field(default=None, max_length=64)
    card: str | None = Field(default=None, max_length=64)
    track: int | None = None
    devotion: int | None = None
    progress: int | None = None
    technologies: int | None = None
    large_locations: int | None = None
    card_colour: int | None = None
    end_tile: int | None = None
    small_artifacts: int | None = None
    leftover: int | None = None
    artifact_card: int | None = None


class ResultPhotoRow(Table, table=True):
    """The photo of a result's table: the message of the bot that shows it on Discord, and who posted it. The photo
    itself is not kept."""

    __tablename__ = "result_photos"

    result: int = Field(
        primary_key=True, foreign_key="tallies.id", ondelete="CASCADE", sa_column_kwargs={"autoincrement": False}
    )
    channel: int = Field(sa_type=BigInteger)
    message: int = Field(sa_type=BigInteger)
    person: int = Field(sa_type=BigInteger, index=True)


class NameClaimRow(Table, table=True):
    """An account says that a typed name of a place is its own. Rows are kept as the history of a name.

    ``state``: open, joined, refused, withdrawn or separated. ``settled…``: by whom it was confirmed, refused or
    withdrawn; ``ended…``: by whom it was separated."""

    __tablename__ = "name_claims"
    __table_args__ = (
        Index("uq_name_claims_joined", "place", "name", unique=True, sqlite_where=_JOINED, postgresql_where=_JOINED),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    place: int = Field(sa_type=BigInteger, index=True)
    name: str = Field(max_length=64)
    shown: str = Field(max_length=64)
    person: int = Field(sa_type=BigInteger, index=True)
    person_name: str = Field(max_length=64)
    state: str = Field(max_length=12)
    asked_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)
    settled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    settled_by: int | None = Field(default=None, sa_type=BigInteger)
    settled_name: str | None = Field(default=None, max_length=64)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ended_by: int | None = Field(default=None, sa_type=BigInteger)
    ended_name: str | None = Field(default=None, max_length=64)


class SeasonRow(Table, table=True):
    """A stretch of days of a place, both inclusive, whose results are looked at together. ``ended_at``: its end was
    told in ``channel``, or was past when it was made."""

    __tablename__ = "seasons"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: int | None = Field(default=None, primary_key=True)
    place: int = Field(sa_type=BigInteger, index=True)
    channel: int = Field(sa_type=BigInteger)
    name: str = Field(max_length=64)
    begin: date
    until: date
    made_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
