"""What a variant can do; the base game asks every variant of the table and names none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.actions import Offer, Refusal, UseSwitch
    from bot.engine.components import ArtifactCard, Citizen, Tile
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber


class Variant:
    """A module of rules that a table can agree on. Every method has a default that changes nothing."""

    def tiles(self, game: Game, tiles: list[Tile]) -> list[Tile]:
        """The area tiles to shuffle."""
        return tiles

    def citizens(self, game: Game, cards: list[Citizen]) -> list[Citizen]:
        """The citizen cards of the deck."""
        return cards

    def set_up(self, game: Game) -> None:
        """Called when the table is laid, before the first turn; may give seats tasks to answer."""

    def switch_offers(self, game: Game, seat: SeatNumber) -> Iterator[Offer]:
        """More uses of the switch."""
        yield from ()

    def check_switch(self, game: Game, action: UseSwitch) -> Offer | Refusal | None:
        """Judges a use of the switch that the base game does not know; None: not of this variant."""
        return None

    def use_switch(self, game: Game, action: UseSwitch) -> bool:
        """Carries out such a use; False: not of this variant."""
        return False

    def artifact_instead(self, game: Game, seat: SeatNumber) -> bool:
        """A seat would take an artifact and no large one is left; True: the variant has dealt with it."""
        return False

    def delays_end(self, game: Game) -> bool:
        """Whether the game goes on although the last large artifact is gone."""
        return False

    def scored_card(self, game: Game, seat: SeatNumber) -> ArtifactCard | None:
        """The artifact card a seat scores if it is not its own."""
        return None
