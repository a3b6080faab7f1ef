"""Resources, costs and payments (000 RESSOURCEN; 001 introduction; ruling payment)."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

import msgspec

Basic = Literal["gear", "book", "food"]
Resource = Literal["gear", "book", "food", "crystal"]

BASICS: tuple[Basic, ...] = ("gear", "book", "food")
RESOURCES: tuple[Resource, ...] = ("gear", "book", "food", "crystal")
BASIC_LIMIT = 6
CRYSTAL_LIMIT = 3
LIMITS: dict[Resource, int] = {"gear": BASIC_LIMIT, "book": BASIC_LIMIT, "food": BASIC_LIMIT, "crystal": CRYSTAL_LIMIT}

Count = Annotated[int, msgspec.Meta(ge=-(1 << 31), le=(1 << 31) - 1)]
"""What is read from outside fits into 32 bits."""


class Amounts(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """So many of each resource: a cost, a payment or what somebody owns. Counts, never negative in a valid game."""

    gear: Count = 0
    book: Count = 0
    food: Count = 0
    crystal: Count = 0

    def __add__(self, other: Amounts) -> Amounts:
        return Amounts(
            self.gear + other.gear, self.book + other.book, self.food + other.food, self.crystal + other.crystal
        )

    def __sub__(self, other: Amounts) -> Amounts:
        return Amounts(
            self.gear - other.gear, self.book - other.book, self.food - other.food, self.crystal - other.crystal
        )

    def __bool__(self) -> bool:
        return bool(self.gear or self.book or self.food or self.crystal)

    @property
    def total(self) -> int:
        """How many resources in all."""
        return self.gear + self.book + self.food + self.crystal

    def get(self, resource: Resource) -> int:
        """How many of one resource."""
        number: int = getattr(self, resource)
        return number

    def items(self) -> list[tuple[Resource, int]]:
        """The resources that are there, in the fixed order gear, book, food, crystal."""
        amounts = (self.gear, self.book, self.food, self.crystal)
        return [(kind, amount) for kind, amount in zip(RESOURCES, amounts, strict=True) if amount]

    def plus(self, resource: Resource, amount: int) -> Amounts:
        """These amounts with ``amount`` (may be negative) more of one resource."""
        return msgspec.structs.replace(self, **{resource: self.get(resource) + amount})


NOTHING = Amounts()


@lru_cache(maxsize=256)
def one(resource: Resource, amount: int = 1) -> Amounts:
    """``amount`` of one resource and nothing else."""
    return Amounts(**{resource: amount})


def payment_for(cost: Amounts, owned: Amounts) -> Amounts | None:
    """The default payment: each resource first, crystals for what is missing; None where it is not enough.

    A crystal stands for one of any basic resource (000 Kristalle; 001). Source of the order: ruling payment.
    """
    if (
        cost.gear <= owned.gear
        and cost.book <= owned.book
        and cost.food <= owned.food
        and cost.crystal <= owned.crystal
    ):
        return cost
    gear = min(cost.gear, owned.gear)
    book = min(cost.book, owned.book)
    food = min(cost.food, owned.food)
    crystal = cost.crystal + (cost.gear - gear) + (cost.book - book) + (cost.food - food)
    if crystal > owned.crystal:
        return None
    return Amounts(gear, book, food, crystal)


def pays(payment: Amounts, cost: Amounts, owned: Amounts) -> bool:
    """Whether ``payment`` settles ``cost`` exactly and can be made from ``owned``: crystals may replace any basic
    resource."""
    for kind in BASICS:
        given = payment.get(kind)
        if given < 0 or given > cost.get(kind) or given > owned.get(kind):
            return False
    return payment.total == cost.total and cost.crystal <= payment.crystal <= owned.crystal


def missing(cost: Amounts, owned: Amounts) -> Amounts:
    """What is still lacking of each resource after all crystals were used on the first lacks in the order gear, book,
    food."""
    spare = max(0, owned.crystal - cost.crystal)
    lacks: dict[str, int] = {"crystal": max(0, cost.crystal - owned.crystal)}
    for kind in BASICS:
        lack = max(0, cost.get(kind) - owned.get(kind))
        helped = min(lack, spare)
        spare -= helped
        lacks[kind] = lack - helped
    return Amounts(**lacks)


def within_limit(owned: Amounts) -> Amounts:
    """What is not above the limits."""
    return owned - over_limit(owned)


def after_converting(cost: Amounts, owned: Amounts) -> Amounts:
    """What is within the limits once crystals above theirs were turned into what a cost lacks, as far as there is
    room."""
    kept, spare = within_limit(owned), over_limit(owned).crystal
    for kind in BASICS:
        turned = min(spare, max(0, min(cost.get(kind), BASIC_LIMIT) - kept.get(kind)))
        kept, spare = kept.plus(kind, turned), spare - turned
    return kept


def over_limit(owned: Amounts) -> Amounts:
    """What is above the limits of 6 gears, 6 books, 6 food and 3 crystals (001)."""
    if (
        owned.gear <= BASIC_LIMIT
        and owned.book <= BASIC_LIMIT
        and owned.food <= BASIC_LIMIT
        and owned.crystal <= CRYSTAL_LIMIT
    ):
        return NOTHING
    return Amounts(
        max(0, owned.gear - BASIC_LIMIT),
        max(0, owned.book - BASIC_LIMIT),
        max(0, owned.food - BASIC_LIMIT),
        max(0, owned.crystal - CRYSTAL_LIMIT),
    )
