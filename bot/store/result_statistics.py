"""Questions to the index of results, answered by the database. Games of several are compared; games for one stand for
themselves."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Float, Select, and_, case, cast, func, select, tuple_
from sqlalchemy.orm import aliased
from sqlmodel import col

from bot.store.database import Database
from bot.store.result_index import NOBODY
from bot.store.sql.preference_tables import TallyRow
from bot.store.sql.result_tables import ResultPersonRow, ResultSeatRow

Order = Literal["wins", "share", "average", "games", "best", "last"]
Group = Literal["tribe", "card", "seats"]
LINES = (
    "track",
    "devotion",
    "progress",
    "technologies",
    "large_locations",
    "card_colour",
    "end_tile",
    "small_artifacts",
    "leftover",
    "artifact_card",
)
"""The lines of a score, in the order of the documents."""
MOST_SEATS = 4
"""Seats of one result."""
Seat = ResultSeatRow


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """Which results count. ``since`` and ``until``: seconds since 1970, from – to before; ``seats``: how many played;
    ``refereed``: played with the bot, or elsewhere; ``computers``: with computer players at the table, or without;
    ``beside``: somebody else who was at the table. None: no matter."""

    since: int | None = None
    until: int | None = None
    seats: int | None = None
    expansion: bool | None = None
    refereed: bool | None = None
    computers: bool | None = None
    tribe: str | None = None
    beside: int | None = None


EVERYTHING = ResultFilter()


@dataclass(frozen=True, slots=True)
class Tally:
    """What somebody, or something, has come to. ``wins``: a shared victory counts in part; ``expected``: the wins of
    somebody who is as good as the table, 1 ÷ players for each game; ``last``: in seconds since 1970."""

    games: int
    wins: float
    expected: float
    average: float
    best: int
    lowest: int
    last: int


@dataclass(frozen=True, slots=True)
class PersonTally:
    """The same of a person; ``name`` as it was last written."""

    person: int
    name: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class GroupTally:
    """The same of a tribe, an artifact card or a number of players; ``card_points``: what artifact cards brought."""

    key: str | int
    tally: Tally
    card_points: float | None


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """One game of somebody: the result's number, when, points, place, how many share the first place (0: not first) and
    how many played."""

    result: int
    played: int
    total: int
    rank: int
    firsts: int
    seats: int


@dataclass(frozen=True, slots=True)
class Finish:
    """Where somebody was placed in a game of several; ``computer``: the strength of a computer player."""

    result: int
    played: int
    person: int
    computer: str | None
    rank: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game that two people have played together: points and place of each."""

    result: int
    played: int
    total: int
    rank: int
    other_total: int
    other_rank: int


@dataclass(frozen=True, slots=True)
class Person:
    """Whose results these are: an account, a typed name of a place, or computer players of a strength."""

    id: int
    account: int | None
    computer: str | None
    name: str | None


@dataclass(frozen=True, slots=True)
class CountedSeat:
    """A seat as it is counted; ``computer``: the strength of a computer player."""

    result: int
    seat: int
    played: int
    person: int
    computer: str | None
    name: str
    total: int
    mode: str
    tribe: str | None
    card: str | None


