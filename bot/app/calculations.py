"""Single questions worked out: what something costs or scores, each with its formula and the entry that it rests on."""

from typing import Final, Literal

import msgspec

from bot.app.score_pad.model import Leftover
from bot.app.score_pad.plausibility import Doubt, of_artifacts, of_leftover
from bot.engine.effects import TRACKS, Track
from bot.engine.rules.score_values import artifact_points, leftover_points

Size = Literal["small", "large"]
GEARS: Final[dict[Size, int]] = {"small": 3, "large": 5}
"""Gears of a building (000 BAUEN 03; 001)."""
BOOKS: Final = (2, 3, 4)
"""Books of a figure by its row, from the bottom (001)."""
RATIO: Final = 2
"""Points for one devotion point, and the other way round (001 Devotion Points)."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """One part of an answer: what it is (a key), how it comes about in digits and signs, and what it comes to."""

    key: str
    formula: str
    result: int


class Answer(msgspec.Struct, frozen=True):
    """All parts, the id of the entry that says so, and what looks wrong in the question: never a wall, as on the score
    pad."""

    parts: tuple[Part, ...]
    entry: str
    doubts: tuple[Doubt, ...] = ()

    def result(self, key: str) -> int:
        """:raises StopIteration: there is no such part."""
        return next(part.result for part in self.parts if part.key == key)


def artifact(artifacts: int, counted: int, each: int) -> Answer:
    """A line of the artifact card: (large artifacts of the colour + 1) × count × points (001)."""
    result = artifact_points(artifacts, counted, each)
    part = Part("points", f"({artifacts} + 1) × {counted} × {each}", result)
    return Answer((part,), "score.artifact_card", tuple(of_artifacts(artifacts)))


def leftover(gear: int, book: int, food: int, crystal: int) -> Answer:
    """1 point for every 5 left-over resources; the rest decides ties (000 SPIELENDE 07)."""
    scored, rest = leftover_points(gear + book + food + crystal)
    formula = f"({gear} + {book} + {food} + {crystal}) ÷ 5"
    left = Leftover(gear + book + food + crystal, (gear, book, food, crystal))
    return Answer((Part("points", formula, scored), Part("rest", "", rest)), "score.leftover", tuple(of_leftover(left)))


def distance(spaces: int, bonus: int) -> Answer:
    """Food for range: the spaces between less the range bonus, never below 0 (000 Entfernung; 001 Paying for range)."""
    return Answer((_food(spaces, bonus),), "range.cost")


def build(size: Size, spaces: int, bonus: int, discount: int) -> Answer:
    """What a building costs: gears less a discount, and food for range (000 BAUEN)."""
    gears = _less(GEARS[size], discount)
    return Answer((Part("gear", gears[0], gears[1]), _food(spaces, bonus)), "build.cost")


def populate(row: int, others: int, spaces: int, bonus: int, discount: int) -> Answer:
    """What a figure of ``row`` (1 to 3, from the bottom) costs: its books less a discount, 1 book to each of the
    others there, which no discount touches, and food for range (000 BEVÖLKERN)."""
    own, result = _less(BOOKS[row - 1], discount)
    parts = [Part("book", f"{own} + {others}" if others else own, result + others)]
    if others:
        parts.append(Part("book_others", "", others))
    return Answer((*parts, _food(spaces, bonus)), "populate.cost")


def bonus(size: Size, terrain: dict[Track, int], crystals: int, waters: int, vast: int) -> Answer:
    """What a building gets from the spaces beside it: a large one twice, but never of water (000 BAUEN 04; 001)."""
    times = 2 if size == "large" else 1
    parts = [_times(track, terrain.get(track, 0), times) for track in TRACKS if terrain.get(track)]
    if crystals or vast:
        parts.append(_times("crystal", crystals + vast, times))
    if vast:
        parts.append(_times("vast_points", vast, times))
    if waters:
        parts.append(Part("water", "", waters))
    return Answer(tuple(parts), "build.bonus_large_doubling" if size == "large" else "build.bonus_terrain")


def devotion(given: int) -> Answer:
    """What points bring as devotion points, or devotion points as points: half, rounded down; an odd one stays (001
    Devotion Points)."""
    gained, kept = divmod(given, RATIO)
    return Answer((Part("exchanged", f"{given} ÷ {RATIO}", gained), Part("kept", "", kept)), "devotion.convert")


def _food(spaces: int, bonus: int) -> Part:
    formula, result = _less(spaces, bonus)
    return Part("food", formula, result)


def _less(cost: int, less: int) -> tuple[str, int]:
    """A cost with something off, never below 0."""
    result = max(0, cost - less)
    if not less:
        return str(cost), result
    return (f"{cost} − {less}" if cost >= less else f"max(0, {cost} − {less})"), result


def _times(key: str, count: int, times: int) -> Part:
    return Part(key, f"{times} × {count}" if times > 1 else str(count), times * count)
