"""Long game for four: two 2-point tokens follow the last large artifact (001 Artifacts; design 2.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine import changes
from bot.engine.variant import Variant

if TYPE_CHECKING:
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber

TOKENS = 2


class LongGame(Variant):
    """Whoever takes the second token gets the end game tile and triggers the end; hibernation removes no token."""

    def set_up(self, game: Game) -> None:
        game.state.end_tokens = TOKENS

    def delays_end(self, game: Game) -> bool:
        return game.state.end_tokens > 0

    def artifact_instead(self, game: Game, seat: SeatNumber) -> bool:
        if not game.state.end_tokens:
            return False
        game.state.end_tokens -= 1
        changes.take_small_artifact(game, seat)
        if not game.state.end_tokens:
            changes.end_triggered(game, seat)
        return True
