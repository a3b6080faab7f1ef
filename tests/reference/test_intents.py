"""What is asked for that no rule answers."""

import pytest

from bot.reference import Reference
from bot.reference.intents import Intents, intents
from bot.text import Locale
from tools.reference_training import question_sets


@pytest.mark.parametrize(
    ("question", "locale", "found"),
    [
        ("which is the best tribe", "en", True),
        ("Welche Karten sind die besten?", "de", True),
        ("où acheter le jeu", "fr", True),
        ("how much is a large building", "en", False),
        ("Was kostet ein großes Gebäude?", "de", False),
        ("combien coûte un grand bâtiment", "fr", False),
    ],
)
def test_advice_and_shops_are_recognized(lexical: Reference, question: str, locale: Locale, found: bool) -> None:
    _, context = Intents(lexical.book, intents()).evidence(question, locale)
    assert context["intent"] == found


def test_entries_that_answer_it_are_there(lexical: Reference) -> None:
    assert {name for one in intents() for name in one.entries} <= set(lexical.book.entries)


def test_covered_questions_have_hardly_any(lexical: Reference) -> None:
    known = Intents(lexical.book, intents())
    answered = {name for one in intents() for name in one.entries}
    asked = question_sets.read("calibration", "report", "second")
    covered = [one for one in asked if one.covered and not answered & set(one.ids)]
    assert sum(known.evidence(one.text, one.locale)[1]["intent"] for one in covered) <= 0.01 * len(covered)
