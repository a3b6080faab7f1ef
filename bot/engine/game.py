"""A game in memory: its pack, setup, state and records, and what was worked out from the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot.engine import random_numbers
from bot.engine.actions import Event, Record, Value
from bot.engine.components import Pack, SpacePrint, Terrain
from bot.engine.geometry import Board, make_board
from bot.engine.state import PlaceState, SeatNumber, SeatState, Setup, Space, State
from bot.engine.state_copies import copied

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.actions import Action, Offer, Refusal, UseSwitch
    from bot.engine.components import ArtifactCard, Citizen, Tile
    from bot.engine.derived import PassiveEffects, Reach, Surroundings
    from bot.engine.resolution.open_decision import OpenDecision
    from bot.engine.resolution.tasks import Do, Source, Task
    from bot.engine.rules.score_lines import Line

RULES_VERSION = 2
"""2: owed choices come first, and a large artifact owed is reserved (``bot.engine.rules_migration``)."""
EXPANSION_RULES = 3
"""The version that a save with the expansion needs. The rulings of the base game are those of ``RULES_VERSION``."""
MOST_ACTIONS = 2
_state_decoder = msgspec.msgpack.Decoder(State)
_encoder = msgspec.msgpack.Encoder()

LARGE = SpacePrint("large")
ABYSS = SpacePrint("abyss")
VAST = SpacePrint("vast")
LAKE = SpacePrint("lake")


class Mark(msgspec.Struct, frozen=True):
    """The start of a turn: whose, how many records there were, and the state then (MessagePack)."""

    seat: SeatNumber
    records: int
    snapshot: bytes


class Variant:
    """A module of rules that a table can agree on. Every method has a default that changes nothing.

    ``alone``: it is played by one seat; ``has_pieces``: it has pieces on the map, whose owner is the number after the
    last seat's; ``actions_a_turn``: main actions a turn allows; ``rules``: the lowest version of the rules that can
    read a save; ``pools_gains``: points and devotion wait for the end of the action (:meth:`pool_points`).
    """

    alone: bool = False
    has_pieces: bool = False
    actions_a_turn: int = 2
    rules: int = RULES_VERSION
    pools_gains: bool = False

    def refuses(self, setup: Setup, pack: Pack) -> Refusal | None:
        """Why a setup cannot be laid with this variant."""
        return None

    def artifacts_laid(self, pack: Pack) -> int | None:
        """How many large artifacts are laid out; None: as many as the pack says for the number of seats."""
        return None

    def tiles(self, game: Game, tiles: list[Tile]) -> list[Tile]:
        """The area tiles to shuffle."""
        return tiles

    def citizens(self, game: Game, cards: list[Citizen]) -> list[Citizen]:
        """The citizen cards of the deck."""
        return cards

    def set_up(self, game: Game) -> None:
        """Called when the table is laid, before the first turn; may give seats tasks to answer."""

    def reorder(self, game: Game) -> None:
        """Deal anew, or put into another order, what the variant keeps hidden (``bot.engine.rules.reorder_hidden``)."""

    def reorder_undrawn(self, game: Game) -> None:
        """Put into another order what lies undrawn in the variant's piles; what somebody holds or looks at stays."""

    def switch_offers(self, game: Game, seat: SeatNumber) -> Iterator[Offer]:
        """More uses of the switch."""
        yield from ()

    def check_switch(self, game: Game, action: UseSwitch) -> Offer | Refusal | None:
        """Judges a use of the switch that the base game does not know; None: not of this variant."""
        return None

    def use_switch(self, game: Game, action: UseSwitch) -> bool:
        """Carries out such a use; False: not of this variant."""
        return False

    def holds_token(self, game: Game) -> bool:
        """Called when a seat gains an artifact and no large one is left. True: the variant has put a token aside for
        it."""
        return False

    def returns_token(self, game: Game) -> None:
        """Called when a token that was put aside is declined."""

    def token_taken(self, game: Game, seat: SeatNumber) -> None:
        """Called when a seat takes a token that was put aside for it; the token counts as a small artifact."""

    def delays_end(self, game: Game) -> bool:
        """Whether the game goes on although the last large artifact is gone."""
        return False

    def keeps_going(self, game: Game) -> bool:
        """Whether the last large artifact does not end the game at all."""
        return False

    def acted(self, game: Game, action: Action) -> None:
        """Called after a main action or a hibernation of the active seat; its consequences may still be open."""

    def turn_reveals(self, game: Game) -> bool:
        """Whether the end of the active seat's turn reveals something (a barrier of undo)."""
        return False

    def turn_ended(self, game: Game, seat: SeatNumber) -> bool:
        """Called when a seat's turn is over. True: the variant has set the next phase (``between`` or ``closing``)."""
        return False

    def hibernated(self, game: Game, seat: SeatNumber) -> None:
        """Called when a seat hibernates; what it puts on the seat's stack comes after the reward of the row."""

    def settlement(self, game: Game, seat: SeatNumber) -> Task | None:
        """What a seat has gained in a window and has still to settle before the window closes; None: nothing. The
        variant hands it over: asked again, it has nothing more."""
        return None

    def settling_reveals(self, game: Game) -> bool:
        """Whether settling what seats have gained so far may reveal something before anybody is asked."""
        return False

    def pool_points(self, game: Game, seat: SeatNumber, points: int, source: Source) -> None:
        """Called for points gained, where the variant pools them; it hands them over by :meth:`settlement`."""

    def gain_devotion(self, game: Game, seat: SeatNumber, number: int, source: Source) -> None:
        """Called for devotion gained."""

    def points_to_come(self, game: Game, seat: SeatNumber) -> int:
        """Points that are pooled for a seat."""
        return 0

    def built(self, game: Game, seat: SeatNumber, space: Space) -> tuple[tuple[Do, ...], ...]:
        """More bonuses of a building just built, in groups."""
        return ()

    def locations_apart(self, game: Game, seat: SeatNumber) -> tuple[str, ...]:
        """The large locations off the map that a seat has populated."""
        return ()

    def score_lines(self, game: Game, seat: SeatNumber) -> tuple[Line, ...]:
        """More lines of a seat's score."""
        return ()

    def ends_after_turn(self, game: Game) -> bool:
        """Whether the variant's own rules end the game after the running turn, as far as can be seen publicly."""
        return False

    def ended(self, game: Game) -> None:
        """Called when the game is over and can be scored; may tell what the score means."""

    def masked(self, state: State) -> State:
        """The state with what the variant keeps in it as the public may see it; a new one, the other stays as it is."""
        return state

    def problems(self, game: Game) -> Iterator[tuple[str, str]]:
        """What is impossible in a position of this variant: a code and what it is about."""
        yield from ()

    def scored_card(self, game: Game, seat: SeatNumber) -> ArtifactCard | None:
        """The artifact card a seat scores if it is not its own."""
        return None


