"""Planning ahead: a whole turn tried out on a private copy while others play, kept, and played with one tap.

The copy is made from what the person sees, with everything hidden drawn anew, so nothing real can be learnt from it. A
plan holds actions with the effects they had there; one that would reveal something is its last. It is played only if
every action is still legal with the same effects; otherwise nothing happens, and the person is told which has changed.
"""

from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from bot.app.tables.decision_token import parse_token
from bot.app.tables.model import Acted, Caller, Controls, Seat, Status, TableRefusal
from bot.app.tables.play import Play, settle_by_itself
from bot.app.tables.table_repository import TableChange, TableRepository
from bot.app.tables.table_state import TableState
from bot.engine import Game, View, apply, decision, judge, legal, view
from bot.engine.actions import Action, Choose, Decision, EndAction, EndTurn, Event, Offer, Record, Refusal, Refused
from bot.engine.resources import Amounts
from bot.engine.rules.imagined_turn import imagine_turn, why_no_turn
from bot.engine.state import SeatNumber
from bot.players.search.determinization import determinize

MOST_STEPS: Final = 60
"""Actions of a plan."""
SEED: Final = 1
"""From which the unknown of the copy is drawn: always the same, so that a plan looks alike each time."""
_encoder = msgspec.msgpack.Encoder()


class PlannedStep(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An action of a plan, as it is stored. ``events``: what it brought on the copy, with what followed by itself.
    ``reveals``: it would show something unknown, or end the turn; then it was not carried out, and ``payment`` and
    ``loses`` are all that is known of it. ``alone``: it followed by itself, the end of a first action."""

    action: Action
    cost: Amounts
    payment: Amounts
    loses: Amounts
    events: tuple[Event, ...] = ()
    reveals: bool = False
    alone: bool = False
    asked: Decision | None = None
    """The decision that it answers."""


class StoredPlan(msgspec.Struct, frozen=True):
    """A plan as it is stored."""

    steps: tuple[PlannedStep, ...] = ()


_decoder = msgspec.msgpack.Decoder(StoredPlan)
Change = Literal["effects", "reveals", "payment"]
"""How a step differs that could still be done: it would bring something else, reveal something, or cost or lose
something else."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The first step of a plan that is no longer the same, and why: a refusal of the rules, or what differs, with what
    the step would bring now."""

    step: int
    why: Refusal | Change
    now: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """A person's plan on the present position. ``seen``, ``controls``: the copy after its steps (up to the one that has
    changed) and what could come next; ``whole``: nothing can follow, since the last step reveals something or ends the
    turn. ``ready``: it is the person's turn, so that it can be played."""

    status: Status
    seat: SeatNumber
    steps: tuple[PlannedStep, ...]
    changed: Changed | None
    seen: View
    controls: Controls
    whole: bool
    ready: bool


