"""Who moves by itself: computer players, and people's standing answers."""

from bot.app.tables.model import USUAL, Strength
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
    if playing and strength_of(body, game.active) is not None:
        return game.active
    asked = waiting(game)
    if not asked or (playing and not turn_is_fresh(game)):
        return None
    for seat in game.clockwise(game.active):
        if seat in asked and (strength_of(body, seat) is not None or settled_answer(body, game, seat) is not None):
            return seat
    return None


def strength_of(body: Body, seat: SeatNumber) -> Strength | None:
    """The computer player that plays a seat, also for somebody who is late; None: a person does."""
    return USUAL if seat in body.stand_ins else body.seats[seat].computer


def for_a_person(body: Body, seat: SeatNumber) -> bool:
    """Whether a computer player plays a person's seat, so that its reasons would tell what only they may know."""
    return seat in body.stand_ins or body.seats[seat].absent is not None


def settled_answer(body: Body, game: Game, seat: SeatNumber) -> Choose | None:
    """A person's standing answer to what they are asked now."""
    return standing_answer(game, seat, body.seats[seat])
