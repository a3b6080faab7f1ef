"""The counts of the box (facts 2 and 3): a pack fills it, whatever is printed on its components."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.engine.components import Citizen, Supply
from bot.engine.effects import TRACKS
from bot.engine.resources import LIMITS, Amounts

if TYPE_CHECKING:
    from bot.engine.packs.draft import Draft

COUNTS = {
    "start_tiles": (5, "start tiles"),
    "large_locations": (5, "large locations"),
    "modules": (48, "modules"),
    "machines": (30, "machines"),
    "printed_machines": (3, "printed machines"),
    "crates": (28, "crates"),
    "artifact_cards": (10, "artifact cards"),
    "tribes": (6, "tribes"),
    "rewards": (15, "reward spaces"),
    "slots": (5, "card slots"),
}
AREA_TILES, CITIZENS, SET_CARDS, SET_ACTIVE, MACHINES_A_TRACK = 25, 39, 6, 3, 10
SEATS, LEAST_HIBERNATION, MOST_HIBERNATION, LEAST_PROGRESS = 4, 4, 12, 21
ARTIFACTS = 12
SUPPLY = {
    "display": 5,
    "market": 3,
    "discs": 5,
    "small_buildings": 5,
    "large_buildings": 3,
    "energy": 7,
    "building_cost": {"small": Amounts(gear=3), "large": Amounts(gear=5)},
}


def check(draft: Draft) -> None:
    """Note every count that is not the box's."""
    for field, (expected, what) in COUNTS.items():
        _count(draft, field, draft.count(field), expected, what)
    _tiles(draft)
    _citizens(draft)
    _machines(draft)
    _supply(draft)
    _start(draft)
    _rows(draft)


def _count(draft: Draft, field: str, found: int | None, expected: int, what: str) -> None:
    if found is not None and found != expected:
        draft.wrong((field,), f"{found} {what}", str(expected))


def _tiles(draft: Draft) -> None:
    if not draft.whole("tiles"):
        return
    vast = sum(tile.vast for _, tile in draft.items("tiles"))
    _count(draft, "tiles", (draft.count("tiles") or 0) - vast, AREA_TILES, "area tiles")
    supply = draft.get("supply")
    if supply is not None:
        _count(draft, "tiles", vast, supply.vast_crystals, "vast crystal tiles (tiles without spaces)")


def _citizens(draft: Draft) -> None:
    if not draft.whole("citizens"):
        return
    cards: list[Citizen] = [card for _, card in draft.items("citizens")]
    plain = sum(card.set is None and not card.campaign for card in cards)
    _count(draft, "citizens", plain, CITIZENS, "citizens that are neither starting cards nor the campaign's")
    sets = Counter(card.set for card in cards)
    active = Counter(card.set for card in cards if card.active)
    for letter in ("A", "B", "C", "D"):
        _count(draft, "citizens", sets[letter], SET_CARDS, f"cards in starting set {letter}")
        _count(draft, "citizens", active[letter], SET_ACTIVE, f"active cards in starting set {letter}")


def _machines(draft: Draft) -> None:
    for field, expected, what in (
        ("machines", MACHINES_A_TRACK, "machines"),
        ("printed_machines", 1, "printed machines"),
    ):
        if draft.whole(field):
            tracks = Counter(machine.track for _, machine in draft.items(field))
            for track in TRACKS:
                _count(draft, field, tracks[track], expected, f"{what} of the track {track}")


def _supply(draft: Draft) -> None:
    supply: Supply | None = draft.get("supply")
    if supply is None:
        return
    for field, expected in SUPPLY.items():
        found = getattr(supply, field)
        if found != expected:
            draft.wrong(("supply", field), _said(found), _said(expected))
    for seats in range(2, SEATS + 1):
        if seats not in supply.artifacts_by_seats:
            draft.wrong(
                ("supply", "artifacts_by_seats"), f"no number of artifacts for {seats} seats", "one for 2, 3 and 4"
            )
    for seats, number in supply.artifacts_by_seats.items():
        if not 1 <= number <= ARTIFACTS:
            draft.wrong(("supply", "artifacts_by_seats", seats), f"{number} large artifacts", f"1 to {ARTIFACTS}")


def _said(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{size} for {_said(cost)}" for size, cost in value.items())
    if isinstance(value, Amounts):
        return " and ".join(f"{number} {kind}" for kind, number in value.items()) or "nothing"
    return str(value)


def _start(draft: Draft) -> None:
    start = draft.get("start")
    if start is None:
        return
    if len(start.seats) != SEATS:
        draft.wrong(("start", "seats"), f"resources for {len(start.seats)} seats", str(SEATS))
    for number, amounts in enumerate(start.seats):
        for kind, amount in amounts.items():
            if amount > LIMITS[kind]:
                draft.wrong(("start", "seats", number), f"{amount} {kind}", f"at most {LIMITS[kind]}")


def _rows(draft: Draft) -> None:
    rows, spaces = draft.count("hibernation"), draft.count("progress")
    if rows is not None and not LEAST_HIBERNATION <= rows <= MOST_HIBERNATION:
        draft.wrong(("hibernation",), f"{rows} rows", f"{LEAST_HIBERNATION} to {MOST_HIBERNATION}")
    if spaces is not None and spaces < LEAST_PROGRESS:
        draft.wrong(("progress",), f"{spaces} spaces", f"at least {LEAST_PROGRESS}: one more than there are markers")
