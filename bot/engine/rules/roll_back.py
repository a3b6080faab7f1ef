"""Going back to the start of an earlier turn, when the table agrees (ruling rollback).

What was done since is taken back. If anything was revealed since, everything undrawn is put into a new order, so that
nobody can use what they have seen; what people hold stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import Event, Record
from bot.engine.api import effective, mark_turn
from bot.engine.rules.reorder_hidden import reorder

if TYPE_CHECKING:
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber


def roll_back(game: Game, then: Game, seat: SeatNumber, seed: int) -> list[Record]:
    """Go back to an earlier position of the same game, the start of a turn; ``seat`` asked for it. Where something was
    revealed since, the undrawn is ordered anew from ``seed``. Nothing before it can be undone.

    >>> start = game.copy()
    >>> done = [apply(game, UseSwitch(seat=0, resource="food")), apply(game, EndTurn(seat=0))]
    >>> roll_back(game, start, 1, seed=5) == done
    True
    >>> game.active, game.snapshot() == start.snapshot()
    (0, True)

    :returns: the records taken back.
    :raises ValueError: nothing was done since; the seed is out of range (``bot.engine.rules.reorder_hidden``).
    """
    taken = effective(game.records, then.count)
    if not taken:
        raise ValueError(f"nothing was done since record {then.count}")
    game.restore(then.snapshot())
    told = Event("rolled_back", None, {"turn": game.state.turn.number})
    numbers = tuple(record.number for record in taken)
    game.records.append(
        Record(number=game.count, seat=seat, events=(told,), barrier=True, undid=numbers, back=then.count)
    )
    game.marks = []
    mark_turn(game)
    if any(record.barrier for record in taken):
        reorder(game, seed, undrawn=True)
    return taken
