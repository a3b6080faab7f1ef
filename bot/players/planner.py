"""The planner: plays sensibly, in three strengths."""

from __future__ import annotations

from typing import Final, Literal, get_args

from bot.engine import Game, View
from bot.engine.actions import Action, Choose, Decision, Offer
from bot.players.base import Reason, Thought, must_move
from bot.players.greedy import greedy
from bot.players.weights import weights

Level = Literal["easy", "normal", "hard"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)


class Planner:
    """Looks for the action that is worth most to its seat. The same view and seed give the same action."""

    def __init__(self, level: Level, seed: int = 0) -> None:
        self.level, self.seed = level, seed

    def choose(self, seen: View, offers: list[Offer]) -> Action:
        """The action it takes.

        :raises CannotMove: where there are no offers.
        """
        return self.think(seen, offers).action

    def think(self, seen: View, offers: list[Offer]) -> Thought:
        """The action it takes and why; the only one there is at once.

        :raises CannotMove: where there are no offers.
        """
        must_move(seen, offers)
        if forced(offers, seen.decision):
            return Thought(offers[0].action, Reason("only_move"))
        return Thought(greedy(table_of(seen), offers[0].action.seat, offers, seen.decision, weights()))


def forced(offers: list[Offer], asked: Decision | None) -> bool:
    """Whether there is one thing to do only: one offer, and one answer where it is one."""
    if len(offers) != 1:
        return False
    if not isinstance(offers[0].action, Choose) or asked is None:
        return True
    return asked.most == 0 or len(asked.options) == asked.least


def table_of(seen: View) -> Game:
    """A view as a table to look at. It shares the view's state: nothing may be carried out on it."""
    return Game(seen.setup, seen.pack, seen.state, seen.variants)
