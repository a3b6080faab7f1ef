"""A first game explains itself: what comes up for the first time, what a turn has missed, and what decided the game."""

from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import msgspec

from bot.engine import View
from bot.engine.actions import Action, Build, Decision, Offer, UseMachine, Value, tag_of
from bot.engine.resources import Amounts
from bot.engine.rules.artifacts import artifacts_left
from bot.engine.rules.scoring import ScoreSheet
from bot.engine.state import SeatNumber, Space
from bot.engine.variants.abyss.state_access import shown
from bot.players.advice import AdvisedMove
from bot.reference.rule_entries import ACTION_ENTRIES

EXPLAINED_ACTIONS: Final = (
    "play",
    "switch",
    "explore",
    "populate",
    "build",
    "hibernate",
    "machine",
    "crate",
    "convert",
    "trade",
)
RULES: Final = {
    "goal": "score.list",
    "turn": "turn.main_actions",
    "resource": "resource.kinds",
    **{action: ACTION_ENTRIES[action] for action in EXPLAINED_ACTIONS},
    "artifact_card": "artifact.card",
    "artifact": "artifact.gain",
    "tile": "explore.orientation",
    "new_card": "card.display",
    "module": "module.trigger",
    "new_machine": "machine.choose",
    "hibernation_reward": "hibernate.reward",
    "remove_artifact": "hibernate.fourth",
    "technology": "technology.kinds",
    "devotion": "devotion.rewards",
    "lake": "lake.build",
    "exchange": "devotion.convert",
    "scyphoz": "scyphoz.play",
    "journey_price": "journey.colour",
    "journey": "journey.resolve",
    "figure": "devotion.free_population",
    "aim_machine": "track.unlock",
    "aim_technology": "populate.steps",
    "aim_artifact": "artifact.gain",
    "end": "end.trigger",
}
"""Everything that is explained, in the order in which it is when several come up at once, with its entry."""
ASKED: Final = {
    "artifact_card": "artifact_card",
    "artifact": "artifact",
    "orientation": "tile",
    "card": "new_card",
    "module": "module",
    "module_place": "module",
    "machine": "new_machine",
    "hibernation_reward": "hibernation_reward",
    "remove_artifact": "remove_artifact",
    "settle_gains": "exchange",
    "scyphoz": "scyphoz",
    "journey_price": "journey_price",
    "figure": "figure",
}
"""What the kinds of decisions are about."""
NEAR: Final = 3
"""So many steps before a machine it is an aim."""
LAST_ARTIFACTS: Final = 3
"""With so many large artifacts left the end is explained."""
BASICS: Final = ("play", "explore", "populate", "build")
"""The main actions that everybody takes in their first turns."""
BASICS_UNTIL: Final = 2
"""The round up to which these come before the aims."""
GOAL: Final = "goal"
"""What the game is about: it is told before anything else."""
KEPT: Final = 1000
"""People at tables of whom it is kept what was explained last."""
AIM_MACHINE, AIM_TECHNOLOGY, AIM_ARTIFACT = 2, 3, 5
"""Rounds from which on machines that are near, technologies and artifacts are aims."""


