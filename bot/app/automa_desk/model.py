"""A desk: one solo player with the real box and the Mautoma's piles here. The map, the displays and the pieces are the
player's; card, marker, ties and hibernations come from the same rules as the opponent at the bot's table."""

from dataclasses import dataclass
from typing import Literal

import msgspec

from bot.engine import random_numbers
from bot.engine.effects import ArtifactColour
from bot.engine.solo_components import Area, CircleField, MautomaBoard, MautomaState, TieBreaker
from bot.engine.variants.mautoma import deck
from bot.engine.variants.mautoma.cards import CARDS, ROUNDS, Card

Kind = Literal["start", "card", "hibernation", "over"]


class Desk(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A desk as it is kept: what the player has set and how many turns of the Mautoma were taken (the last one, the
    fourth hibernation, ends the game). All else follows from the seed. ``marker`` is the first field, from 0;
    ``result``: the number among the results under which its points are kept, where they can be corrected; ``channel``:
    where it was opened, and ``locale`` in which language, if that was noted."""

    owner: int
    seed: int
    marker: int
    board: MautomaBoard
    turns: int = 0
    points: int | None = None
    result: int | None = None
    closed: bool = False
    channel: int | None = None
    locale: str | None = None


@dataclass(frozen=True)
class Step:
    """Where a desk stands: what the Mautoma's last turn was, and all that is needed to carry it out on the map.

    ``turn``: the number of that turn, 0 before the first; ``round``: the round that the human plays next;
    ``colours``: of artifacts to remove, the first that is left; ``deck`` and ``progress``: cards left in the piles.
    """

    kind: Kind
    turn: int
    round: int
    marker: int
    field: CircleField
    tie: TieBreaker
    area: Area
    colours: tuple[ArtifactColour, ...]
    card: Card | None
    deck: int
    progress: int


class _Chance:
    """The desk's own generator, so that undoing and doing again turns over the same card."""

    def __init__(self, seed: int) -> None:
        self._state = random_numbers.seeded(seed)

    def shuffle(self, things: list[str]) -> list[str]:
        self._state, mixed = random_numbers.shuffled(self._state, things)
        return mixed


def step_of(desk: Desk) -> Step:
    """Where a desk stands now."""
    chance = _Chance(desk.seed)
    kept = deck.new_mautoma(chance.shuffle)
    kept.marker = desk.marker
    kind: Kind = "start"
    for _ in range(desk.turns):
        kind = _take_turn(desk, kept, chance)
    return Step(
        kind=kind,
        turn=desk.turns,
        round=min(desk.turns + 1, ROUNDS),
        marker=kept.marker,
        field=deck.field_of(desk.board, kept),
        tie=deck.tie_breaker(desk.board, kept),
        area=deck.area_of(desk.board, kept),
        colours=tuple(deck.colours_ahead(desk.board, kept)),
        card=CARDS[kept.used[-1]] if kind == "card" else None,
        deck=len(kept.deck),
        progress=len(kept.progress),
    )


def _take_turn(desk: Desk, kept: MautomaState, chance: _Chance) -> Kind:
    if deck.has_ended(kept):
        return "over"
    if deck.must_hibernate(kept):
        deck.reshuffle(kept, chance.shuffle)
        return "hibernation"
    deck.draw(kept, len(desk.board.circle))
    return "card"