class ResultStatistics:
    """What results come to. ``place`` None: on all servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def players(
        self, place: int, chosen: ResultFilter, order: Order = "wins", first: int = 0, most: int = 10
    ) -> tuple[list[PersonTally], int]:
        """The people of a place in an order, and how many they are."""
        tallied = _tallied(place, chosen, col(Seat.person), _newest_name(place), func.count().over())
        people = tallied.where(col(Seat.computer) == 0, col(Seat.person) != NOBODY).group_by(col(Seat.person))
        rows = await self._rows(people.order_by(*_order(order), col(Seat.person)).limit(most).offset(first))
        return [PersonTally(row[0], row[1], Tally(*row[3:])) for row in rows], rows[0][2] if rows else 0

    async def computers(self, place: int, chosen: ResultFilter) -> list[tuple[str, Tally]]:
        """The computer players of a place by strength."""
        tallied = _tallied(place, chosen, col(Seat.computer), col(ResultPersonRow.computer))
        joined = tallied.where(col(Seat.computer) > 0).join(
            ResultPersonRow, col(ResultPersonRow.id) == col(Seat.person)
        )
        same = (col(Seat.person), col(Seat.computer), col(ResultPersonRow.computer))
        rows = await self._rows(joined.group_by(*same).order_by(col(Seat.computer)))
        return [(str(row[1]), Tally(*row[2:])) for row in rows]

    async def person(self, place: int | None, person: int, chosen: ResultFilter) -> Tally | None:
        """What one person has come to; None without games of several."""
        rows = await self._rows(_tallied(place, chosen).where(col(Seat.person) == person))
        return Tally(*rows[0]) if rows and rows[0][0] else None

    async def grouped(
        self, place: int | None, chosen: ResultFilter, by: Group, person: int | None = None
    ) -> list[GroupTally]:
        """By tribe, artifact card or number of players, of one person or of everybody, most games first."""
        key = col(getattr(Seat, by))
        tallied = _tallied(place, chosen, key, _average(col(Seat.artifact_card))).where(key.is_not(None))
        if person is not None:
            tallied = tallied.where(col(Seat.person) == person)
        rows = await self._rows(tallied.group_by(key).order_by(func.count().desc(), key))
        return [GroupTally(row[0], Tally(*row[2:]), row[1]) for row in rows]

    async def tribes(self, place: int, most: int = 1000) -> list[str]:
        """What tribes of a place are called, in order. From one to the next in the index, as there are few of them and
        many seats."""

        def work(connection: Connection) -> list[str]:
            found: list[str] = []
            tribe = col(Seat.tribe)
            while len(found) < most:
                after = tribe > found[-1] if found else tribe.is_not(None)
                first = select(tribe).where(col(Seat.place) == place, after).order_by(tribe).limit(1)
                if (named := connection.execute(first).scalar()) is None:
                    break
                found.append(str(named))
            return found

        return await self._database.read(work)

    async def lines(self, place: int | None, chosen: ResultFilter, person: int | None = None) -> dict[str, float]:
        """The average of each line of the score, of one person or of all people; lines that nobody had are left out."""
        averages = select(*(_average(col(getattr(Seat, line))) for line in LINES)).where(*_several(place, chosen))
        whose = col(Seat.computer) == 0 if person is None else col(Seat.person) == person
        rows = await self._rows(averages.where(whose))
        return {line: average for line, average in zip(LINES, rows[0], strict=True) if average is not None}

    async def games(
        self, place: int | None, person: int, chosen: ResultFilter, mode: str | None = None
    ) -> list[PlayedSeat]:
        """The games of one person, oldest first: those of several, or those for one of a ``mode``."""
        which = _several(place, chosen) if mode is None else _alone(place, chosen, mode)
        found = select(*_columns(Seat, PlayedSeat)).where(*which, col(Seat.person) == person)
        rows = await self._rows(found.order_by(col(Seat.played), col(Seat.result)))
        return [PlayedSeat(*row) for row in rows]

    async def meetings(self, place: int | None, person: int, other: int, chosen: ResultFilter) -> list[Meeting]:
        """The games that two people have played together, oldest first."""
        theirs = aliased(Seat)
        columns = [*_columns(Seat, Meeting, 4), col(theirs.total), col(theirs.rank)]
        same = and_(
            col(theirs.result) == col(Seat.result),
            col(theirs.place) == col(Seat.place),
            col(theirs.played) == col(Seat.played),
            col(theirs.person) == other,
        )
        found = (
            select(*columns)
            .select_from(Seat)
            .join(theirs, same)
            .where(*_several(place, chosen), col(Seat.person) == person)
        )
        rows = await self._rows(found.order_by(col(Seat.played), col(Seat.result)))
        return [Meeting(*row) for row in rows]

    async def opponents(self, place: int | None, person: int, most: int = 25) -> list[tuple[int, str, int]]:
        """With whom a person has played most: number, name, games."""
        theirs = aliased(Seat)
        together = and_(col(theirs.result) == col(Seat.result), col(theirs.person) != person)
        name = func.max(col(theirs.name))
        found = select(col(theirs.person), name, func.count()).select_from(Seat).join(theirs, together)
        people = found.where(*_several(place, EVERYTHING), col(Seat.person) == person, col(theirs.computer) == 0)
        named = people.where(col(theirs.person) != NOBODY).group_by(col(theirs.person))
        rows = await self._rows(named.order_by(func.count().desc(), col(theirs.person)).limit(most))
        return [(row[0], row[1], row[2]) for row in rows]

    async def alone(self, place: int, mode: str, chosen: ResultFilter, most: int = 25) -> list[PersonTally]:
        """The people who have played alone, best average first."""
        columns = (col(Seat.person), _newest_name(place), *_figures())
        found = select(*columns).where(*_alone(place, chosen, mode), col(Seat.person) != NOBODY)
        ordered = found.group_by(col(Seat.person)).order_by(_average(col(Seat.total)).desc(), col(Seat.person))
        return [PersonTally(row[0], row[1], Tally(*row[2:])) for row in await self._rows(ordered.limit(most))]

    async def counted_seats(self, place: int) -> list[CountedSeat]:
        """Every seat of the results of a place."""
        columns = [
            col(getattr(ResultPersonRow if name == "computer" else Seat, name)) for name in CountedSeat.__slots__
        ]
        joined = (
            select(*columns).select_from(Seat).outerjoin(ResultPersonRow, col(ResultPersonRow.id) == col(Seat.person))
        )
        rows = await self._rows(joined.where(col(Seat.place) == place).order_by(col(Seat.result), col(Seat.seat)))
        return [CountedSeat(*row) for row in rows]

    async def results(self, place: int) -> int:
        """How many results of a place are counted."""
        counted = col(TallyRow.closed_at).is_not(None)
        found = select(func.count()).select_from(TallyRow).where(col(TallyRow.place) == place, counted)
        found = found.with_hint(TallyRow, "INDEXED BY ix_tallies_closed", "sqlite")
        return int((await self._rows(found))[0][0])

    async def finishes(self, place: int, after: tuple[int, int], most: int) -> list[Finish]:
        """The places of all seats in the games of several after one, by time and number, oldest first: whole games,
        ``most`` seats and the rest of the last game. Fewer than ``most``: there are no more."""
        columns = [*_columns(Seat, Finish, 3), col(ResultPersonRow.computer), col(Seat.rank)]
        found = select(*columns).select_from(Seat)
        joined = found.outerjoin(ResultPersonRow, col(ResultPersonRow.id) == col(Seat.person))
        later = tuple_(col(Seat.played), col(Seat.result)) > tuple_(*after)
        ordered = joined.where(*_several(place, EVERYTHING), later).order_by(col(Seat.played), col(Seat.result))
        rows = await self._rows(ordered.limit(most + MOST_SEATS))
        end = most
        while most <= end < len(rows) and rows[end][0] == rows[end - 1][0]:
            end += 1
        return [Finish(*row) for row in rows[:end]]

    async def last_with_computers(self, place: int, account: int) -> list[tuple[int | None, Finish]]:
        """The seats of somebody's last refereed game of several with computer players in a place, each with its
        account (None: a computer player, or a typed name); none if there was no such game."""
        whose = select(col(ResultPersonRow.id)).where(col(ResultPersonRow.account) == account)
        theirs = [col(Seat.person).in_(whose), col(Seat.computers) > 0, col(Seat.refereed)]
        newest = select(col(Seat.result)).where(*_several(place, EVERYTHING), *theirs)
        last = newest.order_by(col(Seat.played).desc(), col(Seat.result).desc()).limit(1)
        columns = [*_columns(Seat, Finish, 3), col(ResultPersonRow.computer), col(Seat.rank)]
        joined = (
            select(col(ResultPersonRow.account), *columns)
            .select_from(Seat)
            .outerjoin(ResultPersonRow, col(ResultPersonRow.id) == col(Seat.person))
        )
        same = joined.where(col(Seat.place) == place, col(Seat.result).in_(last)).order_by(col(Seat.seat))
        return [(row[0], Finish(*row[1:])) for row in await self._rows(same)]

    async def find(self, place: int, account: int | None = None, name: str = "") -> Person | None:
        """The person with results by their account, or by a typed name of the place as names are compared."""
        if account is not None:
            same = col(ResultPersonRow.account) == account
        else:
            same = and_(col(ResultPersonRow.place) == place, col(ResultPersonRow.name) == name)
        rows = await self._rows(select(*_columns(ResultPersonRow, Person)).where(same))
        return Person(*rows[0]) if rows else None

    async def who(self, person: int) -> Person | None:
        """Whose results a number stands for."""
        rows = await self._rows(select(*_columns(ResultPersonRow, Person)).where(col(ResultPersonRow.id) == person))
        return Person(*rows[0]) if rows else None

    async def named(self, place: int, person: int) -> str | None:
        """What a person was last called in a place; None where they have no results."""
        rows = await self._rows(select(_newest_name(place, person)))
        return rows[0][0] if rows else None

    async def names(self, place: int, *, typed: bool = False) -> list[tuple[int, str]]:
        """The people with results in a place, by number and name; ``typed``: only names without an account."""
        found = select(col(Seat.person), _newest_name(place)).where(
            col(Seat.place) == place, col(Seat.computer) == 0, col(Seat.person) != NOBODY
        )
        if typed:
            nameless = select(col(ResultPersonRow.id)).where(col(ResultPersonRow.place) == place)
            found = found.where(col(Seat.person).in_(nameless))
        rows = await self._rows(found.group_by(col(Seat.person)).order_by(func.count().desc(), col(Seat.person)))
        return [(row[0], row[1]) for row in rows]

    async def places(self, person: int) -> int:
        """On how many servers, or in how many conversations, a person has results."""
        found = select(func.count(func.distinct(col(Seat.place)))).where(col(Seat.person) == person)
        return int((await self._rows(found))[0][0])

    async def seated(self, place: int, persons: Iterable[int]) -> list[tuple[int, int | None]]:
        """Who sat at the tables of some people, with them: the result's number and the account."""
        results = select(col(Seat.result)).where(col(Seat.place) == place, col(Seat.person).in_(list(persons)))
        joined = select(col(Seat.result), col(ResultPersonRow.account)).join(
            ResultPersonRow, col(ResultPersonRow.id) == col(Seat.person)
        )
        return [(row[0], row[1]) for row in await self._rows(joined.where(col(Seat.result).in_(results)))]

    async def bodies(self, place: int, person: int, most: int) -> list[bytes]:
        """The newest results of a person in a place, as they are kept."""
        mine = select(col(Seat.result)).where(col(Seat.place) == place, col(Seat.person) == person)
        found = select(col(TallyRow.body)).where(col(TallyRow.id).in_(mine)).order_by(col(TallyRow.id).desc())
        return [row[0] for row in await self._rows(found.limit(most))]

    async def _rows(self, chosen: Any) -> list[Any]:
        def work(connection: Connection) -> list[Any]:
            return list(connection.execute(chosen).all())

        return await self._database.read(work)


