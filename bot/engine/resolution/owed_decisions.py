"""What other seats' turns have brought a seat and it has still to answer (ruling owed-choices): it waits, in the
order in which it arose, and comes first in the seat's own next turn, a surplus above the limits last."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot.engine.resolution.tasks import Surplus
from bot.engine.resources import BASIC_LIMIT, BASICS, over_limit

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
    """Whether what a seat is asked is owed or closes its window, and it may answer or turn crystals into resources,
    nothing else."""
    state = game.state
    waits = state.turn.owing or state.turn.closing is not msgspec.UNSET
    return (state.phase == "play" and waits and seat == game.active) or state.phase in ("between", "closing")


def owes_surplus(game: Game, seat: SeatNumber) -> bool:
    """Where a seat has answered everything else and still has more than it may keep, ask what becomes of it."""
    mine = game.seat(seat)
    if mine.stack or not over_limit(mine.owned):
        return False
    mine.stack.append(Surplus())
    return True


def may_turn_surplus(game: Game, seat: SeatNumber) -> bool:
    """Where settling has brought a seat crystals above their limit that it can turn into resources, ask it to."""
    mine = game.seat(seat)
    if not over_limit(mine.owned).crystal or all(mine.owned.get(kind) >= BASIC_LIMIT for kind in BASICS):
        return False
    mine.stack.append(Surplus())
    return True


def owes_settlement(game: Game, seat: SeatNumber) -> bool:
    """Where a variant keeps gains of a seat that are still to be settled, settle them next."""
    found = [task for variant in game.variants if (task := variant.settlement(game, seat)) is not None]
    game.seat(seat).stack.extend(found)
    return bool(found)


def owes_at_last(game: Game, seat: SeatNumber) -> bool:
    """Where a seat has answered everything else, settle what it has gained, then ask what becomes of a surplus."""
    return (not game.seat(seat).stack and owes_settlement(game, seat)) or owes_surplus(game, seat)


def owe_later(game: Game, seat: SeatNumber) -> None:
    """Another seat's window closes: what is to be settled comes after the choices that a seat owes, a surplus last."""
    stack = game.seat(seat).stack
    for variant in game.variants:
        task = variant.settlement(game, seat)
        if task is not None:
            stack.insert(int(bool(stack) and isinstance(stack[0], Surplus)), task)
    if over_limit(game.seat(seat).owned) and not any(isinstance(task, Surplus) for task in stack):
        stack.insert(0, Surplus())


def open_window(game: Game) -> bool:
    """The active seat's own window opens once nothing is owed any more. True: something has still to be settled."""
    turn = game.state.turn
    if not turn.owing or game.seat(turn.seat).stack:
        return False
    turn.owing = owes_at_last(game, turn.seat)
    return turn.owing
