"""Works off the seats' stacks: runs what runs by itself and stops where a seat has to be asked
(docs/develop/engine.md).

Triggered effects resolve left to right; the player is asked for an order only where one of them costs something,
reveals something or opens a decision (ruling order). Points and steps that cannot open anything never ask.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bot.engine.effects import (
    Advance,
    AnyColour,
    Discount,
    Each,
    Effect,
    Gain,
    RangeBonus,
    ResetSwitch,
    TakeCrate,
    TribeAbility,
)
from bot.engine.resolution.open_decision import OpenDecision
from bot.engine.resolution.pending_decisions import decision_for
from bot.engine.resolution.task_decisions import TASK_RUNS
from bot.engine.resolution.tasks import (
    Announce,
    Bonuses,
    DiscardShown,
    Do,
    Flip,
    Orient,
    Sequence,
    SettleGains,
    Source,
    Task,
)
from bot.engine.rules import artifacts, mutations
from bot.engine.rules.building_bonuses import building_bonuses
from bot.engine.rules.counting import count

if TYPE_CHECKING:
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber


def settle(game: Game) -> None:
    """Run all seats' stacks as far as they go, the active seat's first, until nothing moves any more."""
    moved = True
    while moved:
        moved = False
        for seat in game.clockwise(game.active):
            if game.state.seats[seat].stack:
                moved |= run(game, seat)


def run(game: Game, seat: SeatNumber) -> bool:
    """Run one seat's stack until it is empty or asks for a decision. Gives whether anything was done."""
    stack, moved = game.seat(seat).stack, False
    while stack:
        artifacts.claim(game, seat)
        task = stack[-1]
        decision = decision_for(game, seat, task)
        if decision is None:
            stack.pop()
            _carry_out(game, seat, task)
        elif not _answers_itself(game, seat, decision):
            moved |= _run_ahead(game, seat)
            break
        moved = True
    return moved


def _run_ahead(game: Game, seat: SeatNumber) -> bool:
    """What another's turn gives comes at once, also from behind an open choice: bonuses, steps, resources and points
    (ruling owed-choices). In a seat's own window everything keeps its place."""
    moved, mine = False, game.seat(seat)
    while game.state.phase != "setup" and not game.in_turn(seat):
        at = next(
            (at for at in reversed(range(len(mine.stack) - 1)) if _comes_at_once(game, seat, mine.stack[at])), None
        )
        if at is None:
            break
        task, above = mine.stack[at], mine.stack[at + 1 :]
        del mine.stack[at:]
        _carry_out(game, seat, task)
        mine.stack.extend(above)
        artifacts.claim(game, seat)
        moved = True
    return moved


def _comes_at_once(game: Game, seat: SeatNumber, task: Task) -> bool:
    plain = isinstance(task, Bonuses) or (isinstance(task, Do) and isinstance(task.effect, Gain | Advance))
    return (plain or isinstance(task, Sequence | SettleGains)) and decision_for(game, seat, task) is None


def _answers_itself(game: Game, seat: SeatNumber, decision: OpenDecision) -> bool:
    """Forced choices make themselves and say so; decisions without any answer fall away and say so, unless a free
    action may still bring one."""
    if decision.waits:
        return False
    real = [option for option in decision.options if option.kind != "skip"]
    stack = game.seat(seat).stack
    if not real:
        stack.pop()
        if decision.tells_nothing:
            game.tell("nothing_left", seat, what=decision.kind)
        return True
    if decision.forced and len(decision.options) == 1 and decision.least == 1:
        stack.pop()
        game.tell("forced", seat, what=decision.kind)
        decision.answer([real[0]])
        return True
    if decision.forced and decision.least == decision.most == len(decision.options):
        stack.pop()
        decision.answer(list(decision.options))
        return True
    return False


def _carry_out(game: Game, seat: SeatNumber, task: Task) -> None:
    if isinstance(task, Do):
        _EFFECTS[type(task.effect)](game, seat, task.effect, task.source)
    elif isinstance(task, Sequence):
        _in_order(game, seat, task)
    elif isinstance(task, Announce):
        game.seat(seat).stack.extend(reversed(task.effects))
    elif isinstance(task, Flip):
        _flip(game, seat, task.place)
    elif isinstance(task, DiscardShown):
        mutations.discard_shown(game, seat, task.card)
    elif isinstance(task, Bonuses):
        groups = building_bonuses(game, seat, task.space, task.place)
        if groups:
            game.seat(seat).stack.append(Sequence(groups))
    else:
        TASK_RUNS[type(task)](game, seat, task)


