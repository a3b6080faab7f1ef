"""What a game with *Call of the Abyss* keeps besides the state of the base game."""

from __future__ import annotations

import msgspec


class AbyssSeat(msgspec.Struct, kw_only=True):
    """One seat's part. ``points_to_come`` and ``devotion_to_come`` were gained in the window under way and are not
    settled yet; ``journeys`` are still to be resolved, ``resolved`` lie face down."""

    devotion: int = 0
    points_to_come: int = 0
    devotion_to_come: int = 0
    journeys: list[str] = []
    resolved: list[str] = []


class AbyssState(msgspec.Struct, tag_field="variant", tag="abyss", kw_only=True):
    """The table's part: the piles, the journeys on display, and the separate large location with its figures."""

    seats: list[AbyssSeat]
    scyphoz_deck: list[str] = []
    journey_deck: list[str] = []
    journey_display: list[str] = []
    location: str = ""
    figures: list[int] = []


KeptState = AbyssState
"""What a variant keeps for itself, by its tag."""
