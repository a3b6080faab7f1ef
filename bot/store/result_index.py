"""Results in plain numbers, a row for each seat, so that statistics over many are quick.

What a result says is bytes to this part: whoever brings the index up to date reads them (``bot.app.results``). A result
is counted again whenever it changes; one that is deleted takes its rows with it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlmodel import col

from bot.store.announcements import About, announce
from bot.store.database import Database
from bot.store.sql.game_tables import GameResultRow
from bot.store.sql.preference_tables import TallyRow
from bot.store.sql.result_tables import NameClaimRow, ResultPersonRow, ResultSeatRow

NOBODY = 0
"""The number of whoever has no name."""
JOINED = "joined"
"""The state of a claim by which a typed name is an account's."""


@dataclass(frozen=True, slots=True)
class PendingResult:
    """A result that is to be counted; ``game``: what was kept of the game that it came from, if any."""

    id: int
    version: int
    place: int
    body: bytes
    game: bytes | None
    closed_at: datetime


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """A seat to be counted. Whose it is: an ``account``, else a ``computer`` of a strength, else a ``name`` (as it is
    compared), else nobody's. ``numbers``: the other columns of ``ResultSeatRow``."""

    account: int | None
    computer: str | None
    name: str
    numbers: dict[str, int | str | bool | None]


@dataclass(frozen=True, slots=True)
class CountedResult:
    """A result as it is counted; ``played`` in seconds since 1970."""

    played: int
    seats: tuple[SeatEntry, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """What has been counted in a place since it was asked: how many results, and the earliest of them by time and
    number."""

    results: int
    earliest: tuple[int, int]


Reading = Callable[[PendingResult], CountedResult]
"""How the bytes of a result are read; it never fails."""


class ResultIndex:
    """The rows that statistics are worked out from."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._changes: dict[int, Changes] = {}

    def take_changes(self, place: int) -> Changes | None:
        """What has been counted in a place since this was called last."""
        return self._changes.pop(place, None)

    async def waiting(self, place: int | None = None, most: int = 1) -> int:
        """How many results, of a place or of all, are not counted yet as they are now; counted up to ``most``."""
        chosen = _unindexed(select(col(TallyRow.id)), place).limit(most).subquery()
        return int(
            await self._database.read(lambda c: c.execute(select(func.count()).select_from(chosen)).scalar_one())
        )

    async def count(self, reading: Reading, place: int | None = None, most: int = 200) -> int:
        """Count at most so many of the results that wait for it; how many that were."""

        def write(connection: Connection) -> list[tuple[int, int, int]]:
            counted = _count(connection, reading, place, most)
            for where in {where for where, _, _ in counted}:
                announce(connection, About.RESULTS, str(where))
            return counted

        done = await self._database.write(write)
        for where, played, result in done:
            before = self._changes.get(where, Changes(0, (played, result)))
            self._changes[where] = Changes(before.results + 1, min(before.earliest, (played, result)))
        return len(done)


def _unindexed(chosen: Any, place: int | None) -> Any:
    found = chosen.where(col(TallyRow.closed_at).is_not(None), col(TallyRow.indexed).is_distinct_from(TallyRow.version))
    found = found.with_hint(TallyRow, "INDEXED BY ix_tallies_unindexed", "sqlite")
    return found if place is None else found.where(col(TallyRow.place) == place)


def _count(connection: Connection, reading: Reading, place: int | None, most: int) -> list[tuple[int, int, int]]:
    """Place, time and number of each result that was counted."""
    columns = (TallyRow.id, TallyRow.version, TallyRow.place, TallyRow.body, GameResultRow.body, TallyRow.closed_at)
    joined = select(*columns).outerjoin(GameResultRow, col(GameResultRow.tally) == col(TallyRow.id))  # type: ignore[call-overload]
    found = connection.execute(_unindexed(joined, place).limit(most)).all()
    pending = [PendingResult(*row) for row in found]
    counted = [(each, reading(each)) for each in pending]
    rows = [row for each, entry in counted for row in _rows(connection, each, entry)]
    numbers = [each.id for each in pending]
    connection.execute(delete(ResultSeatRow).where(col(ResultSeatRow.result).in_(numbers)))
    if rows:
        connection.execute(insert(ResultSeatRow), rows)
    chosen = update(TallyRow).where(col(TallyRow.id).in_(numbers)).values(indexed=col(TallyRow.version))
    connection.execute(chosen)
    return [(each.place, entry.played, each.id) for each, entry in counted]


def _rows(connection: Connection, pending: PendingResult, counted: CountedResult) -> Iterable[dict[str, Any]]:
    whole = {"place": pending.place, "played": counted.played, "result": pending.id}
    people = _people(connection, pending.place, counted.seats)
    for seat, (entry, person) in enumerate(zip(counted.seats, people, strict=True)):
        yield whole | {"seat": seat, "person": person, **entry.numbers}


def _people(connection: Connection, place: int, seats: tuple[SeatEntry, ...]) -> list[int]:
    """Whose the seats are. A name that belongs to an account stays a name where that account sits at the same table."""
    taken = {entry.account for entry in seats if entry.account is not None}
    found = []
    for entry in seats:
        account = entry.account
        if account is None and entry.name and entry.computer is None:
            claimed = account_of_name(connection, place, entry.name)
            account = None if claimed in taken else claimed
            taken |= {account} if account is not None else set()
        found.append(_person(connection, place, entry, account))
    return found


def _person(connection: Connection, place: int, entry: SeatEntry, account: int | None) -> int:
    if account is not None:
        return _numbered(connection, account=account)
    if entry.computer is not None:
        return _numbered(connection, computer=entry.computer)
    return _numbered(connection, place=place, name=entry.name) if entry.name else NOBODY


def _numbered(connection: Connection, **who: int | str) -> int:
    same = and_(*(col(getattr(ResultPersonRow, column)) == value for column, value in who.items()))
    number = connection.execute(select(col(ResultPersonRow.id)).where(same)).scalar()
    if number is None:
        made = insert(ResultPersonRow).values(**who).returning(col(ResultPersonRow.id))
        number = connection.execute(made).scalar_one()
    return int(number or NOBODY)


def account_of_name(connection: Connection, place: int, name: str) -> int | None:
    """The account that a typed name of a place belongs to."""
    chosen = select(col(NameClaimRow.person)).where(
        col(NameClaimRow.place) == place, col(NameClaimRow.name) == name, col(NameClaimRow.state) == JOINED
    )
    return connection.execute(chosen).scalar()


def count_again(connection: Connection, place: int, name: str, account: int) -> None:
    """Have the results of a name and of an account in a place counted anew: the name has changed hands."""
    persons = select(col(ResultPersonRow.id)).where(
        or_(
            and_(col(ResultPersonRow.place) == place, col(ResultPersonRow.name) == name),
            col(ResultPersonRow.account) == account,
        )
    )
    results = select(col(ResultSeatRow.result)).where(
        col(ResultSeatRow.place) == place, col(ResultSeatRow.person).in_(persons)
    )
    connection.execute(update(TallyRow).where(col(TallyRow.id).in_(results)).values(indexed=None))
