"""Windows, the end of turns and of the game (000 SPIELENDE; 001 End of the game; ruling turn, ruling windows, ruling
last-turn)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot.engine.actions import EndAction, EndTurn, Offer, Refusal
from bot.engine.resolution import owed_decisions
from bot.engine.resources import over_limit
from bot.engine.rules import mutations
from bot.engine.rules.action_rules import ActionRule
from bot.engine.state import Closing, Turn, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.game import Game
    from bot.engine.state import SeatNumber


def check_main(game: Game) -> Refusal | None:
    """Whether the active seat may take a main action now: one a window, two a turn, none with hibernation."""
    turn = game.state.turn
    if turn.hibernated:
        return Refusal(reason="hibernated", rule="turn.hibernate_instead")
    if turn.actions >= game.actions_a_turn:
        return Refusal(reason="no_actions_left", rule="turn.actions", values={"actions": turn.actions})
    if turn.window.main_done:
        return Refusal(reason="action_done", rule="turn.action_windows")
    return None


# ---- closing windows ---------------------------------------------------------------------------------------------


def end_action_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """Closing the first window, where it is allowed."""
    judged = check_end_action(game, EndAction(seat=seat))
    if isinstance(judged, Offer):
        yield judged


def check_end_action(game: Game, action: EndAction) -> Offer | Refusal:
    """The window of the first main action closes; what is above the limits would be lost."""
    turn = game.state.turn
    if turn.hibernated:
        return Refusal(reason="hibernated", rule="turn.hibernate_instead")
    if turn.actions >= game.actions_a_turn:
        return Refusal(reason="no_actions_left", rule="turn.actions", values={"actions": turn.actions})
    if not turn.window.main_done:
        return Refusal(reason="no_action_yet", rule="turn.action_windows")
    barrier = any([variant.settling_reveals(game) for variant in game.variants])  # noqa: C419 - hot path
    return Offer(action, loses=over_limit(game.seat(action.seat).owned), barrier=barrier)


def end_turn_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """Ending the turn, where it is allowed."""
    judged = check_end_turn(game, EndTurn(seat=seat))
    if isinstance(judged, Offer):
        yield judged


def check_end_turn(game: Game, action: EndTurn) -> Offer | Refusal:
    """A turn is one or two main actions, or hibernation; ending it with none is refused (ruling turn)."""
    turn = game.state.turn
    if not turn.actions and not turn.hibernated:
        return Refusal(reason="nothing_done", rule="turn.pass")
    reveals = [variant.turn_reveals(game) or variant.settling_reveals(game) for variant in game.variants]
    barrier = any(reveals)
    return Offer(action, loses=over_limit(game.seat(action.seat).owned), barrier=barrier)


def do_end_action(game: Game, action: EndAction) -> None:
    """The window closes, then the second opens."""
    _close_window(game, "action")


def do_end_turn(game: Game, action: EndTurn) -> None:
    """The window closes, then the turn is over."""
    _close_window(game, "turn")


def _close_window(game: Game, ends: Closing) -> None:
    """What was gained in the window is settled first, while it is still open, where a variant keeps such gains."""
    if owed_decisions.owes_settlement(game, game.active):
        game.state.turn.closing = ends
    else:
        _window_closed(game, ends)


def _go_on_closing(game: Game, ends: Closing) -> None:
    """One more step of closing, once the last is done: settling may bring more to settle, and crystals above their
    limit, which can be turned into other resources."""
    if owed_decisions.owes_settlement(game, game.active) or owed_decisions.may_turn_surplus(game, game.active):
        return
    game.state.turn.closing = msgspec.UNSET
    _window_closed(game, ends)


def _window_closed(game: Game, ends: Closing) -> None:
    """What is above the limits is lost; the others keep what they owe. Then comes the next window, or the next turn."""
    seat = game.active
    mutations.clamp(game, seat)
    for other in game.clockwise(seat)[1:]:
        owed_decisions.owe_later(game, other)
    if ends == "turn":
        _turn_over(game, seat)
        return
    game.state.turn.windows += 1
    game.state.turn.window = Window()
    game.tell("action_ended", seat)


def _turn_over(game: Game, seat: SeatNumber) -> None:
    """The next seat's turn, or the end of the game once every other seat has had its last turn."""
    game.turn_over = True
    game.tell("turn_ended", seat)
    if any([variant.turn_ended(game, seat) for variant in game.variants]):  # noqa: C419 - all are told
        return
    state = game.state
    following = (seat + 1) % len(state.seats)
    if state.end_by is None:
        _begin_turn(game, following)
        return
    if not state.last_round:
        state.last_round = True
        state.last_turns = [seat for seat in game.clockwise(following) if seat != state.end_by]
    if state.last_turns:
        _begin_turn(game, state.last_turns.pop(0))
    else:
        state.phase = "closing"


def _begin_turn(game: Game, seat: SeatNumber) -> None:
    """A seat's turn begins; what it owes is still on its way to its stack, so its window opens when all has settled."""
    number = game.state.turn.number + 1
    game.state.turn = Turn(seat, number, owing=True)
    game.tell("turn", seat, number=number)


def close_if_settled(game: Game) -> bool:
    """Move on where nothing is left to ask: from a window that closes to the next, from setup to play, from closing to
    the final scoring. True: something was done that has to run before the next look."""
    state = game.state
    if state.phase == "play":
        if state.turn.closing is not msgspec.UNSET:
            return _closing_goes_on(game, state.turn.closing)
        if owed_decisions.open_window(game):
            return True
    return not any(mine.stack for mine in state.seats) and _leave_phase(game)


def _closing_goes_on(game: Game, ends: Closing) -> bool:
    if game.seat(game.active).stack:
        return False
    _go_on_closing(game, ends)
    return True


def _leave_phase(game: Game) -> bool:
    state = game.state
    if state.phase == "setup":
        state.phase = "play"
        game.tell("turn", state.turn.seat, number=1)
    elif state.phase in ("between", "closing"):
        if any([owed_decisions.owes_at_last(game, seat) for seat in range(len(state.seats))]):  # noqa: C419 - all are asked
            return True
        if state.phase == "between":
            _after_between(game)
        else:
            _game_over(game)
    return False


def _after_between(game: Game) -> None:
    """The next turn, once what was gained beyond the limits is settled."""
    game.state.phase = "play"
    _begin_turn(game, game.clockwise(game.active + 1)[0])
    owed_decisions.open_window(game)


def _game_over(game: Game) -> None:
    game.state.phase = "over"
    game.tell("over", None)
    for variant in game.variants:
        variant.ended(game)


RULES = (
    ActionRule("end_action", end_action_offers, check_end_action, do_end_action),
    ActionRule("end_turn", end_turn_offers, check_end_turn, do_end_turn),
)
