"""The parts of *Call of the Abyss*: counts, the devotion track, journeys, and where lakes may lie (001 Expansion Rules;
ruling lakes, ruling journeys)."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Final

from bot.engine.effects import Each, Effect, Gain, PopulateApart, TakeScyphoz, TribeAbility
from bot.engine.geometry import neighbours
from bot.engine.packs.checks.endless_effects import abyss_effects, base_effects, walk

if TYPE_CHECKING:
    from bot.engine.components import AbyssParts, Journey, Place
    from bot.engine.packs.draft import Draft
    from bot.engine.packs.reader import Path

LEAST_SCYPHOZ: Final = 8
LEAST_JOURNEYS: Final = 6
"""One more than are on display with four seats, so that a journey taken is replaced."""
MOST_LAKES: Final = 4
MOST_PLACES: Final = 8
MOST_LEVELS: Final = 5


def check(draft: Draft) -> None:
    """Note what the expansion could not be played with; a pack without it is whole, with nothing of it anywhere."""
    for path, effects in base_effects(draft):
        for where, effect in walk(path, effects):
            if _of_expansion(effect):
                draft.wrong(where, f"{_word(effect)} outside the expansion", "it in abyss.yaml only")
    parts: AbyssParts | None = draft.get("abyss")
    if parts is None:
        return
    _counts(draft, parts)
    _track(draft, parts)
    _apart_from_track(draft, parts)
    for number, journey in enumerate(parts.journeys):
        _journey(draft, ("abyss", "journeys", number), journey)
    _lakes(draft, parts)


def _of_expansion(effect: Effect) -> bool:
    gain = effect.get if isinstance(effect, Each) else effect
    return isinstance(effect, TakeScyphoz | PopulateApart) or (isinstance(gain, Gain) and bool(gain.devotion))


def _word(effect: Effect) -> str:
    return str(type(effect).__struct_config__.tag) if isinstance(effect, TakeScyphoz | PopulateApart) else "devotion"


def _counts(draft: Draft, parts: AbyssParts) -> None:
    for field, found, least in (
        ("scyphoz", len(parts.scyphoz), LEAST_SCYPHOZ),
        ("journeys", len(parts.journeys), LEAST_JOURNEYS),
    ):
        if found < least:
            draft.wrong(("abyss", field), f"{found} cards", f"at least {least}")
    if len(parts.lakes) > MOST_LAKES:
        draft.wrong(("abyss", "lakes"), f"{len(parts.lakes)} lakes", f"1 to {MOST_LAKES}")


def _track(draft: Draft, parts: AbyssParts) -> None:
    """Rewards pay once each and bring nothing that moves a marker by itself, so that they end (001 Devotion Points)."""
    rewards = [(("abyss", "devotion", space), get) for space, get in parts.devotion.items()]
    found = [(where, effect) for path, get in rewards for where, effect in walk(path, get)]
    for where, effect in found:
        gain = effect.get if isinstance(effect, Each) else effect
        if isinstance(gain, Gain) and (gain.points or gain.devotion):
            what = "points" if gain.points else "devotion"
            draft.wrong(where, f"{what} on the devotion track", "none there: they would set off the next reward")
        if isinstance(effect, TribeAbility):
            draft.wrong(where, "tribe_ability on the devotion track", "none there: it could give points")
    number = sum(isinstance(effect, PopulateApart) for _, effect in found)
    if number != 1:
        draft.wrong(("abyss", "devotion"), f"populate_apart on {number} spaces", "it on one")
    if not any(isinstance(effect, TakeScyphoz) for _, effect in found):
        draft.wrong(("abyss", "devotion"), "no space with take_scyphoz", "at least one")


def _apart_from_track(draft: Draft, parts: AbyssParts) -> None:
    """Scyphoz cards and the separate location come from the track alone (001 Scyphoz Cards)."""
    for path, effects in abyss_effects(parts):
        for where, effect in walk(path, effects):
            if path[1] != "devotion" and isinstance(effect, TakeScyphoz | PopulateApart):
                draft.wrong(where, f"{_word(effect)} here", "it on the devotion track only")


def _journey(draft: Draft, path: Path, journey: Journey) -> None:
    levels = journey.levels
    if len(levels) > MOST_LEVELS:
        draft.wrong((*path, "levels"), f"{len(levels)} levels", f"1 to {MOST_LEVELS}")
    for number, (before, level) in enumerate(pairwise(levels), 1):
        if level.reach <= before.reach or level.devotion <= before.devotion:
            found = f"{level.devotion} for {level.reach} after {before.devotion} for {before.reach}"
            draft.wrong((*path, "levels", number), found, "more of both at each level")


# ---- lakes -------------------------------------------------------------------------------------------------------


def _lakes(draft: Draft, parts: AbyssParts) -> None:
    """Wherever the lot puts the lakes, every other place can still be reached from the abyss."""
    if not draft.whole("places"):
        return
    places: dict[str, Place] = {place.id: place for _, place in draft.items("places")}
    path: Path = ("abyss", "lake_places")
    wrong = False
    for number, name in enumerate(parts.lake_places):
        reason = _place_reason(places, parts.lake_places[:number], name)
        if reason:
            draft.wrong((*path, number), *reason)
            wrong = True
    if not len(parts.lakes) <= len(parts.lake_places) <= MOST_PLACES:
        draft.wrong(path, f"{len(parts.lake_places)} places", f"{len(parts.lakes)} to {MOST_PLACES}")
    elif not wrong:
        _cut_off(draft, parts, places)


def _place_reason(places: dict[str, Place], before: tuple[str, ...], name: str) -> tuple[str, str] | None:
    place = places.get(name)
    if place is None or place.kind != "area":
        return f"{name!r}, no place of the kind area", "the place of an area tile"
    if name in before:
        return f"the place {name!r} again", "each once"
    abyss = {space for other in places.values() if other.kind == "abyss" for space in other.spaces}
    if any(near in abyss for space in place.spaces for near in neighbours(space)):
        return f"{name!r}, which touches the abyss", "a place that does not"
    return None


def _cut_off(draft: Draft, parts: AbyssParts, places: dict[str, Place]) -> None:
    beside = _beside(places)
    start = next(name for name, place in places.items() if place.kind == "abyss")
    for lakes in combinations(parts.lake_places, len(parts.lakes)):
        reached, edge = {start}, [start]
        while edge:
            near = beside[edge.pop()] - reached - set(lakes)
            reached |= near
            edge += near
        for name in places:
            if name not in reached and name not in lakes:
                found = f"{name!r} cut off by lakes on " + ", ".join(lakes)
                draft.wrong(("abyss", "lake_places"), found, "every place within reach wherever the lakes lie")
                return


def _beside(places: dict[str, Place]) -> dict[str, set[str]]:
    of = {space: name for name, place in places.items() for space in place.spaces}
    return {
        name: {of[near] for space in place.spaces for near in neighbours(space) if near in of} - {name}
        for name, place in places.items()
    }
