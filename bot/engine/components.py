"""What a pack holds: every component of a table as plain frozen data, in the counts and structures of the box.

Files and words of a pack are described in docs/develop/packs.md. Identifiers are unique in a pack across all kinds.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import Literal

import msgspec

from bot.engine.effects import (
    ArtifactColour,
    Colour,
    Countable,
    Each,
    Effect,
    Gain,
    Lasting,
    TakeCrate,
    TakeScyphoz,
    Track,
    TribeAbility,
)
from bot.engine.resources import Amounts, Resource
from bot.engine.solo_components import MautomaBoard, SoloParts
from bot.engine.translated import Words

Terrain = Literal["forest", "mountain", "field", "desert", "city", "water", "crystal", "abyss", "large", "vast", "lake"]
Kind = Literal["area", "start", "large", "abyss"]


class Component(msgspec.Struct, frozen=True, kw_only=True):
    """Anything with an identifier and a name."""

    id: str
    name: Words


class SpacePrint(msgspec.Struct, frozen=True, omit_defaults=True):
    """One space of a tile: its terrain, printed crystals, and a water space's bonus."""

    terrain: Terrain
    crystals: int = 0
    bonus: tuple[Effect, ...] = ()


class Back(msgspec.Struct, frozen=True, omit_defaults=True):
    """The frozen side of a tile: what exploring costs on top of range, the points at once, and whether a card is
    taken."""

    cost: Amounts
    points: int
    card: bool = True


class Tile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An area tile: its back and its spaces in the order of the shape. A vast crystal has no spaces: it is one big
    space."""

    id: str
    back: Back
    spaces: tuple[SpacePrint, ...] = ()

    @property
    def vast(self) -> bool:
        """Whether it is a vast crystal: one big space."""
        return not self.spaces


class StartTile(msgspec.Struct, frozen=True, kw_only=True):
    """A tile that lies face up round the abyss from the start."""

    id: str
    spaces: tuple[SpacePrint, ...]


class LargeLocation(Component, frozen=True, kw_only=True):
    """A corner tile: one location of several spaces, worth points at the end."""

    points: int


class Half(msgspec.Struct, frozen=True, omit_defaults=True):
    """One half of a card: its effects, and whether the slot symbol is on its edge."""

    get: tuple[Effect, ...]
    slot: bool = False


class Citizen(Component, frozen=True, kw_only=True):
    """A citizen card; ``set`` is the letter of a starting set, ``active`` whether a starting card begins in the
    active area. Scyphoz cards are played like citizens and have no colour."""

    colour: Colour | None
    top: Half
    bottom: Half
    set: Literal["A", "B", "C", "D"] | None = None
    active: bool = False
    campaign: bool = False

    def half(self, half: Literal["top", "bottom"]) -> Half:
        """What one half of the card shows."""
        return self.top if half == "top" else self.bottom


class Module(msgspec.Struct, frozen=True, kw_only=True):
    """A slot module of one or two colours."""

    id: str
    colours: tuple[Colour, ...]
    get: tuple[Effect, ...]


class Machine(Component, frozen=True, kw_only=True):
    """A machine: from the market of its track, printed on the player board, or on a technology."""

    track: Track
    get: tuple[Effect, ...]


class Crate(msgspec.Struct, frozen=True, kw_only=True):
    """A crate's content."""

    id: str
    get: tuple[Effect, ...]


class ArtifactLine(msgspec.Struct, frozen=True):
    """One colour's line of an artifact card: what is counted and the points each."""

    of: Countable
    points: int


class ArtifactCard(Component, frozen=True, kw_only=True):
    """An artifact card: per colour, (artifacts of the colour + 1) × count × points (001 Artifacts and Artifact
    cards)."""

    lines: dict[ArtifactColour, ArtifactLine]


class Trade(msgspec.Struct, frozen=True, omit_defaults=True):
    """A trade action: what it costs and gives; ``once``: only once a turn."""

    cost: Amounts
    get: tuple[Effect, ...]
    once: bool = False


