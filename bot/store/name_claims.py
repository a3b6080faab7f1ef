"""Who says that a typed name is theirs, and what became of it. Rows are never removed: they are a name's history."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, insert, select, update
from sqlmodel import col

from bot.store.database import Database
from bot.store.result_index import JOINED, count_again
from bot.store.sql.result_tables import NameClaimRow

OPEN, REFUSED, WITHDRAWN, SEPARATED = "open", "refused", "withdrawn", "separated"


@dataclass(frozen=True, slots=True)
class StoredClaim:
    """A claim as it is kept. ``name`` as names are compared, ``shown`` as it was typed; ``by`` and ``at``: of its last
    change after it was made."""

    id: int
    place: int
    name: str
    shown: str
    person: int
    person_name: str
    state: str
    asked_at: datetime
    settled_at: datetime | None
    settled_name: str | None
    ended_at: datetime | None
    ended_name: str | None


COLUMNS = tuple(col(getattr(NameClaimRow, column)) for column in StoredClaim.__slots__)


class NameClaims:
    """The claims of all places."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, claim: int) -> StoredClaim | None:
        """A claim by its number."""
        return await self._database.read(lambda connection: _get(connection, claim))

    async def of_name(self, place: int, name: str) -> list[StoredClaim]:
        """All claims of a name, newest first."""
        chosen = select(*COLUMNS).where(col(NameClaimRow.place) == place, col(NameClaimRow.name) == name)
        return await self._found(chosen.order_by(col(NameClaimRow.id).desc()))

    async def of_person(self, place: int, person: int) -> list[StoredClaim]:
        """All claims of an account in a place, newest first."""
        chosen = select(*COLUMNS).where(col(NameClaimRow.place) == place, col(NameClaimRow.person) == person)
        return await self._found(chosen.order_by(col(NameClaimRow.id).desc()))

    async def names_of(self, place: int, person: int) -> frozenset[str]:
        """The names of a place that belong to an account, as names are compared."""
        mine = (col(NameClaimRow.place) == place, col(NameClaimRow.person) == person)
        chosen = select(col(NameClaimRow.name)).where(*mine, col(NameClaimRow.state) == JOINED)
        return await self._database.read(lambda connection: frozenset(connection.execute(chosen).scalars()))

    async def add(self, place: int, name: str, shown: str, person: int, person_name: str) -> int:
        """Keep a new, open claim; its number."""
        values = {"place": place, "name": name, "shown": shown, "person": person, "person_name": person_name}
        made = insert(NameClaimRow).values(values | {"state": OPEN, "asked_at": self._database.now()})
        numbered = made.returning(col(NameClaimRow.id))
        number = await self._database.write(lambda connection: connection.execute(numbered).scalar_one())
        assert number is not None, "a row has its number"
        return number

    async def change(
        self, claim: int, after: Callable[[StoredClaim | None], str], person: int, person_name: str
    ) -> StoredClaim:
        """Give a claim the state that ``after`` says; a refusal that it raises changes nothing. Other open claims of a
        name that has been joined are refused; the results are counted anew."""
        return await self._database.write(
            lambda connection: _change(connection, claim, after, person, person_name, self._database.now())
        )

    async def _found(self, chosen: object) -> list[StoredClaim]:
        rows = await self._database.read(lambda connection: connection.execute(chosen).all())  # type: ignore[call-overload]
        return [StoredClaim(*row) for row in rows]


def _get(connection: Connection, claim: int) -> StoredClaim | None:
    row = connection.execute(select(*COLUMNS).where(col(NameClaimRow.id) == claim)).first()
    return StoredClaim(*row) if row else None


def _change(
    connection: Connection,
    claim: int,
    after: Callable[[StoredClaim | None], str],
    person: int,
    person_name: str,
    at: datetime,
) -> StoredClaim:
    before = _get(connection, claim)
    state = after(before)
    assert before is not None, "a claim that is gone is refused"
    step = "ended" if state == SEPARATED else "settled"
    values = {"state": state, f"{step}_at": at, f"{step}_by": person, f"{step}_name": person_name}
    chosen = update(NameClaimRow).where(col(NameClaimRow.id) == claim)
    connection.execute(chosen.values(values))
    if state == JOINED:
        rivals = update(NameClaimRow).where(
            col(NameClaimRow.place) == before.place,
            col(NameClaimRow.name) == before.name,
            col(NameClaimRow.state) == OPEN,
        )
        connection.execute(rivals.values(values | {"state": REFUSED}))
    if state in (JOINED, SEPARATED):
        count_again(connection, before.place, before.name, before.person)
    found = _get(connection, claim)
    assert found is not None, "it was there a moment ago"
    return found
