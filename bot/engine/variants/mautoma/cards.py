"""The Mautoma's six action cards and the pieces it has (002 KARTENBESCHREIBUNG, SPIELVORBEREITUNG)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from bot.engine.effects import Size
    from bot.engine.solo_components import MautomaCard

Deed = Literal["explore", "populate", "build"]


@dataclass(frozen=True)
class Card:
    """One action card. ``steps`` of the energy marker, then ``does``, each as far as it is possible; ``instead`` where
    none of it was. ``range`` counts the target; None: any."""

    id: MautomaCard
    steps: int
    does: tuple[Deed, ...]
    instead: Deed | None = None
    range: int | None = 3
    start: bool = False


CARDS: Final[dict[MautomaCard, Card]] = {
    card.id: card
    for card in (
        Card("build", 1, ("build",), start=True),
        Card("settle", 2, ("populate",), instead="build", start=True),
        Card("explore", 1, ("explore",)),
        Card("explore_populate", 2, ("explore", "populate")),
        Card("explore_build", 3, ("explore", "build")),
        Card("explore_populate_far", 4, ("explore", "populate"), range=None),
    )
}
START: Final = tuple(card.id for card in CARDS.values() if card.start)
OTHERS: Final = tuple(card.id for card in CARDS.values() if not card.start)

BUILDINGS: Final[dict[Size, int]] = {"small": 5, "large": 3}
FIGURE_BOOKS: Final = (2, 3, 3, 3, 4, 4, 4)
"""What its figures count as, in the order in which it places them (002 SONDERREGELN)."""
ARTIFACTS: Final = 8
HIBERNATIONS: Final = len(OTHERS) - 1
ROUNDS: Final = 18
NEW_WATER: Final = 2
VAST: Final = 2
"""What a water space without a building of its own counts (002 BAUEN), and a vast crystal (ruling mautoma)."""
