"""Beam search to the end of the own turn: the most promising lines of actions are tried on copies of a game that agrees
with the view, and the positions they end in are evaluated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import inf
from time import monotonic
from typing import Final, NamedTuple

from bot.engine import Game, apply, decision, explain, legal
from bot.engine.actions import (
    FREE_ACTIONS,
    MAIN_ACTIONS,
    Action,
    Build,
    Choose,
    Convert,
    Decision,
    EndAction,
    EndTurn,
    Hibernate,
    Populate,
    Refused,
)
from bot.engine.resources import CRYSTAL_LIMIT
from bot.engine.rules.artifacts import artifacts_left
from bot.engine.state import SeatNumber
from bot.players.greedy import RatedOffer, of_each_kind, rated_offers
from bot.players.planner_weights import Weights
from bot.players.search.line import Line, answers_in, by_value
from bot.players.strengths import Effort
from bot.players.valuation.game_length import turns_left
from bot.players.valuation.map_markers import benefit_to_others
from bot.players.valuation.offer_values import hibernation_penalty
from bot.players.valuation.option_values import answer, option_values
from bot.players.valuation.position_value import evaluate
from bot.players.valuation.valuation import Valuation

LONGEST = 40
"""Most actions of one turn that are looked at."""
MOST_ANSWERS = 200
FOLLOWED = 3
"""Answers that are followed where one decision opens another."""
MOST_TRIED = 40
"""Most main actions that are tried to find one that does not end the game."""


Picks = tuple[int, ...] | None


class Step(NamedTuple):
    """The position after an action, and after its answers where they were given; ``sure``: nothing was revealed or
    answered on the way."""

    game: Game
    sure: bool


@dataclass
class Search:
    """One search for a seat. ``seconds``: a time limit, after which the lines found so far are returned. ``rivals``: a
    cache of what the best opponent can expect, by position; ``others``: a cache of the opponents' valuations, whose
    long-term values are used again. Lines that come to the same position share one game (``positions``), with its
    valuation and the steps that were made from it."""

    seat: SeatNumber
    weights: Weights
    effort: Effort
    seconds: float | None = None
    until: float = inf
    root: Valuation | None = None
    start: Line | None = None
    tried: int = 0
    seen: set[Game] = field(default_factory=set)
    positions: dict[bytes, Game] = field(default_factory=dict)
    valuations: dict[tuple[Game, bool], Valuation] = field(default_factory=dict)
    steps: dict[tuple[Game, Action, Picks, bool], Step | None] = field(default_factory=dict)
    rivals: dict[Game, float] = field(default_factory=dict)
    others: dict[object, Valuation] = field(default_factory=dict)

    def lines(self, game: Game) -> list[Line]:
        """Lines to the end of the seat's turn, the best first; at least one if the seat can move."""
        self.until = monotonic() + self.seconds if self.seconds is not None else inf
        self.root = Valuation(game, self.seat, self.weights)
        self.start = Line(game, valuation=self.root)
        return self._to_the_end(self._first(self.start))

    def lines_after(self, action: Action) -> list[Line]:
        """The lines that begin with an action, the best first, with the effort of a search of its own; none if it is
        not possible. To be asked for after :meth:`lines`, with whose values theirs are comparable."""
        if self.start is None:
            return []
        first = self.closed(self.start) if isinstance(action, EndTurn) else self.step(self.start, action)
        self.seen, self.tried = set(), 0
        return self._to_the_end([self.valued(first)]) if first is not None else []

    def _to_the_end(self, edge: list[Line]) -> list[Line]:
        """Lines followed to the end of the turn, the best first."""
        found: list[Line] = []
        stuck: list[Line] = []
        for _ in range(LONGEST):
            found += [line for line in edge if line.ended]
            edge = self.kept([line for line in edge if not line.ended])
            if not edge or self.tried >= self.effort.evaluations or self.late():
                break
            edge = self._all_children(edge, found, stuck)
        found += [ended for line in edge if (ended := self.closed(line))]
        return sorted(found or edge or stuck, key=by_value)

    def closed(self, line: Line) -> Line | None:
        """The line with its turn ended where it stands; None if nothing has been done in the turn yet."""
        close = EndTurn(seat=self.seat)
        return self.final(line, close) if explain(line.game, close) is None else None

    def late(self) -> bool:
        """Whether time is up."""
        return monotonic() > self.until

    @property
    def is_last(self) -> bool:
        """Whether it is the seat's last turn."""
        return self.root is not None and self.root.left == 0

    def kept(self, edge: list[Line]) -> list[Line]:
        """The most promising lines, chosen in separate groups so that none crowds out another.

        Hibernation has its effect at once and two main actions do not, so lines of either kind are kept. In a last
        turn, and once the end is in sight, lines are also kept for each number of main actions taken. While a decision
        is open, the best line of each answer stays."""
        ordered = sorted(edge, key=by_value)
        if edge and isinstance(edge[0].path[0], Choose):
            firsts = {answers_in(line.path): line for line in reversed(ordered)}.values()
            return sorted({id(line): line for line in (*ordered[: self.effort.width], *firsts)}.values(), key=by_value)
        resting = [line for line in ordered if line.game.state.turn.hibernated]
        acting = [line for line in ordered if not line.game.state.turn.hibernated]
        groups: dict[int, list[Line]] = {}
        for line in acting:
            last = self.is_last or self._has_ended(line.game)
            groups.setdefault(line.game.state.turn.actions if last else -1, []).append(line)
        best = [line for taken in sorted(groups) for line in groups[taken][: self.effort.width]]
        return best + resting[: (self.effort.width + 1) // 2]

    # ---- steps -------------------------------------------------------------------------------------------------

    def _first(self, root: Line) -> list[Line]:
        asked = decision(root.game, self.seat)
        if asked is None:
            return list(self.children(root))
        found = [line for action in self._answers(root, asked) for line in self._answered(root, action)]
        return [line for line in found if line is not None]

    def _answered(self, root: Line, action: Choose) -> list[Line | None]:
        """The line after an answer; if that opens another decision, a line for each of a few answers to it."""
        line = self.asked(root, action)
        asked = decision(line.game, self.seat) if line is not None else None
        if line is None or asked is None:
            return [self._after(root, action)]
        following = answers(self.valuation_of(line.game), asked, FOLLOWED)[:FOLLOWED]
        return [self._after(line, Choose(seat=self.seat, answer=picks)) for picks in following]

    def asked(self, line: Line, action: Action) -> Line | None:
        """The line one action or answer further, its next decision still open; None if it is not possible."""
        return self._stepped(line, action, settled=False)

    def choices(self, line: Line, asked: Decision, most: int) -> list[Choose]:
        """The best few answers to a decision, rated without trying them, the best first."""
        return [
            Choose(seat=self.seat, answer=picks) for picks in answers(self.valuation_of(line.game), asked, most)[:most]
        ]

    def _all_children(self, edge: list[Line], found: list[Line], stuck: list[Line]) -> list[Line]:
        """The children of some lines, while there is effort left. A line without children is added to ``found`` if
        the turn is over, and to ``stuck`` if its children have all been reached from other lines."""
        following = []
        for line in edge:
            if self.tried >= self.effort.evaluations:
                following.append(line)
                continue
            children = list(self.children(line))
            following += children
            if not children:
                (stuck if legal(line.game, self.seat) else found).append(line)
        return following

    def _answers(self, root: Line, asked: Decision) -> list[Choose]:
        """Answers to the open decision. All machines are tried, since a weaker one may be useful at once."""
        valuation = self.root or Valuation(root.game, self.seat, self.weights)
        most = len(asked.options) if asked.kind == "machine" else self.effort.options
        return [Choose(seat=self.seat, answer=picks) for picks in answers(valuation, asked, most)]

    def children(self, line: Line) -> Iterator[Line]:
        """What follows from a position of the turn: a line for each action that is tried, its questions answered."""
        valuation = line.valuation or Valuation(line.game, self.seat, self.weights)
        found = rated_offers(valuation, legal(line.game, self.seat))
        promising = self._promising(found)
        mains: list[Line] = []
        for action in promising:
            if isinstance(action, EndTurn):
                yield self.final(self.converted(line), action)
                continue
            for child in self._afters(self.converted(line) if isinstance(action, EndAction) else line, action):
                yield child
                mains += [child] if isinstance(action, MAIN_ACTIONS) else []
        if mains and all(_ends(line.game, child.game) for child in mains):
            yield from self.going_on(line, found, promising)

    def going_on(self, line: Line, found: list[RatedOffer], tried: list[Action]) -> Iterator[Line]:
        """The best main action that does not bring the end into sight, if all those tried so far do. Otherwise the only
        choice would be to end the game or to do nothing."""
        mains = [offer.action for _, offer, _ in found if isinstance(offer.action, MAIN_ACTIONS)]
        for action in mains[:MOST_TRIED]:
            child = None if action in tried else self._after(line, action)
            if child and not _ends(line.game, child.game):
                yield child
                return

    def _afters(self, line: Line, action: Action) -> Iterator[Line]:
        """The lines after an action: with the best-rated answer to the decision it opens, and with a few others."""
        if child := self._after(line, action):
            yield child
        for picks in self._other_answers(line, action) if self.effort.branches > 1 else ():
            if child := self._after(line, action, picks):
                yield child

    def _other_answers(self, line: Line, action: Action) -> list[tuple[int, ...]]:
        """Answers other than the best-rated one to the first decision that an action opens."""
        opened = self._step_from(line.game, action, settled=False)
        asked = decision(opened.game, self.seat) if opened is not None and opened.sure else None
        if opened is None or asked is None:
            return []
        return answers(self.valuation_of(opened.game), asked, self.effort.branches)[1:]

    def converted(self, line: Line) -> Line:
        """The line with surplus crystals converted, which would be lost at the end of the window."""
        while line.game.seat(self.seat).owned.crystal > CRYSTAL_LIMIT:
            offers = [offer for offer in legal(line.game, self.seat) if isinstance(offer.action, Convert)]
            gains = rated_offers(self.valuation_of(line.game), offers)
            after = self.step(line, gains[0][1].action) if gains else None
            if after is None:
                break
            line = after
        return line

    def final(self, line: Line, action: EndTurn) -> Line:
        """The line with its turn ended. Main actions that are left are given up."""
        if found := line.next.get(action):
            return found
        valuation = self.valuation_of(line.game, done=True)
        spent = line.spent + self.weights.trouble
        own = evaluate(valuation)
        value = own + self.end_value(valuation, own) - spent
        ended = Line(line.game, (*line.path, action), value, spent, True, valuation, line.sure, _positions(line))
        line.next[action] = ended
        return ended

    def _after(self, line: Line, action: Action, picks: tuple[int, ...] | None = None) -> Line | None:
        """The line one action further, with its decisions answered, the first with ``picks``; None if it leads to a
        position that is already known."""
        after = self.step(line, action, picks)
        if after is None:
            return None
        if after.game in self.seen:
            return None
        self.seen.add(after.game)
        self.tried += 1
        return self.valued(after)

    def step(self, line: Line, action: Action, picks: tuple[int, ...] | None = None) -> Line | None:
        """The line one action further, not yet evaluated; None if it is not possible. ``picks``: the answer to the
        first decision it opens."""
        if picks is not None:
            return self._stepped(line, action, picks)
        if action not in line.next:
            line.next[action] = self._stepped(line, action)
        return line.next[action]

    def _stepped(self, line: Line, action: Action, picks: Picks = None, *, settled: bool = True) -> Line | None:
        step = self._step_from(line.game, action, picks, settled=settled)
        if step is None:
            return None
        ended = step.game.active != self.seat
        spent = line.spent + (self._spent(line, action) if settled else 0.0)
        path, sure = (*line.path, action), line.sure and step.sure
        return Line(step.game, path, 0.0, spent, ended, None, sure, _positions(line))

    def _step_from(self, before: Game, action: Action, picks: Picks = None, *, settled: bool = True) -> Step | None:
        """The step from a position, made once; None if it is not possible. ``settled``: its decisions are answered."""
        key = before, action, picks, settled
        if key not in self.steps:
            self.steps[key] = self._tried(*key)
        return self.steps[key]

    def _tried(self, before: Game, action: Action, picks: Picks, settled: bool) -> Step | None:
        """The step on a copy of a position, with the first game that has come to where it leads. Where several answers
        may be tried, the position in which the decision is open is kept and all of them begin there."""
        opened = before, action, None, False
        if settled and (picks is not None or self.effort.branches > 1 or opened in self.steps):
            return self._answered_step(self._step_from(before, action, settled=False), picks)
        game = before.copy()
        try:
            record = apply(game, action)
        except Refused:
            return None
        asked = settled and self._settle(game)
        step = Step(self._shared(game), not asked and not record.barrier)
        if settled and not asked:
            self.steps[opened] = step
        return step

    def _answered_step(self, opened: Step | None, picks: Picks) -> Step | None:
        """The step from an open decision, with ``picks`` or the best-rated answer to it; the step itself where nothing
        is asked."""
        asked = decision(opened.game, self.seat) if opened is not None else None
        if opened is None or asked is None:
            return opened if picks is None else None
        best = answer(self.valuation_of(opened.game), asked) if picks is None else None
        game = opened.game.copy()
        try:
            apply(game, best or Choose(seat=self.seat, answer=picks or ()))
        except Refused:
            return None
        self._settle(game)
        return Step(self._shared(game), False)

    def _shared(self, game: Game) -> Game:
        """The first game that has come to a position."""
        return self.positions.setdefault(game.snapshot(), game)

    def valued(self, line: Line) -> Line:
        """The line with the value of its position. Surplus crystals count as what they can be converted into."""
        if line.valuation is not None:
            return line
        line.valuation = self.valuation_of(line.game)
        after = line if line.ended else self.converted(line)
        own = evaluate(line.valuation if after is line else self.valuation_of(after.game))
        line.value = own + self.end_value(line.valuation, own) - line.spent
        return line

    def valuation_of(self, game: Game, *, done: bool = False) -> Valuation:
        """The valuation of a position of the turn. Its long-term values are those of the turn's first position.
        ``done``: the turn ends in it, which makes no difference where no main action is left."""
        found = self.valuations.get((game, done))
        if found is None:
            if done and not (going_on := self.valuation_of(game)).actions_left:
                found = going_on
            else:
                found = self._new_valuation(game, done=done)
            self.valuations[game, done] = found
        return found

    def _new_valuation(self, game: Game, *, done: bool = False) -> Valuation:
        """The same of a game that still goes on, so that nothing is kept of it."""
        return Valuation(game, self.seat, self.weights, like=self.root, done=done)

    def _spent(self, line: Line, action: Action) -> float:
        """What an action costs beyond what the position after it shows."""
        if not isinstance(action, Hibernate | Populate | Build):
            return self.weights.trouble
        valuation = line.valuation or self.valuation_of(line.game)
        if isinstance(action, Hibernate):
            return self.weights.trouble + hibernation_penalty(valuation)
        soon = valuation.too_soon(valuation.pack.technology[action.technology]) if isinstance(action, Populate) else 0.0
        return self.weights.trouble + benefit_to_others(valuation, action) + soon

    def end_value(self, valuation: Valuation, own: float) -> float:
        """What it is worth that a line has brought the end into sight; 0 if it has not. ``own``: what the seat expects.

        What opponents lose by it counts as much as what the seat loses. Ending the game is good while ahead and in a
        long game, and bad while behind."""
        if not self._has_ended(valuation.game) or self.root is None:
            return 0.0
        best = self.rival(valuation.game)
        settled = self.weights.behind * max(0.0, best - own)
        return self.rival(self.root.game) - best + self.root.closing_by(own - best) - settled

    def _has_ended(self, game: Game) -> bool:
        """Whether the end has come into sight since the root."""
        return self.root is not None and _ends(self.root.game, game)

    def rival(self, game: Game) -> float:
        """What the best opponent can expect, in points."""
        if game not in self.rivals:
            others = [seat for seat in range(len(game.state.seats)) if seat != self.seat]
            self.rivals[game] = max((evaluate(self.rival_valuation(game, seat)) for seat in others), default=0.0)
        return self.rivals[game]

    def rival_valuation(self, game: Game, seat: SeatNumber) -> Valuation:
        """An opponent's valuation. Its long-term values are kept while the same artifacts are left, and the game is
        expected to last as long as before unless its end has come into sight. Opponents move before the seat does
        again, so they have slightly more turns left."""
        if game.state.end_by is not None or self.root is None:
            left = turns_left(game, seat, self.weights)
        else:
            left = turns_left(self.root.game, seat, self.weights) + self.weights.sooner
        kind = seat, left, (*game.state.artifacts.values(), artifacts_left(game.state))
        valuation = Valuation(game, seat, self.weights, self.others.get(kind), left)
        self.others.setdefault(kind, valuation)
        return valuation

    def _settle(self, game: Game) -> bool:
        """Give the seat's decisions their best-rated answers; opponents' decisions wait. Returns whether there was
        any."""
        for answered in range(MOST_ANSWERS):
            asked = decision(game, self.seat)
            if asked is None:
                return answered > 0
            apply(game, answer(self._new_valuation(game), asked))
        return True

    def _promising(self, found: list[RatedOffer]) -> list[Action]:
        """The actions that are tried in a position: the best main actions of several kinds, and free actions that may
        pay."""
        chosen: list[Action] = _mains(found, self.effort.mains)
        least = self.weights.offers.tried
        frees = [each for each in found if isinstance(each[1].action, FREE_ACTIONS) and each[0] > least]
        chosen += [offer.action for _, offer, _ in frees[: self.effort.frees]]
        closing = [offer.action for _, offer, _ in found if isinstance(offer.action, EndAction | EndTurn)]
        if any(isinstance(action, EndAction) for action in closing):
            closing = [action for action in closing if isinstance(action, EndAction)]
        return chosen + closing


def _ends(before: Game, after: Game) -> bool:
    """Whether the end of the game has come into sight between two positions."""
    return before.state.end_by is None and after.state.end_by is not None


def _positions(line: Line) -> tuple[Game, ...]:
    return (*line.positions, line.game) if line.path and line.sure else line.positions


def _mains(found: list[RatedOffer], most: int) -> list[Action]:
    """The best main actions of several kinds; hibernation always."""
    mains = [offer.action for _, offer, _ in found if isinstance(offer.action, MAIN_ACTIONS)]
    return of_each_kind(mains, most) + [offer.action for _, offer, _ in found if isinstance(offer.action, Hibernate)]


BY_HAND: Final = frozenset({"by_hand", "confirm_by_hand"})
"""Decisions in which nothing is weighed: more is always better there, and it is not the player who decides."""


def answers(valuation: Valuation, asked: Decision, most: int) -> list[tuple[int, ...]]:
    """Answers to a decision that may be the best one: the best-rated one, then others made of the best options."""
    first = answer(valuation, asked).answer
    if asked.kind in BY_HAND:
        return [first]
    values = option_values(valuation, asked)
    order = sorted(
        (index for index, option in enumerate(asked.options) if option.kind != "deck" or len(asked.options) < 3),
        key=lambda index: -values[index],
    )
    found = [first]
    if asked.least == asked.most == 1:
        found += [(index,) for index in order[:most]]
    else:
        sizes = range(asked.least, min(asked.most, asked.least + 3) + 1)
        found += [picks for size in sizes for picks in combinations(order[:6], size)][: most * 2]
    return list(dict.fromkeys(_unlike(asked, found)))


def _unlike(asked: Decision, found: list[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Answers that differ in what is taken: any two of three gears are the same."""
    seen = set()
    for picks in found:
        taken = tuple(sorted(_what(asked, pick) for pick in picks))
        if taken not in seen:
            seen.add(taken)
            yield picks


def _what(asked: Decision, pick: int) -> tuple[str, str, int]:
    option = asked.options[pick]
    return option.kind, str(option.id), 0 if option.kind == "resource" else option.number
