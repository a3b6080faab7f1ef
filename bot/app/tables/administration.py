"""Looking after games: pause, end and take that back, replace, move, repair. Owner and moderators decide alone, players
by vote."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

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
from bot.app.tables.table_permissions import Deed, Role, demand, may, may_vote, not_allowed, roles_of
from bot.app.tables.table_repository import TableChange, TableRepository, decode_safely
from bot.app.tables.table_state import Body, TableState
from bot.engine import Game, SaveError
from bot.engine.debug.invariants import violations
from bot.engine.state import SeatNumber

VOTES_LAST: Final = timedelta(hours=48)
TAKEN_BACK_FOR: Final = timedelta(hours=24)
"""How long a game that was broken off can be taken up again."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody, or a vote, wants done: ``on`` identifies it among the votes, ``seat`` is the one it is about."""

    deed: Deed
    on: str
    what: What
    change: Callable[[TableState], TableState]
    seat: SeatNumber | None = None


class Administration:
    """Who may do what is in ``bot.app.tables.table_permissions``.

    :raises TableRefusal: from every call: ``no_such_game``, ``not_allowed``, ``busy``, and what is named.
    """

    def __init__(self, hall: TableRepository, lobby: Lobby, wake: Callable[[int], None]) -> None:
        """``wake`` tells computer players that it may be their move."""
        self._hall = hall
        self._lobby = lobby
        self._wake = wake

    async def pause(self, caller: Caller, game: int) -> Voted:
        """Nobody can act and nobody is reminded. :raises TableRefusal: ``not_running``."""
        return await self._decide(caller, game, Wish(Deed.PAUSE, "pause", "paused", _to("paused", "running")))

    async def resume(self, caller: Caller, game: int) -> Voted:
        """:raises TableRefusal: ``not_paused``."""
        return await self._decide(caller, game, Wish(Deed.RESUME, "resume", "resumed", _to("running", "paused")))

    async def end(self, caller: Caller, game: int) -> Voted:
        """Break the game off, without a result. For :data:`TAKEN_BACK_FOR` it counts as running and can be taken up
        again; it is final after that, or when every person at the table has confirmed it.

        :raises TableRefusal: ``not_running``, ``ending``.
        """

        def broken_off(live: TableState) -> TableState:
            _running(live)
            return _broken_off(live, caller, self._hall.now())

        return await self._decide(caller, game, Wish(Deed.END, "end", "ending", broken_off))

    async def may_end(self, caller: Caller, game: int) -> bool:
        """Whether the caller may break the game off alone; otherwise theirs is a vote.

        :raises TableRefusal: ``not_running``, ``ending``; they may not at all.
        """
        live = await self._hall.live(game)
        _running(live)
        roles = roles_of(caller, live)
        if not may(Deed.END, roles) and not may_vote(Deed.END, roles):
            raise not_allowed(Deed.END, live)
        return may(Deed.END, roles)

    async def take_back(self, caller: Caller, game: int) -> Voted:
        """Take up again what was broken off, as it was.

        :raises TableRefusal: ``not_ending``, ``over``: it is final; ``place_taken``: its channel has another table.
        """
        await self.settle(game)
        wish = Wish(Deed.TAKE_BACK, "take_back", "taken_back", self._taken_up)
        try:
            return await self._decide(caller, game, wish)
        except TableRefusal as refusal:
            if refusal.reason != "channel_taken":
                raise
            raise TableRefusal("place_taken", game=game, other=refusal.values["game"] or "?") from refusal

    def _taken_up(self, live: TableState) -> TableState:
        ending = _ending(live)
        if (other := self._hall.by_channel.get(live.channel)) is not None:
            raise TableRefusal("place_taken", game=live.id, other=other)
        return replace(live, stage=ending.stage, body=msgspec.structs.replace(live.body, ending=None, ballots=()))

    async def confirm_end(self, caller: Caller, game: int) -> Status:
        """Agree that it is broken off for good, which it is when every person at the table has.

        :raises TableRefusal: ``not_ending``, ``not_in_game``, ``over``.
        """
        await self.settle(game)
        async with self._hall.changing(game) as live:
            if _known(caller, live):
                return live.status()
            ending = _ending(live)
            demand(Deed.CONFIRM_END, caller, live)
            confirmed = tuple(dict.fromkeys((*ending.confirmed, caller.user)))
            final = set(confirmed).issuperset(live.people)
            body = msgspec.structs.replace(live.body, ending=msgspec.structs.replace(ending, confirmed=confirmed))
            after = replace(live, body=body, stage="ended" if final else "ending")
            return (await self._hall.commit(live, after, TableChange("ended" if final else "voted", caller))).status()

    async def settle(self, game: int) -> None:
        """Make final what was broken off and can no longer be taken back; otherwise nothing."""
        async with self._hall.changing(game) as live:
            ending = live.body.ending
            if live.stage == "ending" and (ending is None or ending.until <= self._hall.now()):
                await self._hall.commit(live, replace(live, stage="ended"), TableChange("ended"))

    async def move(self, caller: Caller, game: int, channel: int, guild: int) -> Voted:
        """Go on in another channel or thread; also for a game whose end can be taken back.

        :raises TableRefusal: ``channel_taken``.
        """

        def moved(live: TableState) -> TableState:
            _running(live, "running", "paused", "ending")
            if self._hall.by_channel.get(channel, game) != game:
                raise TableRefusal("channel_taken", game=self._hall.by_channel[channel])
            return replace(live, channel=channel, guild=guild, message=None)

        voted = await self._decide(caller, game, Wish(Deed.MOVE, f"move:{channel}", "moved", moved))
        if voted.done:
            await self._hall.show_on(game, None)
        return voted

    async def replace(self, caller: Caller, game: int, seat: SeatNumber, user: int, name: str) -> Voted:
        """Let another person play a seat. :raises TableRefusal: ``unknown_seat``, ``already_in``, ``not_running``."""

        def replaced(live: TableState) -> TableState:
            if user in live.people:
                raise TableRefusal("already_in", player=name)
            return _reseated(live, seat, user=user, name=name, computer=None, standing={}, kept_for=None)

        return await self._decide(caller, game, Wish(Deed.REPLACE, f"replace:{seat}:{user}", "seats", replaced, seat))

    async def replace_by_computer(
        self, caller: Caller, game: int, seat: SeatNumber, strength: Strength = USUAL
    ) -> Voted:
        """Let a computer player play a seat; the person can come back by :meth:`replace`.

        :raises TableRefusal: ``unknown_seat``, ``unknown_computer``, ``not_running``.
        """
        check_strength(strength)
        wish = Wish(
            Deed.REPLACE, f"replace:{seat}:{strength}", "seats", lambda live: _computed(live, seat, strength), seat
        )
        return await self._decide(caller, game, wish)

    async def join(self, caller: Caller, game: int) -> Status:
        """Join a lobby, or sit down on the seat of a running game that is kept for the caller.

        :raises TableRefusal: ``already_in``, ``full_lobby``, ``started`` (no seat is kept at all), ``no_seat_kept``.
        """
        live = await self._hall.live(game)
        if live.stage == "lobby" or not live.kept:
            return await self._lobby.join(caller, game)
        async with self._hall.changing(game) as live:
            if _known(caller, live):
                return live.status()
            after = _seated(caller, live)
            return (await self._hall.commit(live, after, TableChange("seats", caller))).status()

    async def leave(self, caller: Caller, game: int) -> Status:
        """Leave a lobby, or a running game: then a computer player takes the seat. Whoever leaves as the last person
        breaks the game off, as :meth:`end` does.

        :raises TableRefusal: ``not_in_game``, ``not_running``.
        """
        if (await self._hall.live(game)).stage == "lobby":
            return await self._lobby.leave(caller, game)
        async with self._hall.changing(game) as live:
            if _known(caller, live):
                return live.status()
            seat = live.seat_of(caller.user)
            after = _computed(live, seat, USUAL)
            what: What = "seats" if after.people else "ending"
            after = _handed_on(after) if after.people else _broken_off(live, caller, self._hall.now())
            live = await self._hall.commit(live, after, TableChange(what, caller))
        self._wake(game)
        return live.status()

    async def pass_on(self, caller: Caller, game: int, user: int) -> Status:
        """Make another player the owner. :raises TableRefusal: ``not_in_game``: that person does not play."""
        async with self._hall.changing(game) as live:
            if _known(caller, live):
                return live.status()
            demand(Deed.PASS_ON, caller, live)
            live.seat_of(user)
            what: What = "lobby" if live.stage == "lobby" else "seats"
            return (await self._hall.commit(live, replace(live, owner=user), TableChange(what, caller))).status()

    async def rematch(self, caller: Caller, game: int) -> Status:
        """A new lobby in the caller's channel with the same people, computer players and options.

        :raises TableRefusal: ``not_in_game``, ``running`` or ``second_lobby`` (the channel has an open table).
        """
        live = await self._hall.live(game)
        demand(Deed.REMATCH, caller, live)
        if live.open and live.channel == caller.channel:
            raise await self._hall.taken(caller.channel)
        body = live.body
        seats = tuple(
            msgspec.structs.replace(seat, tribe=None, standing={}) for seat in body.seats if seat.kept_for is None
        )
        again = Body(
            seats=seats, options=body.options, locale=body.locale, random_seats=body.random_seats, rematch_of=game
        )
        return await self._lobby.open_with(caller, again)

    async def repair(self, caller: Caller, game: int, *, roll_back: bool = False) -> Status:
        """Let a game that was set aside in again; with ``roll_back`` at the last start of a turn that can be read.

        :raises TableRefusal: ``not_aside``, ``still_broken`` (``why`` is the code), ``no_turn_mark``.
        """
        async with self._hall.changing(game) as live:
            if _known(caller, live):
                return live.status()
            demand(Deed.REPAIR, caller, live)
            if live.aside is None and not (roll_back and caller.host):
                raise TableRefusal("not_aside", game=game)
            await self._check_body(live)
            after, dropped = await self._rolled_back(live) if roll_back else (await self._opened(live), None)
            live = await self._hall.commit(live, after, TableChange("repaired", caller, drop_from=dropped))
        self._wake(game)
        return live.status()

    async def _check_body(self, live: TableState) -> None:
        """Who sits where must be readable: it would be written anew."""
        stored = await self._hall.store.get(live.id)
        try:
            decode_safely(stored.body if stored else b"")
        except SaveError as error:
            raise TableRefusal("still_broken", game=live.id, why=error.reason) from error

    async def _opened(self, live: TableState) -> TableState:
        try:
            game = await self._hall.unpack(live.saved, live.pack) if live.saved is not None else None
        except SaveError as error:
            raise TableRefusal("still_broken", game=live.id, why=str(error)) from error
        if game is not None and game.count != live.records:
            raise TableRefusal("still_broken", game=live.id, why="records")
        return replace(live, aside=None, game=game)

    async def _rolled_back(self, live: TableState) -> tuple[TableState, int]:
        for records, saved in await self._hall.store.turns(live.id):
            game = await self._sound(saved, live.pack)
            if game is not None and game.count == records:
                return replace(live, aside=None, game=game, saved=saved, records=records), records
        raise TableRefusal("no_turn_mark", game=live.id)

    async def _sound(self, saved: bytes, pack: str | None) -> Game | None:
        try:
            game = await self._hall.unpack(saved, pack)
        except SaveError:
            return None
        return None if violations(game) else game

    # ---- deciding alone, or by vote ------------------------------------------------------------------------------

    async def _decide(self, caller: Caller, game: int, wish: Wish) -> Voted:
        async with self._hall.changing(game) as live:
            if _known(caller, live):
                return Voted(status=live.status(), done=not _ballot_on(live, wish.on), ballot=_ballot_on(live, wish.on))
            if wish.seat is not None and not 0 <= wish.seat < len(live.body.seats):
                raise TableRefusal("unknown_seat", seats=len(live.body.seats))
            after = wish.change(live)
            ballot = self._voted(caller, live, wish)
            if ballot is None or len(ballot.users) >= ballot.need:
                step, after = TableChange(wish.what, caller), _with_ballots(after, wish.on, None)
                done = True
            else:
                step, after = TableChange("voted", caller), _with_ballots(live, wish.on, ballot)
                done = False
            live = await self._hall.commit(live, after, step)
        if done:
            self._wake(game)
        return Voted(status=live.status(), done=done, ballot=ballot)

    def _voted(self, caller: Caller, live: TableState, wish: Wish) -> Ballot | None:
        """The ballot with the caller's vote; None where the caller may do it alone."""
        roles = roles_of(caller, live, wish.seat)
        if may(wish.deed, roles - {Role.MAJORITY}):
            return None
        if not may_vote(wish.deed, roles):
            raise not_allowed(wish.deed, live)
        now, old = self._hall.now(), _ballot_on(live, wish.on)
        if old is None or now - old.since > VOTES_LAST:
            old = Ballot(wish.on, (), 0, now)
        people = live.people
        users = tuple(user for user in dict.fromkeys((*old.users, caller.user)) if user in people)
        return Ballot(wish.on, users, len(set(people)) // 2 + 1, old.since)


def _known(caller: Caller, live: TableState) -> bool:
    return caller.interaction is not None and caller.interaction in live.done


def _ballot_on(live: TableState, on: str) -> Ballot | None:
    return next((ballot for ballot in live.body.ballots if ballot.on == on), None)


def _with_ballots(live: TableState, on: str, ballot: Ballot | None) -> TableState:
    others = tuple(each for each in live.body.ballots if each.on != on)
    ballots = (*others, ballot) if ballot else others
    return replace(live, body=msgspec.structs.replace(live.body, ballots=ballots))


def _to(stage: Stage, *stages: Stage) -> Callable[[TableState], TableState]:
    def changed(live: TableState) -> TableState:
        if stage == "running" and live.stage == "running":
            raise TableRefusal("not_paused", game=live.id)
        _running(live, *stages)
        return replace(live, stage=stage)

    return changed


def _broken_off(live: TableState, caller: Caller, now: datetime) -> TableState:
    """The game broken off, with everybody still in their seat, for it may be taken up again."""
    ending = Ending(caller.user, caller.name, now, now + TAKEN_BACK_FOR, live.stage)
    return replace(live, stage="ending", body=msgspec.structs.replace(live.body, ending=ending, ballots=()))


def _ending(live: TableState) -> Ending:
    """:raises TableRefusal: ``not_ending``; ``over``: it is final."""
    if live.stage == "ending" and live.body.ending is not None:
        return live.body.ending
    raise TableRefusal("over" if live.stage in ("over", "ended") else "not_ending", game=live.id)


def _running(live: TableState, *stages: Stage) -> None:
    """:raises TableRefusal: it is in none of the stages (any in which the game goes on, where none is named)."""
    if live.stage == "ending" and live.stage not in stages:
        raise live.being_ended()
    if live.stage not in (stages or ("running", "paused")):
        over = live.stage in ("over", "ended")
        raise TableRefusal("over" if over else "paused" if live.stage == "paused" else "not_running", game=live.id)


def _reseated(live: TableState, seat: SeatNumber, **values: Any) -> TableState:
    _running(live)
    seats: list[Seat] = list(live.body.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], **values)
    return replace(live, body=msgspec.structs.replace(live.body, seats=tuple(seats)))


def _seated(caller: Caller, live: TableState) -> TableState:
    """:raises TableRefusal: ``already_in``, ``no_seat_kept``."""
    if caller.user in live.people:
        raise TableRefusal("already_in", player=caller.name)
    if caller.user not in live.kept:
        kept = tuple(named(live.body.seats, seat) for seat in live.kept.values())
        raise TableRefusal("no_seat_kept", players=kept)
    return _reseated(live, live.kept[caller.user], user=caller.user, name=caller.name, kept_for=None)


def _computed(live: TableState, seat: SeatNumber, strength: Strength) -> TableState:
    name = computer_name(live.body.seats)
    return _reseated(live, seat, user=None, name=name, computer=strength, standing={}, kept_for=None)


def _handed_on(live: TableState) -> TableState:
    """The table with the next person as its owner, where the owner does not play any more."""
    return live if live.owner in live.people else replace(live, owner=live.people[0])
