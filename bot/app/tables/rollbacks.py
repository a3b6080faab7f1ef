"""Agreed rollbacks: back to the start of one of the last turns, when every person at the table wants it."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace

import msgspec

from bot.app.tables.administration import VOTES_LAST
from bot.app.tables.model import Ballot, Caller, Status, TableRefusal, Voted
from bot.app.tables.play import seen_by
from bot.app.tables.second_try import tried_twice
from bot.app.tables.table_permissions import Operation, Role, may, not_allowed, roles_of
from bot.app.tables.table_repository import TableChange, TableRepository, read_records
from bot.app.tables.table_state import TableState
from bot.app.tables.transitions import ROLLBACK
from bot.engine import Game, SaveError
from bot.engine.actions import Record
from bot.engine.api import effective
from bot.engine.rules.roll_back import roll_back
from bot.engine.state import SeatNumber


@dataclass(frozen=True, slots=True)
class TurnStart:
    """A start of a turn that a table can go back to: whose turn, its number, and how many records there were."""

    turn: int
    seat: SeatNumber
    records: int


@dataclass(frozen=True, slots=True)
class Rollback:
    """What going back would mean.

    ``undone``: what would be taken back, as its reader may know it; ``reveals``: those of it that have shown something
    unknown, which would be undrawn in a new order. ``count``: the records of the game now; an agreement holds for
    exactly this. ``ballot``: who agrees by now. ``alone``: the reader may decide it.
    """

    start: TurnStart
    count: int
    undone: tuple[Record, ...]
    reveals: tuple[Record, ...]
    ballot: Ballot | None
    alone: bool
    status: Status


class Rollbacks:
    """Going back by agreement.

    :raises TableRefusal: from every call: ``no_such_game``, and those of a game that does not run.
    """

    def __init__(self, repository: TableRepository, seeds: Callable[[], int], wake: Callable[[int], None]) -> None:
        """``seeds`` gives the seeds of reorderings; ``wake`` tells computer players that it may be their move."""
        self._repository = repository
        self._seeds = seeds
        self._wake = wake

    async def starts(self, game: int) -> tuple[TurnStart, ...]:
        """The starts of turns that a table can go back to, the latest first."""
        table = await self._repository.get(game)
        table.playable()
        records = await self._records(game)
        return tuple([_start(then) async for then in self._positions(table, records)])

    async def look(self, caller: Caller, game: int, records: int) -> Rollback:
        """What going back to so many records would mean.

        :raises TableRefusal: ``no_turn_start``: the table cannot go back there.
        """
        table = await self._repository.get(game)
        table.playable()
        known = await self._records(game)
        then = await self._position(table, known, records)
        seat = table.find_seat(caller.user)
        undone = tuple(seen_by(record, seat) for record in effective(list(known), records))
        return Rollback(
            start=_start(then),
            count=table.records,
            undone=undone,
            reveals=tuple(record for record in undone if record.barrier),
            ballot=_ballot(table, _on(records, table.records)),
            alone=_alone(caller, table),
            status=table.status(),
        )

    @tried_twice
    async def agree(self, caller: Caller, game: int, records: int, count: int) -> Voted:
        """Agree to go back to so many records from ``count`` on. It is done when every person at the table has agreed;
        at once where the caller may decide it. Whoever says nothing does not agree.

        :raises TableRefusal: ``stale``: something was done since; ``no_turn_start``; ``not_in_game``.
        """
        known = await self._records(game)
        async with self._repository.changing(game) as table:
            on = _on(records, count)
            if caller.interaction is not None and caller.interaction in table.done:
                ballot = _ballot(table, on)
                return Voted(status=table.status(), done=ballot is None, ballot=ballot)
            table.playable()
            _demand(caller, table)
            if table.records != count or len(known) != count:
                raise TableRefusal("stale", game=game)
            then = await self._position(table, known, records)
            ballot = self._voted(caller, table, on)
            if not _alone(caller, table) and len(ballot.users) < ballot.need:
                after = _with_ballot(table, on, ballot)
                table = await self._repository.commit(table, after, TableChange("voted", caller))
                return Voted(status=table.status(), done=False, ballot=ballot)
            table = await self._done(caller, table, known, then)
        self._wake(game)
        return Voted(status=table.status(), done=True, ballot=None)

    async def _done(self, caller: Caller, table: TableState, known: tuple[Record, ...], then: Game) -> TableState:
        work = table.playable().copy()
        work.records, work.before = list(known), 0
        seat = table.find_seat(caller.user)
        taken = roll_back(work, then, work.active if seat is None else seat, self._seeds())
        made = tuple(work.records[len(known) :])
        change = TableChange("undone", caller, made, (caller.user,) * len(made), tuple(taken))
        after = replace(_with_ballot(table, None, None), game=work)
        return await self._repository.commit(table, after, change)

    def _voted(self, caller: Caller, table: TableState, on: str) -> Ballot:
        now, old = self._repository.now(), _ballot(table, on)
        if old is None or _expired(old, self._repository):
            old = Ballot(on, (), 0, now)
        people = set(table.people)
        users = tuple(user for user in dict.fromkeys((*old.users, caller.user)) if user in people)
        return Ballot(on, users, len(people), old.since)

    async def _records(self, game: int) -> tuple[Record, ...]:
        return read_records(await self._repository.store.records(game))

    async def _positions(self, table: TableState, known: tuple[Record, ...]) -> AsyncIterator[Game]:
        for records, saved in await self._repository.store.turns(table.id):
            if not is_on_the_way(known, records):
                continue
            try:
                then = await self._repository.unpack(saved, table.pack)
            except SaveError:
                continue
            if then.count == records and then.state.phase == "play":
                yield then

    async def _position(self, table: TableState, known: tuple[Record, ...], records: int) -> Game:
        async for then in self._positions(table, known):
            if then.count == records:
                return then
        raise TableRefusal("no_turn_start", game=table.id)


def is_on_the_way(known: tuple[Record, ...], records: int) -> bool:
    """Whether the present position has come about by way of the one after so many records, and not at once: nothing
    before it was taken back after it, and something after it was not."""
    taken_back = any(min(record.undid) < records for record in known if record.undid and record.number >= records)
    return not taken_back and bool(effective(list(known), records))


def _start(then: Game) -> TurnStart:
    return TurnStart(then.state.turn.number, then.active, then.count)


def _on(records: int, count: int) -> str:
    return f"{ROLLBACK}:{records}:{count}"


def _ballot(table: TableState, on: str) -> Ballot | None:
    return next((ballot for ballot in table.body.ballots if ballot.on == on), None)


def _expired(ballot: Ballot, repository: TableRepository) -> bool:
    return repository.now() - ballot.since > VOTES_LAST


def _with_ballot(table: TableState, on: str | None, ballot: Ballot | None) -> TableState:
    """The table with this vote on a rollback, and no other: what others were about has changed."""
    others = tuple(each for each in table.body.ballots if not each.on.startswith(f"{ROLLBACK}:"))
    ballots = (*others, ballot) if ballot is not None else others
    return replace(table, body=msgspec.structs.replace(table.body, ballots=ballots))


def _alone(caller: Caller, table: TableState) -> bool:
    """Whether the caller may decide it: the owner of a first game, and whoever plays with nobody else."""
    roles = roles_of(caller, table)
    return may(Operation.ROLL_BACK, roles - {Role.EVERYBODY}) or set(table.people) == {caller.user}


def _demand(caller: Caller, table: TableState) -> None:
    if _alone(caller, table):
        return
    table.seat_of(caller.user)
    if Role.PLAYER not in roles_of(caller, table):
        raise not_allowed(Operation.ROLL_BACK, table)