def _columns(table: Any, kind: Any, most: int | None = None) -> list[Any]:
    return [col(getattr(table, name)) for name in kind.__slots__[:most]]


def _figures() -> list[ColumnElement[Any]]:
    """The columns of a ``Tally``."""
    won = case((col(Seat.firsts) > 0, 1.0 / cast(col(Seat.firsts), Float)), else_=0.0)
    total, played = col(Seat.total), col(Seat.played)
    sums = [func.count(), _sum(won), _sum(1.0 / cast(col(Seat.seats), Float))]
    return [*sums, _average(total), func.max(total), func.min(total), func.max(played)]


def _sum(numbers: Any) -> Any:
    """The sum; 0 of none."""
    return func.coalesce(func.sum(numbers), 0.0)


def _average(numbers: Any) -> Any:
    return func.avg(cast(numbers, Float))


def _tallied(place: int | None, chosen: ResultFilter, *columns: Any) -> Select[Any]:
    return select(*columns, *_figures()).where(*_several(place, chosen))


def _several(place: int | None, chosen: ResultFilter) -> list[ColumnElement[bool]]:
    return [*_which(place, chosen), col(Seat.mode) == "table", col(Seat.seats) > 1]


def _alone(place: int | None, chosen: ResultFilter, mode: str) -> list[ColumnElement[bool]]:
    return [*_which(place, chosen), col(Seat.mode) == mode, col(Seat.seats) == 1]


