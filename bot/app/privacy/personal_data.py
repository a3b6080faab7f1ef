"""Showing and forgetting a person: open tables first, then everything that is stored."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, Final

import msgspec

from bot.app.privacy.without_person import body_without, names_in, own_part, without_seats
from bot.app.tables import Caller, Tables
from bot.app.tables.model import OPEN_STAGES
from bot.app.tables.table_repository import TableChange
from bot.app.tables.table_state import TableState
from bot.app.tables.transitions import handed_on
from bot.store import Store
from bot.store.person_data import BODIES, Forgotten

OPEN: Final = (*OPEN_STAGES, "ending", "archived")
"""Stages in which others still wait for the person."""
SAFE_NUMBER: Final = 2**53
"""Larger numbers are written as text: many programs read JSON's numbers inexactly beyond it."""


@dataclass(frozen=True, slots=True)
class Held:
    """How much is stored of a person: the number of rows by table, and their open tables."""

    rows: dict[str, int]
    open_tables: list[int]


class PersonalData:
    """What is stored of a person."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store, self._tables = store, tables

    async def held(self, person: int) -> Held:
        """How much there is.

        :raises StoreProblem: the database cannot be read.
        """
        rows = await self._store.person_data.rows(person)
        return Held({name: len(found) for name, found in rows.items()}, await self._open_tables(person))

    async def as_file(self, person: int) -> bytes:
        """Everything, as JSON: a list of rows for each table. Of what several people have entered together, such as a
        game or a score pad, it holds the person's own part.

        :raises StoreProblem: the database cannot be read.
        """
        rows = await self._store.person_data.rows(person)
        listed = {name: [_readable(name, row, person) for row in found] for name, found in rows.items()}
        return msgspec.json.format(msgspec.json.encode({"person": str(person), "stored": listed}), indent=2)

    async def forget(self, caller: Caller) -> Forgotten:
        """Remove the caller. Lobbies are left; running games pause, and their tables decide who goes on for them; in
        all others the seat stays without a name.

        :raises NotStored: the database cannot be written; open tables may have been left already.
        """
        called = await self._called(caller.user)
        for game in await self._open_tables(caller.user):
            await self._leave(caller, game)
        forgotten = await self._store.person_data.forget(caller.user, partial(_forget, caller.user, called))
        await self._store.preferences.load()
        self._tables.repository.forget_all()
        return forgotten

    async def _open_tables(self, person: int) -> list[int]:
        return list(await self._store.games.of_person(person, OPEN))

    async def _called(self, person: int) -> frozenset[str]:
        """The person's names at their tables."""
        rows = (await self._store.person_data.rows(person)).get("games", [])
        found: frozenset[str] = frozenset()
        return found.union(*(names_in(person, row["body"]) for row in rows))

    async def _leave(self, caller: Caller, game: int) -> None:
        repository = self._tables.repository
        if (await repository.get(game)).stage == "lobby":
            await self._tables.lobby.leave(caller, game)
            return
        async with repository.changing(game) as table:
            after = _vacated(table, caller.user)
            await repository.commit(table, after, TableChange("ended" if after.stage == "ended" else "paused"))


def _forget(person: int, called: frozenset[str], column: str, body: bytes, names: frozenset[str]) -> bytes | None:
    return body_without(person, column, body, names, called)


def _vacated(table: TableState, person: int) -> TableState:
    """The table without the person: it pauses for the others, and ends where nobody else is left."""
    seats = without_seats(table.body.seats, person)
    after = replace(table, body=msgspec.structs.replace(table.body, seats=seats))
    if not after.people:
        return replace(after, stage="ended")
    whole = all(seat.user is not None or seat.computer is not None for seat in seats)
    if whole or after.stage == "ending":
        return handed_on(after)
    if after.stage == "archived":
        return handed_on(replace(after, body=msgspec.structs.replace(after.body, archived_from="paused")))
    return replace(handed_on(after), stage="paused")


def _readable(table: str, row: dict[str, Any], person: int) -> dict[str, Any]:
    return {
        name: own_part(person, f"{table}.{name}", value) if f"{table}.{name}" in BODIES else _plain(value)
        for name, value in row.items()
        if value is not None
    }


def _plain(value: Any) -> Any:
    match value:
        case bool() | str() | float():
            return value
        case int():
            return str(value) if abs(value) > SAFE_NUMBER else value
        case datetime():
            return value.isoformat()
        case bytes():
            return f"{len(value)} bytes"
    return str(value)