def _in_order(game: Game, seat: SeatNumber, task: Sequence) -> None:
    for group in reversed(task.groups):
        game.seat(seat).stack.extend(reversed(group))


def _flip(game: Game, seat: SeatNumber, place: int) -> None:
    lying = game.lay(place, revealed=True)
    game.revealed = True
    game.moved()
    game.tell("flipped", seat, place=place, tile=lying.tile)
    game.seat(seat).stack.append(Orient(place))


# ---- effects that ask nothing ------------------------------------------------------------------------------------


def _gain(game: Game, seat: SeatNumber, effect: Gain, source: Source) -> None:
    mutations.gain(game, seat, effect.amounts, source)
    if effect.energy:
        mutations.gain_energy(game, seat, effect.energy, source)
    if effect.points:
        mutations.gain_points(game, seat, effect.points, source)
    if effect.devotion:
        mutations.gain_devotion(game, seat, effect.devotion, source)


def _advance(game: Game, seat: SeatNumber, effect: Advance, source: Source) -> None:
    if effect.track != "any":
        mutations.advance(game, seat, effect.track, effect.steps, source)


def _tribe_ability(game: Game, seat: SeatNumber, effect: TribeAbility, source: Source) -> None:
    """000 Stammesfähigkeit; 001 Tribe abilities: without its own tokens a tribe that needs them can do nothing."""
    mine = game.seat(seat)
    if mine.tokens == 0:
        game.tell("nothing_left", seat, what="tokens")
        return
    game.tell("tribe_ability", seat, tribe=mine.tribe)
    if mine.tokens is not None:
        mine.tokens -= 1
    mutations.push(game, seat, game.pack.tribe[mine.tribe].ability, Source("tribe", mine.tribe))
    if mine.discs:
        mine.discs -= 1
        mine.stack.extend(reversed(mutations.place_progress_marker(game, seat)))


def _take_crate(game: Game, seat: SeatNumber, effect: TakeCrate, source: Source) -> None:
    mutations.take_crates(game, seat, effect.n)


def _range(game: Game, seat: SeatNumber, effect: RangeBonus, source: Source) -> None:
    if game.in_turn(seat):
        game.state.turn.window.range += effect.n
        game.tell("range_bonus", seat, n=effect.n)


def _discount(game: Game, seat: SeatNumber, effect: Discount, source: Source) -> None:
    if game.in_turn(seat):
        game.state.turn.window.discounts.append(effect)
        game.tell("discount", seat, action=effect.action, resource=effect.resource, n=effect.n)


def _any_colour(game: Game, seat: SeatNumber, effect: AnyColour, source: Source) -> None:
    if game.in_turn(seat):
        game.state.turn.window.any_colour = True
        game.tell("any_colour", seat)


def _reset_switch(game: Game, seat: SeatNumber, effect: ResetSwitch, source: Source) -> None:
    mine = game.seat(seat)
    if mine.switch_used:
        mine.switch_used = False
        game.tell("switch_reset", seat)


def _each(game: Game, seat: SeatNumber, effect: Each, source: Source) -> None:
    times = min(effect.most, count(game, seat, effect.of))
    if not times:
        game.tell("nothing_counted", seat, of=effect.of)
        return
    each = effect.get
    _gain(game, seat, Gain(*(times * getattr(each, name) for name in each.__struct_fields__)), source)


Effector = Callable[["Game", int, Any, Source], None]


def carries_out(effect: type[Effect]) -> Callable[[Effector], Effector]:
    """Registers what an effect does that a variant brings and that asks nothing."""

    def register(effector: Effector) -> Effector:
        _EFFECTS[effect] = effector
        return effector

    return register


_EFFECTS: dict[type, Effector] = {
    Gain: _gain,
    Advance: _advance,
    TribeAbility: _tribe_ability,
    TakeCrate: _take_crate,
    RangeBonus: _range,
    Discount: _discount,
    AnyColour: _any_colour,
    ResetSwitch: _reset_switch,
    Each: _each,
}
