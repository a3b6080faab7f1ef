"""Who wins, and who wins a tie (000 SPIELENDE, Gleichstand; 001 End of the game), for a game's score sheets and for a
score pad alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class FinalStanding(NamedTuple):
    """What decides the places, in this order: most points, then most left-over resources not worth a point (0 to 4),
    then most steps on the three machine tracks together. Who is equal in all of them shares the place."""

    total: int
    unscored_resources: int
    track_steps: int


def ranks(standings: Sequence[FinalStanding]) -> list[int]:
    """The place of each, from 1; equal ones share a place and the next is left out."""
    order = sorted(standings, reverse=True)
    return [order.index(standing) + 1 for standing in standings]
