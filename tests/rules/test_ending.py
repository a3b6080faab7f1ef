"""Who triggered the end and how, who still has a turn, and how near it is (000 SPIELENDE; 001 End of the game)."""

from __future__ import annotations

import pytest

from bot.engine import Game, decision, undo
from bot.engine.actions import EndTurn, Hibernate, PlayCard
from bot.engine.debug.position_builder import Position
from bot.engine.effects import TakeArtifact
from bot.engine.resolution.tasks import Do, Source
from bot.engine.rules.end_of_game import Before, LastTurns, before_end, has_last_turn, last_turns
from bot.engine.serialization import dump, load
from bot.engine.solo_components import SoloState
from bot.engine.state import Options
from tests.rules import solo_positions
from tests.rules.position_lab import answer, do, pack, position
from tests.rules.test_end import last_one, take, turn


def triggered() -> Game:
    """The first of three seats has taken the last artifact in its turn, which still runs."""
    game = last_one()
    take(game)
    answer(game, 0, "yellow")
    return game


def test_nothing_is_announced_while_the_causing_turn_runs() -> None:
    """It can be taken back; only the seat itself knows that it has no turn after this one."""
    game = triggered()
    assert last_turns(game) is None
    assert [has_last_turn(game, seat) for seat in range(3)] == [True, False, False]
    undo(game, 0)
    assert not has_last_turn(game, 0)
    assert before_end(game) == Before("artifact", 1)


def test_the_last_turns_one_after_the_other() -> None:
    game = triggered()
    do(game, EndTurn(seat=0))
    for turns in ((1, 2), (2,)):
        assert last_turns(game) == LastTurns(0, "artifact", turns)
        assert [has_last_turn(game, seat) for seat in range(3)] == [seat == turns[0] for seat in range(3)]
        turn(game, turns[0])
    assert game.state.phase == "over"
    assert last_turns(game) is None
    assert before_end(game) is None


def test_undo_takes_the_announcement_back() -> None:
    game = triggered()
    do(game, EndTurn(seat=0))
    undo(game, 0)
    assert last_turns(game) is None


def test_triggered_in_another_seats_turn() -> None:
    """The running turn is not the last one of the seat that has it: it has one more, and the trigger has none."""
    built = position(3).artifacts_left(yellow=1, white=0, violet=0)
    game = built.build()
    game.seat(1).stack.append(Do(TakeArtifact(), Source("rule")))
    game.changed()
    answer(game, 1, "yellow")
    assert last_turns(game) is None
    assert not any(has_last_turn(game, seat) for seat in range(3))
    turn(game, 0)
    assert last_turns(game) == LastTurns(1, "artifact", (2, 0))


def test_removed_by_the_fourth_hibernation() -> None:
    game = position().seat(0, hibernations=3).artifacts_left(yellow=1, white=0, violet=0).build()
    do(game, Hibernate(seat=0))
    answer(game, 0, 1)
    while (asked := decision(game, 0)) is not None:
        answer(game, 0, asked.options[0].id)
    do(game, EndTurn(seat=0))
    assert last_turns(game) == LastTurns(0, "removal", (1,))


def long_game() -> Position:
    options = Options(artifact_card="deal", long_game=True)
    return position(4, options=options, tribes=("plain", "other", "sixth", "marker"))


def test_the_tokens_of_the_long_game() -> None:
    """With an artifact and two tokens left the end is three pieces away."""
    built = long_game().seat(0, active=["green_take"]).artifacts_left(yellow=1, white=0, violet=0)
    assert before_end(built.build()) == Before("artifact", 3)
    game = built.artifacts_left(yellow=0, white=0, violet=0).build()
    assert before_end(game) == Before("token", 2)
    game.state.end_tokens = 1
    assert before_end(game) == Before("token", 1)
    take(game)
    answer(game, 0, "small_artifact")
    do(game, EndTurn(seat=0))
    assert last_turns(game) == LastTurns(0, "token", (1, 2, 3))


def test_alone_the_running_turn_is_the_last() -> None:
    """Mautoma: its piles are used up (002 SPIELEND); official solo: the marker at its end, or the last artifact."""
    table = solo_positions.position("solo").seat(0, active=["red_gear"])
    table.game.state.variant = SoloState(marker=23)
    game = table.build()
    assert last_turns(game) is None
    do(game, PlayCard(seat=0, card="red_gear", slot=0, half="top"))
    assert last_turns(game) == LastTurns(None, None, (0,))
    table = solo_positions.position("solo").artifacts_left(yellow=1, white=0, violet=0).seat(0, active=["green_take"])
    game = table.build()
    take(game)
    answer(game, 0, "yellow")
    assert last_turns(game) == LastTurns(0, "artifact", (0,))
    game = solo_positions.position().build()
    kept = game.state.variant
    assert last_turns(game) is None
    kept.deck, kept.progress = [], []  # type: ignore[union-attr]
    assert last_turns(game) == LastTurns(None, None, (0,))


def test_the_mautomas_artifacts_do_not_end_the_game() -> None:
    assert before_end(solo_positions.position().artifacts_left(yellow=1, white=0, violet=0).build()) is None


def test_a_save_of_before_does_not_know_how() -> None:
    """What triggered the end was not kept then."""
    game = triggered()
    assert load(dump(game), {pack().hash: pack()}).state.end_how == "artifact"
    game.state.end_how = None
    do(game, EndTurn(seat=0))
    assert last_turns(game) == LastTurns(0, None, (1, 2))


@pytest.mark.parametrize("left", [1, 2, 7])
def test_how_near_it_is(left: int) -> None:
    assert before_end(position().artifacts_left(yellow=left, white=0, violet=0).build()) == Before("artifact", left)
