"""The planner's weights, as data (rules_data/players/weights.yaml; docs/develop/players.md)."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from random import Random
from typing import Any

import msgspec

from bot.engine.effects import Countable, Moment
from bot.engine.resources import Resource
from bot.players.strengths import Level, level_settings

Values = dict[str, Any]


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Own turns to the end: ``length`` less so much for the share of large artifacts left, for each progress marker of
    the seats on average and for each own turn taken."""

    length: float
    share: float
    progress: float
    turn: float


class LaterWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What effects bring at some later time."""

    empty: float
    owned: float
    most_owned: float
    crystal: float
    energy: float
    step: float
    any_basic: float
    any_track: float
    choice: float
    pay: float
    counted: float
    card: float
    card_early: float
    module: float
    module_early: float
    machine: float
    machine_early: float
    early: float
    crate: float
    crate_least: float
    resource_least: float
    returned_energy: float
    helping: float
    range: float
    most_range: int
    any_colour: float
    reset_switch: float
    wake: float
    clear_slot: float
    water_again: float
    place_marker: float


class NowWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What some effects bring now."""

    range: float
    most_range: int
    any_colour: float
    clear_slot: float
    wake: float
    place_marker: float


class CardWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Citizen cards, slot modules and crates."""

    slot_symbol: float
    usual: float
    better: float
    gained: float
    again: float
    deck: float
    unlock: float
    unlock_turns: float
    of_colour: float
    module: float
    trigger: float
    trigger_colour: float
    kept_crate: float


class MachineWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Machines and energy."""

    beyond: float
    awaited: float
    spare: float
    coming: float


class ProgressWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The progress track."""

    growth: float
    seen: int
    bonus: float
    bonus_least: float


class TechnologyWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Technologies."""

    fifth_slot: float
    range: float
    range_one: float
    discount: float
    origin: float
    trade: float
    trade_least: float
    coloured: float
    sized: float
    ripening: float
    known: float
    uses: float
    link_turns: float


class ArtifactWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Artifacts and the end of the game."""

    best: float
    other: float
    scarce: float
    behind: float


class FadeWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Own turns before the end from which on things count less and less."""

    card: float
    hibernation: float
    explore: float
    populate: float
    build: float
    machine: float
    crate: float
    new_play: float
    gained_card: float
    right_slot: float
    resource: float
    progress_bonus: float
    prospects: float
    marker: float
    gift: float
    score_bonus: float
    score_bonus_least: float
    ahead: float


class OfferWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Offers, judged without trying them."""

    ending: float
    free: float
    tried: float
    second: float
    large_beside: float
    unknown_beside: float
    enough: int
    most_energy: int
    convert: float


class OptionWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of decisions."""

    skip: float
    payment: float
    exchanged: float
    unseen_card: float
    covered: float
    right_slot: float
    shared_colour: float
    others_building: float
    desert_view: float
    convert: float
    cleared_card: float
    cleared: float
    best_line: float
    other_line: float


class PositionWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Positions, beside what stands elsewhere."""

    right_slot: float
    best_colour: float
    every_colour: float
    resting_card: float


class ProspectWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies within reach on the map."""

    deserts: tuple[float, ...]
    farthest: int
    food: float
    unknown: float
    beyond: int
    most_cities: int
    most_tiles: int


class MarkerWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tribe's marker on the map, whose owner gets what others pay there."""

    city: float
    own_figure: float
    far: float
    beside: float


class AbyssWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """*Call of the Abyss*."""

    near: float
    between: float
    scyphoz: float
    apart: float
    apart_early: float
    early: float
    growth: float
    resolve: float


class Weights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values of things, in points at the end of the game; each is explained where it stands in the file.

    ``preference_spread``: how far a player's own preference for a component strays from its value (the standard
    deviation of its logarithm); ``seed``: whose preferences they are.
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
    beyond_track: float
    crystal_space: float
    owed: float
    action_turns: float
    switch_ready: float
    shortest: float
    solo_steps: float
    counts: dict[Countable, float]
    later: LaterWeights
    now: NowWeights
    cards: CardWeights
    machines: MachineWeights
    progress: ProgressWeights
    technologies: TechnologyWeights
    artifacts: ArtifactWeights
    fade: FadeWeights
    offers: OfferWeights
    options: OptionWeights
    position: PositionWeights
    prospects: ProspectWeights
    markers: MarkerWeights
    abyss: AbyssWeights
    events: dict[Moment, float]
    favoured: float
    preference_spread: float = 0.0
    seed: int = 0

    def preference(self, component: str) -> float:
        """How much more (above 1) or less than others this player thinks of a component; the same for a whole game."""
        return _preference(component, self.preference_spread, self.seed) if self.preference_spread else 1.0


@lru_cache(maxsize=8192)
def _preference(component: str, spread: float, seed: int) -> float:
    return Random(f"{seed} {component}").lognormvariate(0.0, spread)


@cache
def weights(level: Level | None = None) -> Weights:
    """The weights that come with the bot. Some strengths (``level``) have a few of their own."""
    values: Values = msgspec.yaml.decode((files("rules_data") / "players" / "weights.yaml").read_bytes())
    if level:
        values = _with(values, level_settings(level).weights)
    return msgspec.convert(values, Weights)


def _with(values: Values, others: Values) -> Values:
    """Values with others in their places, group by group."""
    own = {name: _with(values[name], other) if isinstance(other, dict) else other for name, other in others.items()}
    return {**values, **own}
