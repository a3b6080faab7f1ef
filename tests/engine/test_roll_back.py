"""Going back to the start of an earlier turn: the position comes again, what was seen since is undrawn in a new order,
what people hold stays, and a replay of the records comes to the same."""

from __future__ import annotations

import pytest

from bot.engine import Game, Replay, apply, decision, legal, new_game, redo, replay, undo, view
from bot.engine.actions import Refused
from bot.engine.debug.invariants import violations
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field, field_with_expansion
from bot.engine.rules.roll_back import roll_back
from bot.engine.state import Options, SeatSetup, Setup
from bot.players import RandomPlayer

KINDS = {
    "base": (4, Options()),
    "two": (2, Options(artifact_card="deal")),
    "expansion": (3, Options(abyss=True)),
    "mautoma": (1, Options(alone="mautoma")),
    "solo": (1, Options(alone="solo")),
}


def new(kind: str, seed: int) -> Game:
    seats, options = KINDS[kind]
    pack = field_with_expansion() if options.abyss else field()
    return new_game(Setup(seats=(SeatSetup(),) * seats, pack=pack.hash, seed=seed, options=options), pack)


def play_turns(game: Game, turns: int, player: RandomPlayer) -> list[Game]:
    """So many turns more; the position at the start of each."""
    starts: list[Game] = []
    number = -1
    while game.state.phase != "over" and len(starts) <= turns:
        seat = next_seat(game)
        if seat is None:
            break
        fresh = game.state.phase == "play" and bool(game.marks) and game.marks[-1].records == game.count
        if fresh and game.state.turn.number != number:
            starts.append(game.copy())
            number = game.state.turn.number
        if len(starts) <= turns:
            apply(game, player.pick(legal(game, seat), decision(game, seat)))
    return starts


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("turns", [1, 3, 6])
def test_the_position_comes_again_and_the_undrawn_does_not(kind: str, turns: int) -> None:
    for seed in range(6):
        game, player = new(kind, seed), RandomPlayer(seed)
        starts = play_turns(game, turns + seed, player)
        then = starts[-1 - turns] if len(starts) > turns else starts[0]
        if not [each for each in game.records if each.number >= then.count]:
            continue
        reveals = any(record.barrier for record in game.records if record.number >= then.count)
        taken = roll_back(game, then, 0, seed=99)
        assert taken
        assert list(violations(game)) == []
        for seat in (*range(len(game.state.seats)), None):
            before, after = view(then, seat), view(game, seat)
            assert (after.state, after.backs, after.decision) == (before.state, before.backs, before.decision)
        assert (game.snapshot() == then.snapshot()) == (not reveals)
        assert legal(game, game.active)


@pytest.mark.parametrize("kind", KINDS)
def test_a_replay_of_the_records_comes_to_the_same(kind: str) -> None:
    """Also of a game that went back twice and was played on."""
    game, player = new(kind, 3), RandomPlayer(7)
    for turns in (4, 3):
        starts = play_turns(game, turns + 2, player)
        roll_back(game, starts[-1 - turns] if len(starts) > turns else starts[0], 0, seed=turns)
    play_turns(game, 3, player)
    again = replay(game.setup, game.pack, game.records)
    assert again.game.snapshot() == game.snapshot()
    assert [record.number for record in again.game.records] == [record.number for record in game.records]


def test_nothing_before_it_can_be_undone() -> None:
    game, player = new("base", 2), RandomPlayer(1)
    starts = play_turns(game, 3, player)
    roll_back(game, starts[1], 0, seed=5)

    with pytest.raises(Refused):
        undo(game, game.active)


def test_what_cannot_be_is_refused() -> None:
    game, player = new("base", 2), RandomPlayer(1)
    starts = play_turns(game, 2, player)
    with pytest.raises(ValueError, match="nothing was done"):
        roll_back(game, game.copy(), 0, seed=1)
    roll_back(game, starts[0], 0, seed=1)
    back = next(record for record in game.records if record.back is not None)
    with pytest.raises(ValueError, match="rollback"):
        redo(game, back)
    forged = Replay(game.setup, game.pack)
    for record in game.records:
        if record.back is not None:
            break
        forged.step(record)
    with pytest.raises(ValueError, match="not done"):
        forged.step(type(back)(number=back.number, seat=0, undid=back.undid[1:], back=back.back))
