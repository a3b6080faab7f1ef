"""Everything that is stored of a person, found through the tables themselves, and its removal.

Every column that holds one of Discord's ids is named here; a test compares this list with the tables, so that a new
column cannot be forgotten. Names and ids inside bodies are found and taken out by whoever knows their form.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Select, Table, delete, func, literal, or_, select, tuple_, update
from sqlalchemy.sql.elements import ColumnElement

from bot.store.announcements import About, announce
from bot.store.database import Database
from bot.store.errors import StoreProblem
from bot.store.sql import game_tables, preference_tables, result_tables  # noqa: F401 - these fill the metadata
from bot.store.sql.preference_tables import Table as Base

log = logging.getLogger(__name__)

TABLES: Final[Mapping[str, Table]] = Base.metadata.tables
OF_A_PERSON: Final = {
    "preferences.owner": "scope",
    "player_settings.person": "",
    "game_people.person": "",
    "game_plans.person": "",
    "game_followers.person": "",
    "game_dues.person": "",
    "tally_drafts.person": "",
    "desks.owner": "",
    "name_claims.person": "",
    "result_people.account": "",
    "result_photos.person": "",
}
"""Columns whose rows are a person's own: they are deleted. The other column must say ``person``, where one is named."""
EMPTIED: Final = {
    "game_records.person": (),
    "name_claims.settled_by": ("settled_name",),
    "name_claims.ended_by": ("ended_name",),
}
"""Columns in rows that stay: they become empty, with the names that stand beside them."""
NOBODY_S: Final = ("games.owner", "server_packs.person")
"""Columns that must say somebody: they become :data:`NOBODY`."""
KEPT: Final = {"server_bars.target": ("role", False)}
"""Columns whose rows are shown to the person and stay: a server has set them about the person, and its moderators take
them back. The other column must have that value."""
BODIES: Final = ("games.body", "game_results.body", "game_acts.body", "tallies.body")
"""Columns in whose contents persons are named by id, or by name in what belongs to a game of theirs."""
OTHER_IDS: Final = frozenset(
    (
        "desks.channel",
        "desks.message",
        "game_interactions.id",
        "game_results.channel",
        "game_results.guild",
        "games.channel",
        "games.guild",
        "games.holds",
        "games.message",
        "games.shown_before",
        "games.shown_ping",
        "name_claims.place",
        "preferences.players_role",
        "result_people.place",
        "result_photos.channel",
        "result_photos.message",
        "result_seats.place",
        "seasons.channel",
        "seasons.place",
        "server_bars.guild",
        "server_channels.channel",
        "server_channels.guild",
        "server_limits.guild",
        "server_packs.guild",
        "servers.guild",
        "synced_commands.application",
        "tallies.channel",
        "tallies.message",
        "tallies.place",
    )
)
"""Ids of servers, channels, messages and interactions: nobody is found by them."""
NOBODY: Final = 0
Forget = Callable[[str, bytes, frozenset[str]], bytes | None]
"""Given a column of :data:`BODIES`, a body and the names that the person has claimed (folded): the body without the
person; None where nothing in it is theirs."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was removed: rows deleted, and rows that stay without the person, by table."""

    deleted: Mapping[str, int]
    changed: Mapping[str, int]


