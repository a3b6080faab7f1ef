"""What may be done, why not, doing it, and taking it back (docs/develop/engine.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, get_args

import msgspec

from bot.engine import rules_migration
from bot.engine.actions import (
    CLOSING_ACTIONS,
    FREE_ACTIONS,
    MAIN_ACTIONS,
    PAID_ACTIONS,
    TURN_ACTIONS,
    Action,
    Choose,
    Convert,
    Decision,
    EndAction,
    Offer,
    Record,
    Refusal,
    Refused,
    tag_of,
)
from bot.engine.game import RULES_VERSION, Game, Mark
from bot.engine.resolution import interpreter, owed_decisions
from bot.engine.resolution.pending_decisions import open_decision, reveals_next
from bot.engine.resources import NOTHING, Amounts, pays
from bot.engine.rules import answers, cards, free_actions, hibernation, map_actions, mutations, turns
from bot.engine.rules.action_rules import ActionRule
from bot.engine.variants import abyss

if TYPE_CHECKING:
    from bot.engine.actions import Value
    from bot.engine.state import SeatNumber

ACTION_RULES: Final[dict[str, ActionRule[Any]]] = {
    rule.tag: rule
    for rule in (
        *cards.RULES,
        *map_actions.RULES,
        *hibernation.RULES,
        *turns.RULES,
        *free_actions.RULES,
        *abyss.RULES,
        *answers.RULES,
    )
}
"""The rules of every action, by its tag."""
_RULES_OF: Final[dict[type, ActionRule[Any]]] = {kind: ACTION_RULES[tag_of(kind)] for kind in get_args(Action)}
_CLOSING_RULES: Final = tuple(ACTION_RULES[tag_of(action)] for action in CLOSING_ACTIONS)
_MAIN_AND_CLOSING_RULES: Final = tuple(ACTION_RULES[tag_of(action)] for action in (*MAIN_ACTIONS, *CLOSING_ACTIONS))
_FREE_RULES: Final = tuple(ACTION_RULES[tag_of(action)] for action in FREE_ACTIONS)
_CONVERTING_RULES: Final = (ACTION_RULES[tag_of(Convert)],)
_action_encoder: Final = msgspec.msgpack.Encoder()
_action_decoder: Final = msgspec.msgpack.Decoder(Action)
"""Kept: for a union ``msgspec.convert`` works its types out at every call, most of the time of a refusal."""


# ---- what may be done --------------------------------------------------------------------------------------------


def decision(game: Game, seat: SeatNumber) -> Decision | None:
    """The decision that a seat has to make now; None where there is none.

    >>> choosing = Setup(seats=(SeatSetup(), SeatSetup()), pack=pack.hash, seed=7)
    >>> asked = decision(new_game(choosing, pack), 0)
    >>> asked.kind, len(asked.options), asked.least, asked.most
    ('artifact_card', 2, 1, 1)
    """
    found = open_decision(game, seat)
    return found.as_decision(seat) if found else None


def legal(game: Game, seat: SeatNumber) -> list[Offer]:
    """Everything that a seat may do now. The list is kept until the game changes; do not alter it.

    A decision of several options is one offer with its least default answer. Every other answer of an allowed length is
    valid too.

    >>> UseSwitch(seat=0, resource="food") in [offer.action for offer in legal(game, 0)]
    True
    >>> legal(game, 1)
    []
    """
    found = game.offers.get(seat)
    if found is None:
        found = game.offers[seat] = _find_offers(game, seat)
    return found


def _find_offers(game: Game, seat: SeatNumber) -> list[Offer]:
    if not 0 <= seat < len(game.state.seats) or game.state.phase == "over":
        return []
    asked = open_decision(game, seat)
    offers = list(answers.offers_for(game, seat, asked)) if asked else []
    if asked is not None and _settles_after(game, seat):
        offers = [_foretold(game, offer) for offer in offers]
    if asked is not None and owed_decisions.may_only_convert(game, seat):
        return offers + (_free_offers(game, seat, _CONVERTING_RULES, asked=True) if asked.interruptible else [])
    if game.state.phase != "play" or seat != game.active:
        return offers
    if asked is None:
        offers += _main_offers(game, seat)
    if asked is None or asked.interruptible:
        offers += _free_offers(game, seat, _FREE_RULES, asked=asked is not None)
    return offers


def _main_offers(game: Game, seat: SeatNumber) -> list[Offer]:
    return _offers_of(game, seat, _CLOSING_RULES if turns.check_main(game) else _MAIN_AND_CLOSING_RULES)


def _free_offers(game: Game, seat: SeatNumber, rules: tuple[ActionRule[Any], ...], *, asked: bool) -> list[Offer]:
    offers = _offers_of(game, seat, rules)
    foretells = asked and (reveals_next(game, seat) or _settles_after(game, seat))
    return [_foretold(game, offer) for offer in offers] if foretells else offers


def _offers_of(game: Game, seat: SeatNumber, rules: tuple[ActionRule[Any], ...]) -> list[Offer]:
    offers: list[Offer] = []
    for rule in rules:
        offers.extend(rule.offers(game, seat))
    return offers


def _settles_after(game: Game, seat: SeatNumber) -> bool:
    """Whether an answer may let a window close or open, with what is pooled until then: only doing it tells what that
    reveals."""
    if game.pooling is None:
        return False
    turn = game.state.turn
    waits = turn.owing or turn.closing is not msgspec.UNSET
    return game.state.phase != "play" or (waits and seat == game.active)


def _foretold(game: Game, offer: Offer) -> Offer:
    """The offer of a free action under an open decision, with the right barrier.

    The action may take away what the decision is about: then the decision answers itself, and what waits below it may
    draw. Only doing it tells, so it is tried out on a copy.
    """
    if offer.barrier:
        return offer
    twin = game.copy()
    twin.revealed = False
    _carry_out(twin, offer.action, offer.payment)
    return msgspec.structs.replace(offer, barrier=twin.revealed)


def explain(game: Game, action: Action) -> Refusal | None:
    """Why an action is not allowed now, with the numbers; None where it is allowed.

    >>> explain(game, EndTurn(seat=0)).reason
    'nothing_done'
    >>> explain(game, UseSwitch(seat=0, resource="food")) is None
    True
    """
    judged = judge(game, action)
    return judged if isinstance(judged, Refusal) else None


def judge(game: Game, action: Action) -> Offer | Refusal:
    """The offer behind an action, with its own payment where it names a valid one, or the refusal.

    Whatever comes in is read strictly: an action whose fields have wrong types is refused, too.

    >>> judge(game, Hibernate(seat=0))
    Offer(action=Hibernate(seat=0, payment=None), ...)
    >>> judge(game, Hibernate(seat=5)).reason
    'no_such_seat'
    """
    return _judged(game, action, foretold=True)


def _judged(game: Game, action: Action, *, foretold: bool) -> Offer | Refusal:
    """The same. What the action reveals is needed only by those who ask before it is done: where it is not
    ``foretold``, the offer's barrier need not be right."""
    for offer in game.offers.get(getattr(action, "seat", -1), ()):
        if offer.action == action:
            return offer
    if not _well_formed(action):
        return Refusal(reason="not_an_action", rule="overview.turn", kind="cannot be read")
    if not 0 <= action.seat < len(game.state.seats):
        return Refusal(
            reason="no_such_seat", rule="turn.order", kind="cannot be read", values={"seat": str(action.seat)}
        )
    if game.state.phase == "over":
        return Refusal(reason="game_over", rule="end.trigger")
    if not foretold and isinstance(action, Choose) and action.payment is None:
        return answers.why_not(game, action) or Offer(action)
    judged = _why_not_now(game, action) or _RULES_OF[type(action)].check(game, action)
    if isinstance(judged, Refusal):
        return judged
    if action.payment is None:
        answers_last = foretold and isinstance(action, Choose | Convert) and _settles_after(game, action.seat)
        return _foretold(game, judged) if answers_last else judged
    if not pays(action.payment, judged.cost, game.seat(action.seat).owned):
        values: dict[str, Value] = {f"cost_{kind}": amount for kind, amount in judged.cost.items()}
        values |= map_actions.books_told(judged.books_to)
        return Refusal(reason="wrong_payment", rule="resource.cost_with_crystals", values=values)
    paid = msgspec.structs.replace(judged, payment=action.payment)
    if isinstance(action, FREE_ACTIONS) and open_decision(game, action.seat) and reveals_next(game, action.seat):
        return _foretold(game, paid)
    return paid


