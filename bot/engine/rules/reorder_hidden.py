"""Puts everything undrawn into a new order and deals hidden cards anew. This is done to a game whose hidden side
somebody may have read, such as an imported one. After a rollback only the undrawn is ordered anew.

What is public stays as it is: a face-down tile changes places only with tiles of the same back. A reordering is a
record like an action, and is replayed from its seed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine import random_numbers
from bot.engine.actions import Record
from bot.engine.api import apply, mark_turn, undo
from bot.engine.state import SeatState

if TYPE_CHECKING:
    from bot.engine.components import Pack
    from bot.engine.game import Game

MOST_SEED = (1 << 63) - 1


def reorder(game: Game, seed: int, *, undrawn: bool = False) -> Record:
    """Shuffle everything undrawn, deal anew what is held face down (with ``undrawn`` people keep it), and go on with
    chance from ``seed``.

    Nothing before it can be undone. The seed is a number from 0 to :data:`MOST_SEED`.

    >>> before = list(game.state.display)
    >>> reorder(game, seed=3).barrier
    True
    >>> game.state.display == before  # what is public stays
    True

    :raises ValueError: the seed is out of range, or the game is over and hides nothing any more.
    """
    if not 0 <= seed <= MOST_SEED or game.state.phase == "over":
        raise ValueError(f"cannot reorder a game in phase {game.state.phase} by seed {seed}")
    game.events = []
    game.state.rng = random_numbers.seeded(seed)
    _reorder_tiles(game)
    _reorder_piles(game)
    if undrawn:
        game.state.crates = game.shuffle(game.state.crates)
    else:
        _deal_crates(game)
    for variant in game.variants:
        (variant.reorder_undrawn if undrawn else variant.reorder)(game)
    game.tell("reordered_undrawn" if undrawn else "reordered", None)
    game.moved()
    told = tuple(game.events)
    record = Record(number=game.count, seat=game.active, events=told, barrier=True, reseed=seed, undrawn=undrawn)
    game.records.append(record)
    game.marks = []
    mark_turn(game)
    return record


def redo(game: Game, record: Record) -> None:
    """Carry a record out once more: an action, an undo or a reordering. A rollback needs the whole game before it
    (:class:`bot.engine.replay.Replay`).

    >>> record = apply(game.copy(), UseSwitch(seat=0, resource="food"))
    >>> redo(game, record)
    >>> game.records == [record]
    True

    :raises Refused: the rules do not allow it.
    :raises ValueError: it is a rollback, or a reordering that cannot be.
    """
    if record.back is not None:
        raise ValueError(f"record {record.number} is a rollback")
    if record.undid:
        undo(game, record.seat)
    elif record.reseed is not None:
        reorder(game, record.reseed, undrawn=record.undrawn)
    elif record.action is not None:
        apply(game, record.action)


def _reorder_tiles(game: Game) -> None:
    """Face-down tiles, those left in the box among them, change places with those of the same back."""
    state, pack = game.state, game.pack
    hidden = [place for place in range(len(state.places)) if not state.places[place].revealed]
    laid = {lying.tile for lying in state.places}
    boxed = [tile.id for tile in pack.tiles if tile.id not in laid]
    backs = {_look(pack, state.places[place].tile): None for place in hidden}
    for back in backs:
        places = [place for place in hidden if _look(pack, state.places[place].tile) == back]
        tiles = [state.places[place].tile for place in places] + [tile for tile in boxed if _look(pack, tile) == back]
        for place, tile in zip(places, game.shuffle(tiles), strict=False):
            game.lay(place, tile=tile)


def _look(pack: Pack, tile: str) -> tuple[object, bool]:
    """What everybody sees of a face-down tile. A vast crystal is no area tile, whatever its back."""
    return pack.tile[tile].back, pack.tile[tile].vast


def _reorder_piles(game: Game) -> None:
    state = game.state
    state.deck = game.shuffle(state.deck)
    state.module_deck = game.shuffle(state.module_deck)
    state.machine_decks = {track: game.shuffle(deck) for track, deck in state.machine_decks.items()}


def _deal_crates(game: Game) -> None:
    """Closed crates, held ones too: nobody but their owner has seen them."""
    state = game.state
    state.crates = game.shuffle(state.crates + [crate for mine in state.seats for crate in mine.crates])
    for mine in state.seats:
        mine.crates = _dealt(state.crates, mine)


def _dealt(pile: list[str], mine: SeatState) -> list[str]:
    return [pile.pop() for _ in mine.crates]
