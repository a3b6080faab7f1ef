"""What has long been over, and its removal: games with all that belongs to them, score pads and desks that nobody has
touched, drafts of forms, questions without an answer, and results where a host wants them gone, too."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, Table, and_, delete, func, or_, select

from bot.store.announcements import About, announce
from bot.store.database import Database
from bot.store.sql import game_tables, preference_tables, result_tables  # noqa: F401 - these fill the metadata
from bot.store.sql.preference_tables import Table as Base

TABLES: Final[Mapping[str, Table]] = Base.metadata.tables
OVER: Final = ("over", "ended", "expired")
"""Stages of games that nobody plays any more."""
OF_GAMES: Final = tuple(name for name, table in TABLES.items() if "game" in table.c)
"""Every table whose rows belong to a game."""
NEVER: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""Nothing was touched before."""
STEP: Final = 100
"""Rows of each kind that one transaction of :meth:`OldData.purge_in_steps` removes, so that no player waits long."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Of each kind of :class:`OldRows`, the moment since when a row stays; :data:`NEVER`: all of them stay."""

    games: datetime = NEVER
    pads: datetime = NEVER
    desks: datetime = NEVER
    drafts: datetime = NEVER
    questions: datetime = NEVER
    results: datetime = NEVER

    @classmethod
    def all_before(cls, before: datetime, *, results: bool) -> "Limits":
        """The same moment for all kinds, for results only where they are to go as well."""
        return cls(before, before, before, before, before, before if results else NEVER)


@dataclass(frozen=True, slots=True)
class OldRows:
    """How much there is, or was: games that are over, score pads left open, desks, drafts of forms, questions without
    an answer, results."""

    games: int
    pads: int
    desks: int
    drafts: int
    questions: int
    results: int


class OldData:
    """What was last touched before a moment."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count(self, before: datetime, *, results: bool = False) -> OldRows:
        """How much :meth:`purge` would remove.

        :raises StoreProblem: the database cannot be read.
        """
        limits = Limits.all_before(before, results=results)
        return await self._database.read(lambda connection: _count(_conditions(limits), connection))

    async def purge(self, before: datetime, *, results: bool = False) -> OldRows:
        """Remove it, all or nothing, and give the room back. A result stays when the game that it came from goes, but
        with ``results`` it goes as well.

        :raises NotStored: the database cannot be written.
        """
        limits = Limits.all_before(before, results=results)

        def write(connection: Connection) -> OldRows:
            found = _purge(connection, _conditions(limits))
            remove_orphans(connection)
            return found

        found = await self._database.write(write)
        await self._database.rewrite()
        return found

    async def purge_in_steps(self, limits: Limits) -> OldRows:
        """Remove what is older than ``limits`` a little at a time, while people play. The room in the file is used
        again, not given back.

        :raises NotStored: the database cannot be written; what was removed until then stays so.
        """
        removed = OldRows(0, 0, 0, 0, 0, 0)
        while any(astuple(step := await self._step(limits))):
            removed = OldRows(*map(sum, zip(astuple(removed), astuple(step), strict=True)))
        if any(astuple(removed)):
            await self._database.write(remove_orphans)
            await self._database.empty_log()
        return removed

    async def _step(self, limits: Limits) -> OldRows:
        """Which rows are old is looked up before the others have to wait, and once more when they are removed."""
        conditions = _conditions(limits)
        first = await self._database.read(lambda connection: _first(connection, conditions))
        if not any(first.values()):
            return OldRows(0, 0, 0, 0, 0, 0)
        chosen = {kind: (table, table.c.id.in_(first[kind]) & old) for kind, (table, old) in conditions.items()}
        return await self._database.write(lambda connection: _purge(connection, chosen))


_Conditions = Mapping[str, tuple[Table, ColumnElement[bool]]]


def _conditions(limits: Limits) -> _Conditions:
    """The rows of each kind, in the order of :class:`OldRows`."""
    games, tallies, desks = TABLES["games"], TABLES["tallies"], TABLES["desks"]
    drafts, misses = TABLES["tally_drafts"], TABLES["question_misses"]
    pad_touched = func.coalesce(tallies.c.changed_at, tallies.c.started_at)
    open_pads = and_(tallies.c.closed_at.is_(None), pad_touched < limits.pads)
    closed = tallies.c.closed_at < limits.results
    gone = select(tallies.c.id).where(or_(open_pads, closed))
    desk_touched = func.coalesce(desks.c.changed_at, desks.c.closed_at, desks.c.started_at)
    return {
        "games": (games, and_(games.c.stage.in_(OVER), games.c.changed_at < limits.games)),
        "pads": (tallies, open_pads),
        "desks": (desks, desk_touched < limits.desks),
        "drafts": (drafts, or_(drafts.c.typed_at < limits.drafts, drafts.c.tally.in_(gone))),
        "questions": (misses, misses.c.asked_at < limits.questions),
        "results": (tallies, closed),
    }


def _first(connection: Connection, conditions: _Conditions) -> dict[str, list[int]]:
    """As many numbers of the rows of each kind as one step removes."""
    return {
        kind: list(connection.execute(select(table.c.id).where(old).order_by(table.c.id).limit(STEP)).scalars())
        for kind, (table, old) in conditions.items()
    }


def _count(conditions: _Conditions, connection: Connection) -> OldRows:
    numbers: dict[str, Any] = {
        kind: connection.execute(select(func.count()).select_from(table).where(condition)).scalar_one()
        for kind, (table, condition) in conditions.items()
    }
    return OldRows(**numbers)


def _purge(connection: Connection, conditions: _Conditions) -> OldRows:
    found = _count(conditions, connection)
    for kind in ("drafts", "pads", "desks", "questions", "results"):
        table, condition = conditions[kind]
        connection.execute(delete(table).where(condition))
    games, over = conditions["games"]
    remove_games(connection, select(games.c.id).where(over))
    for about in About:
        announce(connection, about)
    return found


def remove_games(connection: Connection, chosen: Select[Any]) -> None:
    """Remove games by number, with all that belongs to them but final scores that results still need."""
    games = TABLES["games"]
    for name in OF_GAMES:
        table = TABLES[name]
        connection.execute(delete(table).where(table.c.game.in_(chosen), *_not_needed(table)))
    connection.execute(delete(games).where(games.c.id.in_(chosen)))


def remove_orphans(connection: Connection) -> None:
    """Remove what was there for results alone: people without any, and final scores of games that went before."""
    people, seats, scores = TABLES["result_people"], TABLES["result_seats"], TABLES["game_results"]
    connection.execute(delete(people).where(people.c.id.not_in(select(seats.c.person))))
    without_game = scores.c.game.not_in(select(TABLES["games"].c.id))
    connection.execute(delete(scores).where(without_game, *_not_needed(scores)))


def _not_needed(table: Table) -> tuple[ColumnElement[bool], ...]:
    """The final score of a game is kept as long as the result made from it: older results have their tribes there."""
    if table.name != "game_results":
        return ()
    kept = select(TABLES["tallies"].c.id)
    return (or_(table.c.tally.is_(None), table.c.tally.not_in(kept)),)
