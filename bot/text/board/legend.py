"""What the signs of the chart mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.solo_components import MautomaState
from bot.text.board.chart import SIGNS, shown_signs
from bot.text.catalogue import t
from bot.text.game.names import MAUTOMA

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine import View
    from bot.text.game import Table
    from bot.text.locale import Locale

_OTHERS = frozenset({"unexplored", "tile", "small", "large_building", "marker"})
"""Signs of things other than terrain."""


def legend(locale: Locale, seen: View) -> str:
    """The signs that this map shows, in a line: ``& forest · ^ mountain``."""
    return " · ".join(f"`{SIGNS[thing]}` {_name(locale, thing)}" for thing in _shown(seen))


def pieces_legend(table: Table) -> str:
    """The number of each player: ``1 Kim · 2 Alex``. The Mautoma, where it plays, has the number after the last
    seat."""
    kept = table.seen.state.variant if table.seen is not None else None
    names = [*table.names, *([MAUTOMA] if isinstance(kept, MautomaState) else [])]
    return " · ".join(f"`{seat + 1}` {name}" for seat, name in enumerate(names))


def _name(locale: Locale, thing: str) -> str:
    return t(locale, f"board.sign.{thing}" if thing in _OTHERS else f"thing.terrain.{thing}")


def _shown(seen: View) -> Iterator[str]:
    """The things whose signs are on the map, in the order of the signs."""
    there = shown_signs(seen)
    return (thing for thing, sign in SIGNS.items() if sign in there)
