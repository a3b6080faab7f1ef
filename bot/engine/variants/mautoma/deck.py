"""The Mautoma's deck, marker and hibernations, without a map: used for a table here and for one at home (002
SPIELVORBEREITUNG, Mautomas Zug, ÜBERWINTERN)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.engine.solo_components import MautomaState
from bot.engine.variants.mautoma.cards import BUILDINGS, CARDS, OTHERS, START, Card

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.engine.effects import ArtifactColour
    from bot.engine.solo_components import Area, CircleField, MautomaBoard, MautomaCard, TieBreaker

Shuffle = Callable[[list[str]], list[str]]


def new_mautoma(shuffle: Shuffle) -> MautomaState:
    """Its pieces and piles: the two start cards as deck, one other unseen in the box, three as progress pile."""
    boxed, *progress = _shuffled(shuffle, OTHERS)
    return MautomaState(
        deck=[*_shuffled(shuffle, START)],
        progress=[*_shuffled(shuffle, tuple(progress))],
        boxed=boxed,
        buildings_left=dict(BUILDINGS),
    )


def _shuffled(shuffle: Shuffle, cards: tuple[MautomaCard, ...]) -> list[MautomaCard]:
    return shuffle(list(cards))  # type: ignore[return-value]


def draw(kept: MautomaState, circle: int) -> Card:
    """Turn over its next card and move the marker on a circle of so many fields."""
    card = CARDS[kept.deck.pop()]  # type: ignore[index]
    kept.used.append(card.id)
    kept.marker = (kept.marker + card.steps) % circle
    kept.turns += 1
    return card


def must_hibernate(kept: MautomaState) -> bool:
    """An empty deck means hibernation instead of an action (002 Mautomas Zug)."""
    return not kept.deck


def has_ended(kept: MautomaState) -> bool:
    """The next hibernation would be the fourth: no progress card is left, the game is over (002 SPIELEND)."""
    return not kept.deck and not kept.progress


def reshuffle(kept: MautomaState, shuffle: Shuffle) -> None:
    """The last step of a hibernation: one progress card joins the used ones, and all of them are the new deck."""
    kept.used.append(kept.progress.pop())  # type: ignore[arg-type]
    kept.deck = [*_shuffled(shuffle, tuple(kept.used))]
    kept.used = []
    kept.hibernations += 1
    kept.turns += 1


def mix_unseen(kept: MautomaState, seen: frozenset[str], shuffle: Shuffle) -> None:
    """Put what nobody has seen into another order: the deck, and its cards besides the start cards that were never
    turned over against those of the progress pile and the one in the box."""
    unseen = [card for card in kept.deck if card in OTHERS and card not in seen]
    pool = _shuffled(shuffle, (*unseen, *kept.progress, kept.boxed))  # type: ignore[arg-type]
    kept.boxed = pool.pop()
    kept.progress = [pool.pop() for _ in kept.progress]
    kept.deck = [*_shuffled(shuffle, (*(card for card in kept.deck if card not in unseen), *pool))]  # type: ignore[arg-type]


# ---- the board ---------------------------------------------------------------------------------------------------


def field_of(board: MautomaBoard, kept: MautomaState) -> CircleField:
    """The field of the circle on which the marker stands."""
    return board.circle[kept.marker]


def tie_breaker(board: MautomaBoard, kept: MautomaState) -> TieBreaker:
    """The tie-breaker of the marker's segment."""
    return board.ties[field_of(board, kept).segment]


def area_of(board: MautomaBoard, kept: MautomaState) -> Area:
    """What the area outside the marker's field replaces."""
    return board.areas[field_of(board, kept).area - 1]


def colours_ahead(board: MautomaBoard, kept: MautomaState) -> list[ArtifactColour]:
    """The colours of the circle from the marker's field on, each once."""
    circle = board.circle
    ahead = (circle[(kept.marker + step) % len(circle)].colour for step in range(len(circle)))
    return list(dict.fromkeys(ahead))


def artifact_to_remove(
    board: MautomaBoard, kept: MautomaState, left: Mapping[ArtifactColour, int]
) -> ArtifactColour | None:
    """The colour of the marker's field, else the first of the next fields' that is left; None where none is (ruling
    mautoma)."""
    return next((colour for colour in colours_ahead(board, kept) if left.get(colour)), None)