def judge_besides(game: Game, action: Action) -> Offer | Refusal:
    """The same as :func:`judge`, but as if the seat had no open decision and the action that asked for it were over.

    It answers "what could I do next?" while a decision is open. The game stays as it is.

    >>> explore = next(offer.action for offer in legal(game, 0) if isinstance(offer.action, Explore))
    >>> record = apply(game, explore)
    >>> judge(game, UseSwitch(seat=0, resource="food")).reason
    'answer_first'
    >>> judge_besides(game, UseSwitch(seat=0, resource="food"))
    Offer(action=UseSwitch(seat=0, payment=None, resource='food', copy=None, journey=None), ...)
    """
    judged = judge(game, action)
    if not isinstance(judged, Refusal) or judged.reason not in ("answer_first", "owed_first"):
        return judged
    apart = game.copy()
    apart.seat(action.seat).stack.clear()
    apart.changed()
    turn = apart.state.turn
    turn.owing, turn.closing = False, msgspec.UNSET
    if turn.window.main_done and not turn.hibernated and turn.actions < apart.actions_a_turn:
        turns.do_end_action(apart, EndAction(seat=action.seat))
        apart.changed()
    return judge(apart, action)


def _well_formed(action: object) -> bool:
    """Whether it is an action whose fields have the right types: whatever a caller hands in is read strictly."""
    if not isinstance(action, Action):
        return False
    try:
        return _action_decoder.decode(_action_encoder.encode(action)) == action  # type: ignore[no-any-return]
    except (msgspec.ValidationError, TypeError, OverflowError, UnicodeError):
        return False


