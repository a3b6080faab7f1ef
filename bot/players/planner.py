"""The planner: plays sensibly, in three strengths."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final, Literal, get_args

import msgspec

from bot.engine import Game, View, view
from bot.engine.actions import Action, Choose, Decision, Offer
from bot.players.base import Reason, Thought, must_move
from bot.players.greedy import greedy
from bot.players.guess import determinize
from bot.players.search import Effort, Line, Search
from bot.players.weights import Weights, weights

Level = Literal["easy", "normal", "hard"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
EFFORTS: Final[dict[Level, Effort]] = {
    "normal": Effort(width=3, mains=5, frees=2, options=5, most=200),
    "hard": Effort(
        width=4,
        mains=7,
        frees=3,
        options=6,
        most=350,
        deep=6,
        denial=0.2,
        next=Effort(width=2, mains=4, frees=2, options=4, most=60),
    ),
}
MOST_KEPT: Final = 256
"""Positions whose action is remembered."""
_encoder = msgspec.msgpack.Encoder()


class Planner:
    """Looks for the action that is worth most to its seat. A new one gives the same action for the same view and seed;
    one that is kept follows the line it has found as long as nothing unforeseen comes up."""

    def __init__(
        self, level: Level, seed: int = 0, prices: Weights | None = None, *, seconds: float | None = None
    ) -> None:
        """``seconds``: after so long the best that was found is taken; without it effort alone is limited, and the
        same view gives the same action on every machine."""
        self.level, self.seed, self.weights, self.seconds = level, seed, prices or weights(), seconds
        self._plan: dict[bytes, Action] = {}

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
        if self.level == "easy":
            return Thought(greedy(table_of(seen), offers[0].action.seat, offers, seen.decision, self.weights))
        return Thought(self._planned(seen, offers))

    def _planned(self, seen: View, offers: list[Offer]) -> Action:
        digest = digest_of(seen)
        action = self._plan.get(digest)
        if action is None:
            self._look_ahead(seen, offers, digest)
            action = self._plan[digest]
        return action

    def _look_ahead(self, seen: View, offers: list[Offer], digest: bytes) -> None:
        seat, effort = offers[0].action.seat, EFFORTS[self.level]
        seed = self.seed + int.from_bytes(digest[:6], "big")
        search = Search(seat, self.weights, effort, self.seconds)
        best = search.deepened(search.lines(determinize(seen, seed)))[0]
        self._remember(seen, digest, best)

    def _remember(self, seen: View, digest: bytes, best: Line) -> None:
        """The first action, and the next ones as long as they reveal nothing and no question comes up."""
        while len(self._plan) > MOST_KEPT:
            del self._plan[next(iter(self._plan))]
        self._plan[digest] = best.path[0]
        for game, action in zip(best.positions, best.path[1:], strict=False):
            self._plan[digest_of(view(game, seen.seat))] = action


def digest_of(seen: View) -> bytes:
    """A fingerprint of what may be seen."""
    return blake2b(_encoder.encode(seen.state), digest_size=12).digest()


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
