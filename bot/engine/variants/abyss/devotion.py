"""Points and devotion of one action, exchanged 2:1 when it is over, and the devotion track (001 Devotion Points; 004
Important; ruling devotion, ruling exchange)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.actions import Offer, Option, Refusal, TakeGains
from bot.engine.effects import Gain, GainAny
from bot.engine.resolution.open_decision import OpenDecision
from bot.engine.resolution.task_decisions import asks, runs
from bot.engine.resolution.tasks import SettleGains, Source
from bot.engine.rules import mutations
from bot.engine.rules.action_rules import ActionRule
from bot.engine.variants.abyss.state_access import kept_of, parts_of, seat_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.effects import Effect
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber

RATE: Final = 2
"""So many of one kind are one of the other."""
RULE: Final = Source("rule", "devotion.convert")


# ---- what is to come ---------------------------------------------------------------------------------------------


def pool_points(game: Game, seat: SeatNumber, points: int, source: Source) -> None:
    """Points that wait for the end of the action."""
    mine = seat_of(game, seat)
    mine.points_to_come += points
    game.tell("points_to_come", seat, points=points, total=mine.points_to_come, kind=source.kind, source=source.id)


def pool_devotion(game: Game, seat: SeatNumber, number: int, source: Source) -> None:
    """Devotion that waits for the end of the action."""
    mine = seat_of(game, seat)
    mine.devotion_to_come += number
    total = mine.devotion_to_come
    game.tell("devotion_to_come", seat, devotion=number, total=total, kind=source.kind, source=source.id)


def settlement(game: Game, seat: SeatNumber) -> SettleGains | None:
    """Everything that is to come for a seat, as the task that settles it; nothing is to come any more."""
    mine = seat_of(game, seat)
    if not (mine.points_to_come or mine.devotion_to_come):
        return None
    task = SettleGains(mine.points_to_come, mine.devotion_to_come)
    mine.points_to_come = mine.devotion_to_come = 0
    return task


def can_exchange(points: int, devotion: int) -> bool:
    """Whether there is a pair to exchange."""
    return points >= RATE or devotion >= RATE


def settling_reveals(game: Game) -> bool:
    """Whether settling what is to come may reveal something before anybody is asked, the active seat's first. Bonuses
    that only give resources reveal nothing; of all others it is said that they may."""
    for seat in game.clockwise(game.active):
        mine = seat_of(game, seat)
        if can_exchange(mine.points_to_come, mine.devotion_to_come):
            if seat == game.active:
                return False
        elif any(_may_reveal(effect) for effect in reached(game, seat, mine.points_to_come, mine.devotion_to_come)):
            return True
    return False


def _may_reveal(effect: Effect) -> bool:
    return not isinstance(effect, Gain | GainAny)


def reached(game: Game, seat: SeatNumber, points: int, devotion: int) -> list[Effect]:
    """The bonuses of both tracks that so many points and so much devotion lead to."""
    before, mine = game.seat(seat).points, seat_of(game, seat)
    last = min(before + points, mutations.SCORE_BONUS_END)
    score, track = game.pack.board.score_bonuses, parts_of(game).devotion
    found = [effect for space in range(before + 1, last + 1) for effect in score.get(space, ())]
    spaces = range(mine.devotion + 1, mine.devotion + devotion + 1)
    return found + [effect for space in spaces for effect in track.get(space, ())]


# ---- the exchange ------------------------------------------------------------------------------------------------


@asks(SettleGains)
def _settle(game: Game, seat: SeatNumber, task: SettleGains) -> OpenDecision | None:
    """2:1, in one direction, all or part of it; None where there is no pair (004 Important; ruling exchange)."""
    if not can_exchange(task.points, task.devotion):
        return None

    def answer(picked: list[Option]) -> None:
        points, devotion = _exchanged(task, picked[0])
        if picked[0].number:
            game.tell("gains_exchanged", seat, got=str(picked[0].id), number=picked[0].number)
        take(game, seat, points, devotion)

    options = [Option("gains", None, 0)]
    options += [Option("gains", "devotion", number) for number in range(1, task.points // RATE + 1)]
    options += [Option("gains", "points", number) for number in range(1, task.devotion // RATE + 1)]
    told = tuple(
        Option(option.kind, option.id, option.number, any(map(_may_reveal, _follows(game, seat, task, option))))
        for option in options
    )
    return OpenDecision("settle_gains", "devotion.convert", told, answer, RULE)


def _exchanged(task: SettleGains, option: Option) -> tuple[int, int]:
    """The points and the devotion that an answer leaves."""
    number = option.number
    if option.id == "devotion":
        return task.points - RATE * number, task.devotion + number
    return task.points + number, task.devotion - RATE * number


def _follows(game: Game, seat: SeatNumber, task: SettleGains, option: Option) -> list[Effect]:
    return reached(game, seat, *_exchanged(task, option))


@runs(SettleGains)
def _take_all(game: Game, seat: SeatNumber, task: SettleGains) -> None:
    take(game, seat, task.points, task.devotion)


def take(game: Game, seat: SeatNumber, points: int, devotion: int) -> None:
    """Both markers move; bonuses of the score track come before rewards of the devotion track."""
    _move(game, seat, devotion)
    mutations.score_points(game, seat, points, RULE)


def _move(game: Game, seat: SeatNumber, devotion: int) -> None:
    if not devotion:
        return
    mine, rewards = seat_of(game, seat), parts_of(game).devotion
    before, mine.devotion = mine.devotion, mine.devotion + devotion
    game.tell("devotion", seat, devotion=devotion, total=mine.devotion)
    spaces = [space for space in range(before + 1, mine.devotion + 1) if space in rewards]
    for space in spaces:
        game.tell("devotion_reward", seat, space=space)
    for space in reversed(spaces):  # the first to come is pushed last
        mutations.push(game, seat, rewards[space], Source("devotion_track", str(space)))


# ---- taking it earlier -------------------------------------------------------------------------------------------


def take_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """Settling at once what is to come, so that its bonuses can be used in the same action."""
    judged = check_take(game, TakeGains(seat=seat))
    if isinstance(judged, Offer):
        yield judged


def check_take(game: Game, action: TakeGains) -> Offer | Refusal:
    """The offer, or that nothing is to come. What was settled cannot be paired with later gains (ruling exchange)."""
    if game.pooling is None:
        return Refusal(reason="nothing_to_come", rule="devotion.convert_combine")
    mine = seat_of(game, action.seat)
    points, devotion = mine.points_to_come, mine.devotion_to_come
    if not (points or devotion):
        return Refusal(reason="nothing_to_come", rule="devotion.convert_combine")
    barrier = not can_exchange(points, devotion) and any(
        _may_reveal(effect) for effect in reached(game, action.seat, points, devotion)
    )
    return Offer(action, barrier=barrier)


def do_take(game: Game, action: TakeGains) -> None:
    """The settlement comes at once, within the window."""
    task = settlement(game, action.seat)
    if task is not None:
        game.seat(action.seat).stack.append(task)


def problems(game: Game) -> Iterator[tuple[str, str]]:
    """Nothing is below zero, and after the game nothing is to come."""
    for seat, mine in enumerate(kept_of(game).seats):
        if min(mine.devotion, mine.points_to_come, mine.devotion_to_come) < 0:
            yield "devotion", f"seat {seat}: {mine.devotion}, {mine.points_to_come} and {mine.devotion_to_come} to come"
        if game.state.phase == "over" and (mine.points_to_come or mine.devotion_to_come):
            yield "devotion", f"seat {seat}: still to come after the end"


RULES = (ActionRule("take_gains", take_offers, check_take, do_take),)
