"""The calculators, each case worked out by hand from the documents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import calculations
from bot.app.score_pad import Leftover, Options, Player, ScorePad, Sheet, doubts
from bot.engine.effects import Track


def parts(answer: calculations.Answer) -> dict[str, int]:
    return {part.key: part.result for part in answer.parts}


def test_artifact_line() -> None:
    """001's example: 3 yellow artifacts, 6 energy, 1 point each: 6 × 4 × 1."""
    assert parts(calculations.artifact(3, 6, 1)) == {"points": 24}
    assert calculations.artifact(3, 6, 1).parts[0].formula == "(3 + 1) × 6 × 1"


@pytest.mark.parametrize(
    ("left", "points", "rest"), [((0, 0, 0, 0), 0, 0), ((2, 2, 0, 0), 0, 4), ((2, 1, 1, 1), 1, 0), ((6, 6, 6, 3), 4, 1)]
)
def test_leftovers(left: tuple[int, int, int, int], points: int, rest: int) -> None:
    assert parts(calculations.leftover(*left)) == {"points": points, "rest": rest}


@pytest.mark.parametrize(
    ("size", "spaces", "bonus", "discount", "gear", "food"),
    [
        ("small", 0, 0, 0, 3, 0),  # beside the own piece: 3 gears, nothing for range
        ("large", 2, 0, 0, 5, 2),  # 5 gears, 2 spaces between
        ("large", 3, 1, 0, 5, 2),  # 1 of 3 spaces is free
        ("small", 1, 4, 0, 3, 0),  # more range than needed is no gain
        ("small", 0, 0, 2, 1, 0),
        ("small", 0, 0, 5, 0, 0),  # a discount never makes a cost negative
    ],
)
def test_building(size: calculations.Size, spaces: int, bonus: int, discount: int, gear: int, food: int) -> None:
    assert parts(calculations.build(size, spaces, bonus, discount)) == {"gear": gear, "food": food}


@pytest.mark.parametrize(
    ("row", "others", "discount", "books"),
    [(1, 0, 0, 2), (2, 0, 0, 3), (3, 0, 0, 4), (1, 3, 0, 5), (2, 1, 1, 3), (1, 2, 4, 2)],
    ids=["2", "3", "4", "2 + 3 to others", "3 − 1 + 1", "discounts leave the 2 for others alone"],
)
def test_populating(row: int, others: int, discount: int, books: int) -> None:
    found = parts(calculations.populate(row, others, 0, 0, discount))
    assert found["book"] == books
    assert found.get("book_others", 0) == others


def test_a_small_building_s_bonus() -> None:
    beside: dict[Track, int] = {"forest": 2, "mountain": 1}
    assert parts(calculations.bonus("small", beside, 1, 1, 0)) == {"forest": 2, "mountain": 1, "crystal": 1, "water": 1}


def test_a_large_building_doubles_all_but_water() -> None:
    """000 BAUEN 04; 001: a vast crystal is 1 crystal and 1 point, doubled too."""
    beside: dict[Track, int] = {"forest": 2, "field": 1}
    found = parts(calculations.bonus("large", beside, 1, 2, 1))
    assert found == {"forest": 4, "field": 2, "crystal": 4, "vast_points": 2, "water": 2}


def test_nothing_beside_it() -> None:
    assert calculations.bonus("large", {}, 0, 0, 0).parts == ()


@pytest.mark.parametrize(("given", "gained", "kept"), [(0, 0, 0), (1, 0, 1), (6, 3, 0), (7, 3, 1)])
def test_devotion(given: int, gained: int, kept: int) -> None:
    assert parts(calculations.devotion(given)) == {"exchanged": gained, "kept": kept}


@pytest.mark.parametrize(("spaces", "bonus", "food"), [(0, 0, 0), (3, 0, 3), (3, 2, 1), (1, 3, 0)])
def test_range(spaces: int, bonus: int, food: int) -> None:
    assert parts(calculations.distance(spaces, bonus)) == {"food": food}


counts = st.integers(0, 99)


@given(counts, counts, counts, st.integers(1, 3), st.integers(0, 3))
def test_nothing_costs_less_than_nothing(spaces: int, bonus: int, discount: int, row: int, others: int) -> None:
    for answer in (
        calculations.distance(spaces, bonus),
        calculations.build("large", spaces, bonus, discount),
        calculations.populate(row, others, spaces, bonus, discount),
    ):
        assert all(part.result >= 0 for part in answer.parts)


@pytest.mark.parametrize(
    ("left", "doubted"),
    [
        ((6, 6, 6, 3), []),
        ((0, 7, 0, 0), [("book", 7, 6)]),
        ((7, 0, 8, 4), [("gear", 7, 6), ("food", 8, 6), ("crystal", 4, 3)]),
    ],
)
def test_leftovers_are_doubted_as_on_the_pad(
    left: tuple[int, int, int, int], doubted: list[tuple[str, int, int]]
) -> None:
    found = calculations.leftover(*left).doubts
    assert [(doubt.resource, doubt.found, doubt.most) for doubt in found] == doubted
    sheet = Sheet(leftover=Leftover(sum(left), left))
    pad = doubts(ScorePad(1, "en", (Player("Kim"),), (sheet,), Options()))
    assert [(doubt.resource, doubt.found, doubt.most) for doubt in pad] == doubted


def test_more_artifacts_than_there_are_are_doubted() -> None:
    assert calculations.artifact(12, 1, 1).doubts == ()
    assert [(doubt.reason, doubt.found, doubt.most) for doubt in calculations.artifact(13, 1, 1).doubts] == [
        ("artifacts_at_table", 13, 12)
    ]
