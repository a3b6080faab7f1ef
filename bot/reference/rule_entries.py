"""Which entry of the reference explains an action, an effect or a component. Keys are the engine's own names."""

from collections.abc import Mapping
from typing import Final

ACTION_ENTRIES: Final[Mapping[str, str]] = {
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
    "journey": "journey.resolve",
    "take_gains": "devotion.convert_combine",
}
"""By the action's tag. Answers and the ends of actions and turns have none."""

EFFECT_ENTRIES: Final[Mapping[str, str]] = {
    "advance": "track.advance",
    "take_card": "card.gain",
    "take_module": "module.gain_place",
    "take_machine": "machine.choose",
    "take_crate": "crate.take",
    "take_artifact": "artifact.gain",
    "return_energy": "machine.energy_back",
    "range": "range.bonus",
    "discount": "resource.discount",
    "any_colour": "card.any_colour",
    "reset_switch": "switch.once",
    "wake": "card.rest_area",
    "clear_slot": "card.slots",
    "fill": "resource.limits",
    "discard_cards": "card.rest_area",
    "tribe_ability": "tribe.ability",
    "water_again": "terrain.water",
    "place_marker": "tribe.marker_on_map",
    "fifth_slot": "card.fifth_slot",
    "origin": "range.tribe_origin",
    "take_scyphoz": "scyphoz.gain",
    "populate_apart": "devotion.free_population",
}
"""By the effect's tag. An effect that needs no explanation has none."""

COMPONENT_ENTRIES: Final[Mapping[str, str]] = {
    "citizen": "card.play",
    "module": "module.trigger",
    "machine": "machine.use",
    "crate": "crate.take",
    "technology": "populate.technologies",
    "tribe": "tribe.ability",
    "artifact_card": "score.artifact_card",
    "large_location": "populate.large_location_points",
    "journey": "journey.gain",
    "lake": "lake.tile",
}
"""By the kind of component, as the pack names it."""
TILE_ENTRIES: Final = ("explore.steps", "explore.orientation")
