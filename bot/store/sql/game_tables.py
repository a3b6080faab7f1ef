"""The tables of games. A change here needs a migration; a test compares the two."""

from datetime import datetime

from sqlalchemy import BigInteger, false
from sqlmodel import Field

from bot.store.machine_clock import machine_clock
from bot.store.sql.preference_tables import Table, UtcDateTime


class PackRow(Table, table=True):
    """A component pack that games were begun with, by its content: games outlive the pack's next edition."""

    __tablename__ = "packs"

    hash: str = Field(primary_key=True, max_length=64)
    body: bytes
    kept_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)


class ServerPackRow(Table, table=True):
    """A pack that belongs to one server. ``offered``: new tables can choose it; one that is not is kept for the games
    that were begun with it. A pack in ``packs`` without a row here belongs to nobody."""

    __tablename__ = "server_packs"

    guild: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    hash: str = Field(primary_key=True, max_length=64, index=True)
    pack: str = Field(max_length=32)
    person: int = Field(sa_type=BigInteger)
    offered: bool = True
    added_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)


class ServerChannelRow(Table, table=True):
    """A channel of a server in which games may be opened; a server without such rows has no such rule."""

    __tablename__ = "server_channels"

    guild: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    channel: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})


class ServerLimitRow(Table, table=True):
    """How many games may be open on a server at once."""

    __tablename__ = "server_limits"

    guild: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    most: int


class ServerBarRow(Table, table=True):
    """A role or a person that may not open games on a server."""

    __tablename__ = "server_bars"

    guild: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    target: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    role: bool


class GameRow(Table, table=True):
    """A lobby or game as it stands. Numbers are never given twice: old buttons carry them.

    ``holds`` is the channel while the table is open in it, else empty: two open tables in one channel cannot be stored.
    ``computing``: a computer player has to move. ``aside``: why it could not be loaded. ``shown…``: what its public
    message shows (``bot.store.games.Shown``).
    """

    __tablename__ = "games"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: int | None = Field(default=None, primary_key=True)
    guild: int = Field(sa_type=BigInteger, index=True)
    channel: int = Field(sa_type=BigInteger, index=True)
    holds: int | None = Field(default=None, sa_type=BigInteger, unique=True)
    message: int | None = Field(default=None, sa_type=BigInteger)
    shown: int | None = None
    shown_turn: int | None = None
    shown_told: int | None = None
    shown_before: int | None = Field(default=None, sa_type=BigInteger)
    shown_ping: int | None = Field(default=None, sa_type=BigInteger)
    stage: str = Field(max_length=16, index=True)
    version: int
    owner: int = Field(sa_type=BigInteger)
    body: bytes
    pack: str | None = Field(default=None, max_length=64)
    snapshot: bytes | None = None
    records: int = 0
    computing: bool = False
    aside: str | None = Field(default=None, max_length=200)
    opened_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)
    changed_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)


class GameRecordRow(Table, table=True):
    """One record of a game's history; ``person`` is who caused it, empty for computer players and standing answers."""

    __tablename__ = "game_records"

    game: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    body: bytes
    person: int | None = Field(default=None, sa_type=BigInteger)
    happened_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)


class GameTurnRow(Table, table=True):
    """A game as it stood at the start of a turn: where a broken game can be taken up again."""

    __tablename__ = "game_turns"

    game: int = Field(primary_key=True)
    records: int = Field(primary_key=True)
    snapshot: bytes


class GameInteractionRow(Table, table=True):
    """What an interaction did, so that a second delivery does nothing: records ``first`` to before ``after``."""

    __tablename__ = "game_interactions"

    id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    game: int = Field(index=True)
    first: int
    after: int


class GameResultRow(Table, table=True):
    """The final score of a game; ``tally`` is the number of the result made from it, where the results list it."""

    __tablename__ = "game_results"

    game: int = Field(primary_key=True)
    guild: int = Field(sa_type=BigInteger, index=True)
    channel: int = Field(sa_type=BigInteger)
    body: bytes
    tally: int | None = None
    ended_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)


class GamePersonRow(Table, table=True):
    """A person who plays at a table, or for whom a seat of it is kept: by it a person's tables are found."""

    __tablename__ = "game_people"

    game: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    person: int = Field(primary_key=True, sa_type=BigInteger, index=True, sa_column_kwargs={"autoincrement": False})


class GameActRow(Table, table=True):
    """Something done by or for a person who was absent, for the log: when, and after how many records."""

    __tablename__ = "game_acts"

    id: int | None = Field(default=None, primary_key=True)
    game: int = Field(index=True)
    record: int
    body: bytes
    happened_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)


class GamePlanRow(Table, table=True):
    """The turn that a person has planned in a game; nobody else is told of it."""

    __tablename__ = "game_plans"

    game: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    person: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    body: bytes
    changed_at: datetime = Field(default_factory=machine_clock, sa_type=UtcDateTime)


class GameFollowerRow(Table, table=True):
    """A person who follows a game; ``told`` is the last record that they were told of."""

    __tablename__ = "game_followers"

    game: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    person: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    moments: str = Field(max_length=8)
    told: int


class GameDueRow(Table, table=True):
    """Somebody is to be told something about a game, or something is to be looked at then. Numbers are never given
    twice: messages are known to Discord by them.

    ``after``: minutes since they were told first, in a reminder. ``since``: when the game began to wait for them.
    ``batch``: the message with which it is sent, from just before that until it is done. ``tries``: how often that has
    failed.
    """

    __tablename__ = "game_dues"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: int | None = Field(default=None, primary_key=True)
    game: int = Field(index=True)
    seat: int
    person: int = Field(sa_type=BigInteger, index=True)
    kind: str = Field(max_length=16)
    due_at: datetime = Field(sa_type=UtcDateTime, index=True)
    after: int = 0
    since: datetime | None = Field(default=None, sa_type=UtcDateTime)
    batch: str | None = Field(default=None, max_length=25)
    tries: int = 0


class PlayerSettingsRow(Table, table=True):
    """How a person wants to be told and asked. ``zone``, ``quiet_from``, ``quiet_to`` (minutes after midnight),
    ``days`` (digits, Monday is 0) and ``away_until``: when they do not want to be disturbed; ``shown``: others may see
    it."""

    __tablename__ = "player_settings"

    person: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    notices: str = Field(max_length=8)
    place: str = Field(max_length=8)
    confirm_end: bool
    zone: str | None = Field(default=None, max_length=64)
    quiet_from: int | None = None
    quiet_to: int | None = None
    days: str | None = Field(default=None, max_length=7)
    away_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    shown: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
