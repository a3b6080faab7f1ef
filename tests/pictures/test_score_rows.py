"""The rows of a score sheet, several seats side by side."""

from __future__ import annotations

from itertools import permutations

import pytest

from bot.engine.rules.score_lines import Line
from bot.engine.rules.scoring import ScoreSheet
from bot.pictures.score_sheet import rows_of

LINES = (
    (Line("track", 4), Line("card_colour", 2, colour="red"), Line("end_tile", 4), Line("devotion", 5)),
    (Line("track", 4), Line("end_tile", 0), Line("artifact_card", 3, colour="white"), Line("devotion", 1)),
    (
        Line("track", 4),
        Line("card_colour", 6, colour="green"),
        Line("card_colour", 4, colour="blue"),
        Line("end_tile", 0),
        Line("artifact_card", 9, colour="yellow"),
        Line("devotion", 2),
    ),
)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_they_stand_in_one_order_whoever_has_which(order: tuple[int, ...]) -> None:
    """Card colours stay together though a seat has none of them, or another one."""
    sheets = [
        ScoreSheet(seat=seat, lines=LINES[of], total=0, rank=1, unscored_resources=0, track_steps=0)
        for seat, of in enumerate(order)
    ]
    assert [(row.key, row.colour) for row in rows_of(sheets)] == [
        ("track", None),
        ("card_colour", "red"),
        ("card_colour", "green"),
        ("card_colour", "blue"),
        ("end_tile", None),
        ("artifact_card", "yellow"),
        ("artifact_card", "white"),
        ("devotion", None),
    ]
