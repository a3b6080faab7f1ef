"""What a change of a game brings with it: new decision tokens, whom the table waits for, whose notices are due."""

from datetime import datetime, timedelta

import msgspec

from bot.app.tables.model import OPEN_STAGES, Stage
from bot.app.tables.table_state import Body, Call, waiting
from bot.engine import Game, decision
from bot.engine.actions import Record
from bot.engine.state import SeatNumber
from bot.store.games import Due

FIRST_REMINDER = 8
"""Hours after which somebody may want to be told again; who wants it later is asked for again then."""


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


def calls_of(body: Body, game: Game | None, stage: Stage, at: datetime) -> dict[SeatNumber, Call]:
    """The persons whom the table waits for; one who was waited for already keeps the old call."""
    if game is None or stage != "running" or game.state.phase == "over":
        return {}
    found: dict[SeatNumber, Call] = {}
    number, asked = game.state.turn.number, waiting(game)
    for seat, held in enumerate(body.seats):
        if held.user is None:
            continue
        old = body.calls.get(seat)
        if game.state.phase == "play" and seat == game.active:
            found[seat] = _kept(old, Call(held.user, "turn", number, at))
        elif seat in asked:
            turn = old.turn if old is not None and old.kind == "decision" else number
            found[seat] = _kept(old, Call(held.user, "decision", turn, at))
    return found


def _kept(old: Call | None, new: Call) -> Call:
    """The old call where it is for the same, so that it says since when."""
    same = old is not None and (old.user, old.kind, old.turn) == (new.user, new.kind, new.turn)
    return old if same and old else new


def called(body: Body, game: Game | None, stage: Stage, at: datetime) -> Body:
    """The body with whom the table waits for now, ``at`` the present moment."""
    return msgspec.structs.replace(body, calls=calls_of(body, game, stage, at))


def notices(
    game: int, before: dict[SeatNumber, Call], after: dict[SeatNumber, Call], at: datetime, by: int | None
) -> tuple[list[SeatNumber], list[Due]]:
    """The seats whose notices are off, and the notices that are due now.

    Who caused it needs no notice of it, only the reminder.
    """
    off = [seat for seat, call in before.items() if after.get(seat) != call]
    due = [_due(game, seat, call, at, by) for seat, call in after.items() if before.get(seat) != call]
    return off, due


def _due(game: int, seat: SeatNumber, call: Call, at: datetime, by: int | None) -> Due:
    hours = FIRST_REMINDER if call.user == by else 0
    return Due(game, seat, call.user, call.kind, at + timedelta(hours=hours), hours)


def stage_after(stage: Stage, game: Game | None) -> Stage:
    """A running game whose last decision was made is over."""
    return "over" if stage == "running" and game is not None and game.state.phase == "over" else stage


def holds(stage: Stage) -> bool:
    """Whether a table in this stage holds its channel."""
    return stage in OPEN_STAGES
