"""What a change of a game brings with it: new decision tokens, whom the table waits for, whose notices are due."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import msgspec

from bot.app.tables.model import OPEN_STAGES, Ballot, Stage
from bot.app.tables.pace import SPANS, Pace
from bot.app.tables.table_state import Body, Call, TableState, waiting
from bot.engine import Game, decision
from bot.engine.actions import Record
from bot.engine.rules.end_of_game import has_last_turn
from bot.engine.state import SeatNumber
from bot.store.due_notices import Due

LATE: Final = "late"
VOTE: Final = "vote"
LOOK_IDLE: Final = "look_idle"
OF_TABLE: Final = -2
"""In place of a seat: what is to be looked at concerns the whole table."""
PLAYED: Final[tuple[Stage, ...]] = ("running", "paused")
"""Stages in which a game goes on."""
IDLE_FOR: Final = (timedelta(days=46), timedelta(days=53), timedelta(days=60))
"""After so long without a move people are told, told once more, and the game is archived."""
ABOUT_LATE: Final = ("turn", "takeover")
"""Votes about somebody who is late."""
FIRST_WISH: Final = timedelta(hours=8)
"""The shortest time after which a person can want to be told again; who wants it later is asked for again then."""
ROLLBACK = "rollback"
"""What a vote on going back to an earlier turn is on: ``rollback:<records>:<records now>``."""


def stepped(body: Body, before: Game | None, after: Game | None, records: tuple[Record, ...]) -> Body:
    """The body with every seat's step, moved on where what the seat is asked or may do has changed."""
    if after is None:
        return body
    seats = range(len(after.state.seats))
    if before is None or len(body.steps) != len(seats):
        return msgspec.structs.replace(body, steps=body.steps or (0,) * len(seats))
    if before is after:
        return body
    undone = any(record.undid for record in records)
    acted = {record.seat for record in records}
    steps = tuple(
        step + (undone or seat in acted or _asked(before, seat) != _asked(after, seat))
        for seat, step in enumerate(body.steps)
    )
    return msgspec.structs.replace(body, steps=steps)


def _asked(game: Game, seat: SeatNumber) -> object:
    active = game.state.phase == "play" and game.active == seat
    return active and game.state.turn.number, decision(game, seat)


def without_old_rollbacks(body: Body, records: int) -> Body:
    """The body without votes on going back from a position that is no longer the present one, after so many records."""
    kept = tuple(each for each in body.ballots if not is_old_rollback(each.on, records))
    return body if kept == body.ballots else msgspec.structs.replace(body, ballots=kept)


def is_old_rollback(on: str, records: int) -> bool:
    """Whether a vote is on going back from a position that was after another number of records."""
    return on.startswith(f"{ROLLBACK}:") and on.rpartition(":")[2] != str(records)


def calls_of(body: Body, game: Game | None, stage: Stage, now: datetime) -> dict[SeatNumber, Call]:
    """The persons whom the table waits for; one who was waited for already keeps the old call."""
    if game is None or stage != "running" or game.state.phase == "over":
        return {}
    asked = waiting(game)
    found = {seat: _call(game, seat, held.user, now, asked) for seat, held in enumerate(body.seats) if held.user}
    return {seat: _kept(body.calls.get(seat), call) for seat, call in found.items() if call is not None}


def _call(game: Game, seat: SeatNumber, user: int, now: datetime, asked: Container[SeatNumber]) -> Call | None:
    number = game.state.turn.number
    if game.state.phase == "play" and seat == game.active:
        return Call(user, "turn", number, now, has_last_turn(game, seat))
    return Call(user, "decision", number, now) if seat in asked else None


def _kept(old: Call | None, new: Call) -> Call:
    """A decision stays the one that it was, whatever turn it is now."""
    if old is None or (old.user, old.kind) != (new.user, new.kind):
        return new
    return old if new.kind == "decision" or old.turn == new.turn else new


