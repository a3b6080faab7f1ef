"""How near the end is, from what is public: what still triggers it, and after that who has a last turn (000 SPIELENDE;
001 End of the game)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.rules.artifacts import artifacts_left

if TYPE_CHECKING:
    from typing import Literal

    from bot.engine.game import Game
    from bot.engine.state import EndHow, SeatNumber


@dataclass(frozen=True)
class Before:
    """Pieces that are left until the end is triggered: large artifacts, or the tokens of a long game after them."""

    what: Literal["artifact", "token"]
    left: int


@dataclass(frozen=True)
class LastTurns:
    """``by`` triggered the end, and ``how`` (both None: a variant's own end; ``how`` alone: not known). ``turns``: the
    seats that have their last turn, in order, first the one whose turn it is."""

    by: SeatNumber | None
    how: EndHow | None
    turns: tuple[SeatNumber, ...]


def before_end(game: Game) -> Before | None:
    """What is left until the end is triggered; None once it is, and where pieces do not end the game."""
    state = game.state
    if state.end_by is not None or state.phase == "over" or any(v.keeps_going(game) for v in game.variants):
        return None
    held = len(game.seat(game.active).reserved) if game.in_turn(game.active) else 0
    artifacts = artifacts_left(state) + held  # in its own window a seat ends the game by taking, not before
    if state.end_tokens and not artifacts:
        return Before("token", state.end_tokens)
    return Before("artifact", artifacts + state.end_tokens)


def last_turns(game: Game) -> LastTurns | None:
    """The last turns under way. None before, and while the turn that triggered the end still runs: it may be taken
    back."""
    state = game.state
    if state.phase != "play" or not (state.last_round or _ends_with_turn(game)):
        return None
    return LastTurns(state.end_by, state.end_how, (game.active, *state.last_turns))


def _ends_with_turn(game: Game) -> bool:
    """Whether nobody has a turn after the running one."""
    alone = len(game.state.seats) == 1
    return (alone and game.state.end_by is not None) or any(v.ends_after_turn(game) for v in game.variants)


def has_last_turn(game: Game, seat: SeatNumber) -> bool:
    """Whether it is the seat's turn and its last one: also where it has triggered the end in it."""
    state, found = game.state, last_turns(game)
    if found is not None:
        return found.turns[0] == seat
    return state.phase == "play" and game.active == seat == state.end_by
