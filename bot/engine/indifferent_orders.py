"""Orders that do not matter. The rules ask for an order as soon as one effect costs, reveals or asks something; who is
on turn loses nothing where a table leaves out the orders that come to the same."""

from itertools import combinations
from typing import Final

import msgspec

from bot.engine.actions import Choose, Decision, Refused
from bot.engine.api import apply, decision
from bot.engine.effects import Advance, Effect, Gain, TakeCard, TakeCrate, TakeModule
from bot.engine.game import Game
from bot.engine.resolution.reveal_lookahead import Foresight
from bot.engine.resolution.tasks import Sequence
from bot.engine.state import SeatNumber

MOST_TRIES: Final = 60
"""Answers that are tried; where there are more, the person is asked."""
TAKES: Final = (TakeCard, TakeModule, TakeCrate)
"""Effects whose options depend on no resource, point or step."""
_encoder = msgspec.msgpack.Encoder()


class _Unsure(Exception):
    """The orders cannot be told to be alike: something would be revealed, or there is too much to look at."""


def indifferent_answer(game: Game, seat: SeatNumber) -> Choose | None:
    """What a seat may be spared: the answer to an order that comes to the same as every other; None where it is asked
    for none, or the order matters.

    What waits for the end of the action sets nothing off now, so it may come first. A gain that sets nothing off may
    come before a card, module or crate is taken: none of these depends on it. Else
    every order has to end in the same positions, whatever is answered on the way, with nothing revealed.
    """
    asked = decision(game, seat)
    if asked is None or asked.kind != "order":
        return None
    first = _plain_first(game, seat)
    if first is not None:
        return Choose(seat=seat, answer=(first,))
    return _printed_order(game, seat, asked)


def _plain_first(game: Game, seat: SeatNumber) -> int | None:
    """The first group that only waits for the end of the action; else the first that sets nothing off, where all
    others are such too or only take something; any where all are the same."""
    task = game.seat(seat).stack[-1]
    assert isinstance(task, Sequence), "an order is asked for a sequence"
    groups = [[do.effect for do in group] for group in task.groups]
    if all(group == groups[0] for group in groups):
        return 0
    pooled = [number for number, group in enumerate(groups) if all(_is_pooled(game, effect) for effect in group)]
    if pooled:
        return pooled[0]
    plain = [number for number, group in enumerate(groups) if _sets_nothing_off(game, seat, group)]
    takes = [number for number, group in enumerate(groups) if all(isinstance(effect, TAKES) for effect in group)]
    return plain[0] if plain and len({*plain, *takes}) == len(groups) else None


def _sets_nothing_off(game: Game, seat: SeatNumber, effects: list[Effect]) -> bool:
    ahead = Foresight.of(game, seat)
    return all(_is_plain(effect) and not ahead.follow(effect) and not ahead.unlocked for effect in effects)


def _is_pooled(game: Game, effect: Effect) -> bool:
    """Points and devotion that wait until the window closes: nothing counts them before (ruling exchange)."""
    if game.pooling is None or not isinstance(effect, Gain) or effect.amounts or effect.energy:
        return False
    return bool(effect.points or effect.devotion)


def _is_plain(effect: Effect) -> bool:
    """Whether an effect depends on nothing and asks nothing, unless it sets something off."""
    if isinstance(effect, Advance):
        return effect.track != "any"
    return isinstance(effect, Gain) and not effect.devotion


def _printed_order(game: Game, seat: SeatNumber, asked: Decision) -> Choose | None:
    """The printed order, where each could end in the same positions."""
    if any(option.barrier for option in asked.options):
        return None
    look = _Look(seat, len(game.seat(seat).stack) - 1)
    try:
        ends = [look.ends_after(game, (number,)) for number in range(len(asked.options))]
    except _Unsure:
        return None
    return Choose(seat=seat, answer=(0,)) if all(each == ends[0] for each in ends) else None


class _Look:
    """Tries every answer until the stack of a seat is as low as it was below the order."""

    def __init__(self, seat: SeatNumber, below: int) -> None:
        self._seat, self._below, self._tries = seat, below, 0
        self._known: dict[bytes, frozenset[bytes]] = {}

    def ends_after(self, game: Game, answer: tuple[int, ...]) -> frozenset[bytes]:
        """The positions in which an answer can end.

        :raises Refused: such an answer is not possible.
        """
        self._tries += 1
        if self._tries > MOST_TRIES:
            raise _Unsure
        work = game.copy()
        if apply(work, Choose(seat=self._seat, answer=answer)).barrier:
            raise _Unsure
        position = _encoder.encode(work.state)
        if position not in self._known:
            self._known[position] = frozenset((position,))
            self._known[position] = self._ends(work, position)
        return self._known[position]

    def _ends(self, work: Game, position: bytes) -> frozenset[bytes]:
        asked = decision(work, self._seat)
        if asked is None or len(work.seat(self._seat).stack) <= self._below:
            return frozenset((position,))
        found = frozenset[bytes]()
        for answer in _answers(asked):
            try:
                found |= self.ends_after(work, answer)
            except Refused:
                continue
        return found


def _answers(asked: Decision) -> list[tuple[int, ...]]:
    """The answers that differ; options that bring the same count as one."""
    numbers = range(len(asked.options))
    different = dict[tuple[object, ...], tuple[int, ...]]()
    for picked in range(asked.least, asked.most + 1):
        for answer in combinations(numbers, picked):
            brings = (picked, *sorted(repr(asked.options[number]) for number in answer))
            different.setdefault(brings, answer)
            if len(different) > MOST_TRIES:
                raise _Unsure
    return list(different.values())
