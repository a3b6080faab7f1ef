"""The vocabulary printed on components, as data (docs/develop/packs.md describes each word for pack writers).

An effect is a small frozen value; ``interpreter`` carries it out. In a pack's YAML it is a mapping with one key, the
word, or the word alone where it needs nothing: ``{gain: {gear: 2}}``, ``{take_card: 1}``, ``tribe_ability``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.engine.resources import Amounts, Basic, Resource
from bot.engine.translated import Sentence

Track = Literal["forest", "mountain", "field"]
TRACKS: tuple[Track, ...] = ("forest", "mountain", "field")
TrackChoice = Literal["forest", "mountain", "field", "any"]
Colour = Literal["red", "green", "blue"]
COLOURS: tuple[Colour, ...] = ("red", "green", "blue")
ArtifactColour = Literal["yellow", "white", "violet"]
ARTIFACT_COLOURS: tuple[ArtifactColour, ...] = ("yellow", "white", "violet")
Size = Literal["small", "large"]
MapAction = Literal["explore", "populate", "build"]
Countable = Literal[
    "energy",
    "crates",
    "machines",
    "modules",
    "technologies",
    "buildings",
    "small_buildings",
    "large_buildings",
    "large_locations",
    "cards_gained",
    "discs",
    "progress_markers",
    "hibernations",
    "track_steps",
    "waters",
    "artifacts",
]


class _Effect(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True):
    """Base of all effects; the tag is the word in the pack."""


class Gain(_Effect, frozen=True, tag="gain"):
    """Resources, points (at once) and energy tokens, as printed; devotion in the expansion."""

    gear: int = 0
    book: int = 0
    food: int = 0
    crystal: int = 0
    points: int = 0
    energy: int = 0
    devotion: int = 0

    @property
    def amounts(self) -> Amounts:
        """The resources among what is gained: no points, no energy."""
        return Amounts(self.gear, self.book, self.food, self.crystal)


class GainAny(_Effect, frozen=True, tag="gain_any"):
    """``n`` basic resources, each of the player's choice."""

    n: int = 1


class Advance(_Effect, frozen=True, tag="advance"):
    """``steps`` on one machine track; ``any``: the player chooses the track, one for all steps."""

    track: TrackChoice
    steps: int = 1


class Choice(_Effect, frozen=True, tag="choose"):
    """One of several lists of effects."""

    of: tuple[tuple[Effect, ...], ...]


class Pay(_Effect, frozen=True, tag="pay"):
    """The player may pay ``cost`` once to get the effects."""

    cost: Amounts
    get: tuple[Effect, ...]


class TribeAbility(_Effect, frozen=True, tag="tribe_ability"):
    """The star symbol: the tribe's ability, and a disc to the progress track while discs are left (000; 001 Tribe
    abilities)."""


class TakeCard(_Effect, frozen=True, tag="take_card"):
    """``n`` citizen cards, each from the display or blind from the deck."""

    n: int = 1


class TakeModule(_Effect, frozen=True, tag="take_module"):
    """``n`` slot modules from the display."""

    n: int = 1


class TakeMachine(_Effect, frozen=True, tag="take_machine"):
    """A machine of the colour of a track from the market, on a space of its own beside the board."""

    track: TrackChoice = "any"


class TakeCrate(_Effect, frozen=True, tag="take_crate"):
    """``n`` crates, face down, from the pile."""

    n: int = 1


class TakeArtifact(_Effect, frozen=True, tag="take_artifact"):
    """A large artifact of the player's choice from the board, or a small one after the last large one."""


class ReturnEnergy(_Effect, frozen=True, tag="return_energy"):
    """Takes the energy back from up to ``n`` machines, which can then be used again."""

    n: int = 1


class RangeBonus(_Effect, frozen=True, tag="range"):
    """``n`` more spaces free of food for the map action of this window."""

    n: int = 1


class Discount(_Effect, frozen=True, tag="discount"):
    """``n`` less of a resource for one kind of map action in this window; never below zero, never on extra books."""

    action: MapAction
    resource: Basic
    n: int = 1


class AnyColour(_Effect, frozen=True, tag="any_colour"):
    """The next card played in this window counts as every colour: for modules and cards in its slot, and for what a
    technology gives for a colour (004)."""


class ResetSwitch(_Effect, frozen=True, tag="reset_switch"):
    """The switch can be used again."""


class Wake(_Effect, frozen=True, tag="wake"):
    """``n`` cards from the own rest area to the active area."""

    n: int = 1


class ClearSlot(_Effect, frozen=True, tag="clear_slot"):
    """The cards of one own slot go to the rest area."""


class Fill(_Effect, frozen=True, tag="fill"):
    """One kind of resource up to its limit; ``any``: the player chooses which. A review tells of it on a card of the
    expansion."""

    resource: Resource | Literal["any"] = "any"


