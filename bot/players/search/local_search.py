"""Local search: a line is improved by trying changes to it, such as free actions added or moved, main actions exchanged
or reordered, and pairs of actions that pay only together. It finds what the beam search misses because no single step
of it looks good."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine import decision, legal
from bot.engine.actions import (
    FREE_ACTIONS,
    MAIN_ACTIONS,
    Action,
    Choose,
    Convert,
    EndAction,
    EndTurn,
    Explore,
    Hibernate,
    Populate,
    UseMachine,
)
from bot.engine.rules.free_actions import machine_effects
from bot.players.greedy import Subject, of_each_kind, rated_offers, subject
from bot.players.search.beam_search import Search
from bot.players.search.line import Line, Path, answers_in, by_value
from bot.players.search.path_changes import before_resting, exchange, next_main, put_off, swapped

MOST_CHANGES = 3
"""Most changes that are tried for each position that the beam search has evaluated."""
ROUNDS = 3
"""Most changes that are made to a line, one after the other."""
BETTER = 0.05
"""Points that a change has to bring at least."""
OTHERS = 10
"""Main actions that are tried in place of one, first one of each kind."""
ENABLED = 2
"""Actions that are tried of those that another one makes possible."""
ANSWERS = 5
"""Answers to a decision on the way that are tried."""
LEADING = 5
"""Main actions, besides all that populate, after which newly possible actions are looked for."""


def improved(search: Search, lines: list[Line]) -> list[Line]:
    """The lines of a beam search and improved ones, the best first. Two lines are improved: the best one, and the best
    that does not hibernate or that begins with another answer. The best result is also tried without its useless
    actions."""
    tries = min(search.effort.changes, MOST_CHANGES * search.tried)
    if not tries or search.start is None:
        return lines
    other = next((line for line in lines if _differs(lines[0], line)), lines[0])
    chosen = [lines[0]] if other is lines[0] else [lines[0], other]
    found = sorted((improve(search, search.start, line, tries // len(chosen)) for line in chosen), key=by_value)
    return sorted([without_useless_actions(search, search.start, found[0]), *found, *lines], key=by_value)


def _differs(best: Line, line: Line) -> bool:
    """Whether a line begins with another answer than the best one, or acts where the best one hibernates."""
    if isinstance(best.path[0], Choose):
        return answers_in(line.path) != answers_in(best.path)
    return best.game.state.turn.hibernated and not line.game.state.turn.hibernated


def improve(search: Search, root: Line, best: Line, tries: int) -> Line:
    """The line, or a better one found with at most ``tries`` changes."""
    changes = LineChanges(search, root, tries)
    for _ in range(ROUNDS):
        found = max(changes.variants(best), key=lambda line: line.value, default=best)
        if found.value < best.value + BETTER:
            break
        best = found
    return best


def without_useless_actions(search: Search, root: Line, best: Line) -> Line:
    """The line without free actions that gain nothing, such as books above the limit."""
    changes = LineChanges(search, root, 0)
    for free in best.path:
        if isinstance(free, FREE_ACTIONS) and free in best.path and not search.late():
            found = changes.follow(root, exchange(best.path, free, ()))
            best = found if found is not None and found.value > best.value else best
    return best


class LineChanges:
    """Changes to lines from one position, within so many tries."""

    def __init__(self, search: Search, root: Line, tries: int) -> None:
        self.search, self.root, self.tries = search, root, tries
        self.known: set[Path] = set()

    def variants(self, best: Line) -> Iterator[Line]:
        """The lines that changes lead to, each change tried once."""
        for stop, path in self.proposals(best):
            if self.tries <= 0 or self.search.late():
                return
            if (whole := (*stop.path, *path)) in self.known:
                continue
            self.known.add(whole)
            self.tries -= 1
            if (found := self.follow(stop, path)) is not None:
                yield found

    def proposals(self, best: Line) -> Iterator[tuple[Line, Path]]:
        """The changes to a line, each with the position at which it begins."""
        yield from self.answered_otherwise(best)
        stops = self._stops(best)
        for stop, rest in reversed(stops):
            yield from ((stop, path) for path in self.added(stop, rest))
        for stop, rest in stops:
            yield from ((stop, path) for path in self.changes(stop, rest))

    def _stops(self, best: Line) -> list[tuple[Line, Path]]:
        """The first position of a line and those before its main actions, hibernation and end, each with the rest of
        the path."""
        at, found = self.root, []
        for number, action in enumerate(best.path):
            if number == 0 or isinstance(action, (*MAIN_ACTIONS, Hibernate, EndTurn)):
                found.append((at, best.path[number:]))
            after = None if isinstance(action, EndTurn) else self.step(at, best.path, number)
            if after is None or after.ended:
                break
            at = after
        return found

    def step(self, line: Line, path: Path, number: int) -> Line | None:
        """The line one action of a path further. A decision stays open if the path goes on with an answer to it."""
        action, then = path[number], path[number + 1 : number + 2]
        if then and isinstance(then[0], Choose):
            return self.search.asked(line, action)
        return self.search.step(line, action)

    def answered_otherwise(self, best: Line) -> Iterator[tuple[Line, Path]]:
        """Other answers to the decisions that hibernating opens, in a last turn to those of any action: a step may
        bring a machine that is ready, which the rating of answers does not see."""
        at: Line | None = self.root
        for number, action in enumerate(best.path):
            if at is None or at.ended or isinstance(action, EndTurn):
                return
            given = answers_in(best.path[number + 1 :])
            if isinstance(action, Hibernate) or (self.search.is_last and not isinstance(action, Choose)):
                rest = best.path[number + 1 + len(given) :]
                for others, after in self._other_answers(self.search.asked(at, action), given):
                    yield at, (action, *others, *rest)
                    yield from ((at, (action, *others, *used, *rest)) for used in self._machine_uses(at, after))
            at = self.step(at, best.path, number)

    def _other_answers(self, line: Line | None, given: Path) -> Iterator[tuple[Path, Line | None]]:
        """Answers that differ from the given ones at one decision, or at that and the one it opens, each with the
        position after them."""
        for depth in range(len(given) + 1):
            choices = self._choices(line)
            known = given[depth : depth + 1] or tuple(choices[:1])
            for choice in choices:
                after = self._then(line, choice)
                if choice not in known:
                    yield (*given[:depth], choice), after
                for second in self._choices(after)[1:]:
                    yield (*given[:depth], choice, second), self._then(after, second)
            line = self._then(line, given[depth]) if depth < len(given) else None

    def _then(self, line: Line | None, choice: Action) -> Line | None:
        """The line one answer further, its next decision still open."""
        return None if line is None else self.search.asked(line, choice)

    def _choices(self, line: Line | None) -> list[Choose]:
        """The best-rated answers to the open decision of a position, the best first."""
        asked = decision(line.game, self.search.seat) if line is not None and not line.ended else None
        return self.search.choices(line, asked, ANSWERS) if line is not None and asked is not None else []

    def added(self, stop: Line, rest: Path) -> Iterator[Path]:
        """A main action more where a turn ends with some left: the search may have been cut short there."""
        turn = stop.game.state.turn
        if not isinstance(rest[0], EndTurn) or turn.hibernated or turn.actions == stop.game.actions_a_turn:
            return
        close = EndAction(seat=self.search.seat)
        opened = self.search.step(stop, close)
        for main in of_each_kind(self.main_actions(opened or stop), OTHERS):
            yield (close, main, *rest) if opened else (main, *rest)

    def changes(self, stop: Line, rest: Path) -> Iterator[Path]:
        """Other ways to go on from a stop: a free action added, moved or left out, several of one kind added; the main
        actions in the other order; other main actions."""
        acting = isinstance(rest[0], MAIN_ACTIONS)
        planned: list[Action] = [action for action in before_resting(rest) if isinstance(action, FREE_ACTIONS)]
        unplanned = [action for action in self._frees(stop) if action not in planned]
        yield rest
        for free in planned:
            yield from put_off(rest, free)
        for free in unplanned:
            yield (free, *rest)
        yield from ((*alike, *rest) for alike in self._alike(stop, unplanned))
        for free in unplanned:
            yield from ((*done, *rest) for done in self.used_at_once(stop, free))
        for free in planned:
            yield from (exchange(rest, free, (other,)) for other in unplanned)
            yield exchange(rest, free, ())
        if acting:
            yield from swapped(rest)
            for free in planned:
                yield (free, *exchange(rest, free, ()))
            offered = {offer.action for offer in legal(stop.game, self.search.seat)}
            for free in unplanned:
                yield from self._enabled(stop, rest, free, offered)
            yield from self._exchanged(stop, rest, planned)

    def _frees(self, stop: Line) -> Sequence[Action]:
        """The free actions of a position except conversions, since a crystal pays for anything as it is."""
        actions = [offer.action for offer in legal(stop.game, self.search.seat)]
        return [action for action in actions if isinstance(action, FREE_ACTIONS) and not isinstance(action, Convert)]

    def _alike(self, stop: Line, unplanned: Sequence[Action]) -> Iterator[Path]:
        """All machines of one kind of effect together: three that advance markers may unlock what none of them does
        alone."""
        groups: dict[object, list[Action]] = {}
        for action in unplanned:
            if isinstance(action, UseMachine):
                effects = machine_effects(stop.game, action.machine)
                for kind in dict.fromkeys(effect.__struct_config__.tag for effect in effects):
                    groups.setdefault(kind, []).append(action)
        yield from (tuple(group) for group in groups.values() if len(group) > 1)

    def used_at_once(self, stop: Line, free: Action) -> Iterator[Path]:
        """A free action that brings a machine, followed by the use of each machine that may be taken."""
        after = self.search.step(stop, free)
        if after is None or len(self._machines(after)) == len(self._machines(stop)):
            return
        yield from ((free, *used) for used in self._machine_uses(stop, self.search.asked(stop, free)))

    def _machine_uses(self, stop: Line, line: Line | None, *, settle: bool = True) -> Iterator[Path]:
        """Where a machine is to be chosen: each choice followed by the use of that machine. ``settle``: a decision that
        comes first gets its best-rated answer."""
        asked = decision(line.game, self.search.seat) if line is not None else None
        if line is None or asked is None:
            return
        if asked.kind == "machine":
            for index in range(len(asked.options)):
                choice = Choose(seat=self.search.seat, answer=(index,))
                for use in self._opened(stop, self.search.step(line, choice)):
                    yield (choice, use)
        elif settle:
            for choice in self._choices(line)[:1]:
                uses = self._machine_uses(stop, self._then(line, choice), settle=False)
                yield from ((choice, *used) for used in uses)

    def _machines(self, line: Line) -> Sequence[object]:
        return line.game.seat(self.search.seat).machines

    def _exchanged(self, stop: Line, rest: Path, planned: Sequence[Action]) -> Iterator[Path]:
        """Another main action with the free actions it opens, after the planned free actions or before them. What the
        beam search has tried already is left out."""
        done, at = [], stop
        for free in planned:
            if (after := self.search.step(at, free)) is not None and not after.ended:
                done.append(free)
                at = after
        later = tuple(action for action in rest[1:] if action not in done)
        known = self.subjects(at)
        for number, main in enumerate(of_each_kind(self.main_actions(at), OTHERS)):
            after = self.search.step(stop, main) if main != rest[0] else None
            new = self._opened(stop, after)
            if main != rest[0] and (done or number >= self.search.effort.mains):
                yield (*done, main, *later)
            if new:
                yield (*done, main, *new, *later)
            if new and done:
                yield (main, *new, *rest[1:])
            if main != rest[0] and (number < LEADING or self._leads(main)):
                acted = self.search.step(at, main) if done else after
                yield from ((*done, main, *then) for then in self.led_to(known, acted, later))

    def _leads(self, main: Action) -> bool:
        """Whether a main action may make others possible, however it is rated: a figure links technologies, and in the
        last turn a tile may be the way to a large location."""
        return isinstance(main, Populate) or (isinstance(main, Explore) and self.search.is_last)

    def led_to(self, known: set[Subject], after: Line | None, later: Path) -> Iterator[Path]:
        """The rest of a path after a main action, its next main action exchanged for one that this one makes possible:
        a technology that it links, or something it pays for. ``known``: what could be done before."""
        at = next_main(later)
        if at is None or after is None or after.ended:
            return
        after = self.search.step(after, EndAction(seat=self.search.seat)) or after
        new = [other for other in self.main_actions(after) if aim(after, other) not in known]
        for other in new[:ENABLED]:
            yield (*later[:at], other, *later[at + 1 :])

    def subjects(self, line: Line) -> set[Subject]:
        """The subjects of all offers of a position."""
        return {aim(line, offer.action) for offer in legal(line.game, self.search.seat)}

    def _opened(self, stop: Line, after: Line | None) -> Sequence[Action]:
        """The free actions that a main action has made possible, such as the trade of a technology."""
        if after is None or after.ended:
            return ()
        before = self._frees(stop)
        return [free for free in self._frees(after) if free not in before]

    def _enabled(self, stop: Line, rest: Path, free: Action, offered: set[Action]) -> Iterator[Path]:
        """A free action, followed by a main action that was not possible before it."""
        after = self.search.step(stop, free)
        if after is None or after.ended:
            return
        new = [main for main in self.main_actions(after) if main not in offered]
        for main in new[:ENABLED]:
            yield (free, main, *rest[1:])

    def main_actions(self, line: Line) -> list[Action]:
        """The main actions of a position, rated without trying them, the best first."""
        offers = [offer for offer in legal(line.game, self.search.seat) if isinstance(offer.action, MAIN_ACTIONS)]
        return [offer.action for _, offer, _ in rated_offers(self.search.valuation_of(line.game), offers)]

    def follow(self, line: Line, path: Path) -> Line | None:
        """The line along a path. Free actions that are not possible are left out; a main action that is not possible is
        replaced by the best-rated one. None if the path does not lead to the end of the turn or meets another
        decision."""
        for number, action in enumerate(path):
            if isinstance(action, EndAction | EndTurn):
                line = self.search.converted(line)
            asked = decision(line.game, self.search.seat) is not None
            if isinstance(action, EndTurn):
                return None if asked else self.search.closed(self._used_up(line))
            after = self.step(line, path, number)
            if after is None and asked:
                return None
            if after is None and isinstance(action, MAIN_ACTIONS) and (mains := self.main_actions(line)):
                after = self.search.step(line, mains[0])
            line = after or line
            if line.ended:
                return self.search.valued(line)
        return None

    def _used_up(self, line: Line) -> Line:
        """At the end of a last turn, free actions that still bring something are added, the best first."""
        while self.search.is_last:
            offers = [offer for offer in legal(line.game, self.search.seat) if self._unused(line, offer.action)]
            gains = rated_offers(self.search.valuation_of(line.game), offers)
            if not gains or gains[0][0] <= self.search.weights.trouble:
                break
            after = self.search.step(line, gains[0][1].action)
            if after is None or after.ended:
                break
            line = after
        return line

    @staticmethod
    def _unused(line: Line, action: Action) -> bool:
        return isinstance(action, FREE_ACTIONS) and action not in line.path


def aim(line: Line, action: Action) -> Subject:
    """The subject of an action; each large location is a subject of its own."""
    if isinstance(action, Populate) and line.game.terrain(action.location) == "large":
        return *subject(action), action.location
    return subject(action)
