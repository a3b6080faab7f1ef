"""A game in memory: its pack, setup, state and records, and what is worked out from the state and kept until it
changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot.engine import random_numbers
from bot.engine.actions import Event, Record, Value
from bot.engine.components import Pack, SpacePrint, Terrain
from bot.engine.geometry import Board, make_board
from bot.engine.state import SeatNumber, SeatState, Setup, Space, State

if TYPE_CHECKING:
    from bot.engine.actions import Offer
    from bot.engine.rules.map_range import Reach
    from bot.engine.rules.passive_effects import PassiveEffects
    from bot.engine.variant import Variant

RULES_VERSION = 2
"""2: owed choices come first, and a large artifact owed is reserved (``bot.engine.rules_migration``)."""
MOST_ACTIONS = 2
_state_decoder = msgspec.msgpack.Decoder(State)
_encoder = msgspec.msgpack.Encoder()

LARGE = SpacePrint("large")
ABYSS = SpacePrint("abyss")
VAST = SpacePrint("vast")


class Mark(msgspec.Struct, frozen=True):
    """The start of a turn: whose, how many records there were, and the state then (MessagePack)."""

    seat: SeatNumber
    records: int
    snapshot: bytes


class Game:
    """A running or finished game. Change it through the doors of ``bot.engine`` only."""

    def __init__(self, setup: Setup, pack: Pack, state: State, variants: tuple[Variant, ...]) -> None:
        self.setup = setup
        self.pack = pack
        self.board: Board = _board_of(pack)
        self.variants = variants
        self.actions_a_turn = min((variant.actions_a_turn for variant in variants), default=MOST_ACTIONS)
        self.records: list[Record] = []
        self.before = 0
        self.marks: list[Mark] = []
        self.offers: dict[SeatNumber, list[Offer]] = {}
        self.reaches: dict[SeatNumber | None, Reach] = {}
        self.standings: dict[SeatNumber, PassiveEffects] = {}
        self.events: list[Event] = []
        self.news: tuple[Event, ...] = ()
        self.revealed = False
        self.state = state
        self.prints: list[SpacePrint | None] = []
        self.redraw_map()

    # ---- the state -------------------------------------------------------------------------------------------

    def seat(self, seat: SeatNumber) -> SeatState:
        return self.state.seats[seat]

    @property
    def count(self) -> int:
        """How many records the game has had; a loaded game may hold the last of them only (``before`` are left out)."""
        return self.before + len(self.records)

    @property
    def active(self) -> SeatNumber:
        """The seat whose turn it is."""
        return self.state.turn.seat

    def is_seat(self, owner: SeatNumber) -> bool:
        """Whether the owner of a piece is a seat; an automated opponent's pieces have an owner beyond the seats."""
        return owner < len(self.state.seats)

    def in_turn(self, seat: SeatNumber) -> bool:
        """Whether a seat's own window is open: for what lasts only this long, and for spending above the limits. It is
        not while the seat still owes answers to what others' turns brought (design 2.5)."""
        turn = self.state.turn
        return turn.seat == seat and not turn.owing and self.state.phase in ("setup", "play")

    def clockwise(self, first: SeatNumber) -> list[SeatNumber]:
        """All seats in order of play, beginning with ``first``."""
        count = len(self.state.seats)
        return [(first + step) % count for step in range(count)]

    def snapshot(self) -> bytes:
        """The state as MessagePack."""
        return _encoder.encode(self.state)

    def restore(self, snapshot: bytes) -> None:
        """Put a state back that :meth:`snapshot` gave."""
        self.state = _state_decoder.decode(snapshot)
        self.standings.clear()
        self.redraw_map()
        self.moved()

    def copy(self) -> Game:
        """An independent game in the same position, with the same records so far; what has been worked out about the
        position is worked out there too."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.state = _state_decoder.decode(_encoder.encode(self.state))
        twin.records, twin.marks = list(self.records), list(self.marks)
        twin.prints = list(self.prints)
        twin.offers, twin.reaches = dict(self.offers), dict(self.reaches)
        twin.standings, twin.events = dict(self.standings), []
        return twin

    def changed(self) -> None:
        """Forget the offers, which were worked out from the state before."""
        self.offers.clear()

    def moved(self) -> None:
        """The map, the pieces on it or what range is counted from have changed: forget the ways too."""
        self.offers.clear()
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
        """Note a change of which a part is for one seat's eyes."""
        self.events.append(Event(key, seat, values, secret))

    # ---- the map ---------------------------------------------------------------------------------------------

    def redraw_map(self) -> None:
        """Work out every space's print from the tiles and their orientations; None where a tile is not explored."""
        self.prints = [None] * len(self.board.hexes)
        for place in range(len(self.board.places)):
            self.redraw_place(place)

    def redraw_place(self, place: int) -> None:
        """The same for one place, after its tile was flipped or turned."""
        spaces = self.board.spaces_of[place]
        prints = self.prints_of(place)
        for index, space in enumerate(spaces):
            self.prints[space] = prints[index] if prints else None

    def prints_of(self, place: int) -> tuple[SpacePrint, ...] | None:
        """What a place shows in its present orientation, in the order of its spaces; None while unexplored."""
        lying, kind = self.state.places[place], self.board.places[place].kind
        if not lying.revealed:
            return None
        size = len(self.board.spaces_of[place])
        if kind == "large":
            return (LARGE,) * size
        if kind == "abyss":
            return (ABYSS,) * size
        tile = self.pack.tile[lying.tile] if kind == "area" else self.pack.start_tile[lying.tile]
        if not tile.spaces:
            return (VAST,) * size
        return tuple(tile.spaces[index] for index in self.board.orientations[place][lying.orientation])

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
