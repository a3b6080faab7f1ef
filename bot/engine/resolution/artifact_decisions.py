"""Decisions about artifacts: which one to take, and which one the fourth hibernation removes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import Option
from bot.engine.resolution.open_decision import SKIP, OpenDecision
from bot.engine.resolution.tasks import ClaimedArtifact, Do, RemoveArtifact, Source
from bot.engine.rules import artifacts

if TYPE_CHECKING:
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber


def take_artifact(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    """Which artifact to take, where none is reserved yet; the answer reserves it."""
    large = artifacts.artifacts_left(game.state) > 0
    token = any(variant.delays_end(game) for variant in game.variants)

    def answer(picked: list[Option]) -> None:
        if picked[0].kind != "skip":
            _taken(game, seat, artifacts.hold(game, seat, task.source), picked[0])

    options = _artifact_options(game, seat, "large" if large else "token" if token else "small")
    return OpenDecision("artifact", "artifact.gain", options, answer, task.source)


def claimed_artifact(game: Game, seat: SeatNumber, task: ClaimedArtifact) -> OpenDecision:
    """Which colour the reserved artifact has, or that it is declined (ruling reserved-artifacts)."""
    options = _artifact_options(game, seat, task.what)
    return OpenDecision(
        "artifact", "artifact.gain", options, lambda picked: _taken(game, seat, task, picked[0]), task.source
    )


def _artifact_options(game: Game, seat: SeatNumber, what: str) -> tuple[Option, ...]:
    """A reserved artifact may be declined where there is a choice. In the seat's own window anything that may end the
    game may be declined, too."""
    colours = tuple(Option("artifact", colour) for colour in artifacts.colours_left(game.state))
    options = colours if what == "large" else (Option("small_artifact"),)
    declinable = what != "small" and (game.in_turn(seat) or len(options) > 1)
    return (*options, SKIP) if declinable else options


def _taken(game: Game, seat: SeatNumber, claimed: ClaimedArtifact, picked: Option) -> None:
    if picked.kind == "skip":
        artifacts.give_back(game, seat, claimed)
    else:
        colour = picked.id if picked.kind == "artifact" else None
        artifacts.take(game, seat, claimed, colour)  # type: ignore[arg-type]


def remove_artifact(game: Game, seat: SeatNumber, task: RemoveArtifact) -> OpenDecision:
    """Which large artifact the fourth hibernation removes; only unreserved ones (ruling hibernation)."""
    left = artifacts.artifacts_left(game.state) > 0
    options = tuple(Option("artifact", colour) for colour in artifacts.colours_left(game.state) if left)

    def answer(picked: list[Option]) -> None:
        artifacts.remove_artifact(game, seat, picked[0].id)  # type: ignore[arg-type]

    return OpenDecision("remove_artifact", "hibernate.fourth", options, answer, Source("rule", "hibernate.fourth"))
