"""Lobbies: who plays, with which tribe and options, until somebody starts."""

import random
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from bot.app.tables.model import (
    FEWEST,
    MOST,
    STRENGTHS,
    USUAL,
    Caller,
    Chosen,
    Seat,
    Status,
    Strength,
    TableRefusal,
    What,
    named,
)
from bot.app.tables.pace import Pace
from bot.app.tables.second_try import tried_twice
from bot.app.tables.table_permissions import Operation, demand
from bot.app.tables.table_repository import TableChange, TableRepository
from bot.app.tables.table_state import Body, Shuffle, TableState, decode_body, new_salt
from bot.engine import new_game, why_not_laid
from bot.engine.actions import Refusal
from bot.engine.components import Pack
from bot.engine.state import Options, SeatNumber, SeatSetup, Setup

RANDOM_SEATS: Final = "random_seats"
HINTS: Final = "hints"
FIRST_GAME: Final = "first_game"
IN_THREAD: Final = "in_thread"
LOOKING: Final = "looking"
NEWCOMERS: Final = "newcomers"
OF_TABLE: Final = (RANDOM_SEATS, HINTS, FIRST_GAME, IN_THREAD, LOOKING, NEWCOMERS)
"""Options of the table: the rules do not know them."""
_HINTS: Final = get_type_hints(Options)


def values_of(name: str) -> tuple[str | bool, ...]:
    """The values of an option; none where there is no such option."""
    if name in OF_TABLE:
        return (True, False)
    hint = _HINTS.get(name)
    return tuple(get_args(hint)) if get_origin(hint) is Literal else (True, False) if hint is bool else ()


def fewest_seats(options: Options) -> int:
    """How many have to sit down: one is enough where the options are those of a game for one."""
    return FEWEST if options.alone == "no" else 1


def most_seats(options: Options) -> int:
    """How many may sit down at the start: in a game for one it is one."""
    return MOST if options.alone == "no" else 1


def usual_strength(first_game: bool) -> Strength:
    """How strong a computer player is unless somebody says otherwise: whoever is new to the game should be able to
    win."""
    return "easy" if first_game else USUAL


def idle_options(options: Options) -> frozenset[str]:
    """The options that do nothing at such a table: alone the order of seats and the advanced switch (each way of
    playing alone has a switch of its own). The long game, which is for four, and the expansion can only be switched off
    then."""
    if options.alone == "no":
        return frozenset()
    off = {name for name in ("long_game", "abyss") if not getattr(options, name)}
    return frozenset({RANDOM_SEATS, "advanced_switch"} | off)


def obstacle(status: Status, pack: Pack) -> Refusal | None:
    """Why a lobby's table could not be laid if it were started as it is; None as long as too few sit there for any
    game."""
    if len(status.seats) < fewest_seats(status.options):
        return None
    seats = tuple(SeatSetup(tribe=seat.tribe) for seat in status.seats)
    return why_not_laid(Setup(seats=seats, pack=pack.hash, seed=0, options=status.options), pack)