class DiscardCards(_Effect, frozen=True, tag="discard_cards"):
    """Up to ``n`` cards from the own active area to the rest area, for the effects of their top halves. A review tells
    of it on a card of the expansion."""

    n: int = 1


class Each(_Effect, frozen=True, tag="each"):
    """``get`` once for each of what is counted on the own boards, at most ``most`` times."""

    of: Countable
    get: Gain
    most: int = 6


class WaterAgain(_Effect, frozen=True, tag="water_again"):
    """The bonus of one water space beside an own building, taken before or not (001 Build, the named tribe)."""


class PlaceMarker(_Effect, frozen=True, tag="place_marker"):
    """The tribe's marker goes to a revealed city or desert within range ``within`` (spaces between, from own
    pieces)."""

    within: int = 2


class TakeScyphoz(_Effect, frozen=True, tag="take_scyphoz"):
    """One of two scyphoz cards (001 Devotion Points); only in the expansion."""


class PopulateApart(_Effect, frozen=True, tag="populate_apart"):
    """A figure to the separate large location, free of charge (001 Devotion Points); only in the expansion."""


class BoundedOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """Effects that may come of a sentence on a component, up to ``most`` times; computer players take them ``usual``
    times."""

    get: tuple[Effect, ...]
    most: int = 1
    usual: int | None = None

    @property
    def by_computers(self) -> int:
        """How often computer players take them: half of the most, rounded up, where nothing else is said."""
        return (self.most + 1) // 2 if self.usual is None else self.usual

    def added_up(self, n: int) -> Effect | None:
        """One effect that says the same as these ``n`` times; None where none does. Steps on a track of one's choice do
        not add up: each time is a choice of its own."""
        [effect, *more] = self.get
        if more:
            return None
        if isinstance(effect, Advance) and effect.track != "any":
            return msgspec.structs.replace(effect, steps=n * effect.steps)
        if isinstance(effect, GainAny | TakeCard | TakeModule | TakeCrate):
            return msgspec.structs.replace(effect, n=n * effect.n)
        amounts = msgspec.structs.asdict(effect) if isinstance(effect, Gain) else {}
        several = {thing: n * number for thing, number in amounts.items() if number}
        return Gain(**several) if len(several) == 1 else None


class ByHand(_Effect, frozen=True, tag="by_hand"):
    """What no other word says: players read the sentence and enter what comes of it, within the bounds.

    Computer players value it at ``worth`` points.
    """

    text: Sentence
    brings: tuple[BoundedOutcome, ...]
    worth: int = 0

    def outcome(self, times: tuple[int, ...]) -> tuple[Effect, ...]:
        """The effects of ``brings``, each so many times."""
        each = zip(self.brings, times, strict=True)
        return tuple(effect for bounded, n in each for _ in range(n) for effect in bounded.get)


Effect = (
    Gain
    | GainAny
    | Advance
    | Choice
    | Pay
    | TribeAbility
    | TakeCard
    | TakeModule
    | TakeMachine
    | TakeCrate
    | TakeArtifact
    | ReturnEnergy
    | RangeBonus
    | Discount
    | AnyColour
    | ResetSwitch
    | Wake
    | ClearSlot
    | Fill
    | DiscardCards
    | Each
    | WaterAgain
    | PlaceMarker
    | TakeScyphoz
    | PopulateApart
    | ByHand
)

Moment = Literal["played", "switched", "explored", "populated", "built", "hibernated", "machine_used", "crate_opened"]


class _Lasting(msgspec.Struct, frozen=True, tag_field="is", omit_defaults=True):
    """Base of what a technology or a tribe does all the time."""


class LastingRange(_Lasting, frozen=True, tag="range"):
    """``n`` spaces free of food on every map action, or on one kind of it."""

    n: int = 1
    action: MapAction | None = None


class LastingDiscount(_Lasting, frozen=True, tag="discount"):
    """``n`` less of a resource on every map action of a kind; never below zero, never on extra books."""

    action: MapAction
    resource: Basic
    n: int = 1


class FifthSlot(_Lasting, frozen=True, tag="fifth_slot"):
    """The right card slot is open (001 Play a card)."""


class Origin(_Lasting, frozen=True, tag="origin"):
    """Range is counted from all revealed spaces of a terrain too (001 Paying for range), or always from the abyss."""

    terrain: Literal["water", "crystal", "city", "abyss"]


class When(_Lasting, frozen=True, tag="when"):
    """Effects each time something happens on an own turn; ``colour`` or ``size`` narrow it."""

    moment: Moment
    get: tuple[Effect, ...]
    colour: Colour | None = None
    size: Size | None = None


Lasting = LastingRange | LastingDiscount | FifthSlot | Origin | When
