"""Other ways to pay: crystals in place of gears, books and food (000 Kristalle; ruling payment)."""

from itertools import product
from typing import Final

from bot.engine.actions import Offer
from bot.engine.resources import BASICS, RESOURCES, Amounts, pays

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def payments(offer: Offer, owned: Amounts) -> list[Amounts]:
    """Every payment that settles an offer's cost, the one with the fewest crystals first."""
    cost = offer.cost
    ways = (
        Amounts(gear, book, food, cost.total - gear - book - food)
        for gear, book, food in product(*(range(min(cost.get(kind), owned.get(kind)) + 1) for kind in BASICS))
    )
    valid = [way for way in ways if pays(way, cost, owned)]
    return sorted(valid, key=lambda way: (way.crystal, way != offer.payment, -way.gear, -way.book))


def with_crystals(offer: Offer, owned: Amounts, crystals: int) -> Amounts | None:
    """The payment with that many crystals, or as near to it as can be; None where it is the offer's own."""
    if not offer.cost or not crystals:
        return None
    best = min(payments(offer, owned), key=lambda way: abs(way.crystal - crystals), default=None)
    return None if best == offer.payment else best


def payment_code(payment: Amounts) -> str:
    """A payment in four characters, one for each resource: within a window a seat may own, and pay, more than nine."""
    return "".join(DIGITS[payment.get(kind)] for kind in RESOURCES)


def payment_of(code: str) -> Amounts:
    """The payment that :func:`payment_code` wrote.

    :raises ValueError: it stands for none.
    """
    gear, book, food, crystal = map(DIGITS.index, code)
    return Amounts(gear, book, food, crystal)
