"""Offers in groups, as buttons name them, each group with the cheapest first."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.engine.actions import (
    Build,
    Choose,
    Convert,
    EndAction,
    EndTurn,
    Explore,
    Hibernate,
    Offer,
    OpenCrate,
    PlayCard,
    Populate,
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.text.game import Table

GROUPS: Final = ("play", "switch", "explore", "populate", "build", "hibernate", "machine", "crate", "convert", "trade")
"""Main actions, hibernation and free actions, in the order of the rules."""
MAIN: Final = GROUPS[:5]
CLOSING: Final = ("end_action", "end_turn")
RULES: Final = {
    "play": "card.play",
    "switch": "switch.basic",
    "explore": "explore.steps",
    "populate": "populate.steps",
    "build": "build.steps",
    "hibernate": "hibernate.steps",
    "machine": "machine.use",
    "crate": "crate.open",
    "convert": "resource.crystal",
    "trade": "technology.trade",
}
_OF_TYPE: Final[dict[type, str]] = {
    PlayCard: "play",
    UseSwitch: "switch",
    Explore: "explore",
    Populate: "populate",
    Build: "build",
    Hibernate: "hibernate",
    UseMachine: "machine",
    OpenCrate: "crate",
    Convert: "convert",
    TradeAction: "trade",
    EndAction: "end_action",
    EndTurn: "end_turn",
    Choose: "choose",
}


def group_of(offer: Offer) -> str:
    return _OF_TYPE[type(offer.action)]


def group_of_type(kind: type) -> str:
    """The group of a kind of action."""
    return _OF_TYPE[kind]


def type_of(group: str) -> type:
    """The kind of action that a group holds."""
    return next(kind for kind, name in _OF_TYPE.items() if name == group)


def in_group(offers: Iterable[Offer], group: str) -> list[Offer]:
    """The offers of a group, cheapest first, then as they lie on the table."""
    return sorted((offer for offer in offers if group_of(offer) == group), key=_price)


def groups_of(offers: Sequence[Offer]) -> list[str]:
    """The groups that have an offer."""
    found = {group_of(offer) for offer in offers}
    return [group for group in (*GROUPS, *CLOSING) if group in found]


def _price(offer: Offer) -> tuple[int, int]:
    return offer.cost.total, offer.payment.crystal


def labelled(offer: Offer, table: Table) -> str | None:
    """The label of the space or tile that an offer is about."""
    action, board = offer.action, table.board
    if isinstance(action, Explore):
        return board.labels[min(board.spaces_of[action.place])]
    if isinstance(action, Populate):
        return board.labels[action.location]
    return board.labels[action.space] if isinstance(action, Build) else None
