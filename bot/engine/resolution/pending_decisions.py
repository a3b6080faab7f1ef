"""Which decision a seat has open, and what waits below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import Option
from bot.engine.effects import Advance, Effect, TakeArtifact
from bot.engine.resolution.effect_decisions import EFFECT_DECISIONS
from bot.engine.resolution.open_decision import OpenDecision
from bot.engine.resolution.reveal_lookahead import reveals, sensitive
from bot.engine.resolution.task_decisions import TASK_DECISIONS
from bot.engine.resolution.tasks import (
    Announce,
    Bonuses,
    ClaimedArtifact,
    DiscardShown,
    Do,
    Flip,
    Sequence,
    Task,
)

if TYPE_CHECKING:
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber

SURE_OPTIONS = 4
"""A decision with at least so many options is certainly still asked after the decisions above it."""
ANSWER_POINTS = 12
"""More points than any answer brings before the tasks below it run."""


def decision_for(game: Game, seat: SeatNumber, task: Task) -> OpenDecision | None:
    """The decision that a task asks for now; None where the task runs by itself."""
    if isinstance(task, Do):
        asker = EFFECT_DECISIONS.get(type(task.effect))
        if asker is None or (isinstance(task.effect, Advance) and task.effect.track != "any"):
            return None
        return asker(game, seat, task)
    if isinstance(task, Sequence):
        return _order_decision(game, seat, task)
    asker = TASK_DECISIONS.get(type(task))
    return asker(game, seat, task) if asker is not None else None


def open_decision(game: Game, seat: SeatNumber) -> OpenDecision | None:
    """The decision that a seat has to make now; None where there is none. It is kept until the game changes."""
    stack = game.seat(seat).stack
    if not stack:
        return None
    kept = game.asked.get(seat)
    if kept is None or kept[0] is not stack[-1]:
        kept = game.asked[seat] = stack[-1], decision_for(game, seat, stack[-1])
    return kept[1]


def reveals_next(game: Game, seat: SeatNumber) -> bool:
    """Whether what waits on a seat's stack below its open decision may draw something before it is asked again.

    A decision below stops that only where it will still be asked: with one way left it answers itself.
    """
    effects: list[Effect] = []
    for task in reversed(game.seat(seat).stack[:-1]):
        if isinstance(task, Flip | Bonuses) or (isinstance(task, DiscardShown) and game.state.deck):
            return True
        if isinstance(task, Announce):
            effects += [do.effect for do in task.effects]
        elif isinstance(task, Sequence):
            effects += [do.effect for group in task.groups for do in group]
        elif isinstance(task, Do) and decision_for(game, seat, task) is None:
            effects.append(task.effect)
        elif _stays_open(game, seat, task):
            break
    return reveals(game, seat, effects, slack=ANSWER_POINTS)


def _stays_open(game: Game, seat: SeatNumber, task: Task) -> bool:
    """Whether a task asks its decision for certain, whatever happens before it. Artifacts run out; displays and rest
    areas empty."""
    decision = decision_for(game, seat, task)
    if decision is None or len(decision.options) < SURE_OPTIONS:
        return False
    taking = isinstance(task, ClaimedArtifact) or (isinstance(task, Do) and isinstance(task.effect, TakeArtifact))
    return not taking or sum(game.state.artifacts.values()) >= SURE_OPTIONS


def _order_decision(game: Game, seat: SeatNumber, task: Sequence) -> OpenDecision | None:
    """In which order triggered groups happen; None where it does not matter (ruling order)."""
    groups = task.groups
    every = [do.effect for group in groups for do in group]
    if len(groups) < 2 or not sensitive(game, seat, every):
        return None
    barrier = reveals(game, seat, every)
    options = tuple(Option("group", None, index, barrier, group[0].source) for index, group in enumerate(groups))

    def answer(picked: list[Option]) -> None:
        first = picked[0].number
        rest = tuple(group for index, group in enumerate(groups) if index != first)
        game.seat(seat).stack.append(Sequence(rest))
        game.seat(seat).stack.extend(reversed(groups[first]))

    return OpenDecision("order", "turn.order_of_effects", options, answer, groups[0][0].source, forced=False)
