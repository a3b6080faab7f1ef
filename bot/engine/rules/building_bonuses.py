"""What a building gets from its neighbours (000 BAUEN 04; 001 Build; ruling water)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from bot.engine.derived import Surroundings
from bot.engine.effects import TRACKS, Advance, Effect, Gain
from bot.engine.resolution.tasks import Do, Source

if TYPE_CHECKING:
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber, Space


def building_bonuses(
    game: Game, seat: SeatNumber, space: Space, place: int | None = None
) -> tuple[tuple[Do, ...], ...]:
    """The bonuses of the building on ``space``, in groups: tracks, crystals, vast crystals, then each new water space.

    With ``place`` only those of one tile's spaces (it was explored later). Water bonuses are noted as taken. A large
    building doubles terrain, crystals and vast crystals, never water.
    """
    spaces = beside(game, space, place)
    times = 2 if game.state.buildings[space].size == "large" else 1
    groups: list[tuple[Do, ...]] = [
        (Do(effect, Source("building", game.board.labels[space])),) for effect in plain_bonuses(game, spaces, times)
    ]
    mine = game.seat(seat)
    for near in waters_in(game, spaces):
        if near not in mine.waters:
            mine.waters.append(near)
            groups.append(water_bonus(game, near))
    if place is None:
        for variant in game.variants:
            groups += variant.built(game, seat, space)
    return tuple(groups)


def beside(game: Game, space: Space, place: int | None = None) -> list[Space]:
    """The revealed neighbours of a space, of one tile only where ``place`` is given."""
    return [
        near
        for near in game.board.adjacent[space]
        if game.prints[near] is not None and (place is None or game.board.place_of[near] == place)
    ]


def surroundings(game: Game, space: Space) -> Surroundings:
    """What the revealed neighbours of a space bring a building there; kept until a tile is flipped or turned."""
    found = game.surroundings.get(space)
    if found is None:
        spaces = beside(game, space)
        waters = tuple((water, water_print(game, water)) for water in waters_in(game, spaces))
        small, large = plain_bonuses(game, spaces, 1), plain_bonuses(game, spaces, 2)
        found = game.surroundings[space] = Surroundings(small, large, waters)
    return found


def plain_bonuses(game: Game, spaces: list[Space], times: int) -> tuple[Effect, ...]:
    """Steps for terrain, crystals for printed crystals, a crystal and a point for each vast crystal; ``times`` each."""
    steps = dict.fromkeys(TRACKS, 0)
    crystals, vast = 0, set()
    for near in spaces:
        printed = game.prints[near]
        if printed is None:
            continue
        crystals += printed.crystals
        if printed.terrain in steps:
            steps[printed.terrain] += 1
        elif printed.terrain == "vast":
            vast.add(game.board.place_of[near])
    return _as_effects(*(number * times for number in (*steps.values(), crystals, len(vast))))


@cache
def _as_effects(forest: int, mountain: int, field: int, crystals: int, vast: int) -> tuple[Effect, ...]:
    """Kept, so that equal bonuses are one object, by whose identity others keep what they work out about it."""
    steps = zip(TRACKS, (forest, mountain, field), strict=True)
    found: list[Effect] = [Advance(track, number) for track, number in steps if number]
    if crystals:
        found.append(Gain(crystal=crystals))
    if vast:
        found.append(Gain(crystal=vast, points=vast))
    return tuple(found)


def waters_in(game: Game, spaces: list[Space]) -> list[Space]:
    """The water spaces among revealed spaces."""
    return [near for near in spaces if game.terrain(near) == "water"]


def water_print(game: Game, water: Space) -> tuple[Effect, ...]:
    """A water space's printed bonus."""
    printed = game.prints[water]
    return printed.bonus if printed else ()


def water_bonus(game: Game, water: Space) -> tuple[Do, ...]:
    """A water space's printed bonus, to be carried out."""
    source = Source("water", game.board.labels[water])
    return tuple(Do(effect, source) for effect in water_print(game, water))
