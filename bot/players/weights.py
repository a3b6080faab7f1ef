"""The planner's prices, as data (rules_data/players/weights.yaml; docs/players.md)."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from random import Random

import msgspec

from bot.engine.effects import Countable
from bot.engine.resources import Resource


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
def weights() -> Weights:
    """The prices that come with the bot, read at the first call."""
    text = (files("rules_data") / "players" / "weights.yaml").read_text("utf-8")
    return msgspec.yaml.decode(text, type=Weights)
