"""Score lines with their formulas, and what broke ties (001 End of the game)."""

from typing import get_args

import pytest

from bot.engine.effects import Countable
from bot.engine.rules.score_lines import Line, LineKey
from bot.engine.rules.scoring import ScoreSheet
from bot.text import LOCALES, Locale
from bot.text.game import Table, line_words, score_words, tie_words, total_words
from bot.text.game.scores import _LINES
from tests.text.game import sample

YELLOW = Line("artifact_card", 24, 6, 1, 4, "yellow", "energy")


def test_every_line_can_be_told() -> None:
    assert set(_LINES) == set(get_args(LineKey))


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", "Yellow artifacts: (3 + 1) × 6 energy × 1 = 24"),
        ("de", "Gelbe Artefakte: (3 + 1) × 6 Energie × 1 = 24"),
        ("fr", "Artefacts jaunes : (3 + 1) × 6 énergies × 1 = 24"),
    ],
)
def test_the_artifact_card_shows_its_product(locale: Locale, words: str) -> None:
    """001 Artifacts: 3 yellow artifacts, 6 energy, 1 point each make 24."""
    assert line_words(locale, YELLOW) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (Line("track", 43, 43), "Score track: 43"),
        (Line("progress", 12, 8), "Progress track (8 markers): 12"),
        (Line("technologies", 5, 5), "Technologies: 5"),
        (Line("large_locations", 9, 2), "Large locations (2 populated): 9"),
        (Line("card_colour", 8, 4, 2, colour="red"), "Red cards gained: 4 × 2 = 8"),
        (Line("end_tile", 4, 1, 4), "End-game tile: 4"),
        (Line("small_artifacts", 6, 3, 2), "Small artifacts: 3 × 2 = 6"),
        (Line("leftover", 3, 17), "Leftover resources: 17 ÷ 5 = 3 (rounded down)"),
        (Line("artifact_card", 0, known=False), "Artifact card: still hidden, not in the total"),
    ],
)
def test_lines(line: Line, words: str) -> None:
    assert line_words("en", line) == words


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("of", get_args(Countable))
def test_artifact_cards_name_what_they_count(locale: Locale, of: Countable) -> None:
    one, two = (line_words(locale, Line("artifact_card", n, n, 1, 1, "white", of)) for n in (1, 2))
    assert "× 1 " in one
    assert "× 2 " in two


def sheet(seat: int, total: int, rank: int, resources: int = 0, steps: int = 0) -> ScoreSheet:
    return ScoreSheet(
        seat=seat,
        lines=(Line("track", total, total),),
        total=total,
        rank=rank,
        unscored_resources=resources,
        track_steps=steps,
    )


def test_a_sheet_has_name_rank_lines_and_total(table: Table) -> None:
    assert score_words("de", sheet(1, 87, 2), table) == "Ben (Rang 2)\nPunkteleiste: 87\nSumme: 87 Punkte"


def test_a_hidden_card_is_not_in_the_total() -> None:
    hidden = ScoreSheet(
        seat=0,
        lines=(Line("artifact_card", 0, known=False),),
        total=1,
        rank=1,
        unscored_resources=0,
        track_steps=0,
    )
    assert total_words("en", hidden) == "Total without hidden cards: 1 point"


def four() -> Table:
    return sample.bare(sample.game(4))


def test_no_tie_nothing_to_say() -> None:
    assert tie_words("en", [sheet(0, 50, 1, 3), sheet(1, 49, 2, 3)], four()) == []


def test_left_over_resources_decide_first() -> None:
    assert tie_words("en", [sheet(0, 50, 2, 1), sheet(1, 50, 1, 4)], four()) == [
        "Tie (50 points): Ben and Ada. Leftover resources that earned no point decide: Ben 4, Ada 1."
    ]


def test_then_the_machine_tracks() -> None:
    assert tie_words("fr", [sheet(0, 50, 2, 1, 9), sheet(1, 50, 1, 1, 12)], four()) == [
        "Égalité (50 points, autant de ressources restantes) : Ben et Ada. "
        "Les pistes de machine décident : Ben 12, Ada 9."
    ]


def test_then_the_rank_is_shared() -> None:
    assert tie_words("de", [sheet(0, 50, 1, 1, 9), sheet(2, 50, 1, 1, 9)], four()) == [
        "Gleichstand (50 Punkte, gleich viele übrige Ressourcen, gleich weit auf den Maschinenleisten): "
        "Ada und Cleo teilen sich Rang 1."
    ]


def test_ties_of_three_are_told_step_by_step() -> None:
    tied = [sheet(0, 50, 1, 4, 9), sheet(1, 50, 2, 1, 9), sheet(2, 50, 2, 1, 9), sheet(3, 20, 4)]
    words = tie_words("en", tied, four())
    assert len(words) == 2
    assert "Ada 4, Ben 1, Cleo 1" in words[0]
    assert words[1].endswith("Ben and Cleo share rank 2.")
