"""Playing: what a seat may do, doing it, undoing it, and looking at the table."""

from collections.abc import Callable
from dataclasses import replace

import msgspec

from bot.app.tables.automatic_moves import next_mover, settled_answer
from bot.app.tables.decision_token import DecisionToken, parse_token
from bot.app.tables.model import Acted, Caller, Controls, Logged, TableRefusal, named
from bot.app.tables.nearest_action import KINDS, Nearest, nearest
from bot.app.tables.standing_answers import ANSWERS
from bot.app.tables.table_repository import TableChange, TableRepository, read_moves, read_records
from bot.app.tables.table_state import Body, TableState
from bot.engine import Game, View, apply, decision, explain, judge, legal, record_for, undo, view
from bot.engine.actions import Action, Choose, Offer, Record, Refusal
from bot.engine.api import judge_besides, undoable
from bot.engine.components import Pack
from bot.engine.state import SeatNumber

MOST_STANDING = 50
"""Standing answers that follow one action at most; a loop of them would be a mistake of a pack."""


class Play:
    """Turns of running games.

    :raises TableRefusal: from every call: ``no_such_game``, ``aside``; from those of a seat ``not_in_game``.
    """

    def __init__(self, hall: TableRepository, wake: Callable[[int], None]) -> None:
        """``wake`` tells computer players that it may be their move."""
        self._hall = hall
        self._wake = wake

    async def act(self, caller: Caller, point: str, action: Action) -> Acted:
        """Carry out an action of the caller's seat at a point of decision, with everything that follows by itself.

        On return it is on the disk. ``action.seat`` is the seat of the point.

        :raises TableRefusal: ``unknown_point``, ``not_your_turn`` (the point is another's), ``stale`` (the seat's
            point has moved on), ``paused``, ``over``, ``not_running``, ``busy``.
        :raises Refused: the engine says no, with the numbers.
        """
        at = parse_token(point)
        if action.seat != at.seat:
            raise TableRefusal("unknown_point")

        def done(game: Game, live: TableState) -> TableChange:
            records = (apply(game, action), *_settle(live.body, game, at.seat))
            return TableChange("acted", caller, records, _persons(caller, records))

        return await self._change(caller, at, done)

    async def answer(self, caller: Caller, point: str, picks: tuple[int, ...]) -> Acted:
        """Answer the seat's open decision: positions in its options. Refusals as of :meth:`act`."""
        return await self.act(caller, point, Choose(seat=parse_token(point).seat, answer=picks))

    async def undo(self, caller: Caller, game: int, point: str | None = None) -> Acted:
        """Take the last action of the caller's own turn back. With ``point`` a second tap on an old button is refused.

        :raises TableRefusal: as of :meth:`act`.
        :raises Refused: ``nothing_to_undo``, ``undo_barrier``, ``undo_other_acted``.
        """

        def undone(work: Game, live: TableState) -> TableChange:
            taken = undo(work, live.seat_of(caller.user))
            return TableChange("undone", caller, (work.records[-1],), (caller.user,), tuple(taken))

        at = parse_token(point) if point is not None else (await self._hall.live(game)).point_of(caller.user)
        return await self._change(caller, at, undone, strict=point is not None)

    async def _change(
        self,
        caller: Caller,
        at: DecisionToken,
        change: Callable[[Game, TableState], TableChange],
        *,
        strict: bool = True,
    ) -> Acted:
        """``strict``: the seat's step must be the point's."""
        async with self._hall.changing(at.game) as live:
            if caller.interaction is not None and caller.interaction in live.done:
                return await self._again(live, caller.interaction)
            _check_turn(caller, live, at, strict)
            work = live.playable().copy()
            step = change(work, live)
            live = await self._hall.commit(live, replace(live, game=work), step)
        self._wake_if_needed(live)
        return Acted(status=live.status(), records=step.records, undone=step.undone)

    async def _again(self, live: TableState, interaction: int) -> Acted:
        records = read_records(await self._hall.store.records(live.id, *live.done[interaction]))
        numbers = {number for record in records for number in record.undid}
        undone: tuple[Record, ...] = ()
        if numbers:
            rows = await self._hall.store.records(live.id, min(numbers), max(numbers) + 1)
            undone = tuple(record for record in read_records(rows) if record.number in numbers)
        return Acted(status=live.status(), records=records, undone=undone, again=True)

    def _wake_if_needed(self, live: TableState) -> None:
        if live.stage == "running" and live.game is not None and next_mover(live.body, live.game) is not None:
            self._wake(live.id)

    async def offers(self, game: int, user: int) -> Controls:
        """What a person may do now. Offers are empty where it is not their turn and nothing is asked of them."""
        live = await self._hall.live(game)
        return _controls(live, live.seat_of(user))

    async def controls(self, game: int, seat: SeatNumber) -> Controls:
        """The same for a seat, whoever asks: for buttons that everybody sees.

        Decisions of setup (drafts, artifact cards) hold hidden things: show their options to the seat alone.

        :raises TableRefusal: ``unknown_seat``.
        """
        live = await self._hall.live(game)
        if not 0 <= seat < len(live.body.seats):
            raise TableRefusal("unknown_seat", seats=len(live.body.seats))
        return _controls(live, seat)

    async def judge(self, game: int, user: int, action: Action) -> Offer | Refusal:
        """Whether an action of the person's seat is possible now: the offer with its cost, or why not."""
        live = await self._hall.live(game)
        return judge(live.playable(), msgspec.structs.replace(action, seat=live.seat_of(user)))

    async def judge_besides(self, game: int, user: int, action: Action) -> Offer | Refusal:
        """The same, as if nothing were asked of the person's seat and the action under way were over."""
        live = await self._hall.live(game)
        return judge_besides(live.playable(), msgspec.structs.replace(action, seat=live.seat_of(user)))

    async def explain(self, game: int, user: int, action: Action) -> Refusal | None:
        """Why an action of the person's seat is not possible now, with the numbers; None where it is."""
        live = await self._hall.live(game)
        return explain(live.playable(), msgspec.structs.replace(action, seat=live.seat_of(user)))

    async def nearest(self, game: int, user: int) -> dict[type, Nearest]:
        """For each kind of action of which the person's seat has no offer: what it comes nearest to, and what that
        lacks. Kinds without anything to try are left out."""
        live = await self._hall.live(game)
        seat, laid = live.seat_of(user), live.playable()
        offered = {type(offer.action) for offer in legal(laid, seat)}
        found = {kind: nearest(laid, seat, kind) for kind in KINDS if kind not in offered}
        return {kind: near for kind, near in found.items() if near is not None}

    async def view(self, game: int, user: int | None = None) -> View:
        """What a person may see; the public's view for None and for those who do not play. It never changes again."""
        live = await self._hall.live(game)
        return view(live.laid(), live.find_seat(user))

    async def pack(self, game: int) -> Pack:
        """The pack a table plays with (a lobby: the one it would start with)."""
        live = await self._hall.live(game)
        return live.game.pack if live.game is not None else self._hall.packs.first

    async def log(self, game: int, user: int | None = None, since: int | None = None) -> list[Logged]:
        """The records from number ``since`` on, with what that person may see of them; all that happened since the
        person's own last action where ``since`` is None (for those who do not play: everything)."""
        live = await self._hall.live(game)
        seat = live.find_seat(user)
        if since is None:
            last = await self._hall.store.last_record_by(game, user) if user is not None and seat is not None else None
            since = 0 if last is None else last + 1
        rows = await self._hall.store.records(game, since)
        over = live.game is not None and live.game.state.phase == "over"
        return [
            Logged(record if over else seen_by(record, seat), row.happened_at, row.person)
            for row, record in zip(rows, read_moves(rows), strict=True)
        ]

    async def standing(self, caller: Caller, game: int, kind: str, answer: str | None) -> Acted:
        """Set the caller's standing answer to a kind of decision; None takes it back.

        The kinds are those of ``bot.app.tables.standing_answers.ANSWERS``.

        What the caller is asked already is answered by it at once: those are the records.

        :raises TableRefusal: ``unknown_standing``, and as of :meth:`act`.
        """
        async with self._hall.changing(game) as live:
            seat = live.seat_of(caller.user)
            if caller.interaction is not None and caller.interaction in live.done:
                return await self._again(live, caller.interaction)
            if answer is not None and answer not in ANSWERS.get(kind, ()):
                raise TableRefusal("unknown_standing", kind=kind, answer=answer)
            work = live.playable().copy()
            after = _settled(live, seat, kind, answer)
            records = _settle(after.body, work, seat)
            step = TableChange("acted" if records else "seats", caller, records, _persons(caller, records))
            live = await self._hall.commit(live, replace(after, game=work) if records else after, step)
        self._wake_if_needed(live)
        return Acted(status=live.status(), records=records)


