"""Looking ahead without doing: which effects matter in which order, and which reveal something (barriers of undo).

``Foresight`` follows what effects set off by themselves (score track bonuses, progress bonuses, the tribe's ability)
on a few numbers of one seat, so that offers can say before that they reveal something.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from bot.engine.effects import (
    Advance,
    AnyColour,
    ByHand,
    DiscardCards,
    Discount,
    Each,
    Effect,
    Fill,
    Gain,
    GainAny,
    RangeBonus,
    ResetSwitch,
    ReturnEnergy,
    TakeCard,
    TakeCrate,
    TakeModule,
    TakeScyphoz,
    Track,
    TribeAbility,
    Wake,
)
from bot.engine.rules.mutations import SCORE_BONUS_END, newly_unlocked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.engine.components import Pack
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber

_HARMLESS = (Gain, RangeBonus, Discount, AnyColour, ResetSwitch, Each, TribeAbility)
_NEVER_REVEALS = frozenset(
    (GainAny, RangeBonus, Discount, AnyColour, ResetSwitch, ReturnEnergy, Wake, Fill, DiscardCards, ByHand)
)


@dataclass
class Foresight:
    """The numbers of a seat that decide what effects set off."""

    game: Game
    seat: SeatNumber
    points: int
    progress: int
    discs: int
    track: dict[Track, int]
    unlocked: int = 0
    slack: int = 0

    @classmethod
    def of(cls, game: Game, seat: SeatNumber, slack: int = 0) -> Foresight:
        """The numbers as they are; ``slack`` points may come before what is followed."""
        mine = game.seat(seat)
        return cls(game, seat, mine.points, mine.progress, mine.discs, mine.track, slack=slack)

    def follow(self, effect: Effect) -> list[Effect]:
        """What an effect sets off by itself, once; the numbers move on."""
        if isinstance(effect, Gain):
            return self._score(effect.points) if effect.points else []
        if isinstance(effect, Each):
            return self._score(effect.get.points * effect.most) if effect.get.points else []
        if isinstance(effect, Advance):
            return self._advance(effect)
        if isinstance(effect, TribeAbility):
            ability = list(self.game.pack.tribe[self.game.seat(self.seat).tribe].ability)
            self.discs -= 1
            return ability + (self._markers(1) if self.discs >= 0 else [])
        return []

    def _score(self, points: int) -> list[Effect]:
        """Nothing where points wait for the end of the action."""
        if self.game.pooling is not None:
            return []
        before, self.points = self.points, self.points + points
        bonuses = self.game.pack.board.score_bonuses
        reached = range(before + 1, min(self.points + self.slack, SCORE_BONUS_END) + 1)
        return [effect for space in reached for effect in bonuses.get(space, ())]

    def _advance(self, effect: Advance) -> list[Effect]:
        if effect.track == "any":
            return []
        self.track = self.track | {effect.track: self.track[effect.track] + effect.steps}
        found = len(newly_unlocked(self.game, self.seat, self.track))
        new, self.unlocked = found - self.unlocked, found
        return self._markers(new)

    def _markers(self, number: int) -> list[Effect]:
        first, self.progress = self.progress, self.progress + number
        return [effect for space in self.game.pack.player_board.progress[first : self.progress] for effect in space.get]


LOOK = -1


def quiet(game: Game, seat: SeatNumber, printed: Iterable[tuple[Effect, ...]]) -> bool:
    """Whether printed effects can reveal nothing now: a quick look that saves most offers the long one."""
    points = 0
    for effects in printed:
        most = most_points(game, seat, effects)
        if most == LOOK:
            return False
        points += most
    return calm(game, seat, points)


def calm(game: Game, seat: SeatNumber, points: int) -> bool:
    """Whether so many points lead to no bonus that reveals something."""
    if not points or game.pooling is not None:
        return True
    before = game.seat(seat).points
    return not any([before < space <= before + points for space in game.pack.revealing_spaces])  # noqa: C419 - hot path


def most_points(game: Game, seat: SeatNumber, printed: tuple[Effect, ...]) -> int:
    """The most points that printed effects give a seat by themselves, if these are all by which they could reveal
    something; else ``LOOK``. Kept for each tribe, whose ability may be among them, by the identity of the tuple."""
    tribe = game.seat(seat).tribe
    known = game.pack.most_points.setdefault(tribe, {})
    found = known.get(id(printed))
    if found is None:
        found = known[id(printed)] = _most_points(game.pack, tribe, printed)
    return found


def _most_points(pack: Pack, tribe: str, effects: tuple[Effect, ...]) -> int:
    total = 0
    for effect in effects:
        found = _points_of(pack, tribe, effect)
        if found == LOOK:
            return LOOK
        total += found
    return total


def _points_of(pack: Pack, tribe: str, effect: Effect) -> int:
    if isinstance(effect, Gain):
        return effect.points
    if isinstance(effect, Each):
        return effect.get.points * effect.most
    if isinstance(effect, Advance | TribeAbility):
        if pack.progress_matters:
            return LOOK
        return _most_points(pack, tribe, pack.tribe[tribe].ability) if isinstance(effect, TribeAbility) else 0
    return LOOK if isinstance(effect, TakeCrate | TakeScyphoz) else 0


def reveals(game: Game, seat: SeatNumber, effects: Iterable[Effect], *, slack: int = 0) -> bool:
    """Whether carrying effects out draws something before anybody is asked again, as far as can be seen."""
    steps = game.pack.progress_matters
    waiting = [effect for effect in effects if _counts_up(effect) and (steps or not isinstance(effect, Advance))]
    if not waiting:
        return False
    ahead = Foresight.of(game, seat, slack)
    while waiting:
        effect = waiting.pop()
        if isinstance(effect, TakeCrate):
            return bool(game.state.crates)
        if isinstance(effect, TakeScyphoz):
            return True
        waiting += ahead.follow(effect)
    return False


def reveal_together(game: Game, seat: SeatNumber, lists: Sequence[tuple[Effect, ...]]) -> list[bool]:
    """Which of several lists of effects, any of which may be carried out together, may take part in revealing
    something: one point from each of two may reach a bonus that neither reaches alone."""
    if not reveals(game, seat, [effect for effects in lists for effect in effects]):
        return [False] * len(lists)
    return [any(map(_counts_up, effects)) for effects in lists]


def _counts_up(effect: Effect) -> bool:
    return bool(effect.points) if isinstance(effect, Gain) else type(effect) not in _NEVER_REVEALS


Outcome = Literal["asks", "reveals", "neither", "unclear"]


def first_of(game: Game, effects: Iterable[Effect]) -> Outcome:
    """What effects do first, one after the other: open a decision that stays open, or reveal something. ``unclear``
    where one of them is met that has to be tried out."""
    for effect in effects:
        found = _outcome(game, effect)
        if found != "neither":
            return found
    return "neither"


def _outcome(game: Game, effect: Effect) -> Outcome:
    state = game.state
    if isinstance(effect, GainAny) or (isinstance(effect, Advance) and effect.track == "any"):
        return "asks"
    if isinstance(effect, TakeCrate):
        return "reveals" if state.crates else "neither"
    if isinstance(effect, TakeModule):
        return "asks" if state.module_display else "neither"
    if isinstance(effect, TakeCard):
        return "asks" if state.display or state.deck else "neither"
    return "neither" if isinstance(effect, Gain) and not effect.points else "unclear"


def sensitive(game: Game, seat: SeatNumber, effects: Iterable[Effect]) -> bool:
    """Whether any of these effects costs something, reveals something or opens a decision."""
    ahead = Foresight.of(game, seat)
    waiting = list(effects)
    while waiting:
        effect = waiting.pop()
        if isinstance(effect, Advance):
            if effect.track == "any" or _opens_decision(game, seat, effect):
                return True
        elif not isinstance(effect, _HARMLESS):
            return True
        waiting += ahead.follow(effect)
    return False


def _opens_decision(game: Game, seat: SeatNumber, effect: Advance) -> bool:
    moved = dict(game.seat(seat).track)
    if effect.track != "any":
        moved[effect.track] += effect.steps
    found = (game.pack.reward[reward] for reward in newly_unlocked(game, seat, moved))
    return any(reward.market or reward.artifact for reward in found)