def _why_not_now(game: Game, action: Action) -> Refusal | None:
    """What refuses an action whatever it is about: the phase, another's turn, an open decision, no main action left."""
    if isinstance(action, Choose):
        return None
    asked = open_decision(game, action.seat)
    converts = isinstance(action, Convert) and asked is not None and asked.interruptible
    if converts and owed_decisions.may_only_convert(game, action.seat):
        return None
    if game.state.phase != "play":
        return Refusal(reason="not_in_play", rule="overview.turn", values={"phase": game.state.phase})
    if action.seat != game.active:
        return Refusal(reason="not_your_turn", rule="turn.order", values={"active": game.active})
    if asked and game.state.turn.owing:
        rule = "turn.free_action_other_turn"
        return Refusal(reason="owed_first", rule=rule, values={"decision": asked.kind})
    closing = game.state.turn.closing is not msgspec.UNSET
    if asked and (closing or not (isinstance(action, FREE_ACTIONS) and asked.interruptible)):
        return Refusal(reason="answer_first", rule=asked.rule, values={"decision": asked.kind})
    return turns.check_main(game) if isinstance(action, MAIN_ACTIONS) else None


# ---- doing it ----------------------------------------------------------------------------------------------------


def apply(game: Game, action: Action) -> Record:
    """Carry out an action and everything that follows by itself.

    >>> record = apply(game, UseSwitch(seat=0, resource="food"))
    >>> [event.key for event in record.events]
    ['switch', 'gained']
    >>> apply(game, UseSwitch(seat=0, resource="food"))
    Traceback (most recent call last):
    bot.engine.actions.Refused: action_done {} (rule turn.action_windows)

    :raises Refused: the action is not legal; then nothing has changed.
    """
    offer = _judged(game, action, foretold=False)
    if isinstance(offer, Refusal):
        raise Refused(offer)
    return _apply(game, action, offer.payment)


