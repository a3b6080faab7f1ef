"""Range: how far every space is from a seat's pieces (000 Entfernung; 001 Paying for range; ruling range).

Breadth-first over revealed spaces. Unexplored tiles, vast crystals and lakes are ends of a way, never part of it;
occupied spaces are no obstacle. The distance is the number of spaces between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.actions import RangeUse
from bot.engine.derived import Reach, Target
from bot.engine.effects import MapAction
from bot.engine.rules.passive_effects import passive_effects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.engine.game import Game
    from bot.engine.state import SeatNumber, Space


BLOCKED: Final = frozenset({"vast", "lake"})
"""Terrains that no way passes (001 Paying for range)."""


def reach(game: Game, seat: SeatNumber | None) -> Reach:
    """How far every space is for a seat (None: for somebody with nothing on the map); kept until the map or the pieces
    change."""
    found = game.reaches.get(seat)
    if found is None:
        found = game.reaches[seat] = search(game, origins(game, seat))
    return found


def origins(game: Game, seat: SeatNumber | None) -> list[Space]:
    """The spaces a seat counts range from: its pieces, else the abyss, and what its tribe counts from too."""
    if seat is None:
        return list(game.board.abyss)
    spaces = spaces_held(game, seat)
    for origin in passive_effects(game, seat).origins:
        spaces.extend(_of_terrain(game, origin.terrain))
    return spaces


def has_pieces(game: Game, owner: SeatNumber) -> bool:
    """Whether an owner has a building or a figure on the map."""
    state = game.state
    built = any(building.seat == owner for building in state.buildings.values())
    return built or any(owner in owners for owners in state.figures.values())


def spaces_held(game: Game, owner: SeatNumber) -> list[Space]:
    """The spaces an owner's pieces stand on, all of a large location; the abyss where there are none."""
    state = game.state
    spaces = [space for space, building in state.buildings.items() if building.seat == owner]
    for location, owners in state.figures.items():
        if owner in owners:
            spaces.extend(game.spaces_of_location(location))
    return spaces or list(game.board.abyss)


def _of_terrain(game: Game, terrain: str) -> list[Space]:
    return [space for space, printed in enumerate(game.prints) if printed and printed.terrain == terrain]


def search(game: Game, sources: list[Space]) -> Reach:
    """The ways from some spaces to all others."""
    adjacent, prints = game.board.adjacent, game.prints
    steps = [-1] * len(prints)
    before = [-1] * len(prints)
    for space in sources:
        steps[space] = 0
    edge, depth = list(sources), 0
    while edge:
        depth += 1
        beyond = []
        for space in edge:
            for near in adjacent[space]:
                if steps[near] < 0:
                    steps[near] = depth
                    before[near] = space
                    printed = prints[near]
                    if printed is not None and printed.terrain not in BLOCKED:
                        beyond.append(near)
        edge = beyond
    return Reach(steps, before)


def free_range(game: Game, seat: SeatNumber | None, action: MapAction) -> int:
    """Spaces free of food for a map action: lasting bonuses and, in the own turn, those of this window."""
    if seat is None:
        return 0
    turn = game.state.turn
    return (turn.window.range if turn.seat == seat else 0) + lasting_range(game, seat, action)


def lasting_range(game: Game, seat: SeatNumber, action: MapAction) -> int:
    """Spaces free of food for a map action in every turn: those of technologies."""
    ranges = passive_effects(game, seat).ranges
    return sum([lasting.n for lasting in ranges if lasting.action in (None, action)]) if ranges else 0


def range_to(game: Game, seat: SeatNumber | None, spaces: tuple[Space, ...], free: int) -> RangeUse | None:
    """How a seat reaches the nearest of ``spaces`` with ``free`` spaces free of food; None where there is no way. Kept
    with the seat's reach."""
    ways = reach(game, seat)
    try:
        return ways.uses[spaces, free]
    except KeyError:
        found = ways.uses[spaces, free] = _use_of(ways, spaces, free)
        return found


def _use_of(ways: Reach, spaces: tuple[Space, ...], free: int) -> RangeUse | None:
    nearest = ways.nearest(spaces)
    if nearest is None:
        return None
    origin, path = ways.way(nearest)
    return RangeUse(ways.distance(nearest), min(free, len(path)), origin, path)


def in_reach(
    game: Game,
    seat: SeatNumber,
    action: MapAction,
    candidates: Callable[[Game, SeatNumber], Iterable[tuple[int, tuple[Space, ...]]]],
) -> list[Target]:
    """What a seat reaches of the candidates for a map action, each a number with the spaces that will do, as far as it
    can pay for the way. Kept with the seat's reach, since candidates depend on the map and the pieces alone."""
    ways, owned = reach(game, seat), game.seat(seat).owned
    found = ways.targets.get(action)
    if found is None:
        nearest = ((number, spaces, ways.nearest(spaces)) for number, spaces in candidates(game, seat))
        found = ways.targets[action] = [
            Target(number, spaces, ways.distance(near)) for number, spaces, near in nearest if near is not None
        ]
    farthest = free_range(game, seat, action) + owned.food + owned.crystal
    return [target for target in found if target.distance <= farthest]


def within(game: Game, seat: SeatNumber | None, food: int, action: MapAction = "build") -> dict[Space, int]:
    """Every space a seat can reach for at most ``food`` food, with the food it takes."""
    free = free_range(game, seat, action)
    ways = reach(game, seat)
    return {
        space: cost
        for space, steps in enumerate(ways.steps)
        if steps >= 0 and (cost := max(0, ways.distance(space) - free)) <= food
    }
