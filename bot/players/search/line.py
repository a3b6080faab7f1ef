"""A line of actions through the own turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import takewhile

from bot.engine import Game
from bot.engine.actions import Action, Choose
from bot.players.valuation.valuation import Valuation

Path = tuple[Action, ...]


@dataclass
class Line:
    """A line of actions from the position that is asked about, and its value. ``ended``: nothing follows but the end of
    the turn. ``sure``: nothing was revealed or asked on the way, so that its positions will come as they are; then
    ``positions`` holds the one before each action but the first. ``spent``: what its actions lose beside what the
    position shows, taken off the value. ``next``: the lines with one action more that have been made from it."""

    game: Game
    path: Path = ()
    value: float = 0.0
    spent: float = 0.0
    ended: bool = False
    valuation: Valuation | None = None
    sure: bool = True
    positions: tuple[Game, ...] = ()
    next: dict[Action, Line | None] = field(default_factory=dict, repr=False)


def by_value(line: Line) -> float:
    """A key that sorts lines, the best first."""
    return -line.value


def answers_in(path: Path) -> Path:
    """The answers that a path begins with."""
    return tuple(takewhile(lambda action: isinstance(action, Choose), path))


def best_line(lines: list[Line]) -> Line:
    """The best of some lines, which are sorted by value. Of equals, which differ in the order of their actions, the one
    whose first action begins the worst line too: after that the most has been tried."""
    firsts = {line.path[0]: line for line in reversed(lines)}
    return min(firsts.values(), key=by_value)
