"""Looking after games: pause, end and take that back, replace, move, repair. Owner and moderators decide alone, players
by vote."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from bot.app.tables.ballots import ballot_on, with_ballot
from bot.app.tables.lobby import Lobby, check_strength, computer_name
from bot.app.tables.model import (
    USUAL,
    Ballot,
    Caller,
    Ending,
    Seat,
    Stage,
    Status,
    Strength,
    TableRefusal,
    Voted,
    What,
    named,
)
from bot.app.tables.opening_rules import demand_channel
from bot.app.tables.pace import Pace
from bot.app.tables.second_try import tried_twice
from bot.app.tables.table_permissions import Operation, Role, demand, may, may_vote, not_allowed, roles_of
from bot.app.tables.table_repository import TableChange, TableRepository, decode_safely
from bot.app.tables.table_state import Body, TableState
from bot.app.tables.transitions import handed_on
from bot.engine import Game, SaveError
from bot.engine.debug.invariants import violations
from bot.engine.state import SeatNumber

VOTES_LAST: Final = timedelta(hours=48)
TAKEN_BACK_FOR: Final = timedelta(hours=24)
"""How long a game that was ended early can be taken up again."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody, or a vote, wants done: ``on`` identifies it among the votes, ``seat`` is the one it is about."""

    operation: Operation
    on: str
    what: What
    change: Callable[[TableState], TableState]
    seat: SeatNumber | None = None