class TurnPlans:
    """The plans of people at running games. Nobody but their owner is told of them.

    :raises TableRefusal: from every call: ``no_such_game``, ``not_in_game``, and those of a game that does not run.
    :raises Refused: ``not_in_play`` (the game is being set up), ``no_turn_left``.
    """

    def __init__(self, repository: TableRepository, play: Play) -> None:
        self._repository = repository
        self._store = repository.store.plans
        self._play = play

    async def plan(self, game: int, user: int) -> TurnPlan:
        """A person's plan, empty where they have none."""
        table = await self._repository.get(game)
        return self._laid(table, user, (await self._stored(game, user)).steps)

    async def find(self, game: int, user: int) -> TurnPlan | None:
        """A person's plan where they have one and it is their turn; it tells whether it can be played."""
        stored = await self._stored(game, user)
        table = await self._repository.get(game)
        seat = table.find_seat(user)
        if not stored.steps or seat is None or table.stage != "running" or table.game is None:
            return None
        on_turn = table.game.active == seat and table.game.state.phase == "play"
        return self._laid(table, user, stored.steps) if on_turn else None

    async def has_plan(self, game: int, user: int) -> int:
        """How many steps a person has planned, not counting what follows by itself."""
        return sum(not step.alone for step in (await self._stored(game, user)).steps)

    async def add(self, game: int, user: int, action: Action) -> TurnPlan:
        """Try one more action out, and keep it.

        :raises Refused: the rules forbid it on the copy.
        :raises TableRefusal: ``plan_whole``: nothing can follow the last step; ``plan_changed``: a step has changed and
            must go first.
        """
        table = await self._repository.get(game)
        plan = self._laid(table, user, (await self._stored(game, user)).steps)
        if plan.changed is not None:
            raise TableRefusal("plan_changed", game=game)
        if plan.whole or len(plan.steps) >= MOST_STEPS:
            raise TableRefusal("plan_whole", game=game)
        copy = _copy(table, plan.seat)
        _repeat(table, copy, plan.seat, plan.steps)
        steps = (*plan.steps, *_tried(table, copy, plan.seat, action))
        return await self._keep(table, user, steps)

    async def take_back(self, game: int, user: int) -> TurnPlan:
        """Leave the last step out, with what followed it by itself."""
        steps = list((await self._stored(game, user)).steps)
        while steps and steps.pop().alone:
            pass
        return await self._keep(await self._repository.get(game), user, tuple(steps))

    async def leave_out(self, game: int, user: int, step: int) -> TurnPlan:
        """Leave one step out, such as the one that has changed; the rest stays as far as it works."""
        steps = (await self._stored(game, user)).steps
        return await self._keep(await self._repository.get(game), user, (*steps[:step], *steps[step + 1 :]))

    async def drop(self, game: int, user: int) -> None:
        """Throw a plan away; nothing happens where there is none."""
        await self._store.keep(game, user, None, self._repository.now())

    async def play(self, caller: Caller, token: str, steps: int | None = None) -> Acted:
        """Carry the plan out, all of it or its first ``steps``; what is left stays planned. On return it is on the
        disk, all or nothing.

        :raises TableRefusal: ``stale``, ``not_your_turn``; ``no_plan``; ``plan_changed``: a step is no longer the same,
            and nothing was done.
        """
        at = parse_token(token)
        stored = (await self._stored(at.game, caller.user)).steps
        wanted = stored if steps is None else stored[:steps]

        def done(work: Game, table: TableState) -> TableChange:
            if not wanted:
                raise TableRefusal("no_plan", game=table.id)
            records, changed = _repeat(table, work, at.seat, wanted, last=True)
            if changed is not None:
                raise TableRefusal("plan_changed", game=table.id)
            persons = tuple(caller.user for _ in records)
            rest = stored[len(wanted) :]
            body = _encoder.encode(StoredPlan(rest)) if rest else None
            return TableChange("acted", caller, records, persons, plan=(caller.user, body))

        return await self._play.change(caller, at, done)

    async def _stored(self, game: int, user: int) -> StoredPlan:
        body = await self._store.of(game, user)
        try:
            return _decoder.decode(body) if body is not None else StoredPlan()
        except msgspec.MsgspecError:  # of another version: there is none any more
            return StoredPlan()

    async def _keep(self, table: TableState, user: int, steps: tuple[PlannedStep, ...]) -> TurnPlan:
        plan = self._laid(table, user, steps)
        body = _encoder.encode(StoredPlan(steps)) if steps else None
        await self._store.keep(table.id, user, body, self._repository.now())
        return plan

    def _laid(self, table: TableState, user: int, steps: tuple[PlannedStep, ...]) -> TurnPlan:
        seat = table.seat_of(user)
        copy = _copy(table, seat)
        _, changed = _repeat(table, copy, seat, steps)
        ready = table.playable().active == seat and table.playable().state.phase == "play"
        whole = changed is None and bool(steps) and steps[-1].reveals
        return TurnPlan(
            status=_status(table, copy, seat),
            seat=seat,
            steps=steps,
            changed=changed,
            seen=view(copy, seat),
            controls=_controls(table, copy, seat, whole=whole, steps=len(steps)),
            whole=whole,
            ready=ready,
        )


def _copy(table: TableState, seat: SeatNumber) -> Game:
    """The table as the seat sees it, with the unknown drawn anew, at the start of the seat's next turn; in its own turn
    as it stands.

    :raises Refused: no turn of the seat is to come.
    """
    real = table.playable()
    refusal = why_no_turn(real, seat)
    if refusal is not None:
        raise Refused(refusal)
    copy = determinize(view(real, seat), SEED)
    imagine_turn(copy, seat)
    return copy


