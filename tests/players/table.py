"""Games in the middle for the players' tests."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.engine import Game, apply, legal, new_game, view
from bot.engine.debug.transcript import next_seat
from bot.engine.state import Options, SeatNumber, State
from bot.players import Planner, Player
from bot.simulation.simulated_games import options_for, pack_for, setup_for

ALONE = {"mautoma": Options(alone="mautoma"), "solo": Options(alone="solo")}


def laid(seed: int, seats: int, options: Options | None = None) -> Game:
    """A table just laid."""
    pack = pack_for(options or Options())
    return new_game(setup_for(pack, seats, seed, options or Options()), pack)


def some_options(seed: int, seats: int) -> Options:
    """A mixture of options; alone the two ways in turn."""
    return options_for(seed, seats) if seats > 1 else list(ALONE.values())[seed % 2]


def advance(game: Game, steps: int, player: Player | None = None) -> Game:
    """The game so many steps on, or at its end; one player plays all seats."""
    player = player or Planner("easy")
    for _ in range(steps):
        seat = next_seat(game)
        if seat is None:
            break
        apply(game, player.choose(view(game, seat), legal(game, seat)))
    return game


def to_move(game: Game) -> SeatNumber:
    """Whose move it is.

    :raises AssertionError: at the end of a game.
    """
    seat = next_seat(game)
    assert seat is not None
    return seat


def disturbed(game: Game, seat: SeatNumber) -> Game:
    """The same game with other hidden things: all that ``seat`` cannot see lies elsewhere."""
    other = game.copy()
    state = other.state
    state.rng ^= 0x5EED
    decks = (state.deck, state.module_deck, state.crates, state.artifact_deck, *state.machine_decks.values())
    for pile in (*decks, *_piles_of_the_expansion(state)):
        pile.reverse()
    for number, mine in enumerate(state.seats):
        if number != seat and mine.artifact_cards and state.artifact_deck:
            mine.artifact_cards[0], state.artifact_deck[0] = state.artifact_deck[0], mine.artifact_cards[0]
        if number != seat and mine.crates and state.crates:
            mine.crates[0], state.crates[0] = state.crates[0], mine.crates[0]
    _swap_tiles(other)
    other.redraw_map()
    other.moved()
    return other


def _piles_of_the_expansion(state: State) -> Iterator[list[str]]:
    for kept in () if state.kept is msgspec.UNSET else state.kept.values():
        yield from (kept.scyphoz_deck, kept.journey_deck)


def _swap_tiles(game: Game) -> None:
    """Unexplored tiles with the same back change places."""
    by_back: dict[object, list[int]] = {}
    for place, lying in enumerate(game.state.places):
        if not lying.revealed:
            by_back.setdefault(game.pack.tile[lying.tile].back, []).append(place)
    for places in by_back.values():
        tiles = [game.state.places[place].tile for place in places]
        for place, tile in zip(places, reversed(tiles), strict=True):
            game.lay(place, tile=tile)
