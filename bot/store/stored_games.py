"""Games as they are stored: rows, and everything that one change of a table writes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.store.due_notices import Due


class StoreConflict(Exception):
    """Somebody else was quicker; nothing was stored."""


class OldVersion(StoreConflict):
    """The game has another version by now."""


class ChannelTaken(StoreConflict):
    """Another open table holds the channel."""


class KnownInteraction(StoreConflict):
    """This interaction has been carried out before."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A lobby or game as it is kept."""

    id: int
    guild: int
    channel: int
    message: int | None
    stage: str
    version: int
    owner: int
    body: bytes
    pack: str | None
    snapshot: bytes | None
    records: int
    computing: bool
    aside: str | None
    opened_at: datetime
    changed_at: datetime
    shown: int | None = None
    shown_turn: int | None = None
    shown_told: int | None = None
    shown_before: int | None = None
    shown_ping: int | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """What a table's public message shows: the version, the turn at whose start it was posted, and the last record that
    the messages before it tell; -1 where that is not known. ``before``: the message before, while it may still look as
    if it were the present one. ``ping``: the message by which somebody was told last, where such messages are
    replaced."""

    version: int
    turn: int = -1
    told: int = -1
    before: int | None = None
    ping: int | None = None


@dataclass(frozen=True, slots=True)
class OpenGame:
    """What is known of an open table before it is read."""

    id: int
    guild: int
    channel: int
    computing: bool


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record: its number, bytes, who caused it, and when."""

    number: int
    body: bytes
    person: int | None
    happened_at: datetime


@dataclass(frozen=True, slots=True)
class StoredAct:
    """What was done by or for somebody who was absent: after how many records, and when."""

    record: int
    body: bytes
    happened_at: datetime


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A final score; ``tally``: its number among the results that are listed."""

    game: int
    guild: int
    channel: int
    body: bytes
    tally: int | None
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class NewResult:
    """A final score to be kept: for this part, and as a closed score pad for the list of results (None: not there)."""

    body: bytes
    tally: bytes | None


@dataclass(frozen=True, slots=True)
class GameColumns:
    """What a table becomes with a change. ``held``: it is open, so that its channel can hold no other."""

    guild: int
    channel: int
    held: bool
    stage: str
    owner: int
    body: bytes
    pack: str | None = None
    snapshot: bytes | None = None
    records: int = 0
    computing: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one change of a table writes, all or nothing.

    ``version``: the version it was made on. ``turn``: the game as it stands at the start of a turn, after so many
    records. ``drop_from``: records and turns from this number on are forgotten. ``not_due``: seats whose notices are
    off, or one kind of them. ``acts``: of absent people, for the log. ``people``: who plays from now on, None where
    that has not changed. ``plan``: a person whose plan becomes this (None: there is none any more). ``shown``: what
    messages show, of any table: it is written along, without a transaction of its own. ``announced``: what the process
    that looks after the game is told, where that is another.
    """

    game: int
    version: int
    draft: GameColumns
    at: datetime
    records: Sequence[StoredRecord] = ()
    turn: tuple[int, bytes] | None = None
    interaction: int | None = None
    drop_from: int | None = None
    not_due: Sequence[tuple[int, str | None]] = ()
    due: Sequence[Due] = ()
    acts: Sequence[bytes] = ()
    result: NewResult | None = None
    clear_aside: bool = False
    people: Sequence[int] | None = None
    plan: tuple[int, bytes | None] | None = None
    shown: Sequence[tuple[int, Shown]] = ()
    announced: str | None = None