def apply_again(game: Game, record: Record, action: Action) -> None:
    """Carry out an action that was judged when it was recorded, from the same position. It is not judged once more, a
    third of the time, but has to go as it went. What was paid for it is the first thing that the record tells.

    >>> again = game.copy()
    >>> record = apply(game, UseSwitch(seat=0, resource="food"))
    >>> apply_again(again, record, record.action)
    >>> again.snapshot() == game.snapshot()
    True

    :raises ValueError: it goes another way; then the game is of no more use.
    """
    told = record.events[0] if isinstance(action, PAID_ACTIONS) and record.events else None
    paid = msgspec.convert(told.values, Amounts) if told is not None and told.key == "paid" else NOTHING
    went = _apply(game, action, paid)
    if (went.events, went.barrier) != (record.events, record.barrier):
        raise ValueError(f"record {record.number} went otherwise: {went}")


def _apply(game: Game, action: Action, payment: Amounts) -> Record:
    game.events, game.revealed, game.turn_over = rules_migration.news(game), False, False
    _carry_out(game, action, payment)
    record = Record(
        number=game.count, seat=action.seat, action=action, events=tuple(game.events), barrier=game.revealed
    )
    game.records.append(record)
    if game.turn_over:
        mark_turn(game)
    return record


def _carry_out(game: Game, action: Action, payment: Amounts) -> None:
    """Carry out the action with everything that it brings to all seats. What other seats owed before is set aside
    meanwhile and stays first in their order."""
    waiting = owed_decisions.set_aside(game, action.seat)
    _act(game, action, payment)
    if waiting:
        interpreter.settle(game)
        owed_decisions.put_back(game, waiting)
    _settle(game)


def _act(game: Game, action: Action, payment: Amounts) -> None:
    mutations.pay(game, action.seat, payment)
    if isinstance(action, MAIN_ACTIONS):
        game.state.turn.actions += 1
        game.state.turn.window.main_done = True
    _RULES_OF[type(action)].do(game, action)
    if isinstance(action, TURN_ACTIONS):
        for variant in game.variants:
            variant.acted(game, action)


def _settle(game: Game) -> None:
    game.changed()
    interpreter.settle(game)
    while turns.close_if_settled(game):
        interpreter.settle(game)
    game.changed()


def begin(game: Game) -> None:
    """Run what the setup left to run, and keep the start of the first turn. :func:`bot.engine.new_game` does it.

    >>> from bot.engine.rules.setup import lay_table
    >>> from bot.engine.variants import variants_of
    >>> laid = lay_table(setup, pack, variants_of(setup))
    >>> begin(laid)
    >>> laid.state.phase
    'play'
    """
    game.events = []
    _settle(game)
    mark_turn(game)


# ---- undo --------------------------------------------------------------------------------------------------------


def mark_turn(game: Game) -> None:
    """Keep the position at the start of a turn. The turn before it can still be reopened.

    >>> mark_turn(game)
    >>> [(mark.seat, mark.records) for mark in game.marks]
    [(0, 0), (0, 0)]
    """
    game.marks = game.marks[-1:]
    mark_here(game)


def mark_here(game: Game) -> None:
    """Keep the position as one that undo does not go behind; steps before it go back to the marks before.

    >>> record = apply(game, UseSwitch(seat=0, resource="food"))
    >>> mark_here(game)
    >>> turn_so_far(game)
    []
    """
    game.marks = [*game.marks, Mark(game.active, game.count, game.snapshot())]


def turn_so_far(game: Game) -> list[Record]:
    """The records since the last mark that no undo has taken back.

    >>> record = apply(game, UseSwitch(seat=0, resource="food"))
    >>> turn_so_far(game) == [record]
    True
    """
    return effective(game.records, game.marks[-1].records if game.marks else 0)


