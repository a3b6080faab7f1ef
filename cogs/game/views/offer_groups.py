"""Offers in groups: one for each kind of action, named by its tag, as buttons name it; the cheapest first."""

from collections.abc import Iterable, Sequence
from typing import Final, get_args

from bot.engine.actions import Action, Build, Explore, Offer, Populate, tag_of
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
_KINDS: Final[dict[str, type]] = {tag_of(kind): kind for kind in get_args(Action)}


def group_of(offer: Offer) -> str:
    """The group of an offer: its action's tag."""
    return tag_of(offer.action)


def group_of_type(kind: type) -> str:
    """The group of a kind of action."""
    return tag_of(kind)


def type_of(group: str) -> type:
    """The kind of action that a group holds."""
    return _KINDS[group]


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
