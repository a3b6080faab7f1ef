"""The decisions that tasks other than effects ask for. Variants bring their own: see :func:`asks`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from bot.engine.actions import Option
from bot.engine.resolution.artifact_decisions import claimed_artifact, remove_artifact
from bot.engine.resolution.askers import Asker
from bot.engine.resolution.by_hand_decisions import confirm_outcome, enter_outcome
from bot.engine.resolution.open_decision import OpenDecision
from bot.engine.resolution.reveal_lookahead import reveals
from bot.engine.resolution.tasks import (
    ClaimedArtifact,
    ConfirmByHand,
    EnterByHand,
    HibernationReward,
    Orient,
    PlaceModule,
    RemoveArtifact,
    Source,
    Surplus,
)
from bot.engine.resources import BASIC_LIMIT, BASICS, over_limit
from bot.engine.rules import mutations

if TYPE_CHECKING:
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber


def _place_module(game: Game, seat: SeatNumber, task: PlaceModule) -> OpenDecision:
    mine, printed = game.seat(seat), game.pack.player_board.slots
    free = tuple(
        Option(
            "place",
            slot,
            place,
            printed[slot].modules[place] and reveals(game, seat, game.pack.module[task.module].get),
        )
        for slot, own in enumerate(mine.slots)
        for place, module in enumerate(own.modules)
        if module is None
    )
    taken = tuple(
        Option("place", slot, place)
        for slot, own in enumerate(mine.slots)
        for place, module in enumerate(own.modules)
        if module is not None
    )

    def answer(picked: list[Option]) -> None:
        mutations.install_module(game, seat, task.module, int(picked[0].id or 0), picked[0].number)

    return OpenDecision("module_place", "module.gain_place", free + taken, answer, task.source)


def _orient(game: Game, seat: SeatNumber, task: Orient) -> OpenDecision:
    lying = game.state.places[task.place]
    different: dict[tuple[object, ...], int] = {}
    for orientation in range(len(game.board.orientations[task.place])):
        different.setdefault(game.prints_of(task.place, orientation) or (), orientation)
    neighbour = any(
        game.board.place_of[near] == task.place for space in game.state.buildings for near in game.board.adjacent[space]
    )
    options = tuple(Option("orientation", task.place, number, neighbour) for number in different.values())

    def answer(picked: list[Option]) -> None:
        mutations.lay_tile(game, seat, task.place, picked[0].number)

    return OpenDecision(
        "orientation", "explore.orientation", options, answer, Source("tile", lying.tile), interruptible=False
    )


def _hibernation_reward(game: Game, seat: SeatNumber, task: HibernationReward) -> OpenDecision:
    rows = game.pack.board.hibernation
    options = tuple(Option("row", None, row, reveals(game, seat, rows[row - 1])) for row in range(task.row, 0, -1))

    def answer(picked: list[Option]) -> None:
        row = picked[0].number
        game.tell("hibernation_reward", seat, row=row)
        mutations.push(game, seat, rows[row - 1], Source("hibernation", str(row)))

    return OpenDecision("hibernation_reward", "hibernate.reward", options, answer, Source("rule", "hibernate.reward"))


def _surplus(game: Game, seat: SeatNumber, task: Surplus) -> OpenDecision:
    mine = game.seat(seat)
    over = over_limit(mine.owned)
    room = tuple(kind for kind in BASICS if over.crystal and mine.owned.get(kind) < BASIC_LIMIT)
    options = tuple(Option("convert", kind) for kind in room) + ((Option("lose", None, over.total),) if over else ())

    def answer(picked: list[Option]) -> None:
        if picked[0].kind == "lose":
            mutations.clamp(game, seat)
            return
        mutations.convert(game, seat, picked[0].id)  # type: ignore[arg-type]
        if over_limit(mine.owned):
            mine.stack.append(Surplus())

    return OpenDecision(
        "surplus",
        "resource.surplus",
        options,
        answer,
        Source("rule", "resource.surplus"),
        forced=False,
        tells_nothing=False,
    )


T = TypeVar("T")
A = TypeVar("A", bound=OpenDecision | None)


def asks(task: type[T]) -> Callable[[Callable[[Game, int, T], A]], Callable[[Game, int, T], A]]:
    """Registers the decision of a task that a variant brings; None where the task runs by itself (:func:`runs`)."""

    def register(asker: Callable[[Game, int, T], A]) -> Callable[[Game, int, T], A]:
        TASK_DECISIONS[task] = asker
        return asker

    return register


def runs(task: type[T]) -> Callable[[Callable[[Game, int, T], None]], Callable[[Game, int, T], None]]:
    """Registers what a task of a variant does where it asks nothing."""

    def register(runner: Callable[[Game, int, T], None]) -> Callable[[Game, int, T], None]:
        TASK_RUNS[task] = runner
        return runner

    return register


TASK_RUNS: dict[type, Callable[[Game, int, Any], None]] = {ConfirmByHand: lambda game, seat, task: None}


TASK_DECISIONS: dict[type, Asker] = {
    PlaceModule: _place_module,
    Orient: _orient,
    HibernationReward: _hibernation_reward,
    ClaimedArtifact: claimed_artifact,
    RemoveArtifact: remove_artifact,
    Surplus: _surplus,
    EnterByHand: enter_outcome,
    ConfirmByHand: confirm_outcome,
}
