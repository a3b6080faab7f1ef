"""Lakes on the map: laid at set-up, never explored or crossed, with rewards for buildings beside them (001 Lakes;
ruling lakes)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.effects import Gain, Size
from bot.engine.resolution.tasks import Do, Sequence, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.actions import Build
    from bot.engine.components import AbyssParts
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber, Space

DEVOTION: Final[dict[Size, int]] = {"small": 1, "large": 3}
"""Devotion at once for the first building of a size at a lake (001 Lakes)."""


def lay(game: Game, parts: AbyssParts) -> None:
    """The lakes by lot on the places that the pack names. The tiles there go back into the box, but for vast crystals,
    which move to other places."""
    state, numbers = game.state, {place.id: number for number, place in enumerate(game.board.places)}
    tiles = game.shuffle([lake.id for lake in parts.lakes])
    chosen = [numbers[place] for place in game.shuffle(list(parts.lake_places))[: len(tiles)]]
    others = [
        number
        for number, place in enumerate(game.board.places)
        if place.kind == "area" and number not in chosen and not game.pack.tile[state.places[number].tile].vast
    ]
    for place, lake in zip(chosen, tiles, strict=True):
        moved = state.places[place].tile
        if game.pack.tile[moved].vast:
            game.lay(others.pop(game.below(len(others))), tile=moved)
        game.lay(place, tile=lake, revealed=True)


def laid(game: Game) -> list[int]:
    """The places where lakes lie, in the order of the board."""
    return [place for place, lying in enumerate(game.state.places) if lying.tile in game.pack.lake]


def shore(game: Game, place: int) -> set[Space]:
    """The spaces beside a lake."""
    return {near for space in game.board.spaces_of[place] for near in game.board.adjacent[space]}


def sizes_at(game: Game, seat: SeatNumber, place: int) -> list[Size]:
    """The sizes of a seat's buildings beside a lake, one for each building."""
    beside = shore(game, place)
    return [
        building.size for space, building in game.state.buildings.items() if building.seat == seat and space in beside
    ]


def bonuses(game: Game, seat: SeatNumber, space: Space) -> tuple[tuple[Do, ...], ...]:
    """Devotion for a building just built, at each lake where the seat has no other of its size; nothing doubles it."""
    size = game.state.buildings[space].size
    return tuple(
        (Do(Gain(devotion=DEVOTION[size]), Source("lake", game.state.places[place].tile)),)
        for place in laid(game)
        if space in shore(game, place) and sizes_at(game, seat, place).count(size) == 1
    )


def devotion_at(game: Game, seat: SeatNumber, action: Build) -> list[int]:
    """The devotion that a building would bring, lake by lake; nothing without the expansion."""
    lakes = laid(game) if game.pooling is not None else []
    return [
        DEVOTION[action.size]
        for place in lakes
        if action.space in shore(game, place) and action.size not in sizes_at(game, seat, place)
    ]


def hibernated(game: Game, seat: SeatNumber) -> None:
    """The rewards of every lake, once for each size that stands beside it, after the reward of the row."""
    groups = []
    for place in laid(game):
        lake, sizes = game.pack.lake[game.state.places[place].tile], sizes_at(game, seat, place)
        for size, get in (("small", lake.small), ("large", lake.large)):
            if size in sizes:
                groups.append(tuple(Do(effect, Source("lake", lake.id)) for effect in get))
    if groups:
        game.seat(seat).stack.append(Sequence(tuple(groups)))


def problems(game: Game) -> Iterator[tuple[str, str]]:
    """Every lake lies on the map once, face up."""
    found = [game.state.places[place] for place in laid(game)]
    if sorted(lying.tile for lying in found) != sorted(game.pack.lake) or not all(lying.revealed for lying in found):
        yield "lakes", ", ".join(lying.tile for lying in found)
