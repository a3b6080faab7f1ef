"""The player board: machine tracks, reward spaces, progress track, card slots (facts 4.4 and 4.10)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.engine.components import RewardSpace
from bot.engine.effects import COLOURS, TRACKS
from bot.engine.resources import BASICS

if TYPE_CHECKING:
    from bot.engine.packs.draft import Draft
    from bot.engine.packs.reader import Path

KINDS = ("machine", "market", "artifact", "cards")
ARTIFACT_SPACES, MARKET_SPACES = 3, 2
SIDES = ("top", "top", "bottom", "bottom", "right")
MODULE_PLACES = (2, 3)


def check(draft: Draft) -> None:
    """Note everything on the player board that the rules cannot do with."""
    _tracks(draft)
    for path, reward in draft.items("rewards"):
        _reward(draft, path, reward)
    _kinds(draft)
    _progress(draft)
    _slots(draft)


def _tracks(draft: Draft) -> None:
    tracks = draft.get("tracks")
    if tracks is not None:
        found = [track.resource for track in tracks.values()]
        if sorted(found) != sorted(BASICS):
            draft.wrong(("tracks",), "the resources " + ", ".join(found), "each of gear, book and food for one track")


def _reward(draft: Draft, path: Path, reward: RewardSpace) -> None:
    given = [kind for kind in KINDS if getattr(reward, kind)]
    if len(given) != 1:
        draft.wrong(path, " and ".join(given) or "no reward", "exactly one of " + ", ".join(KINDS))
    if len(reward.links) > 2:
        draft.wrong((*path, "links"), f"{len(reward.links)} links", "1 or 2")
    if len(set(reward.links)) < len(reward.links):
        draft.wrong((*path, "links"), "the same space twice", "two spaces")
    tracks = draft.get("tracks") or {}
    for number, link in enumerate(reward.links):
        if link.track in tracks and link.space > tracks[link.track].spaces:
            spaces = tracks[link.track].spaces
            draft.wrong((*path, "links", number), f"space {link.space} of the track {link.track}", f"1 to {spaces}")


def _kinds(draft: Draft) -> None:
    if not draft.whole("rewards"):
        return
    rewards = [(path, reward) for path, reward in draft.items("rewards")]
    _number(draft, sum(reward.artifact for _, reward in rewards), ARTIFACT_SPACES, "reward spaces with an artifact")
    markets = Counter(reward.market for _, reward in rewards)
    for track in TRACKS:
        _number(draft, markets[track], MARKET_SPACES, f"reward spaces for a machine of the track {track}")
    cards = Counter(reward.cards for _, reward in rewards)
    for colour in COLOURS:
        _number(draft, cards[colour], 1, f"reward spaces for {colour} cards")
    _printed(draft, rewards)


def _printed(draft: Draft, rewards: list[tuple[Path, RewardSpace]]) -> None:
    if not draft.whole("printed_machines"):
        return
    printed = {machine.id for _, machine in draft.items("printed_machines")}
    used = Counter(reward.machine for _, reward in rewards)
    for path, reward in rewards:
        if reward.machine and reward.machine not in printed:
            draft.wrong(
                (*path, "machine"), f"the unknown machine {reward.machine!r}", "one of " + ", ".join(sorted(printed))
            )
    for path, machine in draft.items("printed_machines"):
        if used[machine.id] != 1:
            draft.wrong(path, f"{machine.id!r} on {used[machine.id]} reward spaces", "each printed machine on one")


def _number(draft: Draft, found: int, expected: int, what: str) -> None:
    if found != expected:
        draft.wrong(("rewards",), f"{found} {what}", str(expected))


def _progress(draft: Draft) -> None:
    if not draft.whole("progress"):
        return
    before = 0
    for path, space in draft.items("progress"):
        if space.points < before:
            draft.wrong((*path, "points"), f"{space.points} points after {before}", "at least as many as before")
        before = max(before, space.points)
    spaces = draft.get("progress")
    if spaces[-1].get:
        where = ("progress", len(spaces) - 1, "get")
        draft.wrong(where, "a bonus on the last space, which no marker covers", "points only")


def _slots(draft: Draft) -> None:
    if not draft.whole("slots"):
        return
    sides = tuple(slot.side for _, slot in draft.items("slots"))
    if sides != SIDES:
        draft.wrong(("slots",), "the sides " + ", ".join(sides), ", ".join(SIDES))
    for path, slot in draft.items("slots"):
        if len(slot.modules) not in MODULE_PLACES:
            draft.wrong((*path, "modules"), f"{len(slot.modules)} places for modules", "2 or 3")
