"""What a variant can do; the base game asks every variant of the table and names none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.actions import Action, Offer, Refusal, UseSwitch
    from bot.engine.components import ArtifactCard, Citizen, Pack, Tile
    from bot.engine.game import Game
    from bot.engine.solo_components import VariantState
    from bot.engine.state import SeatNumber, Setup


class Variant:
    """A module of rules that a table can agree on. Every method has a default that changes nothing.

    ``alone``: it is played by one seat; ``has_pieces``: it has pieces on the map, whose owner is the number after the
    last seat's; ``actions_a_turn``: main actions a turn allows.
    """

    alone: bool = False
    has_pieces: bool = False
    actions_a_turn: int = 2

    def refuses(self, setup: Setup, pack: Pack) -> Refusal | None:
        """Why a setup cannot be laid with this variant."""
        return None

    def artifacts_laid(self, pack: Pack) -> int | None:
        """How many large artifacts are laid out; None: as many as the pack says for the number of seats."""
        return None

    def tiles(self, game: Game, tiles: list[Tile]) -> list[Tile]:
        """The area tiles to shuffle."""
        return tiles

    def citizens(self, game: Game, cards: list[Citizen]) -> list[Citizen]:
        """The citizen cards of the deck."""
        return cards

    def set_up(self, game: Game) -> None:
        """Called when the table is laid, before the first turn; may give seats tasks to answer."""

    def reorder(self, game: Game) -> None:
        """Deal anew, or put into another order, what the variant keeps hidden (``bot.engine.rules.reorder_hidden``)."""

    def switch_offers(self, game: Game, seat: SeatNumber) -> Iterator[Offer]:
        """More uses of the switch."""
        yield from ()

    def check_switch(self, game: Game, action: UseSwitch) -> Offer | Refusal | None:
        """Judges a use of the switch that the base game does not know; None: not of this variant."""
        return None

    def use_switch(self, game: Game, action: UseSwitch) -> bool:
        """Carries out such a use; False: not of this variant."""
        return False

    def holds_token(self, game: Game) -> bool:
        """A seat gets an artifact and no large one is left; True: the variant has put a token aside for it."""
        return False

    def returns_token(self, game: Game) -> None:
        """A token put aside is declined."""

    def token_taken(self, game: Game, seat: SeatNumber) -> None:
        """A seat has taken a token that was put aside for it; it counts as a small artifact."""

    def delays_end(self, game: Game) -> bool:
        """Whether the game goes on although the last large artifact is gone."""
        return False

    def keeps_going(self, game: Game) -> bool:
        """Whether the last large artifact does not end the game at all."""
        return False

    def acted(self, game: Game, action: Action) -> None:
        """The active seat has carried out a main action or hibernated; what follows from it may still be open."""

    def turn_reveals(self, game: Game) -> bool:
        """Whether the end of the active seat's turn reveals something (a barrier of undo)."""
        return False

    def turn_ended(self, game: Game, seat: SeatNumber) -> bool:
        """A seat's turn is over; True: the variant has set the phase that comes now (``between`` or ``closing``)."""
        return False

    def ends_after_turn(self, game: Game) -> bool:
        """Whether the game ends with the running turn, as the variant's own rules have it, from what is public."""
        return False

    def ended(self, game: Game) -> None:
        """The game is over and can be scored; to tell what the score means."""

    def masked(self, kept: VariantState | None) -> VariantState | None:
        """What the public may see of what the variant keeps in the state."""
        return kept

    def problems(self, game: Game) -> Iterator[tuple[str, str]]:
        """What is impossible in a position of this variant: a code and what it is about."""
        yield from ()

    def scored_card(self, game: Game, seat: SeatNumber) -> ArtifactCard | None:
        """The artifact card a seat scores if it is not its own."""
        return None
