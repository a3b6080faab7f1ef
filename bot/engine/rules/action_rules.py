"""How the rules of one action are registered. Each family module lists its own as ``RULES``; ``bot.engine.api`` puts
them together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from bot.engine.actions import Action, Offer, Refusal

if TYPE_CHECKING:
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber

A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class ActionRule(Generic[A]):
    """The rules of one action, named by its msgspec tag.

    ``offers`` yields every legal action of this kind, ``check`` gives the offer behind one action or why not, ``do``
    carries it out after it was paid. Whose turn it is and what is open has been checked before; ``offers`` and
    ``check`` leave the game as it is.
    """

    tag: str
    offers: Callable[[Game, SeatNumber], Iterator[Offer]]
    check: Callable[[Game, A], Offer | Refusal]
    do: Callable[[Game, A], None]