class Lesson(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to be explained: its kind, the entry of its rule, and the numbers in its sentences."""

    kind: str
    rule: str
    values: dict[str, Value] = {}


class Missed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a turn has left undone: ``main_action``, ``lost`` (``amounts``) or ``machine`` (its name)."""

    kind: str
    machine: str = ""
    amounts: Amounts = Amounts()


@dataclass(frozen=True, slots=True)
class Coaching:
    """What the own panel says beside the game: something new, the best move, what the last turn missed; ``answer``: the
    number of the best answer to what is asked, ``picks``: their numbers where several are picked."""

    lessons: tuple[Lesson, ...] = ()
    advice: AdvisedMove | None = None
    answer: int | None = None
    missed: Missed | None = None
    picks: tuple[int, ...] = ()


SILENT: Final = Coaching()
"""Nothing is said."""
SORTS: Final = ("lesson", "advice", "missed")
"""What a person may want no more of, each on its own."""


def muted(sort: str) -> str:
    """How it is kept that a person wants no more of something."""
    return f"no_{sort}"


class Deciding(msgspec.Struct, frozen=True):
    """The line of the score in which two seats differ most: ``seat`` made so many points more in it than ``other``,
    None where one person played alone. ``return_line``: in which ``other`` made most more, ``return_points`` of them
    (0: in none); ``margin``: by how many points ``seat`` was ahead in all."""

    line: str
    points: int
    seat: SeatNumber
    other: SeatNumber | None
    return_line: str = ""
    return_points: int = 0
    margin: int = 0


def next_lessons(
    seen: View, offers: Sequence[Offer], asked: Decision | None, advised: Action | None, known: frozenset[str]
) -> tuple[Lesson, ...]:
    """What comes up now and has not been explained yet: before anything else what the game is about, and one more
    thing, first what is asked or advised."""
    goal = () if GOAL in known else (Lesson(GOAL, RULES[GOAL]),)
    coming = (Lesson(kind, RULES[kind], values) for kind, values in _coming_up(seen, offers, asked, advised))
    return (*goal, *islice((lesson for lesson in coming if lesson.kind not in known), 1))


class LessonsTold:
    """What was explained at a table last, by person: the same position is explained alike however often it is looked
    at."""

    def __init__(self) -> None:
        self._told: OrderedDict[tuple[int, int], tuple[int, tuple[Lesson, ...]]] = OrderedDict()

    def again(self, game: int, user: int, version: int) -> tuple[Lesson, ...] | None:
        """What was explained to a person at this version of a table; None if that was at another one."""
        told = self._told.get((game, user))
        return told[1] if told and told[0] == version else None

    def keep(self, game: int, user: int, version: int, lessons: tuple[Lesson, ...]) -> None:
        """Remember it."""
        self._told[game, user] = version, lessons
        self._told.move_to_end((game, user))
        if len(self._told) > KEPT:
            self._told.popitem(last=False)


def _coming_up(
    seen: View, offers: Sequence[Offer], asked: Decision | None, advised: Action | None
) -> Iterator[tuple[str, dict[str, Value]]]:
    if asked is not None:
        if asked.kind in ASKED:
            yield ASKED[asked.kind], {}
        return
    yield "turn", {}
    if advised is not None and tag_of(advised) in RULES:
        yield tag_of(advised), {}
    yield "resource", {}
    yield from _at_hand(seen)
    yield from _basics(seen, offers)
    yield from _aims(seen)
    if any(beside_lake(seen, offer.action.space) for offer in offers if isinstance(offer.action, Build)):
        yield "lake", {}
    found = {tag_of(offer.action) for offer in offers}
    yield from ((kind, {}) for kind in RULES if kind in found)


def _basics(seen: View, offers: Sequence[Offer]) -> Iterator[tuple[str, dict[str, Value]]]:
    """The main actions that are possible, as long as nobody has had time to learn them."""
    if _round(seen) <= BASICS_UNTIL:
        found = {tag_of(offer.action) for offer in offers}
        yield from ((kind, {}) for kind in BASICS if kind in found)


def _round(seen: View) -> int:
    """The turn of each seat that is played now, from 1."""
    return (seen.state.turn.number - 1) // len(seen.state.seats) + 1


def _at_hand(seen: View) -> Iterator[tuple[str, dict[str, Value]]]:
    """What has come about: the end in sight, the first technology."""
    state, seat = seen.state, seen.seat
    left = artifacts_left(state)
    if left <= LAST_ARTIFACTS or state.end_by is not None:
        yield "end", {"n": left}
    if seat is not None and state.seats[seat].technologies:
        yield "technology", {}
    kept = shown(state)
    if seat is not None and kept is not None:
        mine = kept.seats[seat]
        if mine.devotion or mine.devotion_to_come or mine.points_to_come:
            yield "devotion", {}


def beside_lake(seen: View, space: Space) -> bool:
    """Whether a lake adjoins a space."""
    return any(
        (near := seen.prints[each]) is not None and near.terrain == "lake" for each in seen.board.adjacent[space]
    )


def _aims(seen: View) -> Iterator[tuple[str, dict[str, Value]]]:
    """What is worth aiming at, when it comes near."""
    state, seat = seen.state, seen.seat
    if seat is None:
        return
    mine = state.seats[seat]
    turn, steps = _round(seen), _steps_to_machine(seen, seat)
    if turn >= AIM_MACHINE and steps is not None and 0 < steps <= NEAR:
        yield "aim_machine", {"n": steps}
    if turn >= AIM_TECHNOLOGY and not mine.technologies:
        yield "aim_technology", {}
    if turn >= AIM_ARTIFACT and not sum(mine.artifacts.values()):
        yield "aim_artifact", {}


def _steps_to_machine(seen: View, seat: SeatNumber) -> int | None:
    """Steps to the nearest machine that is still locked."""
    mine = seen.state.seats[seat]
    missing = [
        sum(max(0, space - mine.track[track]) for track, space in links)
        for reward, links in seen.pack.links
        if reward not in mine.unlocked and (seen.pack.reward[reward].machine or seen.pack.reward[reward].market)
    ]
    return min(missing, default=None)


def missed_in(seen: View, offers: Sequence[Offer], ending: Offer | None, main_actions: int) -> Missed | None:
    """What a turn leaves undone that ends with such offers open; ``ending``: the offer to end it."""
    turn = seen.state.turn
    if ending is not None and ending.loses:
        return Missed("lost", amounts=ending.loses)
    if not turn.hibernated and turn.actions < main_actions:
        return Missed("main_action")
    machine = next((offer.action.machine for offer in offers if isinstance(offer.action, UseMachine)), None)
    return Missed("machine", machine) if machine is not None else None


def deciding(sheets: Sequence[ScoreSheet], seat: SeatNumber) -> Deciding | None:
    """What decided a game, as a seat sees it: against the winner, or the winner against the next; alone the line that
    brought most."""
    own = next((sheet for sheet in sheets if sheet.seat == seat), None)
    others = sorted((sheet for sheet in sheets if sheet.seat != seat), key=lambda sheet: sheet.rank)
    if own is None:
        return None
    if not others:
        line, points = max(_lines(own).items(), key=lambda item: item[1])
        return Deciding(line, points, seat, None)
    first, second = (others[0], own) if others[0].rank < own.rank else (own, others[0])
    ahead, behind = _lines(first), _lines(second)
    line = max(ahead, key=lambda key: ahead[key] - behind[key])
    back = max(behind, key=lambda key: behind[key] - ahead[key])
    return Deciding(
        line,
        ahead[line] - behind[line],
        first.seat,
        second.seat,
        back,
        max(0, behind[back] - ahead[back]),
        first.total - second.total,
    )


def _lines(sheet: ScoreSheet) -> Counter[str]:
    found: Counter[str] = Counter()
    for line in sheet.lines:
        found[line.key] += line.points
    return found


def turn_begins(seen: View) -> bool:
    """Whether nothing has been done yet in the seat's own turn."""
    turn = seen.state.turn
    return seen.state.phase == "play" and turn.seat == seen.seat and not turn.actions and not turn.hibernated
