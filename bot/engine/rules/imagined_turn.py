"""A turn that has not come yet, to be tried out on a copy of what a seat sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import Refusal, Refused
from bot.engine.api import mark_turn
from bot.engine.resolution import interpreter
from bot.engine.rules import turns
from bot.engine.state import Turn

if TYPE_CHECKING:
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber


def imagine_turn(game: Game, seat: SeatNumber) -> None:
    """Go on as if a seat's next turn began now; whatever others have under way is left as it is. What the seat owes
    comes first, as in every turn. For the seat on turn only the start of undo is set.

    >>> imagine_turn(game, 1)
    >>> game.active, game.state.turn.number, len(legal(game, 1)) > 5
    (1, 2, True)

    :raises Refused: the game is not in play, or the seat has no turn any more.
    """
    refusal = why_no_turn(game, seat)
    if refusal is not None:
        raise Refused(refusal)
    game.events = []
    if game.active != seat:
        game.state.turn = Turn(seat, game.state.turn.number + 1, owing=True)
        game.moved()
        interpreter.settle(game)
        while turns.close_if_settled(game):
            interpreter.settle(game)
        game.moved()
    game.marks = []
    mark_turn(game)


def why_no_turn(game: Game, seat: SeatNumber) -> Refusal | None:
    """Why a seat has no turn to come; None where it has one, or is on turn.

    >>> why_no_turn(game, 1) is None
    True
    """
    state = game.state
    if state.phase != "play":
        return Refusal(reason="not_in_play", rule="overview.turn", values={"phase": state.phase})
    gone = state.end_by == seat or (state.last_round and seat not in state.last_turns)
    if gone and game.active != seat:
        return Refusal(reason="no_turn_left", rule="end.trigger")
    return None
