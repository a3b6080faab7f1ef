"""What is printed for playing alone (002 ZUSÄTZLICHES SPIELMATERIAL, GLEICHSTANDSAUFLÖSER, ÜBERWINTERN)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.effects import ARTIFACT_COLOURS
from bot.engine.packs.checks.component_counts import ARTIFACTS, SUPPLY
from bot.engine.solo_components import SEGMENTS, Area, MautomaBoard

if TYPE_CHECKING:
    from bot.engine.packs.draft import Draft
    from bot.engine.packs.reader import Path

AREAS = 6
MOST_FIELDS = 24
POSITIONS = {"cards": SUPPLY["display"], "modules": SUPPLY["display"], "machines": SUPPLY["market"]}


def check(draft: Draft) -> None:
    """Note what the Mautoma or the solo game could not be played with; a pack without either is whole."""
    board: MautomaBoard | None = draft.get("mautoma")
    if board is not None:
        _circle(draft, board)
        for number, area in enumerate(board.areas):
            _area(draft, ("mautoma", "areas", number), area)
    solo = draft.get("solo")
    if solo is None:
        return
    if not 1 <= solo.artifacts <= ARTIFACTS:
        draft.wrong(("solo", "artifacts"), f"{solo.artifacts} large artifacts", f"1 to {ARTIFACTS}")
    if solo.end <= solo.start:
        draft.wrong(("solo", "end"), f"the space {solo.end}", f"one beyond the start, {solo.start}")


def _circle(draft: Draft, board: MautomaBoard) -> None:
    circle, path = board.circle, ("mautoma", "circle")
    if len(circle) > MOST_FIELDS:
        draft.wrong(path, f"{len(circle)} fields", f"at most {MOST_FIELDS}")
    if len(board.areas) != AREAS:
        draft.wrong(("mautoma", "areas"), f"{len(board.areas)} areas", str(AREAS))
    for number, field in enumerate(circle):
        if not 1 <= field.area <= AREAS:
            draft.wrong((*path, number, "area"), f"the area {field.area}", f"1 to {AREAS}")
    for what, wanted, found in (
        ("colour", set(ARTIFACT_COLOURS), {field.colour for field in circle}),
        ("segment", set(SEGMENTS), {field.segment for field in circle}),
        ("area", set(range(1, AREAS + 1)), {field.area for field in circle}),
    ):
        for absent in sorted(map(str, wanted - found)):
            draft.wrong(path, f"no field of the {what} {absent}", "each at least once")


def _area(draft: Draft, path: Path, area: Area) -> None:
    for name, most in POSITIONS.items():
        positions = getattr(area, name)
        for number, position in enumerate(positions):
            if not 1 <= position <= most:
                draft.wrong((*path, name, number), f"the position {position}", f"1 to {most}")
            elif position in positions[:number]:
                draft.wrong((*path, name, number), f"the position {position} again", "each once")
