"""The state of a game: everything on the table, hidden things included, as plain data that is serialisable at every
moment."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.engine.abyss_state import KeptState
from bot.engine.effects import ArtifactColour, ByHand, Discount, Size, Track
from bot.engine.resolution.tasks import Source, Task
from bot.engine.resources import NOTHING, Amounts
from bot.engine.solo_components import VariantState

HalfName = Literal["top", "bottom"]
Phase = Literal["setup", "play", "between", "closing", "over"]
"""``between``: a turn is over, and what a variant did after it (an automated opponent's turn) is being settled."""
Alone = Literal["no", "mautoma", "solo"]
EndHow = Literal["artifact", "removal", "token"]
"""What triggered the end: the last large artifact was taken or removed from the game, or the last token taken."""
Closing = Literal["action", "turn"]
"""What a window that is being closed ends: the first main action, or the turn."""
SeatNumber = int
Space = int


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table agreed on (facts 6; docs/develop/engine.md, Variants)."""

    artifact_card: Literal["choose", "deal", "common"] = "choose"
    starting_cards: Literal["sets", "draft"] = "sets"
    advanced_switch: bool = True
    vast_crystals: bool = False
    campaign_citizens: bool = False
    long_game: bool = False
    alone: Alone = "no"
    abyss: bool = False


class SeatSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat as agreed: its tribe and its starting set, or None for one by lot."""

    tribe: str | None = None
    set: Literal["A", "B", "C", "D"] | None = None


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a table agreed on: seats in order of play, pack by content hash, options, seed (a non-negative integer)."""

    seats: tuple[SeatSetup, ...]
    pack: str
    seed: int
    options: Options = Options()


class PlayedCard(msgspec.Struct, frozen=True):
    """A card in a slot and the half that is visible there."""

    card: str
    half: HalfName


class Slot(msgspec.Struct, frozen=True):
    """A card slot: its cards from first to last, and the module on each place (None: free)."""

    modules: tuple[str | None, ...]
    cards: tuple[PlayedCard, ...] = ()

    def with_card(self, card: str, half: HalfName) -> Slot:
        """The slot with a card more."""
        return Slot(self.modules, (*self.cards, PlayedCard(card, half)))

    def without_cards(self) -> Slot:
        """The slot cleared."""
        return Slot(self.modules)

    def with_module(self, place: int, module: str) -> Slot:
        """The slot with a module on a place."""
        return Slot((*self.modules[:place], module, *self.modules[place + 1 :]), self.cards)


class Installed(msgspec.Struct, frozen=True):
    """A machine a seat owns. ``where``: the reward space or technology it belongs to, empty for an extra one."""

    machine: str
    where: str = ""
    powered: bool = False

    def with_energy(self, powered: bool) -> Installed:
        """The machine with an energy token on it, or without."""
        return Installed(self.machine, self.where, powered)


class SeatState(msgspec.Struct, kw_only=True):
    """Everything of one seat. Counts are pieces; ``track`` holds the space reached on each machine track (0: start);
    ``reserved`` where each large artifact comes from that is the seat's but for its colour."""

    tribe: str
    owned: Amounts = NOTHING
    points: int = 0
    active: list[str] = []
    rest: list[str] = []
    slots: list[Slot] = []
    switch_used: bool = False
    energy: int = 0
    machines: list[Installed] = []
    track: dict[Track, int] = {}
    unlocked: list[str] = []
    progress: int = 0
    discs: int = 0
    tokens: int | None = None
    technologies: list[str] = []
    buildings_left: dict[Size, int] = {}
    artifacts: dict[ArtifactColour, int] = {}
    reserved: list[Source] = []
    small_artifacts: int = 0
    end_tile: bool = False
    artifact_cards: list[str] = []
    crates: list[str] = []
    crates_taken: int = 0
    hibernations: int = 0
    gained_cards: list[str] = []
    waters: list[Space] = []
    stack: list[Task] = []


class PlaceState(msgspec.Struct, frozen=True):
    """What lies on a place: the tile (hidden while ``revealed`` is false) and its orientation."""

    tile: str
    revealed: bool = False
    orientation: int = 0


class Building(msgspec.Struct, frozen=True):
    """A building on a space."""

    seat: SeatNumber
    size: Size


class Window(msgspec.Struct):
    """One window of a turn: free actions, a main action, free actions; what lasts only this long."""

    main_done: bool = False
    range: int = 0
    discounts: list[Discount] = []
    any_colour: bool = False


class Turn(msgspec.Struct):
    """The turn under way; ``actions`` are main actions done, ``number`` counts turns of the whole table from 1.
    ``owing``: the seat has still to answer what others' turns have brought it; its own window is not open yet.
    ``closing``: the window is being closed, and what was gained in it is being settled (unset: no)."""

    seat: SeatNumber
    number: int = 1
    actions: int = 0
    windows: int = 1
    hibernated: bool = False
    window: Window = msgspec.field(default_factory=Window)
    trades: list[str] = []
    owing: bool = False
    closing: Closing | msgspec.UnsetType = msgspec.UNSET


class HandEntry(msgspec.Struct, kw_only=True):
    """What a seat says has come of a sentence on a component, until another seat confirms it. ``asked``: the seats
    that may do so."""

    number: int
    seat: SeatNumber
    effect: ByHand
    source: Source
    times: tuple[int, ...]
    asked: list[SeatNumber]


class HandEntries(msgspec.Struct):
    """What was entered by hand: how often by each seat (confirmed only), how often in all, and what is to be
    confirmed."""

    confirmed: list[int]
    count: int = 0
    waiting: list[HandEntry] = []


class State(msgspec.Struct, kw_only=True):
    """Everything on the table. ``began`` is the version of the rules the game began with, ``rules`` the one that the
    position is of, ``told`` the one that its log has named (1: saved before versions were kept here). ``variant`` is
    what playing alone keeps, ``kept`` what other variants keep, each under its own name (unset where there is none),
    ``by_hand`` what was entered by hand (unset where nothing was)."""

    phase: Phase
    rng: int
    turn: Turn
    seats: list[SeatState]
    places: list[PlaceState]
    deck: list[str]
    display: list[str]
    module_deck: list[str]
    module_display: list[str]
    machine_decks: dict[Track, list[str]]
    market: dict[Track, list[str]]
    crates: list[str]
    artifacts: dict[ArtifactColour, int]
    artifact_deck: list[str] = []
    starting_deck: list[str] = []
    common_card: str | None = None
    end_tokens: int = 0
    end_by: SeatNumber | None = None
    end_how: EndHow | None = None
    last_round: bool = False
    last_turns: list[SeatNumber] = []
    buildings: dict[Space, Building] = {}
    figures: dict[Space, list[SeatNumber]] = {}
    markers: dict[SeatNumber, Space] = {}
    removed: list[str] = []
    removed_artifacts: dict[ArtifactColour, int] = {}
    variant: VariantState | None = None
    kept: dict[str, KeptState] | msgspec.UnsetType = msgspec.UNSET
    by_hand: HandEntries | msgspec.UnsetType = msgspec.UNSET
    began: int = 1
    rules: int = 1
    told: int = 1
