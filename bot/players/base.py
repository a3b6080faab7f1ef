"""What every computer player can do."""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec

from bot.engine import View
from bot.engine.actions import Action, Offer, Value


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a player chose what it chose: a key of the catalogue (``players.reason.<key>``) and its values."""

    key: str
    values: dict[str, Value] = {}


StandIn = Literal["busy", "slow", "failed"]
"""Why the easy player moved in place of a stronger one: too many thoughts at once, one that took too long, one that
failed."""


class Thought(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player takes, and why where it can say so. ``stand_in``: it is the easy player's, in place of another."""

    action: Action
    reason: Reason | None = None
    stand_in: StandIn | None = None


class CannotMove(Exception):
    """A player was asked to move where its seat has nothing to do: ``reason`` is ``game_over``, ``not_your_turn`` or
    ``no_seat`` (a public view)."""

    def __init__(self, reason: str, seat: int | None) -> None:
        super().__init__(f"{reason}: seat {seat}")
        self.reason = reason
        self.seat = seat


class Player(Protocol):
    """Chooses among offers. It is given its own seat's view, never the game."""

    def choose(self, seen: View, offers: list[Offer]) -> Action:
        """The action it takes.

        :raises CannotMove: where there are no offers.
        """
        ...

    def think(self, seen: View, offers: list[Offer]) -> Thought:
        """The same with its reason."""
        ...


def must_move(seen: View, offers: list[Offer]) -> None:
    """What every player checks first.

    :raises CannotMove: in a finished game, where it is not the seat's turn, and with nobody's view.
    """
    if seen.seat is None:
        raise CannotMove("no_seat", None)
    if seen.state.phase == "over":
        raise CannotMove("game_over", seen.seat)
    if not offers:
        raise CannotMove("not_your_turn", seen.seat)