def _tried(table: TableState, copy: Game, seat: SeatNumber, action: Action) -> list[PlannedStep]:
    """An action as a step, carried out on the copy unless it reveals something; and the end of the first action, where
    that follows by itself."""
    offer = judge(copy, msgspec.structs.replace(action, seat=seat))
    if isinstance(offer, Refusal):
        raise Refused(offer)
    first = _step(table, copy, seat, offer)
    ends = None if first.reveals else _following_end(copy, seat)
    return [first] if ends is None else [first, msgspec.structs.replace(_step(table, copy, seat, ends), alone=True)]


def _step(table: TableState, copy: Game, seat: SeatNumber, offer: Offer) -> PlannedStep:
    reveals = offer.barrier or isinstance(offer.action, EndTurn)
    asked = decision(copy, seat) if isinstance(offer.action, Choose) else None
    events = () if reveals else _events(_carried_out(table, copy, seat, offer.action))
    return PlannedStep(
        action=offer.action,
        cost=offer.cost,
        payment=offer.payment,
        loses=offer.loses,
        events=events,
        reveals=reveals,
        asked=asked,
    )


def _following_end(copy: Game, seat: SeatNumber) -> Offer | None:
    """The end of the first main action where it loses and reveals nothing: the table goes on by itself there, too."""
    if decision(copy, seat) is not None:
        return None
    ends = (offer for offer in legal(copy, seat) if isinstance(offer.action, EndAction))
    return next((offer for offer in ends if not offer.loses and not offer.barrier), None)


def _carried_out(table: TableState, game: Game, seat: SeatNumber, action: Action) -> tuple[Record, ...]:
    """The action with what the seat need not be asked after it."""
    return (apply(game, action), *settle_by_itself(table.body, game, seat))


def _events(records: tuple[Record, ...]) -> tuple[Event, ...]:
    return tuple(event for record in records for event in record.events if event.key != "rules_changed")


def _repeat(
    table: TableState, game: Game, seat: SeatNumber, steps: tuple[PlannedStep, ...], *, last: bool = False
) -> tuple[tuple[Record, ...], Changed | None]:
    """Carry a plan's steps out on a game, as long as each is the same. What would reveal something is judged alone;
    with ``last`` it is carried out at the end.

    Gives what was done, and the first step that has changed; the game is then as it was before that.
    """
    records: list[Record] = []
    for number, step in enumerate(steps):
        offer = judge(game, step.action)
        if isinstance(offer, Refusal):
            return tuple(records), Changed(number, offer)
        if difference := _difference(step, offer):
            return tuple(records), Changed(number, difference)
        if step.reveals:
            records += _carried_out(table, game, seat, step.action) if last else ()
            break
        kept = game.copy()
        done = _carried_out(table, game, seat, step.action)
        if _events(done) != step.events:
            _put_back(game, kept)
            return tuple(records), Changed(number, "effects", _events(done))
        records += done
    return tuple(records), None


def _difference(step: PlannedStep, offer: Offer) -> Change | None:
    """How what would be done now differs from what was planned, as far as an offer tells."""
    if (offer.barrier or isinstance(step.action, EndTurn)) != step.reveals:
        return "reveals"
    if (offer.cost, offer.payment, offer.loses) != (step.cost, step.payment, step.loses):
        return "payment"
    return None


def _put_back(game: Game, kept: Game) -> None:
    game.__dict__.update(kept.__dict__)


def _status(table: TableState, copy: Game, seat: SeatNumber) -> Status:
    """The table's status as if the person were on turn; nothing but the plan's own controls can be used on it."""
    quiet = tuple(_without_standing(each) for each in table.body.seats)
    return msgspec.structs.replace(
        table.status(),
        seats=quiet,
        active=seat,
        turn=copy.state.turn.number,
        waiting={},
        ballots=(),
        hints=False,
        first_game=False,
    )


def _without_standing(seat: Seat) -> Seat:
    return msgspec.structs.replace(seat, standing={})


def _controls(table: TableState, copy: Game, seat: SeatNumber, *, whole: bool, steps: int) -> Controls:
    return Controls(
        game=table.id,
        seat=seat,
        token=_plan_token(table, seat, steps),
        offers=() if whole else tuple(legal(copy, seat)),
        decision=None if whole else decision(copy, seat),
        active=True,
        may_undo=steps > 0,
    )


def _plan_token(table: TableState, seat: SeatNumber, steps: int) -> str:
    """The token of a plan's controls: so many steps are planned. It belongs to no step of the seat at the table."""
    return table.token(seat)._replace(step=steps).text
