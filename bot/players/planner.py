"""The planner: plays sensibly, in five strengths."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import Final

import msgspec

from bot.engine import Game, View, view
from bot.engine.actions import MAIN_ACTIONS, Action, Choose, Decision, EndTurn, Hibernate, Offer
from bot.engine.components import Back, Pack
from bot.engine.state import PlaceState
from bot.players.base import Reason, Thought, must_move
from bot.players.greedy import before_resting, greedy
from bot.players.planner_weights import Weights, weights
from bot.players.reasons import reason_for
from bot.players.search.beam_search import Search
from bot.players.search.determinization import determinize
from bot.players.search.line import Line, best_line
from bot.players.search.local_search import improved
from bot.players.search.uncollected import uncollected
from bot.players.strengths import Effort, Level, level_settings
from bot.players.valuation.valuation import Valuation

ANSWERED, MENDED = 2, 4
"""While a decision is open, positions and changes to lines are divided by these numbers."""
ORDERED: Final = 16
"""Most positions that are evaluated where only the order of effects is asked for."""
LAST_EVALUATIONS: Final = 200
"""Fewest positions that may be evaluated in a last turn."""
LAST_CHANGES: Final = 140
"""Fewest changes to lines that may be tried in a last turn."""
LAST_BRANCHES: Final = 3
"""Answers to a decision on the way that are tried in a last turn."""
MOST_KEPT: Final = 256
"""Most positions whose action is remembered."""
Step = tuple[Action, tuple[Action, ...]]
"""An action and the actions planned after it."""
_encoder = msgspec.msgpack.Encoder()


class Planner:
    """Looks for the action that is worth most to its seat. A new one gives the same action for the same view and seed;
    one that is kept follows the line it has found as long as nothing unforeseen comes up."""

    def __init__(
        self, level: Level, seed: int = 0, own: Weights | None = None, *, seconds: float | None = None
    ) -> None:
        """``own``: weights other than those of the strength. ``seconds``: after so long the best found is taken;
        without it effort alone is limited, and the same view gives the same action on every machine."""
        self.level, self.seed, self.seconds = level, seed, seconds
        self.settings = level_settings(level)
        spread = self.settings.preference_spread
        self.weights = msgspec.structs.replace(own or weights(level), preference_spread=spread, seed=seed)
        self._plan: dict[bytes, Step] = {}

    def choose(self, seen: View, offers: list[Offer]) -> Action:
        """The action it takes.

        :raises CannotMove: where there are no offers.
        """
        must_move(seen, offers)
        return self._step(seen, offers)[0]

    def think(self, seen: View, offers: list[Offer]) -> Thought:
        """The action it takes and why; the only one there is at once.

        :raises CannotMove: where there are no offers.
        """
        must_move(seen, offers)
        action, then = self._step(seen, offers)
        if forced(offers, seen.decision):
            return Thought(action, Reason("only_move"))
        return Thought(action, reason_for(self._at_a_glance(seen, offers), action, offers, seen.decision, then))

    def _step(self, seen: View, offers: list[Offer]) -> Step:
        if forced(offers, seen.decision):
            return offers[0].action, ()
        action, then = self._greedily(seen, offers) if self._is_greedy(seen) else self._planned(seen, offers)
        if isinstance(action, Hibernate):
            action = before_resting(self._at_a_glance(seen, offers), offers) or action
        return action, then

    def _at_a_glance(self, seen: View, offers: list[Offer]) -> Valuation:
        return Valuation(table_of(seen), offers[0].action.seat, self.weights)

    def _is_greedy(self, seen: View) -> bool:
        """Whether it decides without a search: easy always; others in the turns that they play at a glance; players
        with favourites for the artifact card, of which they would otherwise always keep the same few."""
        if self.settings.effort is None or self._glances(seen):
            return True
        asked = seen.decision
        return asked is not None and asked.kind == "artifact_card" and self.weights.preference_spread > 0

    def _glances(self, seen: View) -> bool:
        """Whether this is one of the turns that it plays at a glance; which ones they are follows from its seed."""
        if not self.settings.glances:
            return False
        turn = f"{self.seed} {seen.seat} {seen.state.turn.number}"
        drawn = int.from_bytes(blake2b(turn.encode(), digest_size=4).digest(), "big") / 2**32
        return drawn < self.settings.glances

    def _greedily(self, seen: View, offers: list[Offer]) -> Step:
        return greedy(table_of(seen), offers[0].action.seat, offers, seen.decision, self.weights), ()

    def _planned(self, seen: View, offers: list[Offer]) -> Step:
        """The next step of the line it follows, else the first of a new line."""
        digest = digest_of(seen)
        if digest not in self._plan:
            self._look_ahead(seen, offers, digest)
        return self._plan[digest]

    @uncollected()
    def _look_ahead(self, seen: View, offers: list[Offer], digest: bytes) -> None:
        search = Search(offers[0].action.seat, self.weights, self.effort(seen), self.seconds)
        guessed = determinize(seen, self.seed + int.from_bytes(digest[:6], "big"))
        self.remember(seen, digest, best_line(improved(search, search.lines(guessed))))

    def effort(self, seen: View) -> Effort:
        """How much is tried in a position. More in the last turn, where only points count; less while a decision is
        open, because the planner searches again once it is made.

        :raises ValueError: for a strength that decides without a search.
        """
        effort = self.settings.effort
        if effort is None:
            raise ValueError(f"{self.level} tries nothing")
        if seen.state.end_by is not None:
            effort = replace(
                effort,
                width=2 * effort.width,
                mains=2 * effort.mains,
                branches=LAST_BRANCHES,
                evaluations=max(effort.evaluations, LAST_EVALUATIONS),
                changes=max(2 * effort.changes, LAST_CHANGES),
            )
        elif _asks_order(seen):
            return replace(effort, evaluations=ORDERED, changes=0)
        if seen.decision is None:
            return effort
        return replace(effort, evaluations=effort.evaluations // ANSWERED, changes=effort.changes // MENDED)

    def remembered(self, seen: View) -> Action | None:
        """The action that is already planned for a view; None where it has to be looked for."""
        planned = self._plan.get(digest_of(seen))
        return planned[0] if planned else None

    def remember(self, seen: View, digest: bytes, best: Line) -> None:
        """Remember a line from its first action on, as long as nothing is revealed and no decision comes up.

        It stops where a new search may find more: after a main action, when less is left to look through; before main
        actions are given up, where the line may have been cut short; and at a decision that follows one about an
        order, for which little was tried."""
        while len(self._plan) > MOST_KEPT:
            del self._plan[next(iter(self._plan))]
        self._plan[digest] = best.path[0], best.path[1:]
        for number, game in enumerate(best.positions, 1):
            if isinstance(best.path[number - 1], MAIN_ACTIONS) or _gives_up(game, best.path[number]):
                return
            if _asks_order(seen) and isinstance(best.path[number], Choose):
                return
            self._plan[digest_of(view(game, seen.seat))] = best.path[number], best.path[number + 1 :]


def _asks_order(seen: View) -> bool:
    """Whether only the order of some effects is asked for."""
    return seen.decision is not None and seen.decision.kind == "order"


def _gives_up(game: Game, action: Action) -> bool:
    """Whether an action ends the turn with main actions left."""
    turn = game.state.turn
    return isinstance(action, EndTurn) and not turn.hibernated and turn.actions < game.actions_a_turn


def digest_of(seen: View) -> bytes:
    """A hash of everything the view shows."""
    return blake2b(_encoder.encode(seen.state), digest_size=12).digest()


def forced(offers: list[Offer], asked: Decision | None) -> bool:
    """Whether there is only one thing to do: a single offer, with a single answer if it is a decision."""
    if len(offers) != 1:
        return False
    if not isinstance(offers[0].action, Choose) or asked is None or asked.least == asked.most == 1:
        return True
    return asked.most == 0 or len(asked.options) == asked.least


def table_of(seen: View) -> Game:
    """A view as a table to look at: on unexplored places lies some tile with the back that lies there. It shares the
    view's state otherwise: nothing may be carried out on it."""
    some = _tile_by_back(seen.pack.hash, seen.pack)
    places = [
        lying if lying.revealed else PlaceState(some[seen.backs[place]])
        for place, lying in enumerate(seen.state.places)
    ]
    return Game(seen.setup, seen.pack, msgspec.structs.replace(seen.state, places=places), seen.variants)


_backs: dict[str, dict[Back, str]] = {}


def _tile_by_back(digest: str, pack: Pack) -> dict[Back, str]:
    if digest not in _backs:
        _backs[digest] = {tile.back: tile.id for tile in pack.tiles}
    return _backs[digest]
