"""What the Mautoma can reach, what it is worth, and the search that breaks ties (002 ERKUNDEN, BEVÖLKERN, BAUEN,
REICHWEITE, GLEICHSTANDSAUFLÖSER)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.derived import Reach
from bot.engine.rules.map_actions import locations
from bot.engine.rules.map_range import search, spaces_held
from bot.engine.variants.mautoma.cards import NEW_WATER, VAST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.engine.game import Game
    from bot.engine.geometry import Board
    from bot.engine.solo_components import TieBreaker
    from bot.engine.state import SeatNumber, Space


@dataclass(frozen=True)
class Candidate:
    """Something the Mautoma could choose: a place (to explore), a location or a desert, by its number; its spaces; its
    range, the target counted; and its worth, the higher the better."""

    target: int
    spaces: tuple[Space, ...]
    range: int
    value: int = 0


@dataclass(frozen=True)
class Reward:
    """A part of what a desert is worth: what lies beside it (a terrain; ``crystal`` for symbols), where, how much."""

    what: str
    space: Space
    value: int


def owner_of(game: Game) -> SeatNumber:
    """The owner of the Mautoma's pieces: the number after the last seat's."""
    return len(game.state.seats)


def ways_of(game: Game) -> Reach:
    """Its ways from its pieces, or the abyss, to all spaces."""
    return search(game, spaces_held(game, owner_of(game)))


def _within(ways: Reach, limit: int | None, found: Iterable[tuple[int, tuple[Space, ...], int]]) -> list[Candidate]:
    """Those that can be reached; the steps to a space are the spaces between and the target itself."""
    candidates = []
    for target, spaces, worth in found:
        nearest = ways.nearest(spaces)
        if nearest is not None and (limit is None or ways.steps[nearest] <= limit):
            candidates.append(Candidate(target, spaces, ways.steps[nearest], worth))
    return candidates


def to_explore(game: Game, limit: int | None) -> list[Candidate]:
    """The unexplored tiles in range. A way to one leads past the abyss or an open tile (002 ERKUNDEN)."""
    found = (
        (place, game.board.spaces_of[place], 0) for place, lying in enumerate(game.state.places) if not lying.revealed
    )
    return _within(ways_of(game), limit, found)


def to_populate(game: Game, limit: int | None) -> list[Candidate]:
    """The locations in range without a figure of its own; one without anybody's is worth more (002 BEVÖLKERN)."""
    owner, figures = owner_of(game), game.state.figures
    found = (
        (location, game.spaces_of_location(location), 0 if figures.get(location) else 1)
        for location in locations(game)
        if owner not in figures.get(location, ())
    )
    return _within(ways_of(game), limit, found)


def to_build(game: Game, limit: int | None) -> list[Candidate]:
    """The empty deserts in range, each with the rewards it would bring a human (002 BAUEN)."""
    found = (
        (space, (space,), rewards_at(game, space))
        for space, printed in enumerate(game.prints)
        if printed is not None and printed.terrain == "desert" and space not in game.state.buildings
    )
    return _within(ways_of(game), limit, found)


def rewards_at(game: Game, space: Space) -> int:
    """The rewards a small building of a human would get, all of :func:`rewards_of` together."""
    return sum(reward.value for reward in rewards_of(game, space))


def rewards_of(game: Game, space: Space) -> Iterator[Reward]:
    """What a small building of a human would get: 1 for each forest, mountain, field and crystal symbol, 2 for a vast
    crystal, 2 for a water space without a building of the Mautoma's beside it, else 0 (002 BAUEN; ruling
    mautoma)."""
    vast: set[int] = set()
    for near in game.board.adjacent[space]:
        printed = game.prints[near]
        if printed is None:
            continue
        if printed.terrain in ("forest", "mountain", "field"):
            yield Reward(printed.terrain, near, 1)
        if printed.crystals:
            yield Reward("crystal", near, printed.crystals)
        place = game.board.place_of[near]
        if printed.terrain == "vast" and place not in vast:
            vast.add(place)
            yield Reward("vast", near, VAST)
        elif printed.terrain == "water":
            yield Reward("water", near, 0 if _has_built_beside(game, near) else NEW_WATER)


def _has_built_beside(game: Game, water: Space) -> bool:
    owner, buildings = owner_of(game), game.state.buildings
    return any(near in buildings and buildings[near].seat == owner for near in game.board.adjacent[water])


# ---- choosing ----------------------------------------------------------------------------------------------------


def best(candidates: list[Candidate]) -> list[Candidate]:
    """Those of the highest worth."""
    most = max((candidate.value for candidate in candidates), default=0)
    return [candidate for candidate in candidates if candidate.value == most]


def order(board: Board, tie: TieBreaker) -> Iterator[Space]:
    """All spaces in the order of the search: row by row, the next row below or above, each row in one direction. The
    start corner is the end that the search runs from (ruling mautoma)."""
    down, right = (1 if tie.rows == "down" else -1), (1 if tie.along == "right" else -1)
    return iter(
        sorted(range(len(board.hexes)), key=lambda space: (down * board.hexes[space][1], right * board.hexes[space][0]))
    )


def first_met(board: Board, tie: TieBreaker, candidates: list[Candidate]) -> Candidate:
    """The candidate the search meets first; a tile or a large location is met at the first of its spaces.

    :raises StopIteration: never, as long as there is a candidate.
    """
    by_space = {space: candidate for candidate in candidates for space in candidate.spaces}
    return next(by_space[space] for space in order(board, tie) if space in by_space)
