"""Advanced switch: copy the top effect of a card in another player's slot (001 Use your Switch; facts 4.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import Offer, Refusal, UseSwitch
from bot.engine.game import Variant
from bot.engine.resolution.reveal_lookahead import reveals
from bot.engine.resolution.tasks import Source
from bot.engine.rules import mutations
from bot.engine.rules.passive_effects import effects_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.game import Game
    from bot.engine.state import SeatNumber


class AdvancedSwitch(Variant):
    """The copied card goes to its owner's rest area; modules and slot symbols are not copied."""

    def switch_offers(self, game: Game, seat: SeatNumber) -> Iterator[Offer]:
        """Every card that lies in another's slot and shows its top half."""
        for owner in game.clockwise(seat)[1:]:
            for slot in game.seat(owner).slots:
                for played in slot.cards:
                    if played.half == "top":
                        yield _offer(game, UseSwitch(seat=seat, copy=played.card))

    def check_switch(self, game: Game, action: UseSwitch) -> Offer | Refusal | None:
        """The offer for a copy, or why not: the card shows its bottom half, or lies in no other's slot."""
        if action.copy is None or action.resource is not None or action.journey is not None:
            return None
        half = _visible_half(game, action.seat, action.copy)
        if half == "top":
            return _offer(game, action)
        if half == "bottom":
            return Refusal(reason="copy_bottom", rule="switch.advanced_bottom", values={"card": action.copy})
        return Refusal(reason="copy_not_there", rule="switch.advanced", values={"card": action.copy})

    def use_switch(self, game: Game, action: UseSwitch) -> bool:
        """The copied card goes to its owner's rest area, then its top half is carried out (facts 4.5)."""
        if action.copy is None:
            return False
        owner = _owner(game, action.seat, action.copy)
        mutations.card_to_rest(game, owner, action.copy)
        game.tell("copied", action.seat, card=action.copy, owner=owner)
        mutations.push(game, action.seat, game.pack.citizen[action.copy].top.get, Source("citizen", action.copy))
        return True


def _offer(game: Game, action: UseSwitch) -> Offer:
    effects = [*game.pack.citizen[str(action.copy)].top.get, *effects_at(game, action.seat, "switched")]
    return Offer(action, barrier=reveals(game, action.seat, effects))


def _visible_half(game: Game, seat: SeatNumber, card: str) -> str | None:
    for owner in game.clockwise(seat)[1:]:
        for slot in game.seat(owner).slots:
            for played in slot.cards:
                if played.card == card:
                    return played.half
    return None


def _owner(game: Game, seat: SeatNumber, card: str) -> SeatNumber:
    return next(
        owner
        for owner in game.clockwise(seat)[1:]
        if any(played.card == card for slot in game.seat(owner).slots for played in slot.cards)
    )
