"""The format of game files: JSON that says what was agreed on and what was done. Every number has its bounds."""

from __future__ import annotations

import hashlib
import unicodedata
from typing import Annotated, Final, Literal

import msgspec

from bot.engine.actions import Action, Event, Record
from bot.engine.game import EXPANSION_RULES
from bot.engine.rules.reorder_hidden import MOST_SEED
from bot.engine.state import Options, SeatSetup, Setup

KIND: Final = "revive-referee game"
FORMAT: Final = 1
LARGEST: Final = 8 * 1024 * 1024
"""Bytes of a file."""
MOST_RECORDS: Final = 20_000
MOST_SEATS: Final = 4
LONGEST_NAME: Final = 80

Version = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEED)]
Snowflake = Annotated[int, msgspec.Meta(ge=1, le=MOST_SEED)]
"""Discord's number of a person."""
RecordNumber = Annotated[int, msgspec.Meta(ge=0, lt=MOST_RECORDS)]
SeatIndex = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
Number = Annotated[int, msgspec.Meta(ge=-(1 << 31), le=(1 << 31) - 1)]
Word = Annotated[str, msgspec.Meta(max_length=100)]
Salt = Annotated[str, msgspec.Meta(max_length=64, pattern=r"\A[0-9a-f]*\Z")]
NOTES: Final = ("rules_changed", "rules_differ")
"""What a record may say that does nothing (``bot.engine.rules_migration``)."""
Strength = Literal["random", "easy", "casual", "steady", "normal", "hard"]


class FileRefusal(Exception):
    """Why a file is not taken over: a reason of ``bot.app.tables.model.Reason`` and its values."""

    def __init__(self, reason: str, **values: str | int) -> None:
        super().__init__(f"{reason} {values}" if values else reason)
        self.reason = reason
        self.values = values


class PackName(msgspec.Struct, frozen=True):
    """Which pack was played with."""

    id: Word
    version: Word
    hash: Word


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What every file of every version begins with. ``rules`` is the lowest version of the rules that can read it;
    ``full`` is false for the public part of a running game; ``began`` is the version of the rules that the game began
    with (None: that of the file, which was before they were kept)."""

    kind: str
    format: Version
    rules: Version
    full: bool
    pack: PackName
    began: Version | None = None


class FileSeat(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Who sat there: a person or a computer player. What else a file says of a seat is not taken over."""

    user: Snowflake | None = None
    name: str = ""
    computer: Strength | None = None


class FileSetup(msgspec.Struct, frozen=True, kw_only=True):
    """What the table agreed on (``bot.engine.state.Setup``)."""

    seats: Annotated[tuple[SeatSetup, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
    pack: Word
    seed: Seed
    options: Options = Options()

    def setup(self) -> Setup:
        """The same as the engine's setup."""
        return Setup(seats=self.seats, pack=self.pack, seed=self.seed, options=self.options)


class FileEvent(msgspec.Struct, frozen=True, kw_only=True):
    """What came of something (``bot.engine.actions.Event``)."""

    key: Word
    seat: SeatIndex | None = None
    values: dict[Word, Number | Word | None] = {}
    secret: dict[Word, Number | Word | None] = {}

    def event(self) -> Event:
        """The same as the engine's event."""
        return Event(self.key, self.seat, dict(self.values), dict(self.secret))


class FileRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What was done (``bot.engine.actions.Record``). What came of it is worked out anew; what is read of it is only
    compared, in a game of older rulings."""

    number: RecordNumber
    seat: SeatIndex
    action: Action | None = None
    events: tuple[FileEvent, ...] = ()
    undid: Annotated[tuple[RecordNumber, ...], msgspec.Meta(max_length=1000)] = ()
    reseed: Seed | None = None
    back: RecordNumber | None = None
    undrawn: bool = False

    def record(self) -> Record:
        """:raises FileRefusal: ``import_broken``: it does nothing, and says what no such record says."""
        events = tuple(each.event() for each in self.events)
        says = self.action is None and not self.undid and self.reseed is None
        if says and not all(event.key in NOTES and _of_numbers(event) for event in events):
            raise FileRefusal("import_broken")
        return Record(
            number=self.number,
            seat=self.seat,
            action=self.action,
            events=events,
            barrier=says,
            undid=self.undid,
            reseed=self.reseed,
            back=self.back,
            undrawn=self.undrawn,
        )


class GameFile(Head, frozen=True, kw_only=True):
    """A whole file. ``practice``: it comes from a table whose result does not count; ``salt``: with the seed it gives
    the hash shown at the start (:func:`shuffle_hash`)."""

    setup: FileSetup
    seats: Annotated[tuple[FileSeat, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
    records: Annotated[tuple[FileRecord, ...], msgspec.Meta(max_length=MOST_RECORDS)]
    practice: bool = False
    salt: Salt = ""


def _of_numbers(event: Event) -> bool:
    return not event.secret and all(isinstance(value, int) for value in event.values.values())


class _Kind(msgspec.Struct, frozen=True):
    kind: str = ""


_anything = msgspec.json.Decoder(msgspec.Raw)
_kind = msgspec.json.Decoder(_Kind)
_head = msgspec.json.Decoder(Head)
_whole = msgspec.json.Decoder(GameFile)


SHORT_HASH: Final = 12
"""Characters by which a hash is told where there is little room."""


def shuffle_hash(seed: int, salt: str) -> str:
    """What is shown of a shuffle before it is known: the SHA-256 of seed and salt, written with a colon between."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


def read_file(data: bytes) -> GameFile:
    """:raises FileRefusal: ``import_large``, ``import_broken``, ``import_foreign``, ``import_newer``,
    ``import_public``."""
    if len(data) > LARGEST:
        raise FileRefusal("import_large", most=LARGEST // 1024 // 1024)
    head = read_head(data)
    if head.format > FORMAT or head.rules > EXPANSION_RULES:
        raise FileRefusal("import_newer", format=head.format, rules=head.rules)
    if not head.full:
        raise FileRefusal("import_public")
    try:
        file = _whole.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise FileRefusal("import_broken") from error
    people = [seat.user for seat in file.seats if seat.user is not None]
    if len(file.seats) != len(file.setup.seats) or not people or len(set(people)) != len(people):
        raise FileRefusal("import_broken")
    return file


def read_head(data: bytes) -> Head:
    """:raises FileRefusal: ``import_broken``, ``import_foreign``."""
    try:
        _anything.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FileRefusal("import_broken") from error
    try:
        kind = _kind.decode(data).kind
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise FileRefusal("import_broken" if isinstance(error, UnicodeDecodeError) else "import_foreign") from error
    if kind != KIND:
        raise FileRefusal("import_foreign")
    try:
        return _head.decode(data)
    except msgspec.MsgspecError as error:
        raise FileRefusal("import_broken") from error


def clean_name(name: str) -> str:
    """A name of a file as one line of characters that are seen, at most :data:`LONGEST_NAME` of them."""
    seen = "".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in name[: LONGEST_NAME * 4])
    return " ".join(seen.split())[:LONGEST_NAME]