class Administration:
    """Who may do what is in ``bot.app.tables.table_permissions``.

    :raises TableRefusal: from every call: ``no_such_game``, ``not_allowed``, ``busy``, and what is named.
    """

    def __init__(self, repository: TableRepository, lobby: Lobby, wake: Callable[[int], None]) -> None:
        """``wake`` tells computer players that it may be their move."""
        self._repository = repository
        self._lobby = lobby
        self._wake = wake

    async def pause(self, caller: Caller, game: int) -> Voted:
        """Nobody can act and nobody is reminded. :raises TableRefusal: ``not_running``."""
        return await self._decide(caller, game, Proposal(Operation.PAUSE, "pause", "paused", _to("paused", "running")))

    async def resume(self, caller: Caller, game: int) -> Voted:
        """:raises TableRefusal: ``not_paused``."""
        return await self._decide(
            caller, game, Proposal(Operation.RESUME, "resume", "resumed", _to("running", "paused"))
        )

    async def end(self, caller: Caller, game: int) -> Voted:
        """Break the game off, without a result. For :data:`TAKEN_BACK_FOR` it counts as running and can be taken up
        again; it is final after that, or when every person at the table has confirmed it.

        :raises TableRefusal: ``not_running``, ``ending``.
        """

        def broken_off(table: TableState) -> TableState:
            _running(table)
            return _broken_off(table, caller, self._repository.now())

        return await self._decide(caller, game, Proposal(Operation.END, "end", "ending", broken_off))

    async def pace(self, caller: Caller, game: int, pace: Pace) -> Voted:
        """Play quicker or slower from now on. Nobody is late after that until the new time has passed.

        :raises TableRefusal: ``not_running``.
        """

        def paced(table: TableState) -> TableState:
            _running(table)
            return replace(table, body=msgspec.structs.replace(table.body, pace=pace, late={}))

        return await self._decide(caller, game, Proposal(Operation.PACE, f"pace:{pace}", "pace", paced))

    async def may_end(self, caller: Caller, game: int) -> bool:
        """Whether the caller may end the game early alone; otherwise theirs is a vote.

        :raises TableRefusal: ``not_running``, ``ending``; they may not at all.
        """
        table = await self._repository.get(game)
        _running(table)
        roles = roles_of(caller, table)
        if not may(Operation.END, roles) and not may_vote(Operation.END, roles):
            raise not_allowed(Operation.END, table)
        return may(Operation.END, roles)

    async def take_back(self, caller: Caller, game: int) -> Voted:
        """Take up again a game that was ended early, as it was.

        :raises TableRefusal: ``not_ending``, ``over``: it is final; ``place_taken``: its channel has another table.
        """
        await self.settle(game)
        proposal = Proposal(Operation.TAKE_BACK, "take_back", "taken_back", self._taken_up)
        try:
            return await self._decide(caller, game, proposal)
        except TableRefusal as refusal:
            if refusal.reason != "channel_taken":
                raise
            raise TableRefusal("place_taken", game=game, other=refusal.values["game"] or "?") from refusal

    def _taken_up(self, table: TableState) -> TableState:
        ending = _ending(table)
        if (other := self._repository.by_channel.get(table.channel)) is not None:
            raise TableRefusal("place_taken", game=table.id, other=other)
        return replace(table, stage=ending.stage, body=msgspec.structs.replace(table.body, ending=None, ballots=()))

    @tried_twice
    async def confirm_end(self, caller: Caller, game: int) -> Status:
        """Agree that it ends early, which is final when every person at the table has.

        :raises TableRefusal: ``not_ending``, ``not_in_game``, ``over``.
        """
        await self.settle(game)
        async with self._repository.changing(game) as table:
            if _known(caller, table):
                return table.status()
            ending = _ending(table)
            demand(Operation.CONFIRM_END, caller, table)
            confirmed = tuple(dict.fromkeys((*ending.confirmed, caller.user)))
            final = set(confirmed).issuperset(table.people)
            body = msgspec.structs.replace(table.body, ending=msgspec.structs.replace(ending, confirmed=confirmed))
            after = replace(table, body=body, stage="ended" if final else "ending")
            return (
                await self._repository.commit(table, after, TableChange("ended" if final else "voted", caller))
            ).status()

    @tried_twice
    async def settle(self, game: int) -> None:
        """Make final what was ended early and can no longer be taken back; otherwise nothing."""
        async with self._repository.changing(game) as table:
            ending = table.body.ending
            if table.stage == "ending" and (ending is None or ending.until <= self._repository.now()):
                await self._repository.commit(table, replace(table, stage="ended"), TableChange("ended"))

    async def move(self, caller: Caller, game: int, channel: int, guild: int) -> Voted:
        """Go on in another channel or thread; also for a game whose end can be taken back, or that is archived.

        :raises TableRefusal: ``channel_taken``; ``pack_stays``: the pack belongs to the server that it would leave;
            ``opening_channel``: games may not be there.
        """
        demand_channel(await self._repository.store.rules.of(guild), caller)
        pack = (await self._repository.get(game)).pack
        if pack is not None and await self._repository.packs.need_in(guild, pack) is None:
            raise TableRefusal("pack_stays", game=game)

        def moved(table: TableState) -> TableState:
            _running(table, "running", "paused", "ending", "archived")
            if self._repository.by_channel.get(channel, game) != game:
                raise TableRefusal("channel_taken", game=self._repository.by_channel[channel])
            body = msgspec.structs.replace(table.body, in_thread=False, home=None)
            return replace(table, channel=channel, guild=guild, message=None, body=body)

        voted = await self._decide(caller, game, Proposal(Operation.MOVE, f"move:{channel}", "moved", moved))
        if voted.done:
            await self._repository.show_on(game, None)
        return voted

    async def replace(self, caller: Caller, game: int, seat: SeatNumber, user: int, name: str) -> Voted:
        """Let another person play a seat. :raises TableRefusal: ``unknown_seat``, ``already_in``, ``not_running``."""

        def replaced(table: TableState) -> TableState:
            if user in table.people:
                raise TableRefusal("already_in", player=name)
            return _reseated(table, seat, user=user, name=name, computer=None, standing={}, kept_for=None, absent=None)

        return await self._decide(
            caller, game, Proposal(Operation.REPLACE, f"replace:{seat}:{user}", "seats", replaced, seat)
        )

    async def replace_by_computer(
        self, caller: Caller, game: int, seat: SeatNumber, strength: Strength = USUAL
    ) -> Voted:
        """Let a computer player play a seat; the person can come back by :meth:`replace`.

        :raises TableRefusal: ``unknown_seat``, ``unknown_computer``, ``not_running``.
        """
        check_strength(strength)
        proposal = Proposal(
            Operation.REPLACE,
            f"replace:{seat}:{strength}",
            "seats",
            lambda table: _computed(table, seat, strength),
            seat,
        )
        return await self._decide(caller, game, proposal)

    @tried_twice
    async def join(self, caller: Caller, game: int) -> Status:
        """Join a lobby, or sit down on the seat of a running game that is kept for the caller.

        :raises TableRefusal: ``already_in``, ``full_lobby``, ``started`` (no seat is kept at all), ``no_seat_kept``.
        """
        table = await self._repository.get(game)
        if table.stage == "lobby" or not table.kept:
            return await self._lobby.join(caller, game)
        async with self._repository.changing(game) as table:
            if _known(caller, table):
                return table.status()
            after = _seated(caller, table)
            return (await self._repository.commit(table, after, TableChange("seats", caller))).status()

    @tried_twice
    async def leave(self, caller: Caller, game: int) -> Status:
        """Leave a lobby, or a running game: then a computer player takes the seat. Whoever leaves as the last person
        breaks the game off, as :meth:`end` does.

        :raises TableRefusal: ``not_in_game``, ``not_running``.
        """
        if (await self._repository.get(game)).stage == "lobby":
            return await self._lobby.leave(caller, game)
        async with self._repository.changing(game) as table:
            if _known(caller, table):
                return table.status()
            seat = table.seat_of(caller.user)
            after = _computed(table, seat, USUAL)
            what: What = "seats" if after.people else "ending"
            after = handed_on(after) if after.people else _broken_off(table, caller, self._repository.now())
            table = await self._repository.commit(table, after, TableChange(what, caller))
        self._wake(game)
        return table.status()

    @tried_twice
    async def pass_on(self, caller: Caller, game: int, user: int) -> Status:
        """Make another player the owner. :raises TableRefusal: ``not_in_game``: that person does not play."""
        async with self._repository.changing(game) as table:
            if _known(caller, table):
                return table.status()
            demand(Operation.PASS_ON, caller, table)
            table.seat_of(user)
            what: What = "lobby" if table.stage == "lobby" else "seats"
            return (
                await self._repository.commit(table, replace(table, owner=user), TableChange(what, caller))
            ).status()

    async def rematch(self, caller: Caller, game: int) -> Status:
        """A new lobby in the caller's channel with the same people, computer players and options.

        :raises TableRefusal: ``not_in_game``, ``running`` or ``second_lobby`` (the channel has an open table).
        """
        table = await self._repository.get(game)
        demand(Operation.REMATCH, caller, table)
        if table.open and table.channel == caller.channel:
            raise await self._repository.taken(caller.channel)
        body = table.body
        seats = tuple(
            msgspec.structs.replace(seat, tribe=None, standing={}, **_returned(seat))
            for seat in body.seats
            if seat.kept_for is None
        )
        pack = body.pack if await self._repository.packs.chosen(caller.guild, body.pack) is not None else None
        again = Body(
            seats=seats,
            options=body.options,
            locale=body.locale,
            random_seats=body.random_seats,
            hints=body.hints,
            rematch_of=game,
            pack=pack,
            in_thread=body.in_thread,
            home=body.home if table.channel == caller.channel else None,
            pace=body.pace,
            agreed=(caller.user,),
        )
        return await self._lobby.open_with(caller, again)

    @tried_twice
    async def repair(self, caller: Caller, game: int, *, roll_back: bool = False) -> Status:
        """Let a game that was set aside in again; with ``roll_back`` at the last start of a turn that can be read.

        :raises TableRefusal: ``not_aside``, ``still_broken`` (``why`` is the code), ``no_turn_mark``.
        """
        async with self._repository.changing(game) as table:
            if _known(caller, table):
                return table.status()
            demand(Operation.REPAIR, caller, table)
            if table.aside is None and not (roll_back and caller.host):
                raise TableRefusal("not_aside", game=game)
            await self._check_body(table)
            after, dropped = await self._rolled_back(table) if roll_back else (await self._opened(table), None)
            table = await self._repository.commit(table, after, TableChange("repaired", caller, drop_from=dropped))
        self._wake(game)
        return table.status()

    async def _check_body(self, table: TableState) -> None:
        """Who sits where must be readable: it would be written anew."""
        stored = await self._repository.store.get(table.id)
        try:
            decode_safely(stored.body if stored else b"")
        except SaveError as error:
            raise TableRefusal("still_broken", game=table.id, why=error.reason) from error

    async def _opened(self, table: TableState) -> TableState:
        try:
            game = await self._repository.unpack(table.saved, table.pack) if table.saved is not None else None
        except SaveError as error:
            raise TableRefusal("still_broken", game=table.id, why=str(error)) from error
        if game is not None and game.count != table.records:
            raise TableRefusal("still_broken", game=table.id, why="records")
        return replace(table, aside=None, game=game)

    async def _rolled_back(self, table: TableState) -> tuple[TableState, int]:
        for records, saved in await self._repository.store.turns(table.id):
            game = await self._sound(saved, table.pack)
            if game is not None and game.count == records:
                return replace(table, aside=None, game=game, saved=saved, records=records), records
        raise TableRefusal("no_turn_mark", game=table.id)

    async def _sound(self, saved: bytes, pack: str | None) -> Game | None:
        try:
            game = await self._repository.unpack(saved, pack)
        except SaveError:
            return None
        return None if violations(game) else game

    # ---- deciding alone, or by vote ------------------------------------------------------------------------------

    @tried_twice
    async def _decide(self, caller: Caller, game: int, proposal: Proposal) -> Voted:
        async with self._repository.changing(game) as table:
            if _known(caller, table):
                return Voted(
                    status=table.status(),
                    done=not ballot_on(table, proposal.on),
                    ballot=ballot_on(table, proposal.on),
                )
            if proposal.seat is not None and not 0 <= proposal.seat < len(table.body.seats):
                raise TableRefusal("unknown_seat", seats=len(table.body.seats))
            after = proposal.change(table)
            ballot = self._voted(caller, table, proposal)
            if ballot is None or len(ballot.users) >= ballot.need:
                change, after = TableChange(proposal.what, caller), with_ballot(after, proposal.on, None)
                done = True
            else:
                change, after = TableChange("voted", caller), with_ballot(table, proposal.on, ballot)
                done = False
            table = await self._repository.commit(table, after, change)
        if done:
            self._wake(game)
        return Voted(status=table.status(), done=done, ballot=ballot)

    def _voted(self, caller: Caller, table: TableState, proposal: Proposal) -> Ballot | None:
        """The ballot with the caller's vote; None where the caller may do it alone."""
        roles = roles_of(caller, table, proposal.seat)
        if may(proposal.operation, roles - {Role.MAJORITY}):
            return None
        if not may_vote(proposal.operation, roles):
            raise not_allowed(proposal.operation, table)
        now, old = self._repository.now(), ballot_on(table, proposal.on)
        if old is None or now - old.since > VOTES_LAST:
            old = Ballot(proposal.on, (), 0, now)
        people = table.people
        users = tuple(user for user in dict.fromkeys((*old.users, caller.user)) if user in people)
        return Ballot(proposal.on, users, len(set(people)) // 2 + 1, old.since)


def _known(caller: Caller, table: TableState) -> bool:
    return caller.interaction is not None and caller.interaction in table.done


def _to(stage: Stage, *stages: Stage) -> Callable[[TableState], TableState]:
    def changed(table: TableState) -> TableState:
        if stage == "running" and table.stage == "running":
            raise TableRefusal("not_paused", game=table.id)
        _running(table, *stages)
        return replace(table, stage=stage)

    return changed


def _broken_off(table: TableState, caller: Caller, now: datetime) -> TableState:
    """The game ended early, with everybody still in their seat, for it may be taken up again."""
    ending = Ending(caller.user, caller.name, now, now + TAKEN_BACK_FOR, table.stage)
    return replace(table, stage="ending", body=msgspec.structs.replace(table.body, ending=ending, ballots=()))


def _ending(table: TableState) -> Ending:
    """:raises TableRefusal: ``not_ending``; ``over``: it is final."""
    if table.stage == "ending" and table.body.ending is not None:
        return table.body.ending
    raise TableRefusal("over" if table.stage in ("over", "ended") else "not_ending", game=table.id)


def _running(table: TableState, *stages: Stage) -> None:
    """:raises TableRefusal: it is in none of the stages (any in which the game goes on, where none is named)."""
    if table.stage == "ending" and table.stage not in stages:
        raise table.being_ended()
    if table.stage not in (stages or ("running", "paused")):
        if table.stage == "archived":
            raise TableRefusal("archived", game=table.id)
        over = table.stage in ("over", "ended")
        raise TableRefusal("over" if over else "paused" if table.stage == "paused" else "not_running", game=table.id)


def _reseated(table: TableState, seat: SeatNumber, **values: Any) -> TableState:
    _running(table)
    seats: list[Seat] = list(table.body.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], **values)
    return replace(table, body=msgspec.structs.replace(table.body, seats=tuple(seats)))


def _returned(seat: Seat) -> dict[str, Any]:
    """A person for whom a computer player fills in sits at the next table themselves."""
    return {} if seat.absent is None else {"user": seat.absent, "computer": None, "absent": None}


def _seated(caller: Caller, table: TableState) -> TableState:
    """:raises TableRefusal: ``already_in``, ``no_seat_kept``."""
    if caller.user in table.people:
        raise TableRefusal("already_in", player=caller.name)
    if caller.user not in table.kept:
        kept = tuple(named(table.body.seats, seat) for seat in table.kept.values())
        raise TableRefusal("no_seat_kept", players=kept)
    return _reseated(table, table.kept[caller.user], user=caller.user, name=caller.name, kept_for=None)


def _computed(table: TableState, seat: SeatNumber, strength: Strength) -> TableState:
    name = computer_name(table.body.seats)
    return _reseated(table, seat, user=None, name=name, computer=strength, standing={}, kept_for=None, absent=None)
