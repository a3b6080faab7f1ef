"""Long game for four: two 2-point tokens follow the last large artifact (001 Artifacts; ruling long-game)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import Refusal
from bot.engine.game import Variant
from bot.engine.rules.artifacts import end_triggered

if TYPE_CHECKING:
    from bot.engine.components import Pack
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber, Setup

TOKENS = 2
SEATS = 4


class LongGame(Variant):
    """Whoever takes the second token gets the end game tile and triggers the end; hibernation removes no token."""

    def refuses(self, setup: Setup, pack: Pack) -> Refusal | None:
        """001 describes it for four players only. The variants for playing alone refuse it themselves."""
        if setup.options.alone != "no" or len(setup.seats) == SEATS:
            return None
        values = {"seats": len(setup.seats)}
        rule = "variant.long_game_fewer"
        return Refusal(reason="long_game_seats", rule=rule, kind="cannot be read", values=dict(values))

    def set_up(self, game: Game) -> None:
        """Two tokens wait beside the large artifacts."""
        game.state.end_tokens = TOKENS

    def delays_end(self, game: Game) -> bool:
        """While a token is left, the last large artifact does not end the game."""
        return game.state.end_tokens > 0

    def holds_token(self, game: Game) -> bool:
        """Put a token aside, while one is left."""
        if not game.state.end_tokens:
            return False
        game.state.end_tokens -= 1
        return True

    def returns_token(self, game: Game) -> None:
        """The declined token lies with the others again."""
        game.state.end_tokens += 1

    def token_taken(self, game: Game, seat: SeatNumber) -> None:
        """Whoever takes the last token triggers the end (ruling long-game)."""
        if not game.state.end_tokens and game.state.end_by is None:
            end_triggered(game, seat, "token")
