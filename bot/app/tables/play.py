"""Playing: what a seat may do, doing it, undoing it, and looking at the table."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

import msgspec

from bot.app.tables.automatic_moves import next_mover, settled_answer
from bot.app.tables.decision_token import DecisionToken, parse_token
from bot.app.tables.model import Acted, Caller, Controls, Logged, TableRefusal, named
from bot.app.tables.nearest_action import KINDS, Nearest, nearest
from bot.app.tables.second_try import tried_twice
from bot.app.tables.standing_answers import ANSWERS, ends_alone
from bot.app.tables.table_repository import TableChange, TableRepository, read_moves, read_records
from bot.app.tables.table_state import Body, TableState
from bot.engine import Game, View, apply, decision, explain, judge, legal, record_for, undo, view
from bot.engine.actions import Action, Choose, Decision, Offer, Record, Refusal, Refused
from bot.engine.api import judge_besides, undoable
from bot.engine.components import Pack
from bot.engine.indifferent_orders import indifferent_answer
from bot.engine.state import SeatNumber

LEADING: Final = frozenset({"order", "hibernation_reward", "choose", "track"})
"""Kinds of decisions of which it is looked for what follows: their answers often only lead to the next question."""
MOST_STANDING = 50
"""Answers that follow one action by themselves at most; a loop of them would be a mistake of a pack."""

SEALED: Final = Refusal(reason="undo_stood_in", rule="turn.undo")
"""A computer player has played for somebody who was late: nobody takes that back."""


class Play:
    """Turns of running games.

    :raises TableRefusal: from every call: ``no_such_game``, ``aside``; from those of a seat ``not_in_game``.
    """

    def __init__(self, repository: TableRepository, wake: Callable[[int], None]) -> None:
        """``wake`` tells computer players that it may be their move."""
        self._repository = repository
        self._wake = wake

    async def act(self, caller: Caller, token: str, action: Action, *then: Choose) -> Acted:
        """Carry out an action of the caller's seat, with everything that follows by itself.

        On return it is on the disk. ``token``: the decision token of the button; ``action.seat`` is its seat.

        :param then: answers to what is asked right after it (``Controls.following``): all of it is done, or nothing.

        :raises TableRefusal: ``unknown_point``, ``not_your_turn`` (the token is another seat's), ``stale`` (the
            seat's step has moved on), ``paused``, ``over``, ``not_running``, ``busy``.
        :raises Refused: the engine says no, with the numbers.
        """
        at, standing = parse_token(token), False
        if any(each.seat != at.seat for each in (action, *then)):
            raise TableRefusal("unknown_point")

        def done(game: Game, table: TableState) -> TableChange:
            nonlocal standing
            records, persons = list[Record](), list[int | None]()
            for each in (action, *then):
                record = apply(game, each)
                settled = _settle(table.body, game, at.seat)
                records += [record, *settled.records]
                persons += [caller.user, *(None for _ in settled.records)]
                standing = standing or settled.standing
            ending = _end(table.body, game, at.seat)
            records += ending
            persons += [None for _ in ending]
            return TableChange("acted", caller, tuple(records), tuple(persons))

        acted = await self.change(caller, at, done)
        return msgspec.structs.replace(acted, standing=standing)

    async def answer(self, caller: Caller, token: str, picks: tuple[int, ...]) -> Acted:
        """Answer the seat's open decision: positions in its options. Refusals as of :meth:`act`."""
        return await self.act(caller, token, Choose(seat=parse_token(token).seat, answer=picks))

    async def undo(self, caller: Caller, game: int, token: str | None = None) -> Acted:
        """Take the last action of the caller's own turn back. With ``token`` a second tap on an old button is refused.

        :raises TableRefusal: as of :meth:`act`.
        :raises Refused: ``nothing_to_undo``, ``undo_barrier``, ``undo_other_acted``.
        """

        def undone(work: Game, table: TableState) -> TableChange:
            before, taken = len(work.records), _taken_back(work, table.seat_of(caller.user))
            if any(record.number < table.body.sealed for record in taken):
                raise Refused(SEALED)
            records = tuple(work.records[before:])
            return TableChange("undone", caller, records, (caller.user,) * len(records), taken)

        at = parse_token(token) if token is not None else (await self._repository.get(game)).token_of(caller.user)
        return await self.change(caller, at, undone, strict=token is not None)

    @tried_twice
    async def change(
        self,
        caller: Caller,
        at: DecisionToken,
        change: Callable[[Game, TableState], TableChange],
        *,
        strict: bool = True,
    ) -> Acted:
        """Change a game on behalf of the caller's seat, on a copy that replaces it when it is on the disk.

        :param strict: refuse unless the seat is still at the token's step.
        :raises TableRefusal: as of :meth:`act`.
        """
        async with self._repository.changing(at.game) as table:
            if caller.interaction is not None and caller.interaction in table.done:
                return await self._again(table, caller.interaction)
            _check_turn(caller, table, at, strict)
            work = table.playable().copy()
            done = change(work, table)
            table = await self._repository.commit(table, replace(table, game=work), done)
        self._wake_if_needed(table)
        return Acted(status=table.status(), records=done.records, undone=done.undone)

    async def _again(self, table: TableState, interaction: int) -> Acted:
        records = read_records(await self._repository.store.records(table.id, *table.done[interaction]))
        numbers = {number for record in records for number in record.undid}
        undone: tuple[Record, ...] = ()
        if numbers:
            rows = await self._repository.store.records(table.id, min(numbers), max(numbers) + 1)
            undone = tuple(record for record in read_records(rows) if record.number in numbers)
        return Acted(status=table.status(), records=records, undone=undone, again=True)

    def _wake_if_needed(self, table: TableState) -> None:
        if table.stage == "running" and table.game is not None and next_mover(table.body, table.game) is not None:
            self._wake(table.id)

    async def offers(self, game: int, user: int) -> Controls:
        """What a person may do now. Offers are empty where it is not their turn and nothing is asked of them."""
        table = await self._repository.get(game)
        seat = table.seat_of(user)
        controls = _controls(table, seat)
        return msgspec.structs.replace(controls, following=_following(table, seat, controls.decision))

    async def controls(self, game: int, seat: SeatNumber) -> Controls:
        """The same for a seat, whoever asks: for buttons that everybody sees.

        Decisions of setup (drafts, artifact cards) hold hidden things: show their options to the seat alone.

        :raises TableRefusal: ``unknown_seat``.
        """
        table = await self._repository.get(game)
        if not 0 <= seat < len(table.body.seats):
            raise TableRefusal("unknown_seat", seats=len(table.body.seats))
        return _controls(table, seat)

    async def judge(self, game: int, user: int, action: Action) -> Offer | Refusal:
        """Whether an action of the person's seat is possible now: the offer with its cost, or why not."""
        table = await self._repository.get(game)
        return judge(table.playable(), msgspec.structs.replace(action, seat=table.seat_of(user)))

    async def judge_besides(self, game: int, user: int, action: Action) -> Offer | Refusal:
        """The same, as if nothing were asked of the person's seat and the action under way were over."""
        table = await self._repository.get(game)
        return judge_besides(table.playable(), msgspec.structs.replace(action, seat=table.seat_of(user)))

    async def explain(self, game: int, user: int, action: Action) -> Refusal | None:
        """Why an action of the person's seat is not possible now, with the numbers; None where it is."""
        table = await self._repository.get(game)
        return explain(table.playable(), msgspec.structs.replace(action, seat=table.seat_of(user)))

    async def nearest(self, game: int, user: int) -> dict[type, Nearest]:
        """For each kind of action of which the person's seat has no offer: what it comes nearest to, and what that
        lacks. Kinds without anything to try are left out."""
        table = await self._repository.get(game)
        seat, playable = table.seat_of(user), table.playable()
        offered = {type(offer.action) for offer in legal(playable, seat)}
        found = {kind: nearest(playable, seat, kind) for kind in KINDS if kind not in offered}
        return {kind: near for kind, near in found.items() if near is not None}

    async def view(self, game: int, user: int | None = None) -> View:
        """What a person may see; the public's view for None and for those who do not play. It never changes again."""
        table = await self._repository.get(game)
        return view(table.started_game(), table.find_seat(user))

    async def pack(self, game: int) -> Pack:
        """The pack a table plays with (a lobby: the one it would start with)."""
        table = await self._repository.get(game)
        if table.game is not None:
            return table.game.pack
        return await self._repository.packs.chosen_or_first(table.guild, table.body.pack)

    async def log(self, game: int, user: int | None = None, since: int | None = None) -> list[Logged]:
        """The records from number ``since`` on, with what that person may see of them; all that happened since the
        person's own last action where ``since`` is None (for those who do not play: everything)."""
        table = await self._repository.get(game)
        seat = table.find_seat(user)
        if since is None:
            last = (
                await self._repository.store.last_record_by(game, user)
                if user is not None and seat is not None
                else None
            )
            since = 0 if last is None else last + 1
        rows = await self._repository.store.records(game, since)
        over = table.game is not None and table.game.state.phase == "over"
        return [
            Logged(record if over else seen_by(record, seat), row.happened_at, row.person)
            for row, record in zip(rows, read_moves(rows), strict=True)
        ]

    @tried_twice
    async def standing(self, caller: Caller, game: int, kind: str, answer: str | None) -> Acted:
        """Set the caller's standing answer to a kind of decision; None takes it back.

        The kinds are those of ``bot.app.tables.standing_answers.ANSWERS``.

        What the caller is asked already is answered by it at once: those are the records.

        :raises TableRefusal: ``unknown_standing``, and as of :meth:`act`.
        """
        async with self._repository.changing(game) as table:
            seat = table.seat_of(caller.user)
            if caller.interaction is not None and caller.interaction in table.done:
                return await self._again(table, caller.interaction)
            if answer is not None and answer not in ANSWERS.get(kind, ()):
                raise TableRefusal("unknown_standing", kind=kind, answer=answer)
            work = table.playable().copy()
            after = _settled(table, seat, kind, answer)
            records = _settle(after.body, work, seat).records
            records = (*records, *_end(after.body, work, seat))
            change = TableChange("acted" if records else "seats", caller, records, _persons(caller, records))
            table = await self._repository.commit(table, replace(after, game=work) if records else after, change)
        self._wake_if_needed(table)
        return Acted(status=table.status(), records=records)


class _Settled(NamedTuple):
    """What was answered without asking; ``standing``: by standing answers, at least in part."""

    records: tuple[Record, ...]
    standing: bool


def _settle(body: Body, game: Game, seat: SeatNumber) -> _Settled:
    """Answer what the seat need not be asked: where it has a standing answer, and where an order does not matter."""
    records, standing = list[Record](), False
    while len(records) < MOST_STANDING:
        answer = settled_answer(body, game, seat)
        standing = standing or answer is not None
        answer = answer or indifferent_answer(game, seat)
        if answer is None:
            break
        records.append(apply(game, answer))
    return _Settled(tuple(records), standing)


def _end(body: Body, game: Game, seat: SeatNumber) -> tuple[Record, ...]:
    """End the seat's turn where it has settled on that and nothing else is left."""
    end = ends_alone(game, seat, body.seats[seat])
    return () if end is None else (apply(game, end),)


def settle_by_itself(body: Body, game: Game, seat: SeatNumber) -> tuple[Record, ...]:
    """Answer what a seat need not be asked, as it follows every action."""
    return _settle(body, game, seat).records


def _taken_back(game: Game, seat: SeatNumber) -> tuple[Record, ...]:
    """Undo the seat's last action, and with an order that was not asked for what led to it.

    :raises Refused: there is nothing to take back.
    """
    taken = undo(game, seat)
    while indifferent_answer(game, seat) is not None and undoable(game, seat)[1] is None:
        taken = [*undo(game, seat), *taken]
    return tuple(taken)


def _following(table: TableState, seat: SeatNumber, asked: Decision | None) -> tuple[Decision | None, ...]:
    """For each option of a decision what it leads to at once; empty where that is not looked for."""
    if asked is None or asked.kind not in LEADING or asked.least != 1 or asked.most != 1:
        return ()
    return tuple(_asked_after(table, seat, number) for number in range(len(asked.options)))


def _asked_after(table: TableState, seat: SeatNumber, answer: int) -> Decision | None:
    """What a seat is asked after an answer that reveals nothing; None for an answer that does."""
    work = table.playable().copy()
    try:
        records = (apply(work, Choose(seat=seat, answer=(answer,))), *_settle(table.body, work, seat).records)
    except Refused:
        return None
    known = not any(record.barrier for record in records)
    return decision(work, seat) if known else None


def _persons(caller: Caller, records: tuple[Record, ...]) -> tuple[int | None, ...]:
    """Who caused the records: the caller the first; the others are answers that were not asked for."""
    return tuple(None if number else caller.user for number in range(len(records)))


def seen_by(record: Record, seat: SeatNumber | None) -> Record:
    """The record with what a seat, or the public, may read. A computer player's reason is for everybody."""
    return record_for(record, seat)


def _settled(table: TableState, seat: SeatNumber, kind: str, answer: str | None) -> TableState:
    held = table.body.seats[seat]
    standing = {each: wish for each, wish in held.standing.items() if each != kind}
    if answer is not None:
        standing[kind] = answer
    seats = list(table.body.seats)
    seats[seat] = msgspec.structs.replace(held, standing=standing)
    return replace(table, body=msgspec.structs.replace(table.body, seats=tuple(seats)))


def _check_turn(caller: Caller, table: TableState, at: DecisionToken, strict: bool) -> None:
    """:raises TableRefusal: the caller may not act with this token."""
    mine = table.seat_of(caller.user)
    table.playable()
    if at.seat >= len(table.body.seats):
        raise TableRefusal("unknown_point")
    if at.seat != mine:
        raise TableRefusal("not_your_turn", "turn.order", player=named(table.body.seats, at.seat))
    if strict and at.step != table.body.steps[at.seat]:
        raise TableRefusal("stale", game=table.id)


def _controls(table: TableState, seat: SeatNumber) -> Controls:
    game = table.playable()
    undoes, refusal = undoable(game, seat)
    if undoes is not None and undoes.number < table.body.sealed:
        refusal = refusal or SEALED
    return Controls(
        game=table.id,
        seat=seat,
        token=table.token(seat).text,
        offers=tuple(legal(game, seat)),
        decision=decision(game, seat),
        active=game.state.phase == "play" and game.active == seat,
        may_undo=refusal is None,
        undoes=undoes,
        barrier=None if refusal is None else refusal.reason,
    )