class Lobby:
    """What is done with a table before it starts. Every change gives the table's new status.

    :raises TableRefusal: from every call: ``no_such_game``, ``started``, ``not_allowed``, ``busy`` and what is named.
    """

    def __init__(self, repository: TableRepository, seeds: Callable[[], int], wake: Callable[[int], None]) -> None:
        """``seeds`` gives the seeds of new games; ``wake`` tells computer players that it may be their move."""
        self._repository = repository
        self._seeds = seeds
        self._wake = wake

    async def open(
        self,
        caller: Caller,
        options: Options | None = None,
        locale: str = "en",
        pack: str | None = None,
        *,
        first_game: bool = False,
    ) -> Status:
        """A new lobby in the caller's channel, the caller its owner and first player. ``pack``: the identifier of the
        pack (None: the first). ``first_game``: it explains itself.

        :raises TableRefusal: ``second_lobby`` or ``running`` (the channel has an open table; ``game`` is its number);
            ``unknown_pack``.
        """
        wanted = await self._repository.packs.chosen(caller.guild, pack)
        if wanted is None:
            raise TableRefusal("unknown_pack", pack=pack)
        name = None if wanted is self._repository.packs.first else wanted.id
        seats = (Seat(user=caller.user, name=caller.name),)
        body = Body(seats=seats, options=options or Options(), locale=locale, pack=name, first_game=first_game)
        return await self.open_with(caller, body)

    async def open_with(self, caller: Caller, body: Body) -> Status:
        """The same with people and options from elsewhere."""
        return (await self._repository.add(caller, body, TableChange("opened", caller))).status()

    async def join(self, caller: Caller, game: int) -> Status:
        """:raises TableRefusal: ``already_in``, ``full_lobby``."""

        def joined(table: TableState) -> TableState:
            if caller.user in table.people:
                raise TableRefusal("already_in", player=caller.name)
            return _agreed(_seated(table, Seat(user=caller.user, name=caller.name)), caller.user)

        return await self._change(caller, game, Operation.JOIN, joined)

    async def leave(self, caller: Caller, game: int) -> Status:
        """The owner's place passes to the next person; with nobody left the lobby ends (stage ``ended``).

        :raises TableRefusal: ``not_in_game``.
        """
        return await self._change(
            caller, game, Operation.LEAVE, lambda table: _without(table, table.seat_of(caller.user))
        )

    async def tribe(self, caller: Caller, game: int, tribe: str | None) -> Status:
        """Choose the own tribe; None: by lot.

        :raises TableRefusal: ``not_in_game``, ``unknown_tribe``, ``tribe_taken``.
        """

        pack = await self.pack_of(await self._repository.get(game))

        def chosen(table: TableState) -> TableState:
            seat = table.seat_of(caller.user)
            _check_tribe(table, pack, seat, tribe)
            return _with_seats(table, _replaced(table.body.seats, seat, tribe=tribe))

        return await self._change(caller, game, Operation.TRIBE, chosen)

    async def option(self, caller: Caller, game: int, name: str, value: str | bool) -> Status:
        """Set an option (owner).

        :raises TableRefusal: ``unknown_option``, ``unknown_value``.
        """

        def chosen(table: TableState) -> TableState:
            if not (values := values_of(name)):
                raise TableRefusal("unknown_option", option=name)
            if not any(value is each or (value == each and isinstance(value, str)) for each in values):
                raise TableRefusal("unknown_value", option=name, value=str(value))
            if name == FIRST_GAME:
                table = _with_usual_strength(table, first_game=bool(value))
            if name in OF_TABLE:
                return replace(table, body=msgspec.structs.replace(table.body, **{name: bool(value)}))
            options = msgspec.structs.replace(table.body.options, **{name: value})
            return replace(table, body=msgspec.structs.replace(table.body, options=options))

        return await self._change(caller, game, Operation.OPTION, chosen)

    @tried_twice
    async def claim_call(self, game: int) -> bool:
        """Note that players are about to be called to a lobby that looks for some. False: they were before."""
        async with self._repository.changing(game) as table:
            if table.stage != "lobby" or not table.body.looking or table.body.called:
                return False
            after = replace(table, body=msgspec.structs.replace(table.body, called=True))
            await self._repository.commit(table, after, TableChange("lobby"))
        return True

    async def looking(self, guild: int) -> tuple[Status, ...]:
        """The lobbies of a server that look for players and have a seat left, the newest first."""
        games = [game for game, (place, _) in self._repository.places.items() if place == guild]
        found = [(await self._repository.get(game)).status() for game in sorted(games, reverse=True)]
        wanted = (each for each in found if each.stage == "lobby" and each.looking)
        return tuple(each for each in wanted if len(each.seats) < most_seats(each.options))

    async def looking_servers(self) -> tuple[int, ...]:
        """The servers with lobbies that look for players, that with the latest change first."""
        heads = await self._repository.store.of_server(None, ("lobby",))
        return tuple(dict.fromkeys(head.guild for head in heads if _looks(head.body)))

    async def pace(self, caller: Caller, game: int, pace: Pace) -> Status:
        """Choose how quickly people play (owner). Whoever sits there already is asked to agree: :meth:`agree`."""

        def chosen(table: TableState) -> TableState:
            kept = table.body.agreed if table.body.pace == pace else ()
            body = msgspec.structs.replace(table.body, pace=pace, agreed=kept)
            return _agreed(replace(table, body=body), caller.user)

        return await self._change(caller, game, Operation.OPTION, chosen)

    async def agree(self, caller: Caller, game: int) -> Status:
        """Agree to the lobby's pace. :raises TableRefusal: ``not_in_game``."""
        return await self._change(caller, game, Operation.AGREE, lambda table: _agreed(table, caller.user))

    async def pack(self, caller: Caller, game: int, pack: str) -> Status:
        """Choose the pack of the components by its identifier (owner). Tribes that it has not are by lot again.

        :raises TableRefusal: ``unknown_pack``.
        """
        guild = (await self._repository.get(game)).guild
        wanted = await self._repository.packs.chosen(guild, pack)

        def chosen(table: TableState) -> TableState:
            if wanted is None:
                raise TableRefusal("unknown_pack", pack=pack)
            seats = _fitting(table.body.seats, wanted)
            name = None if wanted is self._repository.packs.first else wanted.id
            return replace(table, body=msgspec.structs.replace(table.body, seats=seats, pack=name))

        return await self._change(caller, game, Operation.OPTION, chosen)

    async def packs(self, game: int) -> tuple[Pack, ...]:
        """The packs that a lobby can choose."""
        offered = await self._repository.packs.offered((await self._repository.get(game)).guild)
        return tuple(each.pack for each in offered)

    async def pack_of(self, table: TableState) -> Pack:
        """The pack that a lobby would start with."""
        return await self._repository.packs.chosen_or_first(table.guild, table.body.pack)

    async def computer(self, caller: Caller, game: int, strength: Strength | None = None) -> Status:
        """Add a computer player (owner). ``strength``: None: the usual one, in a first game an easy one.

        :raises TableRefusal: ``full_lobby``, ``unknown_computer``.
        """

        def joined(table: TableState) -> TableState:
            chosen = strength if strength is not None else usual_strength(table.body.first_game)
            check_strength(chosen)
            return _seated(table, Seat(name=computer_name(table.body.seats), computer=chosen))

        return await self._change(caller, game, Operation.COMPUTER, joined)

    async def strength(self, caller: Caller, game: int, seat: SeatNumber, strength: Strength) -> Status:
        """Let a computer player play stronger or weaker (owner).

        :raises TableRefusal: ``unknown_seat`` (also where a person sits), ``unknown_computer``.
        """

        def changed(table: TableState) -> TableState:
            check_strength(strength)
            seats = list(table.body.seats)
            if not 0 <= seat < len(seats) or seats[seat].computer is None:
                raise TableRefusal("unknown_seat", seats=len(seats))
            seats[seat] = msgspec.structs.replace(seats[seat], computer=strength)
            return replace(table, body=msgspec.structs.replace(table.body, seats=tuple(seats)))

        return await self._change(caller, game, Operation.COMPUTER, changed)

    async def remove(self, caller: Caller, game: int, seat: SeatNumber) -> Status:
        """Take somebody, or a computer player, out again (owner or moderator).

        :raises TableRefusal: ``unknown_seat``.
        """

        def removed(table: TableState) -> TableState:
            if not 0 <= seat < len(table.body.seats):
                raise TableRefusal("unknown_seat", seats=len(table.body.seats))
            return _without(table, seat)

        return await self._change(caller, game, Operation.REMOVE, removed)

    @tried_twice
    async def start(self, caller: Caller, game: int) -> Status:
        """Lay the table and begin (owner). Seats are shuffled where ``random_seats`` is on (it is at first).

        :raises TableRefusal: ``too_few``; ``pace_open``: somebody has not agreed to the pace; ``unknown_pack``: the
            chosen pack is no longer offered.
        :raises Refused: the engine cannot lay this table (such as ``draft_too_many`` or ``long_game_seats``).
        """
        async with self._repository.changing(game) as table:
            if _repeated(caller, table):
                return table.status()
            _lobby(table)
            demand(Operation.START, caller, table)
            if len(table.body.seats) < (fewest := fewest_seats(table.body.options)):
                raise TableRefusal("too_few", fewest=fewest, seats=len(table.body.seats))
            if undecided := table.status().undecided:
                names = tuple(named(table.body.seats, seat) for seat in undecided)
                raise TableRefusal("pace_open", players=names)
            table = await self._started(table, caller)
        self._wake(game)
        return table.status()

    async def _started(self, table: TableState, caller: Caller) -> TableState:
        packs = self._repository.packs
        async with packs.changing:
            pack = await packs.chosen(table.guild, table.body.pack)
            if pack is None:
                raise TableRefusal("unknown_pack", pack=table.body.pack)
            pack = packs.for_table(pack, table.body.options)
            started = self._set_up(table, pack)
            await packs.keep(pack)
            return await self._repository.commit(table, started, TableChange("started", caller))

    def _set_up(self, table: TableState, pack: Pack) -> TableState:
        seats = list(_fitting(table.body.seats, pack))
        if table.body.random_seats:
            random.Random(secrets.randbits(64)).shuffle(seats)
        setup = Setup(
            seats=tuple(SeatSetup(tribe=seat.tribe) for seat in seats),
            pack=pack.hash,
            seed=self._seeds(),
            options=table.body.options,
        )
        game = new_game(setup, pack)
        played = [
            msgspec.structs.replace(seat, tribe=mine.tribe) for seat, mine in zip(seats, game.state.seats, strict=True)
        ]
        table = replace(_with_seats(table, tuple(played)), stage="running", game=game)
        return replace(table, body=msgspec.structs.replace(table.body, shuffle=Shuffle(setup.seed, new_salt())))

    async def cancel(self, caller: Caller, game: int) -> Status:
        """Call it off (owner or moderator)."""
        return await self._change(caller, game, Operation.CANCEL, lambda table: replace(table, stage="ended"))

    @tried_twice
    async def expire(self, game: int) -> None:
        """Close a lobby that nobody started."""
        async with self._repository.changing(game) as table:
            if table.stage == "lobby":
                await self._repository.commit(table, replace(table, stage="expired"), TableChange("expired"))

    async def options(self, game: int) -> tuple[Chosen, ...]:
        """Every option with its values and the present one, those of the table among them."""
        body = (await self._repository.get(game)).body
        names = [each.name for each in msgspec.structs.fields(Options) if values_of(each.name)]
        usual, new = Options(), Body()
        rules = [(name, getattr(body.options, name), getattr(usual, name)) for name in names]
        of_table = (
            (RANDOM_SEATS, body.random_seats, new.random_seats),
            (HINTS, body.gives_hints, msgspec.structs.replace(body, hints=None).gives_hints),
            (FIRST_GAME, body.first_game, new.first_game),
            (IN_THREAD, body.in_thread, True),
            (LOOKING, body.looking, new.looking),
            (NEWCOMERS, body.newcomers, new.newcomers),
        )
        return tuple(Chosen(name, values_of(name), value, value != other) for name, value, other in (*rules, *of_table))

    async def tribes(self, game: int) -> tuple[str, ...]:
        """The tribes that are still free, by id."""
        table = await self._repository.get(game)
        taken = {seat.tribe for seat in table.body.seats}
        return tuple(tribe.id for tribe in (await self.pack_of(table)).tribes if tribe.id not in taken)

    @tried_twice
    async def _change(
        self, caller: Caller, game: int, operation: Operation, change: Callable[[TableState], TableState]
    ) -> Status:
        async with self._repository.changing(game) as table:
            if _repeated(caller, table):
                return table.status()
            _lobby(table)
            demand(operation, caller, table)
            after = change(table)
            what: What = "ended" if after.stage == "ended" else "lobby"
            return (await self._repository.commit(table, after, TableChange(what, caller))).status()


