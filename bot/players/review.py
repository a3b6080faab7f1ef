"""What a move cost: how much more another one would have been worth, by what its seat knew then.

Like advice it is made from the view alone, with seeds that follow from it: the same move is always judged alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mean
from typing import Final

import msgspec

from bot.engine import Game, View
from bot.engine.actions import Action, Offer
from bot.players.advice import AdvisedMove, advised
from bot.players.planner import digest_of, forced, table_of
from bot.players.planner_weights import weights
from bot.players.search.beam_search import Search
from bot.players.search.determinization import determinize
from bot.players.search.line import Line, best_line, by_value
from bot.players.search.local_search import improved
from bot.players.search.uncollected import uncollected
from bot.players.strengths import Effort
from bot.players.valuation.valuation import Valuation

GLANCE: Final = Effort(width=2, mains=5, frees=2, options=4, evaluations=32, changes=16)
"""What is spent on each move of a game, to find those that are worth a closer look: about 0.1 seconds."""
CLOSE: Final = Effort(width=4, mains=6, frees=3, options=6, evaluations=120, changes=60)
"""What is spent on such a look: about a second."""
WORLDS: Final = 2
"""Guesses at what is hidden that a close look is taken at, so that no better move is better by its luck alone."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where somebody moved: what they saw, what they could do, and what they did."""

    seen: View
    offers: list[Offer]
    taken: Action

    @property
    def is_choice(self) -> bool:
        """Whether there was anything else to do."""
        return len(self.offers) > 0 and not forced(self.offers, self.seen.decision)


class JudgedMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was done, how many points less it was worth by the end of the game than the best move, and that one; None
    where nothing better was found."""

    taken: Action
    cost: float = 0.0
    better: AdvisedMove | None = None


@uncollected()
def judge(position: Position, *, close: bool = False) -> JudgedMove:
    """What a move cost; ``close``: with more effort, over several guesses at what is hidden."""
    if not position.is_choice:
        return JudgedMove(position.taken)
    seen, taken, effort = position.seen, position.taken, CLOSE if close else GLANCE
    seed = int.from_bytes(digest_of(seen)[:6], "big")
    search = Search(taken.seat, weights(), effort)
    best, own = _compared(search, determinize(seen, seed), taken)
    if own is None or best.path[0] == taken:
        return JudgedMove(taken)
    costs = [best.value - own.value]
    costs += [_cost(position, effort, seed + world, best.path[0]) for world in range(1, WORLDS if close else 1)]
    cost = mean(costs)
    if cost <= 0:
        return JudgedMove(taken)
    valuation = Valuation(table_of(seen), taken.seat, weights())
    return JudgedMove(taken, cost, advised(valuation, seen, position.offers, best, 0.0))


def _compared(search: Search, guessed: Game, taken: Action) -> tuple[Line, Line | None]:
    """The best line, and the best one that begins with what was done; None if that is not possible in the guess."""
    lines = improved(search, search.lines(guessed))
    after = _beginning_with(search, taken)
    found = sorted([*lines, *after], key=by_value)
    own = next((line for line in found if line.path[0] == taken), None)
    return best_line(found), own


def _beginning_with(search: Search, action: Action) -> list[Line]:
    after = search.lines_after(action)
    return improved(search, after) if after else []


def _cost(position: Position, effort: Effort, seed: int, better: Action) -> float:
    """How much more another move is worth in a guess; nothing where it is not possible there."""
    search = Search(position.taken.seat, weights(), effort)
    _, own = _compared(search, determinize(position.seen, seed), position.taken)
    other = next((line for line in _beginning_with(search, better) if line.path[0] == better), None)
    return other.value - own.value if own is not None and other is not None else 0.0
