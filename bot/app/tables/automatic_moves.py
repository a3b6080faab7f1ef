"""Who moves by itself: computer players, and people's standing answers."""

from bot.app.tables.standing_answers import standing_answer, turn_is_fresh
from bot.app.tables.table_state import Body, waiting
from bot.engine import Game
from bot.engine.actions import Choose
from bot.engine.state import SeatNumber


def next_mover(body: Body, game: Game) -> SeatNumber | None:
    """The seat that moves by itself now; None while the table waits for people.

    While a person is in the middle of a turn nobody else comes in, so that the person can still undo.
    """
    playing = game.state.phase == "play"
    if playing and body.seats[game.active].computer is not None:
        return game.active
    asked = waiting(game)
    if not asked or (playing and not turn_is_fresh(game)):
        return None
    for seat in game.clockwise(game.active):
        if seat in asked and (body.seats[seat].computer is not None or settled_answer(body, game, seat) is not None):
            return seat
    return None


def settled_answer(body: Body, game: Game, seat: SeatNumber) -> Choose | None:
    """A person's standing answer to what they are asked now."""
    return standing_answer(game, seat, body.seats[seat])
