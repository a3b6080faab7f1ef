"""What other seats' turns have brought a seat and it has still to answer (ruling owed-choices): it waits, in the
order in which it arose, and comes first in the seat's own next turn, a surplus above the limits last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.resolution.tasks import Surplus
from bot.engine.resources import over_limit

if TYPE_CHECKING:
    from bot.engine.game import Game
    from bot.engine.resolution.tasks import Task
    from bot.engine.state import SeatNumber


def set_aside(game: Game, acting: SeatNumber) -> dict[SeatNumber, list[Task]]:
    """Take what the others already owe off their stacks while a seat acts, so that what this brings them comes at once
    and its choices queue behind the older ones. A surplus stays at the bottom."""
    if game.state.phase == "setup":
        return {}
    waiting: dict[SeatNumber, list[Task]] = {}
    for seat, mine in enumerate(game.state.seats):
        kept = 1 if mine.stack and isinstance(mine.stack[0], Surplus) else 0
        if seat != acting and len(mine.stack) > kept:
            waiting[seat] = mine.stack[kept:]
            del mine.stack[kept:]
    return waiting


def put_back(game: Game, waiting: dict[SeatNumber, list[Task]]) -> None:
    """What was set aside comes before what has come since."""
    for seat, tasks in waiting.items():
        game.seat(seat).stack.extend(tasks)


def may_only_convert(game: Game, seat: SeatNumber) -> bool:
    """Whether what a seat is asked is owed, and it may answer or turn crystals into resources, nothing else."""
    state = game.state
    own = state.phase == "play" and state.turn.owing and seat == game.active
    return own or state.phase in ("between", "closing")


def owes_surplus(game: Game, seat: SeatNumber) -> bool:
    """Where a seat has answered everything else and still has more than it may keep, ask what becomes of it."""
    mine = game.seat(seat)
    if mine.stack or not over_limit(mine.owned):
        return False
    mine.stack.append(Surplus())
    return True


def open_window(game: Game) -> None:
    """The active seat's own window opens once nothing is owed any more."""
    turn = game.state.turn
    if turn.owing and not game.seat(turn.seat).stack and not owes_surplus(game, turn.seat):
        turn.owing = False
