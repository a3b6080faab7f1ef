"""People who are late, and what a table may do then, as it has agreed: nudge them, have a computer player play one turn
for them, or have it fill in until they are back. Whoever does not answer a vote on that agrees; on nothing else."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal, get_args

import msgspec

from bot.app.tables.ballots import ballot_on, with_ballot
from bot.app.tables.model import (
    USUAL,
    Act,
    Ballot,
    Caller,
    LoggedAct,
    NoticeKind,
    Nudge,
    NudgeText,
    Status,
    TableRefusal,
    Voted,
    all_named,
    named,
)
from bot.app.tables.pace import SPANS
from bot.app.tables.player_settings import PlayerSettingsStore
from bot.app.tables.second_try import tried_twice
from bot.app.tables.table_permissions import Operation, demand
from bot.app.tables.table_repository import TableChange, TableRepository
from bot.app.tables.table_state import TableState
from bot.app.tables.transitions import VOTE, handed_on
from bot.engine.state import SeatNumber
from bot.store.due_notices import Due

log = logging.getLogger(__name__)

Help = Literal["turn", "takeover"]
"""What a computer player can do for somebody who is late: play this one turn, or play on until they are back."""
HELPS: Final[tuple[Help, ...]] = get_args(Help)
NUDGED_AGAIN: Final = timedelta(hours=24)
"""After so long a seat may be nudged again."""
FOR_A_PERSON: Final = -1
"""In place of a seat: a notice that nothing at the table takes back."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """How a vote stands: who has agreed by being silent, and until when one has to wait for the next."""

    silent: int
    wait: datetime | None


class Absence:
    """What can be done about people who are late.

    :raises TableRefusal: from every call: ``no_such_game``, ``not_in_game``, ``busy``, and what is named.
    """

    def __init__(self, repository: TableRepository, wake: Callable[[int], None]) -> None:
        """``wake`` tells computer players that it may be their move."""
        self._repository = repository
        self._settings = PlayerSettingsStore(repository.store.dues)
        self._wake = wake

    @tried_twice
    async def late(self, due: Due) -> bool:
        """Note that a seat is late, for which the table has waited since ``due`` says; whether it is."""
        try:
            async with self._repository.changing(due.game) as table:
                call = table.body.calls.get(due.seat)
                if call is None or call.user != due.person or call.since != due.since:
                    return False
                if due.seat in table.body.late:
                    return True
                late = {**table.body.late, due.seat: self._repository.now()}
                body = msgspec.structs.replace(table.body, late=late)
                await self._repository.commit(table, replace(table, body=body), TableChange("late"))
        except TableRefusal as refusal:
            log.warning("nobody could be noted as late", extra={"game": due.game, "reason": refusal.reason})
            return False
        return True

    @tried_twice
    async def nudge(self, caller: Caller, game: int, seat: SeatNumber | None, text: NudgeText) -> Status:
        """Remind somebody who is late, once a day, with one of a few sentences. None: the only one who is late.

        :raises TableRefusal: ``not_late``, ``nobody_late``, ``nudged`` (``until``: in seconds since 1970).
        """
        async with self._repository.changing(game) as table:
            if caller.interaction is not None and caller.interaction in table.done:
                return table.status()
            demand(Operation.NUDGE, caller, table)
            seat = _late_seat(table, seat)
            now, before = self._repository.now(), table.body.nudges.get(seat)
            if before is not None and now < before.at + NUDGED_AGAIN:
                until = int((before.at + NUDGED_AGAIN).timestamp())
                raise TableRefusal("nudged", player=named(table.body.seats, seat), until=until)
            nudges = {**table.body.nudges, seat: Nudge(now, caller.name, text)}
            after = replace(table, body=msgspec.structs.replace(table.body, nudges=nudges))
            call = table.body.calls[seat]
            due = Due(game, seat, call.user, "nudge", now, since=call.since)
            act = Act("nudge", table.body.seats[seat].name, caller.name)
            change = TableChange("voted", caller, acts=(act,), dues=(due,))
            return (await self._repository.commit(table, after, change)).status()

    async def propose(self, caller: Caller, game: int, seat: SeatNumber | None, what: Help) -> Voted:
        """Have a computer player help out for somebody who is late, or vote for it.

        :raises TableRefusal: ``not_late``, ``nobody_late``.
        """
        return await self._vote(caller, game, seat, what, agrees=True)

    async def object(self, caller: Caller, game: int, seat: SeatNumber | None, what: Help) -> Voted:
        """Vote against that. :raises TableRefusal: ``not_late``, ``nobody_late``, ``no_vote``."""
        return await self._vote(caller, game, seat, what, agrees=False)

    @tried_twice
    async def _vote(self, caller: Caller, game: int, seat: SeatNumber | None, what: Help, *, agrees: bool) -> Voted:
        async with self._repository.changing(game) as table:
            if caller.interaction is not None and caller.interaction in table.done:
                return Voted(status=table.status(), done=False)
            table.seat_of(caller.user)
            table.playable()
            seat = _late_seat(table, seat)
            on = f"{what}:{seat}"
            ballot = ballot_on(table, on)
            if ballot is None and not agrees:
                raise TableRefusal("no_vote")
            ballot = _with_vote(ballot or Ballot(on, (), 0, self._repository.now()), caller.user, table, agrees=agrees)
            _, voted = await self._settled(table, ballot, caller, _Outcome(0, None))
        if voted.done:
            self._wake(game)
        return voted

    @tried_twice
    async def count(self, due: Due) -> datetime | None:
        """Look at the votes that are due: who was silent for long enough agrees. When to look again."""
        waits = list[datetime]()
        try:
            async with self._repository.changing(due.game) as table:
                for on in _votes_on(due.seat):
                    table, wait = await self._counted(table, on)
                    waits += [wait] if wait is not None else []
        except TableRefusal as refusal:
            log.warning("a vote could not be counted", extra={"game": due.game, "reason": refusal.reason})
            return None
        self._wake(due.game)
        return min(waits, default=None)

    async def _counted(self, table: TableState, on: str) -> tuple[TableState, datetime | None]:
        ballot = ballot_on(table, on)
        if ballot is None:
            return table, None
        ballot = _of_those_here(ballot, table)
        outcome = await self._silence(table, ballot)
        if len(ballot.users) + outcome.silent < ballot.need and outcome.wait is not None:
            return table, outcome.wait
        table, _ = await self._settled(table, ballot, None, outcome)
        return table, None

    async def _silence(self, table: TableState, ballot: Ballot) -> _Outcome:
        """Who agrees by being silent: their own quiet hours do not count."""
        spans, now = SPANS.get(table.body.pace), self._repository.now()
        if spans is None:
            return _Outcome(0, None)
        silent, waits = 0, list[datetime]()
        for user in set(table.people) - set(ballot.users) - set(ballot.against):
            at = (await self._settings.of(user)).hours.awake_after(ballot.since, spans.answer)
            silent, waits = (silent + 1, waits) if at <= now else (silent, [*waits, at])
        return _Outcome(silent, min(waits, default=None))

    async def _settled(
        self, table: TableState, ballot: Ballot, caller: Caller | None, outcome: _Outcome
    ) -> tuple[TableState, Voted]:
        """Carry the vote out if there are enough for it, drop it if there cannot be, else keep it."""
        enough = len(ballot.users) + outcome.silent >= ballot.need
        lost = caller is None or len(set(table.people)) - len(ballot.against) < ballot.need
        if not enough and not lost:
            after = with_ballot(table, ballot.on, ballot)
            change = TableChange("voted", caller, dues=self._deadline(table, ballot))
        else:
            after, change = self._decided(table, ballot, caller, outcome, enough=enough)
        after = await self._repository.commit(table, after, change)
        return after, Voted(status=after.status(), done=enough, ballot=ballot_on(after, ballot.on))

    def _deadline(self, table: TableState, ballot: Ballot) -> tuple[Due, ...]:
        """When it is to be looked at who was silent, for a vote that begins."""
        spans = SPANS.get(table.body.pace)
        if spans is None or ballot_on(table, ballot.on) is not None:
            return ()
        return (Due(table.id, _seat_of(ballot), 0, VOTE, ballot.since + spans.answer),)

    def _decided(
        self, table: TableState, ballot: Ballot, caller: Caller | None, outcome: _Outcome, *, enough: bool
    ) -> tuple[TableState, TableChange]:
        what, seat = ballot.on.partition(":")[0], _seat_of(ballot)
        begun_by = table.find_seat(ballot.users[0]) if ballot.users else None
        by = "" if begun_by is None else table.body.seats[begun_by].name
        kind = what if enough else "declined"
        acts = (Act(kind, table.body.seats[seat].name, by, len(ballot.users), outcome.silent),)
        after = with_ballot(table, ballot.on, None)
        if not enough:
            return after, TableChange("voted", caller, acts=acts)
        person = table.body.calls[seat].user
        told = Due(table.id, FOR_A_PERSON, person, _NOTICES[what], self._repository.now())
        after = _plays_turn(after, seat) if what == "turn" else _filled_in(after, seat)
        return after, TableChange("seats", caller, acts=acts, dues=(told,))

    @tried_twice
    async def back(self, caller: Caller, game: int) -> Status:
        """Take the own seat back from the computer player that fills in.

        :raises TableRefusal: ``not_filled_in``.
        """
        async with self._repository.changing(game) as table:
            if caller.interaction is not None and caller.interaction in table.done:
                return table.status()
            seat = table.absent.get(caller.user)
            if seat is None or table.stage not in ("running", "paused"):
                raise TableRefusal("not_filled_in", players=all_named(table.body.seats))
            demand(Operation.BACK, caller, table, seat)
            after = _with_seat(table, seat, user=caller.user, name=caller.name, computer=None, absent=None)
            change = TableChange("seats", caller, acts=(Act("back", caller.name, caller.name),))
            return (await self._repository.commit(table, after, change)).status()

    async def acts(self, game: int) -> list[LoggedAct]:
        """What was done by or for people who were absent, oldest first."""
        return [
            LoggedAct(msgspec.json.decode(row.body, type=Act), row.happened_at, row.record)
            for row in await self._repository.store.acts(game)
        ]


_NOTICES: Final[dict[str, NoticeKind]] = {"turn": "stood_in", "takeover": "filled_in"}


def _seat_of(ballot: Ballot) -> SeatNumber:
    return int(ballot.on.partition(":")[2])


def _votes_on(seat: SeatNumber) -> list[str]:
    return [f"{what}:{seat}" for what in HELPS]


def _late_seat(table: TableState, seat: SeatNumber | None) -> SeatNumber:
    """The seat meant. :raises TableRefusal: ``nobody_late``, ``not_late``, ``unknown_seat``."""
    late = list(table.body.late)
    if not late:
        raise TableRefusal("nobody_late", game=table.id)
    if seat is None and len(late) > 1:
        raise TableRefusal("several_late", players=tuple(named(table.body.seats, each) for each in late))
    if seat is not None and not 0 <= seat < len(table.body.seats):
        raise TableRefusal("unknown_seat", seats=len(table.body.seats))
    if seat is not None and seat not in late:
        raise TableRefusal("not_late", player=named(table.body.seats, seat))
    return late[0] if seat is None else seat


def _with_vote(ballot: Ballot, user: int, table: TableState, *, agrees: bool) -> Ballot:
    """The vote with somebody's answer in place of their old one; of those who have left nothing counts any more."""
    users = [each for each in ballot.users if each != user]
    against = [each for each in ballot.against if each != user]
    (users if agrees else against).append(user)
    return _of_those_here(msgspec.structs.replace(ballot, users=tuple(users), against=tuple(against)), table)


def _of_those_here(ballot: Ballot, table: TableState) -> Ballot:
    """The vote without those who have left, and how many of the others it needs."""
    people = table.people
    users = tuple(each for each in ballot.users if each in people)
    against = tuple(each for each in ballot.against if each in people)
    return msgspec.structs.replace(ballot, users=users, against=against, need=len(set(people)) // 2 + 1)


def _plays_turn(table: TableState, seat: SeatNumber) -> TableState:
    """A computer player plays what the seat is late with."""
    stand_ins = {**table.body.stand_ins, seat: table.body.calls[seat]}
    return replace(table, body=msgspec.structs.replace(table.body, stand_ins=stand_ins))


def _filled_in(table: TableState, seat: SeatNumber) -> TableState:
    """A computer player plays the seat until its person is back."""
    user = table.body.seats[seat].user
    return handed_on(_with_seat(table, seat, user=None, computer=USUAL, absent=user))


def _with_seat(table: TableState, seat: SeatNumber, **values: object) -> TableState:
    seats = list(table.body.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], **values)
    return replace(table, body=msgspec.structs.replace(table.body, seats=tuple(seats)))
