"""The valuation of a position for one seat, in points at the end of the game. It only delegates: each value stands in
the module of its subject, as a function of the state below it."""

from __future__ import annotations

from bot.engine.components import Citizen, Crate, Module, Technology
from bot.engine.effects import ArtifactColour, Colour, Effect, Moment
from bot.players.valuation import (
    artifact_values,
    card_values,
    effect_totals,
    event_rates,
    later_effects,
    machine_values,
    progress_values,
    resource_values,
    technology_values,
    track_values,
)
from bot.players.valuation.effect_totals import EffectTotals
from bot.players.valuation.machine_values import MachineValues
from bot.players.valuation.resource_values import UnitValues
from bot.players.valuation.valuation_state import ValuationState


class Valuation(ValuationState):
    """The values of things for one seat in one position. Made anew when the position has changed."""

    # ---- what is counted ---------------------------------------------------------------------------------------

    @property
    def count_values(self) -> dict[str, float]:
        """One more of each thing that the artifact card counts."""
        return artifact_values.count_values(self)

    def expected_artifacts(self, colour: ArtifactColour) -> float:
        """How many more large artifacts of a colour the seat expects."""
        return artifact_values.expected_artifacts(self, colour)

    def line_value(self, colour: ArtifactColour) -> float:
        """What an artifact of a colour multiplies once more."""
        return artifact_values.line_value(self, colour)

    @property
    def artifact_colours(self) -> dict[str, float]:
        """An artifact of each colour that is left."""
        return artifact_values.artifact_colours(self)

    @property
    def artifact(self) -> float:
        """The best artifact to be had."""
        return artifact_values.artifact(self)

    @property
    def artifact_later(self) -> float:
        """An artifact at some later time."""
        return artifact_values.artifact_later(self)

    @property
    def ending(self) -> float:
        """What it adds to take the last large artifact."""
        return artifact_values.ending(self)

    @property
    def closing(self) -> float:
        """The end of the game itself."""
        return artifact_values.closing(self)

    def closing_by(self, ahead: float) -> float:
        """The end of the game for a seat so many points ahead."""
        return artifact_values.closing_by(self, ahead)

    # ---- resources ---------------------------------------------------------------------------------------------

    @property
    def unit_values(self) -> UnitValues:
        """One of each resource at some later time."""
        return resource_values.unit_values(self)

    @property
    def fresh(self) -> float:
        """How much of their value resources still have."""
        return resource_values.fresh(self)

    def stock(self, gear: int, book: int, food: int, crystal: int) -> float:
        """So many resources in store."""
        return resource_values.stock(self, gear, book, food, crystal)

    @property
    def store(self) -> float:
        """All that the seat has in store."""
        return resource_values.store(self)

    # ---- tracks and progress -----------------------------------------------------------------------------------

    @property
    def reward_values(self) -> dict[str, float]:
        """Each reward space of the machine tracks, by its identifier."""
        return track_values.reward_values(self)

    def track_potential(self, forest: int, mountain: int, field: int) -> float:
        """What positions on the machine tracks have opened or bring near."""
        return track_values.track_potential(self, forest, mountain, field)

    def steps(self, forest: int, mountain: int, field: int) -> float:
        """So many steps on the tracks."""
        return track_values.steps(self, forest, mountain, field)

    @property
    def single_steps(self) -> dict[str, float]:
        """One step on each machine track, as in the first position of the turn."""
        return track_values.single_steps(self.base)

    def markers(self, number: int) -> float:
        """The next so many markers on the progress track."""
        return progress_values.markers(self, number)

    def progress_at(self, at: int) -> float:
        """The progress track with so many markers."""
        return progress_values.progress_at(self, at)

    @property
    def disc(self) -> float:
        """A disc of the tribe ability."""
        return progress_values.disc(self)

    # ---- effects -----------------------------------------------------------------------------------------------

    def later(self, effects: tuple[Effect, ...]) -> float:
        """Effects at some later time."""
        return later_effects.later(self, effects)

    def settle(self, totals: EffectTotals) -> float:
        """Totals of effects now, in points."""
        return effect_totals.settle(self, totals)

    def points_value(self, points: int) -> float:
        """Points at once."""
        return effect_totals.points_value(self, points)

    # ---- cards, modules, crates, machines, technologies --------------------------------------------------------

    def better_half(self, card: Citizen) -> float:
        """A play of a card."""
        return card_values.better_half(self, card)

    def gained_card(self, card: str) -> float:
        """A card for good."""
        return card_values.gained_card(self, card)

    @property
    def best_card(self) -> float:
        """The best card to be had."""
        return card_values.best_card(self)

    def cards_of(self, colour: Colour) -> float:
        """How many cards of a colour the seat will have gained by the end."""
        return card_values.cards_of(self, colour)

    def module_value(self, module: Module) -> float:
        """A module for good."""
        return card_values.module_value(self, module)

    @property
    def best_module(self) -> float:
        """The best module to be had."""
        return card_values.best_module(self)

    @property
    def colour_shares(self) -> dict[Colour, float]:
        """How much of each colour there is among the seat's cards; 1 is an even share."""
        return card_values.colour_shares(self)

    @property
    def unopened_crate(self) -> float:
        """A crate nobody has looked into."""
        return later_effects.unopened_crate(self)

    def kept_crate(self, crate: Crate) -> float:
        """A crate that the seat keeps."""
        return card_values.kept_crate(self, crate)

    @property
    def machinery(self) -> MachineValues:
        """The seat's machines and energy together."""
        return machine_values.machinery(self)

    def machine_value(self, machine: str) -> float:
        """A machine for good."""
        return machine_values.machine_value(self, machine)

    @property
    def best_machine(self) -> float:
        """The best machine to be had."""
        return machine_values.best_machine(self)

    @property
    def returned_energy(self) -> float:
        """An energy token that comes back from a machine."""
        return machine_values.returned_energy(self)

    def given_up_by_using(self, machine: str) -> float:
        """What is given up later by using a machine now."""
        return machine_values.given_up_by_using(self, machine)

    def technology_value(self, technology: Technology) -> float:
        """A technology, without its effects at once."""
        return technology_values.technology_value(self, technology)

    def too_soon(self, technology: Technology) -> float:
        """What a technology's effects at once would bring more if it were taken later."""
        return technology_values.too_soon(self, technology)

    def keeps_giving(self, technology: Technology) -> float:
        """What a technology does for the rest of the game."""
        return technology_values.keeps_giving(self, technology)

    def open_links(self) -> float:
        """The technologies that the seat could unlock next."""
        return technology_values.open_links(self)

    @property
    def event_rates(self) -> dict[Moment, float]:
        """How often each event comes in one of the seat's turns."""
        return event_rates.event_rates(self)
