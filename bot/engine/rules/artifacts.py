"""Large artifacts: how many are left, whose they are but for the colour, and the end with the last of them (000
SPIELENDE; 001 Artifacts; ruling reserved-artifacts).

An artifact counts as soon as it is certain that a seat gets it. It is reserved then, and "left" means not reserved;
only its colour waits. In its own window a seat ends the game by taking the last one, in another's turn by having it
reserved, so that nobody gains or loses a turn by answering late.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.effects import TakeArtifact
from bot.engine.resolution.tasks import ClaimedArtifact, Do

if TYPE_CHECKING:
    from bot.engine.effects import ArtifactColour
    from bot.engine.game import Game
    from bot.engine.resolution.tasks import Source
    from bot.engine.state import EndHow, SeatNumber, State


def artifacts_left(state: State) -> int:
    """Large artifacts on the board that are not reserved."""
    return sum(state.artifacts.values()) - artifacts_reserved(state)


def artifacts_reserved(state: State) -> int:
    """Large artifacts on the board that are some seat's but for their colour."""
    return sum(len(mine.reserved) for mine in state.seats)


def colours_left(state: State) -> list[ArtifactColour]:
    """The colours on the board: reserving takes none of them away."""
    return [colour for colour, number in state.artifacts.items() if number]


# ---- claiming ----------------------------------------------------------------------------------------------------


def claim(game: Game, seat: SeatNumber) -> None:
    """All artifacts that a seat gets for certain count now, in the order in which it will be asked for colours."""
    stack = game.seat(seat).stack
    for at in reversed(range(len(stack))):
        task = stack[at]
        if isinstance(task, Do) and isinstance(task.effect, TakeArtifact):
            stack[at] = hold(game, seat, task.source)


def hold(game: Game, seat: SeatNumber, source: Source) -> ClaimedArtifact:
    """Put one aside for a seat: a large one while any is left, then what a variant has instead, then a small one."""
    state = game.state
    if artifacts_left(state) <= 0:
        token = any(variant.holds_token(game) for variant in game.variants)
        return ClaimedArtifact(source, "token" if token else "small")
    game.seat(seat).reserved.append(source)
    if not game.in_turn(seat):
        if len(colours_left(state)) > 1:
            game.tell("artifact_reserved", seat, left=artifacts_left(state))
        end_if_last(game, seat, "artifact")
    return ClaimedArtifact(source)


def give_back(game: Game, seat: SeatNumber, claimed: ClaimedArtifact) -> None:
    """A claimed artifact is declined: it is left for anybody; an end that it triggered stays triggered."""
    if claimed.what == "large":
        game.seat(seat).reserved.remove(claimed.source)
    elif claimed.what == "token":
        for variant in game.variants:
            variant.returns_token(game)


def take(game: Game, seat: SeatNumber, claimed: ClaimedArtifact, colour: ArtifactColour | None = None) -> None:
    """A claimed artifact is taken, a large one of a colour."""
    if colour is not None:
        _take_large(game, seat, claimed, colour)
        return
    take_small_artifact(game, seat)
    if claimed.what == "token":
        for variant in game.variants:
            variant.token_taken(game, seat)


def _take_large(game: Game, seat: SeatNumber, claimed: ClaimedArtifact, colour: ArtifactColour) -> None:
    state, mine = game.state, game.seat(seat)
    mine.reserved.remove(claimed.source)
    state.artifacts[colour] -= 1
    mine.artifacts[colour] += 1
    game.tell("artifact", seat, colour=colour, left=artifacts_left(state))
    if game.in_turn(seat) and not mine.reserved:
        end_if_last(game, seat, "artifact")


def take_small_artifact(game: Game, seat: SeatNumber) -> None:
    """A small artifact: 2 points at the end; they never run out (000; ruling small-artifacts)."""
    game.seat(seat).small_artifacts += 1
    game.tell("small_artifact", seat)


def remove_artifact(game: Game, seat: SeatNumber, colour: ArtifactColour) -> None:
    """A large artifact leaves the game (000 ÜBERWINTERN; 001 Hibernate 5)."""
    state = game.state
    state.artifacts[colour] -= 1
    state.removed_artifacts[colour] += 1
    game.tell("artifact_removed", seat, colour=colour, left=artifacts_left(state))
    end_if_last(game, seat, "removal")


# ---- the end -----------------------------------------------------------------------------------------------------


def end_if_last(game: Game, seat: SeatNumber, how: EndHow) -> None:
    """No large artifact is left: the seat gets the end game tile, all others one more turn (000 SPIELENDE; 001)."""
    if game.state.end_by is None and artifacts_left(game.state) <= 0:
        if any(variant.delays_end(game) or variant.keeps_going(game) for variant in game.variants):
            return
        end_triggered(game, seat, how)


def end_triggered(game: Game, seat: SeatNumber, how: EndHow) -> None:
    """A seat has triggered the end."""
    game.state.end_by, game.state.end_how = seat, how
    game.seat(seat).end_tile = True
    game.tell("end_triggered", seat)
