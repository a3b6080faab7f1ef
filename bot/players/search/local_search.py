"""A line made better by trying changes to it: free actions put in or taken earlier, main actions exchanged or in the
other order, and pairs that pay only together. What the search leaves out because no step of it looks good alone is
found here."""

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
from bot.players.greedy import Subject, judged, of_each_kind, subject
from bot.players.search.beam_search import Search
from bot.players.search.line import Line, Path, answers_in, by_value
from bot.players.search.path_changes import before_resting, exchange, next_main, put_off, swapped

MOST_CHANGES = 3
"""Changes that are tried for each position that the beam search has valued, at most."""
ROUNDS = 3
"""So many changes are made to a line, one after the other, at most."""
BETTER = 0.05
"""A change has to bring so many points."""
OTHERS = 10
"""Main actions that are tried in place of one, of each kind one before others."""
ENABLED = 2
"""And of those that another action makes possible."""
ANSWERS = 5
"""Other answers to a question on the way that are tried."""
LEADING = 5
"""Main actions that may make another possible, and all figures."""


def improved(search: Search, lines: list[Line]) -> list[Line]:
    """The lines of a beam search and better ones near them, the best first. Changed are the best line and another: the
    best that does not hibernate, or that begins with another answer. The best of what is found is also tried without
    its useless actions."""
    tries = min(search.effort.changes, MOST_CHANGES * search.tried)
    if not tries or search.start is None:
        return lines
    other = next((line for line in lines if _differs(lines[0], line)), lines[0])
    chosen = [lines[0]] if other is lines[0] else [lines[0], other]
    found = sorted((improve(search, search.start, line, tries // len(chosen)) for line in chosen), key=by_value)
    return sorted([without_useless_actions(search, search.start, found[0]), *found, *lines], key=by_value)


def _differs(best: Line, line: Line) -> bool:
    """Whether a line begins with another answer than the best, or where that begins with none acts instead of
    hibernating."""
    if isinstance(best.path[0], Choose):
        return answers_in(line.path) != answers_in(best.path)
    return best.game.state.turn.hibernated and not line.game.state.turn.hibernated


def improve(search: Search, root: Line, best: Line, tries: int) -> Line:
    """The line, or a better one near it; so many are tried at most."""
    changes = LineChanges(search, root, tries)
    for _ in range(ROUNDS):
        found = max(changes.variants(best), key=lambda line: line.value, default=best)
        if found.value < best.value + BETTER:
            break
        best = found
    return best


def without_useless_actions(search: Search, root: Line, best: Line) -> Line:
    """The line without the free actions that bring nothing, such as books above the limit."""
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
        """What comes of each change to a line that was not tried before."""
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
        """The changes to a line, each with the position that it begins at."""
        yield from self._answered_otherwise(best)
        stops = self._stops(best)
        for stop, rest in reversed(stops):
            yield from ((stop, path) for path in self._added(stop, rest))
        for stop, rest in stops:
            yield from ((stop, path) for path in self._changes(stop, rest))

    def _stops(self, best: Line) -> list[tuple[Line, Path]]:
        """The first position of a line and those before its main actions, hibernation and its end, with what follows
        there."""
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
        """The line with an action of a path more. Where the next one is an answer, it is left to that."""
        action, then = path[number], path[number + 1 : number + 2]
        if then and isinstance(then[0], Choose):
            return self.search.asked(line, action)
        return self.search.step(line, action)

    def _answered_otherwise(self, best: Line) -> Iterator[tuple[Line, Path]]:
        """Other answers to what hibernating asks, in a last turn to what any action asks: a step may bring a machine
        that is ready, and the answer at a glance does not see that."""
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
        """Answers that differ from those given at one question, or at that and the one it opens, and what is asked
        then."""
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
        """The line with an answer more, what it asks not yet answered."""
        return None if line is None else self.search.asked(line, choice)

    def _choices(self, line: Line | None) -> list[Choose]:
        """The best few answers to what is asked in a position, the best at a glance first."""
        asked = decision(line.game, self.search.seat) if line is not None and not line.ended else None
        return self.search.choices(line, asked, ANSWERS) if line is not None and asked is not None else []

    def _added(self, stop: Line, rest: Path) -> Iterator[Path]:
        """Another main action where the turn ends with some left: the search may have been cut short there."""
        turn = stop.game.state.turn
        if not isinstance(rest[0], EndTurn) or turn.hibernated or turn.actions == stop.game.actions_a_turn:
            return
        close = EndAction(seat=self.search.seat)
        opened = self.search.step(stop, close)
        for main in of_each_kind(self._mains(opened or stop), OTHERS):
            yield (close, main, *rest) if opened else (main, *rest)

    def _changes(self, stop: Line, rest: Path) -> Iterator[Path]:
        """What may follow at a stop instead: the same with another free action or several alike, an earlier or later
        one or one less; the main actions in the other order; other main actions."""
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
            yield from ((*done, *rest) for done in self._used_at_once(stop, free))
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
        """The free actions of a position but for conversions: crystals pay for anything as they are."""
        actions = [offer.action for offer in legal(stop.game, self.search.seat)]
        return [action for action in actions if isinstance(action, FREE_ACTIONS) and not isinstance(action, Convert)]

    def _alike(self, stop: Line, unplanned: Sequence[Action]) -> Iterator[Path]:
        """All machines that give the same kind of thing at once: three that advance markers may unlock together what
        none of them does alone."""
        groups: dict[object, list[Action]] = {}
        for action in unplanned:
            if isinstance(action, UseMachine):
                effects = machine_effects(stop.game, action.machine)
                for kind in dict.fromkeys(effect.__struct_config__.tag for effect in effects):
                    groups.setdefault(kind, []).append(action)
        yield from (tuple(group) for group in groups.values() if len(group) > 1)

    def _used_at_once(self, stop: Line, free: Action) -> Iterator[Path]:
        """A free action that brings a machine, and each machine that may be taken, used at once."""
        after = self.search.step(stop, free)
        if after is None or len(self._machines(after)) == len(self._machines(stop)):
            return
        yield from ((free, *used) for used in self._machine_uses(stop, self.search.asked(stop, free)))

    def _machine_uses(self, stop: Line, line: Line | None, *, settle: bool = True) -> Iterator[Path]:
        """Where a machine is asked for: each that may be taken, used at once. ``settle``: a question before that is
        answered as it seems best."""
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
        """Another main action, after all free actions that were to come later, with what it opens; or at once, and what
        it opens before those. What the search has tried already is left out."""
        done, at = [], stop
        for free in planned:
            if (after := self.search.step(at, free)) is not None and not after.ended:
                done.append(free)
                at = after
        later = tuple(action for action in rest[1:] if action not in done)
        known = self._subjects(at)
        for number, main in enumerate(of_each_kind(self._mains(at), OTHERS)):
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
                yield from ((*done, main, *then) for then in self._led_to(known, acted, later))

    def _leads(self, main: Action) -> bool:
        """Whether a main action may open others wherever it stands: a figure links technologies, and a tile may be the
        way to a large location, which is put off to the next turn where there is one."""
        return isinstance(main, Populate) or (isinstance(main, Explore) and self.search.is_last)

    def _led_to(self, known: set[Subject], after: Line | None, later: Path) -> Iterator[Path]:
        """What follows a main action, with the next one exchanged for what it leads to: a technology that it links, or
        what it makes payable. ``known``: what could be done before it."""
        at = next_main(later)
        if at is None or after is None or after.ended:
            return
        after = self.search.step(after, EndAction(seat=self.search.seat)) or after
        new = [other for other in self._mains(after) if aim(after, other) not in known]
        for other in new[:ENABLED]:
            yield (*later[:at], other, *later[at + 1 :])

    def _subjects(self, line: Line) -> set[Subject]:
        """All that can be done in a position."""
        return {aim(line, offer.action) for offer in legal(line.game, self.search.seat)}

    def _opened(self, stop: Line, after: Line | None) -> Sequence[Action]:
        """The free actions that a main action has brought, such as the trade of a technology."""
        if after is None or after.ended:
            return ()
        before = self._frees(stop)
        return [free for free in self._frees(after) if free not in before]

    def _enabled(self, stop: Line, rest: Path, free: Action, offered: set[Action]) -> Iterator[Path]:
        """A free action, and a main action that could not be done before it."""
        after = self.search.step(stop, free)
        if after is None or after.ended:
            return
        new = [main for main in self._mains(after) if main not in offered]
        for main in new[:ENABLED]:
            yield (free, main, *rest[1:])

    def _mains(self, line: Line) -> list[Action]:
        """The main actions of a position, the best at a glance first."""
        offers = [offer for offer in legal(line.game, self.search.seat) if isinstance(offer.action, MAIN_ACTIONS)]
        return [offer.action for _, offer, _ in judged(self.search.valuation_of(line.game), offers)]

    def follow(self, line: Line, path: Path) -> Line | None:
        """A path as far as it can be followed: free actions that are not possible are left out, for a main action the
        best at a glance is taken. None where it does not lead to the end of the turn, or where another question has
        come up on it."""
        for number, action in enumerate(path):
            if isinstance(action, EndAction | EndTurn):
                line = self.search.converted(line)
            asked = decision(line.game, self.search.seat) is not None
            if isinstance(action, EndTurn):
                return None if asked else self.search.closed(self._used_up(line))
            after = self.step(line, path, number)
            if after is None and asked:
                return None
            if after is None and isinstance(action, MAIN_ACTIONS) and (mains := self._mains(line)):
                after = self.search.step(line, mains[0])
            line = after or line
            if line.ended:
                return self.search.valued(line)
        return None

    def _used_up(self, line: Line) -> Line:
        """In a last turn what is left at its end is used, the best first, as long as it gives anything."""
        while self.search.is_last:
            offers = [offer for offer in legal(line.game, self.search.seat) if self._unused(line, offer.action)]
            gains = judged(self.search.valuation_of(line.game), offers)
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
    """What is done with what, wherever; each large location is something else."""
    if isinstance(action, Populate) and line.game.terrain(action.location) == "large":
        return *subject(action), action.location
    return subject(action)