def called(body: Body, game: Game | None, stage: Stage, now: datetime) -> Body:
    """The body with whom the table waits for now, who of them is late, and what follows from that."""
    calls = calls_of(body, game, stage, now)
    same = {seat for seat, call in calls.items() if call == body.calls.get(seat)}
    late = {seat: at for seat, at in body.late.items() if seat in same}
    stand_ins = {seat: call for seat, call in body.stand_ins.items() if calls.get(seat) == call}
    ballots = tuple(ballot for ballot in body.ballots if _still_asked(ballot, late))
    return msgspec.structs.replace(body, calls=calls, late=late, stand_ins=stand_ins, ballots=ballots)


def _still_asked(ballot: Ballot, late: Container[SeatNumber]) -> bool:
    """Votes about somebody who is late end as soon as they are not."""
    what, _, seat = ballot.on.partition(":")
    return what not in ABOUT_LATE or int(seat) in late


def stood_in(body: Body, game: Game | None, records: Sequence[Record], by: int | None) -> Body:
    """The body after records were made: what a computer player has done in a person's place cannot be undone, and ends
    where that person acts themselves."""
    seats = {record.seat for record in records}
    if game is None or seats.isdisjoint(body.stand_ins):
        return body
    if by is None:
        return msgspec.structs.replace(body, sealed=game.count)
    stand_ins = {seat: call for seat, call in body.stand_ins.items() if seat not in seats or call.user != by}
    return msgspec.structs.replace(body, stand_ins=stand_ins)


def handed_on(table: TableState) -> TableState:
    """The table with the next person as its owner, where the owner does not play any more."""
    return table if table.owner in table.people or not table.people else replace(table, owner=table.people[0])


def notices(
    game: int, before: Body, after: Body, at: datetime, by: int | None
) -> tuple[list[tuple[SeatNumber, str | None]], list[Due]]:
    """The seats whose notices are off (or one kind of them), and what is due from now on.

    Who caused it needs no notice of it, only the reminder.
    """
    fresh = {seat: call for seat, call in after.calls.items() if before.calls.get(seat) != call}
    off: list[tuple[SeatNumber, str | None]] = [
        (seat, None) for seat, call in before.calls.items() if after.calls.get(seat) != call
    ]
    due = [_due(game, seat, call, at, by, after.pace) for seat, call in fresh.items()]
    timed = fresh
    if before.pace != after.pace:
        off += [(seat, LATE) for seat in after.calls if seat not in fresh]
        timed = after.calls
    alone = len({seat.user for seat in after.seats if seat.user is not None}) <= 1
    return off, [*due, *(() if alone else late_dues(game, after.pace, timed))]


def _due(game: int, seat: SeatNumber, call: Call, at: datetime, by: int | None, pace: Pace) -> Due:
    after = first_reminder(pace) if call.user == by else timedelta()
    return Due(game, seat, call.user, call.kind, at + after, minutes(after), call.since)


def idle_due(game: int, before: Stage, after: Stage, at: datetime) -> tuple[Due, ...]:
    """That it is to be looked at whether nobody moves any more, from the start of a game on. One look puts off itself:
    moves write nothing."""
    if after not in PLAYED or before in (*PLAYED, "ending"):
        return ()
    return (Due(game, OF_TABLE, 0, LOOK_IDLE, at + IDLE_FOR[0], since=at),)


def late_dues(game: int, pace: Pace, calls: Mapping[SeatNumber, Call]) -> Iterator[Due]:
    """When it is to be looked at whether people are late: not before the whole span has passed."""
    spans = SPANS.get(pace)
    for seat, call in calls.items() if spans else ():
        if spans is not None and call.since is not None:
            yield Due(game, seat, call.user, LATE, call.since + spans.late, since=call.since)


def first_reminder(pace: Pace) -> timedelta:
    """After how long it is looked at whether somebody wants to be told once more."""
    spans = SPANS.get(pace)
    return min(spans.remind, FIRST_WISH) if spans else FIRST_WISH


def minutes(span: timedelta) -> int:
    """A span in whole minutes."""
    return int(span.total_seconds() // 60)


def stage_after(stage: Stage, game: Game | None) -> Stage:
    """A running game whose last decision was made is over."""
    return "over" if stage == "running" and game is not None and game.state.phase == "over" else stage


def holds(stage: Stage) -> bool:
    """Whether a table in this stage holds its channel."""
    return stage in OPEN_STAGES
