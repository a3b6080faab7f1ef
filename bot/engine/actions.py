"""What goes in and out of the engine: actions, offers, decisions, events, records and refusals."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from bot.engine.effects import Colour, Size
from bot.engine.resolution.tasks import Source
from bot.engine.resources import NOTHING, Amounts, Resource
from bot.engine.state import HalfName, SeatNumber, Space

Value = int | str | None
MOST_PICKS = 1000
Whole = Annotated[int, msgspec.Meta(ge=-(1 << 31), le=(1 << 31) - 1)]
"""A number of an action: whatever comes from outside fits into 32 bits, so that it can be compared, told and stored."""


class _Action(msgspec.Struct, frozen=True, tag_field="action", omit_defaults=True, kw_only=True):
    """Base of all actions: what a seat wants; ``payment`` replaces the default payment of the offer."""

    seat: Whole
    payment: Amounts | None = None


class PlayCard(_Action, frozen=True, tag="play", kw_only=True):
    """Main action: a card from the active area into a slot (0–1 top, 2–3 bottom, 4 right). ``colour`` is the one given
    to a card of no colour, where it makes a difference."""

    card: str
    slot: Whole
    half: HalfName
    colour: Colour | None = None


class UseSwitch(_Action, frozen=True, tag="switch", kw_only=True):
    """Main action: the switch, for one basic resource, or (advanced) for the top half of a card in another's slot, or
    (expansion) for a journey card. A crystal can be asked for and is refused with its reason."""

    resource: Resource | None = None
    copy: str | None = None
    journey: str | None = None


class Explore(_Action, frozen=True, tag="explore", kw_only=True):
    """Main action: explore the tile on a place (index of the place)."""

    place: Whole


class Populate(_Action, frozen=True, tag="populate", kw_only=True):
    """Main action: put the figure of a technology on a location (a city's space, a large location's first space)."""

    location: Whole
    technology: str


class Build(_Action, frozen=True, tag="build", kw_only=True):
    """Main action: put a building on an empty desert."""

    space: Whole
    size: Size


class Hibernate(_Action, frozen=True, tag="hibernate", kw_only=True):
    """Hibernate; it takes the place of both main actions."""


class UseMachine(_Action, frozen=True, tag="machine", kw_only=True):
    """Free action: an energy token on an own machine."""

    machine: str


class OpenCrate(_Action, frozen=True, tag="crate", kw_only=True):
    """Free action: open an own crate."""

    crate: str


class Convert(_Action, frozen=True, tag="convert", kw_only=True):
    """Free action: one crystal for one basic resource; for a crystal it is refused with its reason."""

    to: Resource


class TradeAction(_Action, frozen=True, tag="trade", kw_only=True):
    """Free action: the trade action of an own technology."""

    technology: str


class ResolveJourney(_Action, frozen=True, tag="journey", kw_only=True):
    """Free action: resolve an own journey card."""

    journey: str


class TakeGains(_Action, frozen=True, tag="take_gains", kw_only=True):
    """Free action: settle at once the points and the devotion that are to come."""


class EndAction(_Action, frozen=True, tag="end_action", kw_only=True):
    """Closes the window of the first main action; the second begins."""


class EndTurn(_Action, frozen=True, tag="end_turn", kw_only=True):
    """Closes the turn."""


class Choose(_Action, frozen=True, tag="choose", kw_only=True):
    """Answers the seat's open decision: positions in its list of options, each at most once."""

    answer: Annotated[tuple[Whole, ...], msgspec.Meta(max_length=MOST_PICKS)]