class Technology(Component, frozen=True, kw_only=True, omit_defaults=True):
    """One of a tribe's seven technologies. ``row`` 1 is the bottom; ``links`` are the identifiers that open it.

    Exactly one of ``at_once``, ``lasting``, ``trade`` and ``machine`` says what it does (001 Populate).
    """

    row: int
    books: int
    links: tuple[str, ...] = ()
    points: int = 0
    at_once: tuple[Effect, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    trade: Trade | None = None
    machine: tuple[Effect, ...] = ()


class Tribe(Component, frozen=True, kw_only=True, omit_defaults=True):
    """A tribe: its ability (star symbol), what it always has, its technologies, and its own tokens if it needs any."""

    ability: tuple[Effect, ...]
    technologies: tuple[Technology, ...]
    lasting: tuple[Lasting, ...] = ()
    tokens: int | None = None


class Link(msgspec.Struct, frozen=True):
    """A space of a machine track; ``space`` counts from 1."""

    track: Track
    space: int


class RewardSpace(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A space beside the machine tracks: round (a machine) or hexagonal (an artifact or a card bonus).

    Exactly one of ``machine`` (printed), ``market``, ``artifact`` and ``cards`` is set (001 Machines).
    """

    id: str
    links: tuple[Link, ...]
    machine: str | None = None
    market: Track | None = None
    artifact: bool = False
    cards: Colour | None = None


class MachineTrack(msgspec.Struct, frozen=True):
    """One machine track: its number of spaces beyond the start, and the resource for steps beyond its end."""

    spaces: int
    resource: Resource


class ProgressSpace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A space of the progress track: its points when it is the lowest free one at the end, and its bonus when
    covered."""

    points: int
    get: tuple[Effect, ...] = ()


class SlotPrint(msgspec.Struct, frozen=True):
    """A card slot: where it is, and for each place of a module whether a slot activation symbol is printed there."""

    side: Literal["top", "bottom", "right"]
    modules: tuple[bool, ...]


class PlayerBoard(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed on every player board."""

    tracks: dict[Track, MachineTrack]
    rewards: tuple[RewardSpace, ...]
    progress: tuple[ProgressSpace, ...]
    slots: tuple[SlotPrint, ...]


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where a tile lies: its kind and its spaces as axial coordinates, in the order of the tile's shape."""

    id: str
    kind: Kind
    spaces: tuple[tuple[int, int], ...]


class StartResources(msgspec.Struct, frozen=True):
    """What the seats begin with, by order of play."""

    seats: tuple[Amounts, ...]
    energy: int = 1


class Supply(msgspec.Struct, frozen=True, kw_only=True):
    """Counts of the box that are not components with a face."""

    artifacts_by_seats: dict[int, int]
    display: int
    market: int
    discs: int
    small_buildings: int
    large_buildings: int
    building_cost: dict[Literal["small", "large"], Amounts]
    energy: int
    vast_crystals: int


class MainBoard(msgspec.Struct, frozen=True, kw_only=True):
    """The main board: its places, the tracks round it."""

    places: tuple[Place, ...]
    hibernation: tuple[tuple[Effect, ...], ...]
    score_bonuses: dict[int, tuple[Effect, ...]]


Goal = Literal[
    "crates",
    "machines",
    "modules",
    "technologies",
    "buildings",
    "small_buildings",
    "large_buildings",
    "cards_gained",
    "progress_markers",
    "hibernations",
    "track_steps",
    "waters",
    "artifacts",
    "flasks",
]
"""What a journey card counts."""


class Scyphoz(Component, frozen=True, kw_only=True, omit_defaults=True):
    """A scyphoz card: two halves, no colour; ``flask``: it shows a flask symbol."""

    top: Half
    bottom: Half
    flask: bool = False


class JourneyLevel(msgspec.Struct, frozen=True):
    """A level of a journey card: how much it takes, and the devotion it gives."""

    reach: int
    devotion: int


class Journey(Component, frozen=True, kw_only=True):
    """A journey card: the colour of the card that is destroyed for it, what it counts, and its levels from the
    lowest."""

    colour: Colour
    of: Goal
    levels: tuple[JourneyLevel, ...]


class Lake(Component, frozen=True, kw_only=True):
    """A lake: what each hibernation brings for a small and for a large building beside it."""

    small: tuple[Effect, ...]
    large: tuple[Effect, ...]


class AbyssParts(msgspec.Struct, frozen=True, kw_only=True):
    """The components of *Call of the Abyss*: the rewards of the devotion track by space, its cards and lakes, and the
    places over which the lakes are drawn."""

    devotion: dict[int, tuple[Effect, ...]]
    scyphoz: tuple[Scyphoz, ...]
    journeys: tuple[Journey, ...]
    lakes: tuple[Lake, ...]
    lake_places: tuple[str, ...]


COMPONENT_LISTS = (
    "tiles",
    "start_tiles",
    "large_locations",
    "citizens",
    "modules",
    "machines",
    "printed_machines",
    "crates",
    "artifact_cards",
    "tribes",
)
"""Fields of a pack that list components by identifier."""


class Pack(msgspec.Struct, frozen=True, kw_only=True, dict=True, omit_defaults=True):
    """All components of one table. ``hash`` is made of the content and identifies the pack in a saved game.

    ``mautoma`` and ``solo`` are None where the pack has no parts for that way of playing alone, ``abyss`` where it has
    none of the expansion.
    """

    id: str
    name: Words
    version: str
    board: MainBoard
    player_board: PlayerBoard
    supply: Supply
    start: StartResources
    tiles: tuple[Tile, ...]
    start_tiles: tuple[StartTile, ...]
    large_locations: tuple[LargeLocation, ...]
    citizens: tuple[Citizen, ...]
    modules: tuple[Module, ...]
    machines: tuple[Machine, ...]
    printed_machines: tuple[Machine, ...]
    crates: tuple[Crate, ...]
    artifact_cards: tuple[ArtifactCard, ...]
    tribes: tuple[Tribe, ...]
    mautoma: MautomaBoard | None = None
    solo: SoloParts | None = None
    abyss: AbyssParts | None = None

    @cached_property
    def hash(self) -> str:
        """A digest of the whole content (16 hexadecimal digits)."""
        plain = msgspec.to_builtins(self, str_keys=True)
        return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()[:16]

    @cached_property
    def most_points(self) -> dict[str, dict[int, int]]:
        """Scratch memory of ``reveal_lookahead.most_points``: for each tribe, by the identity of printed tuples."""
        return {}

    @cached_property
    def tiles_laid(self) -> dict[tuple[int, str, int], tuple[SpacePrint, ...]]:
        """Scratch memory of ``Game.prints_of``: what tiles show on a place, by the orientation."""
        return {}

    @cached_property
    def links(self) -> tuple[tuple[str, tuple[tuple[Track, int], ...]], ...]:
        """The reward spaces with their links as plain pairs."""
        return tuple(
            (reward.id, tuple((link.track, link.space) for link in reward.links))
            for reward in self.player_board.rewards
        )

    @cached_property
    def revealing_spaces(self) -> tuple[int, ...]:
        """The spaces of the score track whose bonus takes a crate."""
        bonuses = self.board.score_bonuses.items()
        return tuple(space for space, get in bonuses if any(isinstance(effect, TakeCrate) for effect in get))

    @cached_property
    def progress_matters(self) -> bool:
        """Whether a bonus of the progress track reveals something or leads to what may: by points or an ability."""
        bonuses = [effect for space in self.player_board.progress for effect in space.get]
        return any(
            isinstance(effect, TakeCrate | TakeScyphoz | TribeAbility)
            or (isinstance(effect, Gain) and effect.points > 0)
            or (isinstance(effect, Each) and effect.get.points > 0)
            for effect in bonuses
        )

    @cached_property
    def tile(self) -> dict[str, Tile]:
        """The area tiles by identifier."""
        return {tile.id: tile for tile in self.tiles}

    @cached_property
    def start_tile(self) -> dict[str, StartTile]:
        """The start tiles by identifier."""
        return {tile.id: tile for tile in self.start_tiles}

    @cached_property
    def large_location(self) -> dict[str, LargeLocation]:
        """The large locations by identifier."""
        return {tile.id: tile for tile in self.large_locations}

    @cached_property
    def citizen(self) -> dict[str, Citizen]:
        """The citizen cards by identifier, and the scyphoz cards, which are played like them."""
        apart = self.abyss.scyphoz if self.abyss else ()
        colourless = [
            Citizen(id=card.id, name=card.name, colour=None, top=card.top, bottom=card.bottom) for card in apart
        ]
        return {card.id: card for card in (*self.citizens, *colourless)}

    @cached_property
    def journey(self) -> dict[str, Journey]:
        """The journey cards by identifier."""
        return {journey.id: journey for journey in self.abyss.journeys} if self.abyss else {}

    @cached_property
    def lake(self) -> dict[str, Lake]:
        """The lakes by identifier."""
        return {lake.id: lake for lake in self.abyss.lakes} if self.abyss else {}

    @cached_property
    def base(self) -> Pack:
        """The same pack without the expansion, for tables that play without it: its hash does not depend on it."""
        return msgspec.structs.replace(self, abyss=None) if self.abyss else self

    @cached_property
    def module(self) -> dict[str, Module]:
        """The slot modules by identifier."""
        return {module.id: module for module in self.modules}

    @cached_property
    def machine(self) -> dict[str, Machine]:
        """The machines of the market and the printed ones by identifier."""
        return {machine.id: machine for machine in self.machines + self.printed_machines}

    @cached_property
    def crate(self) -> dict[str, Crate]:
        """The crates by identifier."""
        return {crate.id: crate for crate in self.crates}

    @cached_property
    def artifact_card(self) -> dict[str, ArtifactCard]:
        """The artifact cards by identifier."""
        return {card.id: card for card in self.artifact_cards}

    @cached_property
    def tribe(self) -> dict[str, Tribe]:
        """The tribes by identifier."""
        return {tribe.id: tribe for tribe in self.tribes}

    @cached_property
    def technology(self) -> dict[str, Technology]:
        """The technologies of all tribes by identifier."""
        return {technology.id: technology for tribe in self.tribes for technology in tribe.technologies}

    @cached_property
    def reward(self) -> dict[str, RewardSpace]:
        """The reward spaces of the machine tracks by identifier."""
        return {space.id: space for space in self.player_board.rewards}