def _with_usual_strength(table: TableState, *, first_game: bool) -> TableState:
    """Computer players of the usual strength get that of a first game, and the other way round."""
    before, after = usual_strength(table.body.first_game), usual_strength(first_game)
    seats = (
        msgspec.structs.replace(seat, computer=after) if seat.computer == before else seat for seat in table.body.seats
    )
    return _with_seats(table, tuple(seats))


def _check_tribe(table: TableState, pack: Pack, seat: SeatNumber, tribe: str | None) -> None:
    if tribe is None:
        return
    if tribe not in pack.tribe:
        raise TableRefusal("unknown_tribe", tribe=tribe)
    seats = table.body.seats
    for number, other in enumerate(seats):
        if other.tribe == tribe and number != seat:
            raise TableRefusal("tribe_taken", player=named(seats, number))


def _fitting(seats: tuple[Seat, ...], pack: Pack) -> tuple[Seat, ...]:
    """The seats, by lot where the pack has not the tribe that was chosen."""
    return tuple(
        seat if seat.tribe is None or seat.tribe in pack.tribe else msgspec.structs.replace(seat, tribe=None)
        for seat in seats
    )


def check_strength(strength: str) -> None:
    """:raises TableRefusal: ``unknown_computer``."""
    if strength not in STRENGTHS:
        raise TableRefusal("unknown_computer", strength=strength)