Action = (
    PlayCard
    | UseSwitch
    | Explore
    | Populate
    | Build
    | Hibernate
    | UseMachine
    | OpenCrate
    | Convert
    | TradeAction
    | ResolveJourney
    | TakeGains
    | EndAction
    | EndTurn
    | Choose
)
MAIN_ACTIONS = (PlayCard, UseSwitch, Explore, Populate, Build)
TURN_ACTIONS = (*MAIN_ACTIONS, Hibernate)
CLOSING_ACTIONS = (Hibernate, EndAction, EndTurn)
PAID_ACTIONS = (Explore, Populate, Build, Convert, TradeAction)
"""Those that may cost something."""
FREE_ACTIONS = (UseMachine, OpenCrate, Convert, TradeAction, ResolveJourney, TakeGains)
"""Offers come in this order: answers, main actions, what closes a window or replaces it, free actions."""


def tag_of(action: Action | type[Action]) -> str:
    """The name of an action in saves, buttons and registries, such as ``play``."""
    return str(action.__struct_config__.tag)


class RangeUse(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a map action reaches its target: spaces between, free ones among them, from where, and the way (without
    both ends)."""

    distance: int
    free: int
    origin: Space
    path: tuple[Space, ...] = ()

    @property
    def food(self) -> int:
        """Food to pay for range."""
        return max(0, self.distance - self.free)


class Offer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A legal action.

    ``cost`` is what it costs in all (range, action, extra books), ``payment`` how it would be paid; of it
    ``extra_books`` go, one each, to those already there, whose numbers are in ``books_to``; ``discount`` was taken off;
    ``barrier``: it cannot be undone; ``loses``: what is above the limits and would be lost by it (closing a window).
    """

    action: Action
    cost: Amounts = NOTHING
    payment: Amounts = NOTHING
    range: RangeUse | None = None
    extra_books: int = 0
    discount: Amounts = NOTHING
    barrier: bool = False
    loses: Amounts = NOTHING
    books_to: tuple[SeatNumber, ...] = ()


OptionKind = Literal[
    "skip",
    "effects",
    "pay",
    "resource",
    "filled",
    "track",
    "card",
    "deck",
    "module",
    "machine",
    "slot",
    "place",
    "orientation",
    "row",
    "artifact",
    "space",
    "group",
    "convert",
    "lose",
    "rest_card",
    "active_card",
    "artifact_card",
    "small_artifact",
    "installed",
    "field",
    "gains",
    "figure",
    "times",
    "agree",
    "disagree",
    "abstain",
]


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer to a decision: its kind, what it is about, and whether taking it reveals something."""

    kind: OptionKind
    id: Value = None
    number: int = 0
    barrier: bool = False
    source: Source | None = None


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A choice that a seat has to make: ``least`` to ``most`` of the options. The order of the answer counts where the
    rule says so."""

    seat: SeatNumber
    kind: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    source: Source
    rule: str
    interruptible: bool = True


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One visible change, as a key and values, never a sentence. Only ``seat`` may see the ``secret`` values."""

    key: str
    seat: SeatNumber | None = None
    values: dict[str, Value] = {}
    secret: dict[str, Value] = {}


class Record(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An action and what came of it. ``undid`` holds the numbers of the records that an undo or a rollback took back;
    ``back`` is the number of records to which a rollback went back. ``reseed`` is the seed of a reordering
    (``bot.engine.rules.reorder_hidden``), of what is ``undrawn`` alone where nothing is dealt anew; who may not read
    the setup's seed may not read this one."""

    number: int
    seat: SeatNumber
    action: Action | None = None
    events: tuple[Event, ...] = ()
    barrier: bool = False
    undid: tuple[int, ...] = ()
    reseed: int | None = None
    back: int | None = None
    undrawn: bool = False


RefusalKind = Literal["cannot be read", "not allowed now", "ambiguous"]


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Why an action is refused: a reason code (``refusal.<reason>`` in the catalogues), its numbers, and the rule
    entry."""

    reason: str
    rule: str
    kind: RefusalKind = "not allowed now"
    values: dict[str, Value] = {}


class Refused(Exception):
    """An action was refused as a whole; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} {refusal.values} (rule {refusal.rule})")
        self.refusal = refusal
