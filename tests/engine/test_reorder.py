"""Everything undrawn in a new order: what is public stays, what is hidden moves, and its seed plays it again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.engine import Game, apply, decision, dump, legal, load, new_game, record_for, redo, reorder, undo, view
from bot.engine.actions import Refused
from bot.engine.debug.invariants import violations
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.rules.reorder_hidden import MOST_SEED
from bot.engine.solo_components import MautomaState
from bot.engine.state import Options
from bot.players import RandomPlayer
from bot.simulation.simulated_games import options_for, setup_for

ALONE = (Options(alone="mautoma"), Options(alone="solo"), Options(alone="mautoma", starting_cards="draft"))


def begun(seed: int) -> Game:
    """A table of any size and options, the games for one among them."""
    if seed % 4 == 0:
        return new_game(setup_for(field(), 1, seed, ALONE[seed // 4 % len(ALONE)]), field())
    seats = 1 + seed % 4
    return new_game(setup_for(field(), seats, seed, options_for(seed, seats)), field())


def played_on(game: Game, steps: int, seed: int) -> Game:
    """So many random actions more, undone ones among them."""
    player = RandomPlayer(seed)
    for step in range(steps):
        seat = next_seat(game)
        if seat is None:
            break
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
        if step % 7 == seed % 7 and seat == game.active and not game.records[-1].barrier:
            undo(game, seat)
    return game


def positions() -> Iterator[Game]:
    """Games stopped early, in their middle and late."""
    for seed in range(48):
        game = played_on(begun(seed), (seed * 11) % 330, seed)
        if game.state.phase != "over":
            yield game


def test_what_is_public_stays_and_nothing_gets_lost() -> None:
    seen = 0
    for game in positions():
        before, records = view(game, None), game.count
        reorder(game, 7 * records + 1)
        after = view(game, None)
        assert (after.state, after.backs, after.waiting) == (before.state, before.backs, before.waiting)
        assert list(violations(game)) == []
        assert game.count == records + 1
        seen += 1
    assert seen > 30


def _hidden(game: Game) -> dict[str, list[str]]:
    """Everything hidden, by where it is."""
    state = game.state
    found = {
        "deck": state.deck,
        "modules": state.module_deck,
        "crates": state.crates,
        "artifact cards": state.artifact_deck,
        **{f"machines {track}": deck for track, deck in state.machine_decks.items()},
        **{f"crates of {seat}": mine.crates for seat, mine in enumerate(state.seats)},
        **{f"cards of {seat}": mine.artifact_cards for seat, mine in enumerate(state.seats)},
    }
    if isinstance(state.variant, MautomaState):
        found |= {"mautoma": [*state.variant.deck], "progress": [*state.variant.progress, state.variant.boxed]}
    return {name: list(things) for name, things in found.items() if things}


def test_everything_hidden_can_become_something_else() -> None:
    """Over 60 seeds, each hidden pile and hand; piles of one thing may have nothing to change with."""
    for game in list(positions())[::4]:
        found: dict[str, set[tuple[str, ...]]] = {}
        for seed in range(60):
            twin = game.copy()
            reorder(twin, seed)
            for name, things in _hidden(twin).items():
                found.setdefault(name, set()).add(tuple(things))
        before = _hidden(game)
        assert [name for name, values in found.items() if len(values) < 2 and len(before[name]) > 1] == []


def test_tiles_move_between_places_of_the_same_back_only() -> None:
    game = begun(5)
    tiles = {place: lying.tile for place, lying in enumerate(game.state.places) if not lying.revealed}
    moved = 0
    for seed in range(20):
        twin = game.copy()
        reorder(twin, seed)
        for place, tile in tiles.items():
            new = twin.state.places[place].tile
            assert game.pack.tile[new].back == game.pack.tile[tile].back
            moved += new != tile
    assert moved > 50


def test_it_is_played_again_from_the_records() -> None:
    for game in positions():
        reorder(game, game.count)
        played_on(game, 60, 3)
        again = new_game(game.setup, game.pack)
        for record in game.records:
            redo(again, record)
        assert again.snapshot() == game.snapshot()
        assert again.records == game.records


def test_it_goes_through_a_save_and_on_to_the_end() -> None:
    game = played_on(begun(6), 90, 6)
    reorder(game, MOST_SEED)
    loaded = load(dump(game), {game.pack.hash: game.pack})
    assert loaded.records[-1].reseed == MOST_SEED
    assert played_on(loaded, 5000, 1).state.phase == "over"
    assert loaded.snapshot() == played_on(game, 5000, 1).snapshot()


def test_nothing_before_it_is_undone() -> None:
    for game in positions():
        reorder(game, 1)
        for seat in range(len(game.state.seats)):
            with pytest.raises(Refused) as error:
                undo(game, seat)
            assert error.value.refusal.reason == "nothing_to_undo"


def test_what_comes_after_it_is_undone() -> None:
    game = played_on(begun(1), 50, 1)
    while game.state.phase != "play" or decision(game, game.active) is not None:
        played_on(game, 1, 6)
    reorder(game, 5)
    before = game.snapshot()
    quiet = next(offer for offer in legal(game, game.active) if not offer.barrier)
    apply(game, quiet.action)
    undo(game, game.records[-1].seat)
    assert game.snapshot() == before


def test_its_seed_is_nobodys_while_the_game_runs() -> None:
    game = played_on(begun(2), 20, 2)
    record = reorder(game, 99)
    for seat in (None, 0, 1):
        assert record_for(record, seat).reseed is None


@pytest.mark.parametrize("seed", [-1, MOST_SEED + 1])
def test_seeds_out_of_bounds(seed: int) -> None:
    game = begun(1)
    before = game.snapshot()
    with pytest.raises(ValueError, match="cannot reorder"):
        reorder(game, seed)
    assert game.snapshot() == before


def test_a_game_that_is_over_hides_nothing() -> None:
    game = played_on(begun(1), 5000, 1)
    assert game.state.phase == "over"
    with pytest.raises(ValueError, match="phase over"):
        reorder(game, 1)