class Game:
    """A running or finished game. Only the functions of ``bot.engine`` change it."""

    def __init__(self, setup: Setup, pack: Pack, state: State, variants: tuple[Variant, ...]) -> None:
        self.setup = setup
        self.pack = pack
        self.board: Board = _board_of(pack)
        self.variants = variants
        self.pooling = next((variant for variant in variants if variant.pools_gains), None)
        self.actions_a_turn = min((variant.actions_a_turn for variant in variants), default=MOST_ACTIONS)
        self.records: list[Record] = []
        self.before = 0
        self.marks: list[Mark] = []
        self.offers: dict[SeatNumber, list[Offer]] = {}
        self.asked: dict[SeatNumber, tuple[Task, OpenDecision | None]] = {}
        self.reaches: dict[SeatNumber | None, Reach] = {}
        self.passive_effects: dict[SeatNumber, PassiveEffects] = {}
        self.events: list[Event] = []
        self.news: tuple[Event, ...] = ()
        self.revealed = False
        self.turn_over = False
        self.state = state
        self.prints: list[SpacePrint | None] = []
        self.surroundings: dict[Space, Surroundings] = {}
        self.redraw_map()

    # ---- the state -------------------------------------------------------------------------------------------

    def seat(self, seat: SeatNumber) -> SeatState:
        """What a seat has and still has to do."""
        return self.state.seats[seat]

    @property
    def count(self) -> int:
        """How many records the game has had. A loaded game may hold only the last; ``before`` counts the others."""
        return self.before + len(self.records)

    @property
    def active(self) -> SeatNumber:
        """The seat whose turn it is."""
        return self.state.turn.seat

    def is_seat(self, owner: SeatNumber) -> bool:
        """Whether the owner of a piece is a seat; an automated opponent's pieces have an owner beyond the seats."""
        return owner < len(self.state.seats)

    def in_turn(self, seat: SeatNumber) -> bool:
        """Whether the seat's own window is open. Only then may it spend above the limits and gain what lasts for a
        window. The window is closed while the seat owes answers to what others' turns brought (ruling owed-choices)."""
        turn = self.state.turn
        return turn.seat == seat and not turn.owing and self.state.phase in ("setup", "play")

    def clockwise(self, first: SeatNumber) -> list[SeatNumber]:
        """All seats in order of play, beginning with ``first``."""
        count = len(self.state.seats)
        first %= count
        return [*range(first, count), *range(first)]

    def snapshot(self) -> bytes:
        """The state as MessagePack."""
        return _encoder.encode(self.state)

    def restore(self, snapshot: bytes) -> None:
        """Put a state back that :meth:`snapshot` gave."""
        self.state = _state_decoder.decode(snapshot)
        self.passive_effects.clear()
        self.redraw_map()
        self.moved()

    def copy(self) -> Game:
        """An independent game in the same position with the same records. What was worked out about the position is
        copied too."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.state = copied(self.state)
        twin.records, twin.marks = list(self.records), list(self.marks)
        twin.offers, twin.reaches = dict(self.offers), dict(self.reaches)
        twin.passive_effects, twin.events, twin.asked = dict(self.passive_effects), [], {}
        return twin

    def changed(self) -> None:
        """Forget offers and decisions, which were worked out from the previous state."""
        self.offers.clear()
        self.asked.clear()

    def moved(self) -> None:
        """Forget offers, decisions and distances: the map or the pieces on it have changed."""
        self.changed()
        self.reaches.clear()

    # ---- chance ----------------------------------------------------------------------------------------------

    def shuffle(self, things: list[str]) -> list[str]:
        """The things in random order, from the game's own generator."""
        self.state.rng, mixed = random_numbers.shuffled(self.state.rng, things)
        return mixed

    def below(self, bound: int) -> int:
        """A random number from 0 to ``bound`` - 1."""
        self.state.rng, number = random_numbers.below(self.state.rng, bound)
        return number

    # ---- telling ---------------------------------------------------------------------------------------------

    def tell(self, key: str, seat: SeatNumber | None, /, **values: Value) -> None:
        """Note one visible change of the action under way."""
        self.events.append(Event(key, seat, values))

    def whisper(self, key: str, seat: SeatNumber, secret: dict[str, Value], /, **values: Value) -> None:
        """Note one visible change with values that only one seat may see."""
        self.events.append(Event(key, seat, values, secret))

    # ---- the map ---------------------------------------------------------------------------------------------

    def redraw_map(self) -> None:
        """Work out every space's print from the tiles and their orientations; None where a tile is not explored."""
        self.prints = [None] * len(self.board.hexes)
        for place in range(len(self.board.places)):
            self._redraw(place)

    def lay(self, place: int, **changes: str | int) -> PlaceState:
        """Change what lies on a place: its ``tile``, whether it is ``revealed``, its ``orientation``."""
        lying = self.state.places[place] = msgspec.structs.replace(self.state.places[place], **changes)
        self.redraw_place(place)
        return lying

    def redraw_place(self, place: int) -> None:
        """The same for one place, after its tile was flipped or turned; copies of the game may share what was there."""
        self.prints = self.prints.copy()
        self._redraw(place)

    def _redraw(self, place: int) -> None:
        prints = self.prints_of(place)
        for index, space in enumerate(self.board.spaces_of[place]):
            self.prints[space] = prints[index] if prints else None
        self.surroundings = {}

    def prints_of(self, place: int, orientation: int | None = None) -> tuple[SpacePrint, ...] | None:
        """What a place shows in an orientation, its present one if none is named, in the order of its spaces; None
        while unexplored."""
        lying, kind = self.state.places[place], self.board.places[place].kind
        if not lying.revealed:
            return None
        size = len(self.board.spaces_of[place])
        if kind == "large":
            return (LARGE,) * size
        if kind == "abyss":
            return (ABYSS,) * size
        if lying.tile in self.pack.lake:
            return (LAKE,) * size
        tile = self.pack.tile[lying.tile] if kind == "area" else self.pack.start_tile[lying.tile]
        if not tile.spaces:
            return (VAST,) * size
        laid = place, tile.id, lying.orientation if orientation is None else orientation
        found = self.pack.tiles_laid.get(laid)
        if found is None:
            order = self.board.orientations[place][laid[2]]
            found = self.pack.tiles_laid[laid] = tuple([tile.spaces[index] for index in order])
        return found

    def terrain(self, space: Space) -> Terrain | None:
        """The terrain of a space, None while it is not explored."""
        printed = self.prints[space]
        return printed.terrain if printed else None

    def location_at(self, space: Space) -> Space | None:
        """The location a space belongs to: a city's space itself, a large location's first space; None elsewhere."""
        terrain = self.terrain(space)
        if terrain == "city":
            return space
        return self.board.spaces_of[self.board.place_of[space]][0] if terrain == "large" else None

    def spaces_of_location(self, location: Space) -> tuple[Space, ...]:
        """The spaces of a location."""
        if self.terrain(location) == "large":
            return self.board.spaces_of[self.board.place_of[location]]
        return (location,)


_boards: dict[str, Board] = {}


def _board_of(pack: Pack) -> Board:
    if pack.hash not in _boards:
        _boards[pack.hash] = make_board(pack.board)
    return _boards[pack.hash]
