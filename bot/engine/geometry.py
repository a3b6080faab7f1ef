"""Hexagons in axial coordinates, the turning of tiles, and the board worked out once from a pack (facts 3.1)."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.engine.components import MainBoard, Place

Hex = tuple[int, int]
DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def neighbours(space: Hex) -> list[Hex]:
    """The six hexagons round one, in a fixed order."""
    q, r = space
    return [(q + dq, r + dr) for dq, dr in DIRECTIONS]


def turned(space: Hex, sixths: int) -> Hex:
    """A hexagon turned about the origin by ``sixths`` times 60°."""
    q, r = space
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return q, r


def _normal(shape: list[Hex]) -> list[Hex]:
    q0, r0 = min(shape)
    return [(q - q0, r - r0) for q, r in shape]


def orientations(shape: tuple[Hex, ...]) -> tuple[tuple[int, ...], ...]:
    """All ways to lay a tile of this shape into its own outline.

    Each is a tuple: at the place's i-th space lies the tile's ``orientation[i]``-th space. The first is the identity.
    """
    outline = {space: index for index, space in enumerate(_normal(list(shape)))}
    found: list[tuple[int, ...]] = []
    for sixths in range(6):
        laid = _normal([turned(space, sixths) for space in shape])
        if set(laid) != outline.keys():
            continue
        where = [0] * len(shape)
        for tile_space, space in enumerate(laid):
            where[outline[space]] = tile_space
        if tuple(where) not in found:
            found.append(tuple(where))
    return tuple(found)


@dataclass(frozen=True)
class Board:
    """The board with its spaces numbered from 0 in reading order; everything here is fixed for a pack.

    ``labels``: short names (row letter and number) that never change; ``adjacent``: the neighbours of each space;
    ``place_of``: the index of each space's place; ``spaces_of``: the spaces of each place in the order of the shape;
    ``orientations``: per place, see :func:`orientations`.
    """

    places: tuple[Place, ...]
    hexes: tuple[Hex, ...]
    labels: tuple[str, ...]
    adjacent: tuple[tuple[int, ...], ...]
    place_of: tuple[int, ...]
    spaces_of: tuple[tuple[int, ...], ...]
    orientations: tuple[tuple[tuple[int, ...], ...], ...]
    places_beside: tuple[tuple[int, ...], ...]

    @property
    def abyss(self) -> tuple[int, ...]:
        """The spaces of the starting space in the centre."""
        return tuple(
            space
            for place, spaces in zip(self.places, self.spaces_of, strict=True)
            if place.kind == "abyss"
            for space in spaces
        )

    def space_named(self, label: str) -> int | None:
        """The space with a label, whatever the case and surrounding blanks; None where there is none."""
        wanted = label.strip().upper()
        return self.labels.index(wanted) if wanted in self.labels else None


def make_board(board: MainBoard) -> Board:
    """Number the spaces of a pack's board row by row and work out what touches what."""
    hexes = sorted((space for place in board.places for space in place.spaces), key=lambda space: (space[1], space[0]))
    number = {space: index for index, space in enumerate(hexes)}
    spaces_of = tuple(tuple(number[space] for space in place.spaces) for place in board.places)
    place_of = [0] * len(hexes)
    for place, spaces in enumerate(spaces_of):
        for space in spaces:
            place_of[space] = place
    adjacent = tuple(tuple(number[near] for near in neighbours(space) if near in number) for space in hexes)
    beside = tuple(
        tuple(sorted({place_of[near] for space in spaces for near in adjacent[space]} - {place}))
        for place, spaces in enumerate(spaces_of)
    )
    return Board(
        places=board.places,
        hexes=tuple(hexes),
        labels=_labels(hexes),
        adjacent=adjacent,
        place_of=tuple(place_of),
        spaces_of=spaces_of,
        orientations=tuple(orientations(place.spaces) for place in board.places),
        places_beside=beside,
    )


def _labels(hexes: list[Hex]) -> tuple[str, ...]:
    rows = sorted({r for _, r in hexes})
    letter = {r: ascii_uppercase[index] for index, r in enumerate(rows)}
    count: dict[int, int] = {}
    labels = []
    for _, r in hexes:
        count[r] = count.get(r, 0) + 1
        labels.append(f"{letter[r]}{count[r]}")
    return tuple(labels)
