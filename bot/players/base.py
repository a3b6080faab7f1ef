"""What every computer player can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bot.engine import View
    from bot.engine.actions import Action, Offer


class Player(Protocol):
    """Chooses among offers. It is given its own seat's view, never the game."""

    def choose(self, seen: View, offers: list[Offer]) -> Action:
        """The action it takes; ``offers`` is never empty."""
        ...
