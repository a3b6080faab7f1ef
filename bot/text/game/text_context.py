"""What sentences need to know of a game: pack and board for names and labels, the names of the players, and the view of
the reader."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from bot.engine.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.actions import Decision
    from bot.engine.components import Pack
    from bot.engine.geometry import Board
    from bot.engine.resolution.tasks import Task
    from bot.engine.state import SeatNumber
    from bot.engine.views import View


@dataclass(frozen=True)
class Table:
    """The context of a sentence. ``names``: the players by seat, ready to be shown (escaped where necessary). ``seen``:
    the reader's view. With a view, sentences say more (terrain of spaces, steps on tracks, effects of options); without
    one, they only name things."""

    pack: Pack
    board: Board
    names: tuple[str, ...]
    seen: View | None = None

    @cached_property
    def position(self) -> Game | None:
        """The position as the reader sees it, with hidden things hidden; None without a view."""
        return Game(self.seen.setup, self.pack, self.seen.state, self.seen.variants) if self.seen else None

    def asked(self, seat: SeatNumber) -> Decision | None:
        """The open decision of a seat, if it is the reader's own seat."""
        asked = self.seen.decision if self.seen else None
        return asked if asked is not None and asked.seat == seat else None

    def asking(self, decision: Decision) -> Task | None:
        """The task that caused a decision, if it is the reader's own."""
        if self.seen is None or self.seen.seat != decision.seat:
            return None
        stack = self.seen.state.seats[decision.seat].stack
        return stack[-1] if stack else None


def table_of(seen: View, names: Iterable[str]) -> Table:
    """The table as a view shows it."""
    return Table(seen.pack, seen.board, tuple(names), seen)
