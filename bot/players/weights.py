"""The planner's prices, as data (rules_data/players/weights.yaml; docs/players.md)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

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
    """What things are worth, in points at the end of the game; each is explained where it stands in the file."""

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
    card_cycle: float
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
    action: float
    near_desert: float
    near_city: float
    near_tile: float
    counts: dict[Countable, float]


@cache
def weights() -> Weights:
    """The prices that come with the bot, read at the first call."""
    text = (files("rules_data") / "players" / "weights.yaml").read_text("utf-8")
    return msgspec.yaml.decode(text, type=Weights)