class PersonData:
    """All that is stored of persons."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rows(self, person: int) -> dict[str, list[dict[str, Any]]]:
        """Every row in which the person stands in a column, by table; rows with bodies that hold the id are among them.

        :raises StoreProblem: the database cannot be read.
        """
        return await self._database.read(lambda connection: _rows(connection, person))

    async def forget(self, person: int, forget: Forget) -> Forgotten:
        """Remove the person everywhere, all or nothing, and from SQLite's write-ahead log.

        :raises NotStored: the database cannot be written; nothing is changed.
        """

        def write(connection: Connection) -> Forgotten:
            for about in About:
                announce(connection, about)
            return _forget(connection, person, forget)

        forgotten = await self._database.write(write)
        try:
            await self._database.empty_log()
        except StoreProblem as problem:
            log.warning("the log of the database could not be emptied", extra={"reason": str(problem)})
        return forgotten


def _column(name: str) -> tuple[Table, ColumnElement[Any]]:
    table, _, column = name.partition(".")
    return TABLES[table], TABLES[table].c[column]


def _own(name: str, person: int) -> tuple[Table, ColumnElement[bool]]:
    """The rows of a column of :data:`OF_A_PERSON`."""
    table, column = _column(name)
    told = OF_A_PERSON[name]
    return table, column == person if not told else (column == person) & (table.c[told] == "person")


def _rows(connection: Connection, person: int) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for table, condition in _conditions(connection, person):
        rows = connection.execute(select(table).where(condition)).mappings()
        if listed := [dict(row) for row in rows]:
            found[table.name] = listed
    return found


def _conditions(connection: Connection, person: int) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    """One condition a table."""
    by_table: dict[str, list[ColumnElement[bool]]] = {}
    for name in OF_A_PERSON:
        by_table.setdefault(name.partition(".")[0], []).append(_own(name, person)[1])
    for name in (*EMPTIED, *NOBODY_S):
        by_table.setdefault(name.partition(".")[0], []).append(_column(name)[1] == person)
    for name, (beside, value) in KEPT.items():
        table, column = _column(name)
        by_table.setdefault(table.name, []).append((column == person) & (table.c[beside] == value))
    for name in BODIES:
        by_table.setdefault(name.partition(".")[0], []).append(_holds(connection, name, person))
    for name, conditions in by_table.items():
        yield TABLES[name], or_(*conditions)


def _holds(connection: Connection, name: str, person: int) -> ColumnElement[bool]:
    """Whether a body has the digits of the id somewhere, or belongs to a game of the person, or to a place where they
    have claimed a name."""
    table, column = _column(name)
    digits = literal(str(person).encode())
    if connection.dialect.name == "sqlite":
        inside = func.instr(column, digits) > 0
    else:
        inside = func.position(digits.op("IN")(column)) > 0
    if name == "tallies.body":
        claims = TABLES["name_claims"]
        return or_(inside, table.c.place.in_(_joined(claims.c.place, person)))
    people = TABLES["game_people"]
    game = table.c.id if name == "games.body" else table.c.game
    return or_(inside, game.in_(select(people.c.game).where(people.c.person == person)))


def _joined(wanted: ColumnElement[Any], person: int) -> Select[Any]:
    """A column of the claims that joined a typed name to the person."""
    claims = TABLES["name_claims"]
    return select(wanted).where(claims.c.person == person, claims.c.state == "joined")


def _forget(connection: Connection, person: int, forget: Forget) -> Forgotten:
    names = frozenset(connection.execute(_joined(TABLES["name_claims"].c.name, person)).scalars())
    changed = {name: _forget_in_bodies(connection, name, person, names, forget) for name in BODIES}
    for name, beside in EMPTIED.items():
        table, column = _column(name)
        values = dict.fromkeys((column.key, *beside))
        changed[name] = connection.execute(update(table).where(column == person).values(values)).rowcount
    for name in NOBODY_S:
        table, column = _column(name)
        changed[name] = connection.execute(update(table).where(column == person).values({column.key: NOBODY})).rowcount
    _forget_in_statistics(connection, person)
    deleted = {}
    for name in OF_A_PERSON:
        table, condition = _own(name, person)
        deleted[table.name] = connection.execute(delete(table).where(condition)).rowcount
    return Forgotten(deleted, changed)


def _forget_in_bodies(connection: Connection, name: str, person: int, names: frozenset[str], forget: Forget) -> int:
    """A changed row gets a new version where it has one, so that nobody writes what they have read before."""
    table, column = _column(name)
    keys = list(table.primary_key)
    found = connection.execute(select(*keys, column).where(_holds(connection, name, person))).all()
    number = 0
    for row in found:
        body = forget(name, row[-1], names)
        if body is None:
            continue
        same = [key == value for key, value in zip(keys, row, strict=False)]
        values: dict[str, Any] = {str(column.key): body}
        if "version" in table.c:
            values["version"] = table.c.version + 1
        connection.execute(update(table).where(*same).values(values))
        number += 1
    return number


def _forget_in_statistics(connection: Connection, person: int) -> None:
    """The rows made of the person's results go; they are made anew, without the person, from the results."""
    people, seats = TABLES["result_people"], TABLES["result_seats"]
    claims = TABLES["name_claims"]
    typed = select(claims.c.place, claims.c.name).where(claims.c.person == person, claims.c.state == "joined")
    theirs_here = or_(people.c.account == person, tuple_(people.c.place, people.c.name).in_(typed))
    own = select(people.c.id).where(theirs_here)
    tallies, theirs = TABLES["tallies"], select(seats.c.result).where(seats.c.person.in_(own))
    connection.execute(update(tallies).where(tallies.c.id.in_(theirs)).values(indexed=None))
    connection.execute(delete(seats).where(seats.c.person.in_(own)))
    connection.execute(delete(people).where(theirs_here))
