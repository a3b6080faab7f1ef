"""Playing alone: what a pack prints for it, and what a game keeps of it.

The Mautoma's cards and counts are written out in document 002 and stand in ``variants/mautoma``; what 002 shows as
pictures only (the energy circle, the tie-breakers, the replacement areas) is a pack's. Of the official solo game the
documents say fragments only; what they leave open is a pack's assumption.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.engine.effects import ArtifactColour, Size

Segment = Literal["top_right", "bottom_right", "bottom_left", "top_left"]
SEGMENTS: tuple[Segment, ...] = ("top_right", "bottom_right", "bottom_left", "top_left")
MautomaCard = Literal["build", "settle", "explore", "explore_populate", "explore_build", "explore_populate_far"]


class CircleField(msgspec.Struct, frozen=True):
    """A field of the energy circle: its colour, the tie-breaker's segment inside it, the area outside it (from 1)."""

    colour: ArtifactColour
    segment: Segment
    area: int


class TieBreaker(msgspec.Struct, frozen=True):
    """How the map is searched: each row ``along`` (the thick arrow), row after row ``rows`` (the thin arrows)."""

    along: Literal["right", "left"]
    rows: Literal["down", "up"]


class Area(msgspec.Struct, frozen=True):
    """What a hibernation replaces: positions in the display of cards, of modules and of the machines of each track,
    from 1."""

    cards: tuple[int, ...] = ()
    modules: tuple[int, ...] = ()
    machines: tuple[int, ...] = ()


class MautomaBoard(msgspec.Struct, frozen=True):
    """The Mautoma's board. ``circle``: its fields clockwise from the top."""

    circle: tuple[CircleField, ...]
    ties: dict[Segment, TieBreaker]
    areas: tuple[Area, ...]


class SoloParts(msgspec.Struct, frozen=True):
    """The official solo game, as assumed: large artifacts on the board, the action marker's first space on the progress
    track, and the space whose reaching ends the game."""

    artifacts: int
    start: int
    end: int


# ---- what a game keeps -------------------------------------------------------------------------------------------


class MautomaState(msgspec.Struct, tag_field="alone", tag="mautoma", kw_only=True):
    """The Mautoma between its turns. ``marker`` is a position on the circle, -1 until it is placed; ``deck`` and
    ``progress`` are drawn from their ends; ``figures`` are those it has placed; ``turns`` it has taken."""

    deck: list[MautomaCard | Literal["?"]] = []
    used: list[MautomaCard] = []
    progress: list[MautomaCard | Literal["?"]] = []
    boxed: MautomaCard | Literal["?"] = "?"
    marker: int = -1
    buildings_left: dict[Size, int] = {}
    figures: int = 0
    hibernations: int = 0
    turns: int = 0


class SoloState(msgspec.Struct, tag_field="alone", tag="solo", kw_only=True):
    """The official solo game: the space of the action marker."""

    marker: int = 0


VariantState = MautomaState | SoloState
