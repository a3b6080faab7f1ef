"""The planner's prices, as data (rules_data/players/weights.yaml; docs/develop/players.md)."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from random import Random
from typing import Any, Final

import msgspec

from bot.engine.effects import Countable
from bot.engine.resources import Resource

OWN_PRICES: Final = ("hard",)
"""Strengths with prices of their own, each in a file of its name that says what differs."""
Prices = dict[str, Any]


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Own turns to the end: ``length`` less so much for the share of large artifacts left, for each progress marker of
    the seats on average and for each own turn taken."""

    length: float
    share: float
    progress: float
    turn: float


class Weights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What things are worth, in points at the end of the game; each is explained where it stands in the file.

    ``taste``: how far a player's own liking of a component strays from that (the deviation of its logarithm), and
    ``seed``, whose taste it is.
    """

    length: float
    pace: Pace
    cycle: float
    growth: float
    resources: dict[Resource, tuple[float, ...]]
    over: float
    leftover: float
    hunger: float
    point: float
    score_bonus: float
    machine_use: float
    machine_ready: float
    card_ready: float
    card_cycle: tuple[float, ...]
    card_spare: float
    module_cycle: float
    artifact_rate: float
    map_action: float
    explore: float
    beside_tile: float
    hibernate_card: float
    hibernate_energy: float
    hibernate_switch: float
    slot_symbol: float
    discount_use: float
    tech_link: float
    lead: float
    most_lead: float
    behind: float
    drag: float
    action: float
    trouble: float
    haste: float
    sooner: float
    gift: float
    near_desert: float
    near_city: float
    near_tile: float
    counts: dict[Countable, float]
    taste: float = 0.0
    seed: int = 0

    def liking(self, component: str) -> float:
        """How much more (above 1) or less than others this player thinks of a component; the same for a whole game."""
        return _liking(component, self.taste, self.seed) if self.taste else 1.0


@lru_cache(maxsize=8192)
def _liking(component: str, taste: float, seed: int) -> float:
    return Random(f"{seed} {component}").lognormvariate(0.0, taste)


@cache
def weights(level: str = "") -> Weights:
    """The prices that come with the bot, read at the first call; some strengths (``level``) have a few of their own."""
    prices = _read("weights")
    if level in OWN_PRICES:
        prices = _with(prices, _read(level))
    return msgspec.convert(prices, Weights)


def _read(name: str) -> Prices:
    found: Prices = msgspec.yaml.decode((files("rules_data") / "players" / f"{name}.yaml").read_bytes())
    return found


def _with(prices: Prices, others: Prices) -> Prices:
    """Prices with others in their places, group by group."""
    own = {name: _with(prices[name], other) if isinstance(other, dict) else other for name, other in others.items()}
    return {**prices, **own}
