"""Offers in groups: one for each kind of action, named by its tag, as buttons name it; the cheapest first, and of card
plays what sets off most."""

from collections.abc import Iterable, Sequence
from typing import Final, get_args

from bot.engine.actions import Action, Build, Explore, Offer, PlayCard, Populate, tag_of
from bot.engine.rules.cards import halves_of, triggered
from bot.engine.state import SeatNumber
from bot.text.game import Table

GROUPS: Final = (
    "play",
    "switch",
    "explore",
    "populate",
    "build",
    "hibernate",
    "machine",
    "crate",
    "convert",
    "trade",
    "journey",
    "take_gains",
)
"""Main actions, hibernation and free actions, in the order of the rules."""
MAIN: Final = GROUPS[:5]
MAP: Final = "map"
"""All main actions whose targets are on the map, together."""
ON_MAP: Final = ("explore", "populate", "build")
EXPANSION: Final = frozenset({"journey", "take_gains"})
"""Groups that only games with the expansion have."""
CLOSING: Final = ("end_action", "end_turn")
_KINDS: Final[dict[str, type]] = {tag_of(kind): kind for kind in get_args(Action)}


def groups_in(table: Table) -> tuple[str, ...]:
    """The groups that a table's game has."""
    expansion = table.seen is not None and table.seen.setup.options.abyss
    return GROUPS if expansion else tuple(group for group in GROUPS if group not in EXPANSION)


def group_of(offer: Offer) -> str:
    """The group of an offer: its action's tag."""
    return tag_of(offer.action)


def group_of_type(kind: type) -> str:
    """The group of a kind of action."""
    return tag_of(kind)


def type_of(group: str) -> type:
    """The kind of action that a group holds."""
    return _KINDS[group]


def kinds_of(group: str) -> tuple[str, ...]:
    """The kinds of action that a group holds: itself, or all that are on the map."""
    return ON_MAP if group == MAP else (group,)


def in_group(offers: Iterable[Offer], group: str) -> list[Offer]:
    """The offers of a group, cheapest first, then as they lie on the table."""
    kinds = kinds_of(group)
    return sorted((offer for offer in offers if group_of(offer) in kinds), key=_price)


def groups_of(offers: Sequence[Offer]) -> list[str]:
    """The groups that have an offer."""
    found = {group_of(offer) for offer in offers}
    return [group for group in (*GROUPS, *CLOSING) if group in found]


def _price(offer: Offer) -> tuple[int, int]:
    return offer.cost.total, offer.payment.crystal


# ---- card plays --------------------------------------------------------------------------------------------------


def slots_alike(table: Table, seat: SeatNumber) -> dict[int, tuple[int, ...]]:
    """For each card slot of a seat those that are the same choice, itself among them: empty ones of one side without a
    module. The table needs a view."""
    assert table.position is not None, "slots are seen on a board"
    mine, position = table.position.seat(seat), table.position
    alike: dict[object, list[int]] = {}
    for number, slot in enumerate(mine.slots):
        plain = not slot.cards and not any(slot.modules)
        alike.setdefault(halves_of(position, number) if plain else number, []).append(number)
    return {number: tuple(numbers) for numbers in alike.values() for number in numbers}


def distinct(offers: Iterable[Offer], table: Table) -> list[Offer]:
    """The offers without card plays that are the same choice as an earlier one; the plays that set off most first."""
    kept = []
    seen: dict[SeatNumber, dict[int, tuple[int, ...]]] = {}
    for offer in offers:
        action = offer.action
        if isinstance(action, PlayCard):
            alike = seen.setdefault(action.seat, slots_alike(table, action.seat))
            if alike[action.slot][0] != action.slot:
                continue
        kept.append(offer)
    return sorted(kept, key=lambda offer: -_sets_off(offer, table))


def _sets_off(offer: Offer, table: Table) -> int:
    """How many things a card play sets off; 0 for every other action."""
    if table.position is None or not isinstance(offer.action, PlayCard):
        return 0
    return len(triggered(table.position, offer.action))


def labelled(offer: Offer, table: Table) -> str | None:
    """The label of the space or tile that an offer is about."""
    action, board = offer.action, table.board
    if isinstance(action, Explore):
        return board.labels[min(board.spaces_of[action.place])]
    if isinstance(action, Populate):
        return board.labels[action.location]
    return board.labels[action.space] if isinstance(action, Build) else None
