"""Advice for a seat: the best lines that a short search finds from its view, what they are worth, and why.

It is made from the view alone, with a seed that follows from it: the same view gets the same advice, and nothing hidden
can show in it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import msgspec

from bot.engine import View
from bot.engine.actions import MAIN_ACTIONS, Action, Hibernate, Offer
from bot.players.base import Reason, must_move
from bot.players.greedy import before_resting, subject
from bot.players.planner import digest_of, forced, table_of
from bot.players.planner_weights import weights
from bot.players.reasons import reason_for
from bot.players.search.beam_search import Search
from bot.players.search.determinization import determinize
from bot.players.search.line import Line, best_line
from bot.players.search.local_search import improved
from bot.players.search.uncollected import uncollected
from bot.players.strengths import Effort
from bot.players.valuation.position_value import evaluate
from bot.players.valuation.valuation import Valuation

ALTERNATIVES: Final = 2
"""Other moves that are named beside the best one, at most."""
EFFORT: Final = Effort(width=2, mains=5, frees=2, options=4, evaluations=32, changes=16)
"""What a processor core does in about 100 milliseconds."""


class AdvisedMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way to go on: the first action, why, and the main action that follows it in the turn if that is certain to be
    possible. ``behind``: how many points it is expected to bring less than the best move, by the end of the game."""

    action: Action
    reason: Reason
    next_main: Action | None = None
    behind: float = 0.0


class Advice(msgspec.Struct, frozen=True, omit_defaults=True):
    """The best move, other moves in their order, and ``worth``: how many points the turn is expected to bring with the
    best move, by the end of the game; None where that cannot be told, as in setup."""

    best: AdvisedMove
    others: tuple[AdvisedMove, ...] = ()
    worth: float | None = None


@uncollected()
def advise(seen: View, offers: list[Offer]) -> Advice:
    """The advice for the seat of a view.

    :raises CannotMove: where the seat has nothing to do.
    """
    must_move(seen, offers)
    if forced(offers, seen.decision):
        return Advice(AdvisedMove(offers[0].action, Reason("only_move")))
    seat = offers[0].action.seat
    effort = EFFORT if seen.decision is None else replace(EFFORT, changes=EFFORT.changes // 4)
    search = Search(seat, weights(), effort)
    seed = int.from_bytes(digest_of(seen)[:6], "big")
    lines = improved(search, search.lines(determinize(seen, seed)))
    best = best_line(lines)
    chosen = [best, *_others(best, lines)]
    valuation = Valuation(table_of(seen), seat, weights())
    moves = [advised(valuation, seen, offers, line, best.value - line.value) for line in chosen]
    distinct = list({move.action: move for move in reversed(moves)}.values())[::-1]  # the earlier of two alike is kept
    return Advice(distinct[0], tuple(distinct[1:]), _worth(seen, valuation, best))


def _others(best: Line, lines: list[Line]) -> list[Line]:
    """The best lines that begin with something else, each with another subject."""
    found: dict[object, Line] = {}
    for line in lines:
        found.setdefault(_subject_of(line), line)
    found.pop(_subject_of(best), None)
    return [line for line in found.values() if line.value <= best.value][:ALTERNATIVES]


def _subject_of(line: Line) -> object:
    first = line.path[0]
    return subject(first) if isinstance(first, MAIN_ACTIONS) else first


def advised(valuation: Valuation, seen: View, offers: list[Offer], line: Line, behind: float) -> AdvisedMove:
    """The beginning of a line as a piece of advice."""
    action, then = line.path[0], line.path[1:]
    if isinstance(action, Hibernate):
        action = before_resting(valuation, offers) or action
    reason = reason_for(valuation, action, offers, seen.decision, then)
    return AdvisedMove(action, reason, _next_main(line), max(0.0, behind))


def _next_main(line: Line) -> Action | None:
    """The main action after the first action, unless something is revealed or decided before it."""
    certain = line.path[1 : len(line.positions) + 1]
    return next((each for each in certain if isinstance(each, (*MAIN_ACTIONS, Hibernate))), None)


def _worth(seen: View, valuation: Valuation, best: Line) -> float | None:
    """Points of the best line beyond a turn in which nothing more is done."""
    if seen.state.phase != "play" or seen.decision is not None:
        return None
    idle = Valuation(valuation.game, valuation.seat, valuation.weights, left=valuation.left, done=True)
    return best.value - evaluate(idle)