def _which(place: int | None, chosen: ResultFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = [] if place is None else [col(Seat.place) == place]
    found += [col(Seat.played) >= chosen.since] if chosen.since is not None else []
    found += [col(Seat.played) < chosen.until] if chosen.until is not None else []
    for column in ("seats", "expansion", "refereed", "tribe"):
        wanted = getattr(chosen, column)
        found += [col(getattr(Seat, column)) == wanted] if wanted is not None else []
    if chosen.computers is not None:
        found.append(col(Seat.computers) > 0 if chosen.computers else col(Seat.computers) == 0)
    if chosen.beside is not None:
        others = aliased(Seat)
        found.append(col(Seat.result).in_(select(col(others.result)).where(col(others.person) == chosen.beside)))
    return found


def _newest_name(place: int, person: int | None = None) -> Any:
    """What somebody was last called in a place."""
    newest = aliased(Seat)
    whose = col(newest.person) == (col(Seat.person) if person is None else person)
    found = select(col(newest.name)).where(col(newest.place) == place, whose)
    ordered = found.order_by(col(newest.played).desc(), col(newest.result).desc()).limit(1)
    return ordered.correlate(Seat).scalar_subquery() if person is None else ordered.scalar_subquery()


def _order(order: Order) -> list[ColumnElement[Any]]:
    games, wins, expected, average, best, _, last = _figures()
    by: dict[Order, ColumnElement[Any]] = {
        "wins": wins,
        "share": wins - expected,
        "average": average,
        "games": games,
        "best": best,
        "last": last,
    }
    return [by[order].desc(), games.desc()]
