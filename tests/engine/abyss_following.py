"""Plays a game with the second referee of *Call of the Abyss* beside the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.engine import apply, decision, legal
from bot.engine.actions import Action
from bot.engine.debug.transcript import next_seat
from tests.engine.abyss_referee import AbyssReferee

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine import Game


def follow(game: Game, choose: Callable[[Game, int], Action], most: int = 20_000) -> AbyssReferee:
    """Play a game on to its end (at most ``most`` steps) with a second referee looking on."""
    referee = AbyssReferee(game)
    for seat in _seats(game, most):
        referee.before(seat, legal(game, seat), decision(game, seat))
        action = choose(game, seat)
        buildings, windows = dict(game.state.buildings), (game.state.turn.number, game.state.turn.windows)
        referee.after(action, apply(game, action), buildings, windows)
    if game.state.phase == "over":
        referee.at_the_end()
    return referee


def _seats(game: Game, most: int) -> Iterator[int]:
    for _ in range(most):
        seat = next_seat(game)
        if seat is None:
            return
        yield seat
