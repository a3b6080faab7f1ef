"""What a valuation is made from: the position, the seat, the weights, and caches. The functions that put values on
things stand above it, each in the module of its subject."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from bot.engine import Game
from bot.engine.effects import Countable
from bot.engine.rules.counting import count
from bot.engine.rules.scoring import card_of
from bot.engine.state import SeatNumber, SeatState
from bot.players.planner_weights import Weights
from bot.players.valuation.game_length import turns_left

T = TypeVar("T")
S = TypeVar("S", bound="ValuationState")
SLOTS = 4
"""Card slots that are open from the start; the fifth is locked at first (facts 4.3)."""


class ValuationState:
    """One seat in one position. It reads only what the seat may see. A changed position needs a new one."""

    def __init__(
        self,
        game: Game,
        seat: SeatNumber,
        weights: Weights,
        like: ValuationState | None = None,
        left: float | None = None,
        *,
        done: bool = False,
    ) -> None:
        """``left``: own turns expected after this one, where that is settled already. ``like``: the valuation of a
        position shortly before in the same turn. The game is expected to last as long, unless its end has come into
        sight meanwhile, and the long-term values are taken over (``base``). ``done``: the seat takes no more main
        actions in this turn, whatever it has left."""
        self.game, self.seat, self.weights, self.pack = game, seat, weights, game.pack
        self.mine: SeatState = game.seat(seat)
        self.done = done
        known = like is not None and (game.state.end_by is None) == (like.game.state.end_by is None)
        settled = like.left if like and known else left
        self.left: float = turns_left(game, seat, weights) if settled is None else settled
        self.cycles = self.left / weights.cycle
        self.card = card_of(game, seat)
        self.cache: dict[object, Any] = {}
        self.track_cache: dict[tuple[tuple[int, int, int], tuple[str, ...]], tuple[float, int]] = {}
        self.step_cache: dict[tuple[int, int, int], float] = {}
        self.progress_cache: dict[tuple[int, float], float] = {}
        self.later_cache: dict[int, float] = {}
        self.card_cache: dict[str, float] = {}
        self.prospects: dict[object, float] = {}
        self.turn_cache: dict[object, Any] = {}
        self._first: ValuationState | None = None
        if like is not None and like.left == self.left:
            self._first, self.prospects, self.track_cache = like.base, like.prospects, like.track_cache
            self.turn_cache, self.progress_cache = like.turn_cache, like.progress_cache

    @property
    def base(self) -> ValuationState:
        """The state of the first position. All long-term values are worked out there: otherwise they would depend on
        which position asks for them first."""
        return self._first or self

    @property
    def actions_left(self) -> int:
        """Main actions that the seat can still take in the turn under way."""
        turn = self.game.state.turn
        if self.done or turn.hibernated or self.game.active != self.seat or self.game.state.phase != "play":
            return 0
        return self.game.actions_a_turn - turn.actions

    @property
    def energy_owned(self) -> int:
        """The seat's energy tokens, in store and on machines."""
        return self.mine.energy + sum([machine.powered for machine in self.mine.machines])

    def preference(self, component: str) -> float:
        """The factor of this player's favour for a component; 1 at the end of the game."""
        return 1 + (self.weights.preference(component) - 1) * min(1.0, self.left / self.weights.favoured)

    def expected_count(self, of: Countable) -> float:
        """How many of a countable thing the seat will have at the end: those it has and those it expects."""
        return count(self.game, self.seat, of) + self.weights.counts[of] * self.left


def once(function: Callable[[S], T]) -> Callable[[S], T]:
    """Make a function of a state keep its value: it is worked out once for each state, when it is first asked for."""

    @wraps(function)
    def value(state: S) -> T:
        cache = state.cache
        found: T
        if function in cache:
            found = cache[function]
        else:
            found = cache[function] = function(state)
        return found

    return value


def kept_by(key: Callable[[S], object]) -> Callable[[Callable[[S], T]], Callable[[S], T]]:
    """Make a function of a state keep its value for all positions of the turn with the same key. It may depend on the
    key and on what is the same in all of them: the seat, the weights, the turns left, the base."""

    def decorated(function: Callable[[S], T]) -> Callable[[S], T]:
        @wraps(function)
        def value(state: S) -> T:
            at = function, key(state)
            found: T | None = state.turn_cache.get(at)
            if found is None:
                found = state.turn_cache[at] = function(state)
            return found

        return value

    return decorated
