"""Access to the expansion's part of the state and of the pack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from bot.engine.abyss_state import AbyssSeat, AbyssState

if TYPE_CHECKING:
    from bot.engine.components import AbyssParts
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber, State

KEY: Final = "abyss"
"""Its name among what variants keep."""


def begun(seats: int) -> AbyssState:
    """What it keeps when the table is laid, before anything is drawn."""
    return AbyssState(seats=[AbyssSeat() for _ in range(seats)])


def kept_of(game: Game) -> AbyssState:
    """What the game keeps of the expansion."""
    kept = game.state.kept
    assert kept is not msgspec.UNSET, "a game with the expansion keeps its state"
    return kept[KEY]


def seat_of(game: Game, seat: SeatNumber) -> AbyssSeat:
    """One seat's part of it."""
    return kept_of(game).seats[seat]


def parts_of(game: Game) -> AbyssParts:
    """The pack's parts of the expansion."""
    parts = game.pack.abyss
    assert parts is not None, "a game with the expansion is laid with a pack that has its parts"
    return parts


def shown(state: State) -> AbyssState | None:
    """The same as a view shows it; None in a game without the expansion."""
    return None if state.kept is msgspec.UNSET else state.kept.get(KEY)