def computer_name(seats: tuple[Seat, ...]) -> str:
    """A name for one more computer player, the same in every language."""
    taken = {seat.name for seat in seats}
    return next(name for number in range(1, MOST + 2) if (name := f"Robo {number}") not in taken)


def _repeated(caller: Caller, table: TableState) -> bool:
    return caller.interaction is not None and caller.interaction in table.done


def _lobby(table: TableState) -> None:
    if table.stage in ("running", "paused"):
        raise TableRefusal("started", game=table.id)
    if table.stage != "lobby":
        raise TableRefusal("no_lobby_here", game=table.id)


def _with_seats(table: TableState, seats: tuple[Seat, ...]) -> TableState:
    return replace(table, body=msgspec.structs.replace(table.body, seats=seats))


def _agreed(table: TableState, user: int) -> TableState:
    """The lobby with somebody's agreement to its pace."""
    agreed = tuple(each for each in dict.fromkeys((*table.body.agreed, user)) if each in table.people)
    return replace(table, body=msgspec.structs.replace(table.body, agreed=agreed))


def _replaced(seats: tuple[Seat, ...], seat: SeatNumber, **values: Any) -> tuple[Seat, ...]:
    return (*seats[:seat], msgspec.structs.replace(seats[seat], **values), *seats[seat + 1 :])


def _seated(table: TableState, seat: Seat) -> TableState:
    if len(table.body.seats) >= MOST:
        raise TableRefusal("full_lobby", most=MOST)
    return _with_seats(table, (*table.body.seats, seat))


def _without(table: TableState, seat: SeatNumber) -> TableState:
    """The lobby without somebody, with another owner if it was the owner; ended if nobody is left."""
    left = tuple(other for number, other in enumerate(table.body.seats) if number != seat)
    people = [other.user for other in left if other.user is not None]
    if not people:
        return replace(table, stage="ended")
    owner = table.owner if table.owner in people else people[0]
    left_there = replace(_with_seats(table, left), owner=owner)
    agreed = tuple(user for user in table.body.agreed if user in people)
    return replace(left_there, body=msgspec.structs.replace(left_there.body, agreed=agreed))


def _looks(body: bytes) -> bool:
    """Whether a lobby looks for players, in what is stored of it."""
    try:
        return decode_body(body).looking
    except msgspec.MsgspecError:
        return False
