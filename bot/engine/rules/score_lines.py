"""The lines of a score sheet (000 SPIELENDE; 001 End of the game)."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.engine.effects import ArtifactColour, Colour, Countable

LineKey = Literal[
    "track",
    "progress",
    "technologies",
    "large_locations",
    "card_colour",
    "end_tile",
    "small_artifacts",
    "leftover",
    "artifact_card",
    "devotion",
]


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line: what is counted, how many, times what, the points.

    ``factor`` is points each; for an artifact card ``multiplier`` is the artifacts of the colour + 1. ``known`` is
    false for a hidden artifact card; then the other numbers are 0 and the line is not in the sum.
    """

    key: LineKey
    points: int
    count: int = 0
    factor: int = 1
    multiplier: int = 1
    colour: Colour | ArtifactColour | None = None
    of: Countable | None = None
    known: bool = True