def effective(records: list[Record], since: int = 0) -> list[Record]:
    """The records from a number on that no undo has taken back, without the undo records themselves.

    >>> record = apply(game, UseSwitch(seat=0, resource="food"))
    >>> taken = undo(game, 0)
    >>> len(game.records), effective(game.records)
    (2, [])
    """
    undone = {number for record in records for number in record.undid}
    return [record for record in records if record.number >= since and record.number not in undone and not record.undid]


def undo(game: Game, seat: SeatNumber) -> list[Record]:
    """Take back the last action of a seat's own turn.

    It does not pass a barrier: anything drawn or revealed, or answered by another seat. An ended turn is reopened as
    long as no other seat has acted (ruling undo).

    >>> record = apply(game, UseSwitch(seat=0, resource="food"))
    >>> undo(game, 0) == [record]
    True
    >>> explain(game, UseSwitch(seat=0, resource="gear")) is None
    True

    :returns: the records taken back.
    :raises Refused: there is nothing to take back, or a barrier stands before it.
    """
    mark, done = _last_turn(game)
    refusal = _undo_refusal(game, seat, mark, done)
    if refusal is not None or mark is None:
        raise Refused(refusal or Refusal(reason="nothing_to_undo", rule="turn.undo"))
    records, marks, before = list(game.records), list(game.marks), game.snapshot()
    taken = done[_replay(game, mark, done[:-1]) :]
    if any(record.seat != seat or record.barrier for record in taken):
        game.restore(before)
        raise Refused(Refusal(reason="undo_rulings", rule="turn.undo"))
    numbers = tuple(record.number for record in taken)
    game.records = [*records, Record(number=game.before + len(records), seat=seat, undid=numbers)]
    game.marks = [kept for kept in marks if kept.records <= mark.records]
    return taken


def _replay(game: Game, mark: Mark, done: list[Record]) -> int:
    """Go back to a mark and carry records out once more. Gives how many went as before: all, unless they were played
    under older rulings."""
    game.restore(mark.snapshot)
    older = game.state.rules < RULES_VERSION
    rules_migration.bring_up(game, ())
    for again, record in enumerate(done):
        if record.action is None:
            continue
        kept = game.snapshot()
        try:
            same = (
                rules_migration.went_alike(record, apply(game, record.action)) if older else apply(game, record.action)
            )
        except Refused:
            same = False
        if not same:
            game.restore(kept)
            return again
    return len(done)


def undoable(game: Game, seat: SeatNumber) -> tuple[Record | None, Refusal | None]:
    """The last record that an undo would reach, and why a seat cannot take it back; None as the reason where it can.

    >>> record = apply(game, UseSwitch(seat=0, resource="food"))
    >>> undoable(game, 0) == (record, None)
    True
    >>> undoable(game, 1)[1].reason
    'nothing_to_undo'
    """
    mark, done = _last_turn(game)
    return done[-1] if done else None, _undo_refusal(game, seat, mark, done)


def _last_turn(game: Game) -> tuple[Mark | None, list[Record]]:
    for mark in reversed(game.marks):
        done = effective(game.records, mark.records)
        if done:
            return mark, done
    return None, []


def _undo_refusal(game: Game, seat: SeatNumber, mark: Mark | None, done: list[Record]) -> Refusal | None:
    if mark is None:
        return Refusal(reason="nothing_to_undo", rule="turn.undo")
    last = done[-1]
    if last.seat != seat:
        if not _has_done_before(game, seat, mark, last):
            return Refusal(reason="nothing_to_undo", rule="turn.undo")
        return Refusal(reason="undo_other_acted", rule="turn.undo", values={"other": last.seat})
    if last.barrier:
        return Refusal(reason="undo_barrier", rule="turn.undo")
    return None


def _has_done_before(game: Game, seat: SeatNumber, mark: Mark, last: Record) -> bool:
    """Whether the seat has done something before the other seat's last record. False at the fresh start of the seat's
    own turn, and where it has done nothing yet."""
    if game.active == seat and mark is not game.marks[-1]:
        return False
    return game.before > 0 or any(
        record.seat == seat and record.number < last.number for record in effective(game.records)
    )
