"""Other ways to pay: crystals in place of gears, books and food (000 Kristalle; design 2.2)."""

from itertools import product

from bot.engine.actions import Offer
from bot.engine.resources import BASICS, Amounts, pays


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
