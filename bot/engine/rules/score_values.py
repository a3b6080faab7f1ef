"""The arithmetic of the final scoring on bare numbers (000 SPIELENDE; 001 End of the game), for a game's score sheets
and for a score pad alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

CARD_POINTS: Final = 2
END_TILE_POINTS: Final = 4
SMALL_POINTS: Final = 2
LEFTOVER: Final = 5
"""Left-over resources for one point."""
Level = Literal["lost", "survived", "small", "normal", "great", "outstanding", "utopia"]
SCALE: Final[tuple[tuple[int, Level], ...]] = (
    (0, "lost"),
    (100, "survived"),
    (110, "small"),
    (120, "normal"),
    (130, "great"),
    (150, "outstanding"),
    (170, "utopia"),
)
"""The Mautoma's scale: from so many points on it is that result (002 SPIELEND)."""


def card_points(gained: Iterable[int]) -> int:
    """2 points for each gained card of every colour whose space is unlocked (000 SPIELENDE 04)."""
    return CARD_POINTS * sum(gained)


def small_points(small_artifacts: int) -> int:
    """2 points for each small artifact (000 SPIELENDE 06)."""
    return SMALL_POINTS * small_artifacts


def end_tile_points(has_it: bool) -> int:
    """4 points for the end game tile (000 SPIELENDE 05)."""
    return END_TILE_POINTS if has_it else 0


def leftover_points(resources: int) -> tuple[int, int]:
    """The points of the left-over resources of all kinds together, and how many are not worth one: 0 to 4 (000
    SPIELENDE 07 and Gleichstand)."""
    return divmod(resources, LEFTOVER)


def artifact_points(artifacts: int, counted: int, each: int) -> int:
    """(large artifacts of the colour + 1) × count × points: 3 artifacts, 6 energy, 1 point each make 24 (001 Artifacts
    and Artifact cards)."""
    return (artifacts + 1) * counted * each


def level(score: int) -> Level:
    """The result on the Mautoma's scale."""
    return next(name for least, name in reversed(SCALE) if score >= least)