def _settle(body: Body, game: Game, seat: SeatNumber) -> tuple[Record, ...]:
    """Carry the seat's standing answers out as long as one fits what it is asked."""
    records: list[Record] = []
    while (settled := settled_answer(body, game, seat)) and len(records) < MOST_STANDING:
        records.append(apply(game, settled))
    return tuple(records)


def _persons(caller: Caller, records: tuple[Record, ...]) -> tuple[int | None, ...]:
    """Who caused the records: the caller the first, their standing answers the others."""
    return tuple(None if number else caller.user for number in range(len(records)))


def seen_by(record: Record, seat: SeatNumber | None) -> Record:
    """The record with what a seat, or the public, may read. A computer player's reason is for everybody."""
    return record_for(record, seat)


def _settled(live: TableState, seat: SeatNumber, kind: str, answer: str | None) -> TableState:
    held = live.body.seats[seat]
    standing = {each: wish for each, wish in held.standing.items() if each != kind}
    if answer is not None:
        standing[kind] = answer
    seats = list(live.body.seats)
    seats[seat] = msgspec.structs.replace(held, standing=standing)
    return replace(live, body=msgspec.structs.replace(live.body, seats=tuple(seats)))


def _check_turn(caller: Caller, live: TableState, at: DecisionToken, strict: bool) -> None:
    """:raises TableRefusal: the caller may not act at this point."""
    mine = live.seat_of(caller.user)
    live.playable()
    if at.seat >= len(live.body.seats):
        raise TableRefusal("unknown_point")
    if at.seat != mine:
        raise TableRefusal("not_your_turn", "turn.order", player=named(live.body.seats, at.seat))
    if strict and at.step != live.body.steps[at.seat]:
        raise TableRefusal("stale", game=live.id)


def _controls(live: TableState, seat: SeatNumber) -> Controls:
    game = live.playable()
    undoes, refusal = undoable(game, seat)
    return Controls(
        game=live.id,
        seat=seat,
        point=live.point(seat).token,
        offers=tuple(legal(game, seat)),
        decision=decision(game, seat),
        active=game.state.phase == "play" and game.active == seat,
        may_undo=refusal is None,
        undoes=undoes,
        barrier=None if refusal is None else refusal.reason,
    )
