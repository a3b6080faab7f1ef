"""The main board and the tiles on it: shapes, places, what touches what (facts 3.1 and 3.2)."""

from __future__ import annotations

from collections import Counter
from string import ascii_uppercase
from typing import TYPE_CHECKING

from bot.engine.components import Place, SpacePrint, Tile
from bot.engine.geometry import Hex, neighbours, turned

if TYPE_CHECKING:
    from bot.engine.packs.draft import Draft
    from bot.engine.packs.reader import Path

PLACES = {"area": 25, "start": 5, "large": 4, "abyss": 1}
SPACES = {"area": 4, "start": 4, "large": 5}
PRINTED = ("forest", "mountain", "field", "desert", "city", "water", "crystal")


def check(draft: Draft) -> None:
    """Note every place that does not fit the others and every tile that does not fit its place."""
    _counts(draft)
    _sizes(draft)
    _apart(draft)
    _shapes(draft)
    _together(draft)
    for field in ("tiles", "start_tiles"):
        for path, tile in draft.items(field):
            _tile(draft, path, tile)


# ---- places ------------------------------------------------------------------------------------------------------


def _counts(draft: Draft) -> None:
    if draft.whole("places"):
        found = Counter(place.kind for _, place in draft.items("places"))
        for kind, expected in PLACES.items():
            if found[kind] != expected:
                draft.wrong(("places",), f"{found[kind]} places of the kind {kind}", str(expected))


def _sizes(draft: Draft) -> None:
    for path, place in draft.items("places"):
        expected = SPACES.get(place.kind)
        if expected and len(place.spaces) != expected:
            draft.wrong(
                (*path, "spaces"), f"{len(place.spaces)} spaces of a place of the kind {place.kind}", str(expected)
            )


def _apart(draft: Draft) -> None:
    seen: dict[Hex, str] = {}
    for path, place in draft.items("places"):
        for number, space in enumerate(place.spaces):
            if space in seen:
                where = (*path, "spaces", number)
                draft.wrong(where, f"the space {list(space)} again (it is in {seen[space]!r})", "each space once")
            seen.setdefault(space, place.id)


def _shapes(draft: Draft) -> None:
    """Any area tile fits any area place, its spaces in the same order; any large location fits any corner."""
    for kinds in (("area", "start"), ("large",)):
        size = SPACES[kinds[0]]
        places = [(path, place) for path, place in draft.items("places") if place.kind in kinds]
        fitting = [(path, place) for path, place in places if len(set(place.spaces)) == size]
        for path, place in fitting:
            first = fitting[0][1]
            if not _same_shape(first, place):
                how = "its spaces turned by sixths" + (", in the same order" if "area" in kinds else " or mirrored")
                draft.wrong((*path, "spaces"), f"another shape than {first.id!r}", how)


def _same_shape(first: Place, other: Place) -> bool:
    """Whether one place is the other moved and turned; a large location has one face only, so it may be mirrored."""
    ordered = first.kind != "large"
    wanted = _moved(list(other.spaces), ordered)
    faces = [first.spaces] if ordered else [first.spaces, tuple((-q - r, r) for q, r in first.spaces)]
    return any(
        _moved([turned(space, sixths) for space in face], ordered) == wanted for face in faces for sixths in range(6)
    )


def _moved(spaces: list[Hex], ordered: bool) -> list[Hex]:
    """The spaces moved so that the first (of an ordered shape) or the least lies on the origin."""
    q0, r0 = spaces[0] if ordered else min(spaces)
    moved = [(q - q0, r - r0) for q, r in spaces]
    return moved if ordered else sorted(moved)


def _together(draft: Draft) -> None:
    """One board in one piece, the start places round the abyss, rows enough for the letters of the labels."""
    if not draft.whole("places"):
        return
    places = list(draft.items("places"))
    kind_of = {space: place.kind for _, place in places for space in place.spaces}
    reached = _reached(set(kind_of))
    for path, place in places:
        if not reached.issuperset(place.spaces):
            draft.wrong((*path, "spaces"), "a place that does not touch the rest of the board", "a board in one piece")
        near = {kind_of.get(near) for space in place.spaces for near in neighbours(space)}
        if place.kind == "start" and "abyss" not in near:
            draft.wrong((*path, "spaces"), "a start place that does not touch the abyss", "one that does")
    rows = len({r for _, r in kind_of})
    if rows > len(ascii_uppercase):
        draft.wrong(("places",), f"{rows} rows of spaces", f"at most {len(ascii_uppercase)}, one for each letter")


def _reached(spaces: set[Hex]) -> set[Hex]:
    edge = [min(spaces)]
    reached = set(edge)
    while edge:
        near = [near for near in neighbours(edge.pop()) if near in spaces and near not in reached]
        reached.update(near)
        edge += near
    return reached


# ---- tiles -------------------------------------------------------------------------------------------------------


def _tile(draft: Draft, path: Path, tile: Tile) -> None:
    vast = isinstance(tile, Tile) and tile.vast
    if not vast and len(tile.spaces) != SPACES["area"]:
        draft.wrong((*path, "spaces"), f"{len(tile.spaces)} spaces", str(SPACES["area"]))
    if isinstance(tile, Tile):
        _back(draft, path, tile, vast)
    for number, printed in enumerate(tile.spaces):
        _space(draft, (*path, "spaces", number), printed)


def _back(draft: Draft, path: Path, tile: Tile, vast: bool) -> None:
    if tile.back.card == vast:
        found = "a card" if tile.back.card else "no card"
        expected = "card: false, for a vast crystal gives none" if vast else "a card; only vast crystals give none"
        draft.wrong((*path, "back", "card"), found, expected)
    if not tile.back.cost:
        draft.wrong((*path, "back", "cost"), "a back that costs nothing", "at least one resource")


def _space(draft: Draft, path: Path, printed: SpacePrint) -> None:
    if printed.terrain not in PRINTED:
        draft.wrong((*path, "terrain"), repr(printed.terrain), "one of " + ", ".join(PRINTED))
    if (printed.terrain == "water") != bool(printed.bonus):
        found = "a bonus" if printed.bonus else "no bonus"
        draft.wrong((*path, "bonus"), f"{found} on the terrain {printed.terrain}", "a bonus on water and nowhere else")
    if printed.terrain == "crystal" and not printed.crystals:
        draft.wrong((*path, "crystals"), "no crystals on the terrain crystal", "at least one")
