"""Parts of the game that a question must name."""

import pytest

from bot.reference import Reference
from bot.text import Locale


@pytest.mark.parametrize(
    ("question", "locale"),
    [
        ("tie braker", "en"),
        ("how does the second tie-breaker work", "en"),
        ("wie viele Gebäude hat man", "de"),
        ("combien y a-t-il de départages", "fr"),
    ],
)
def test_who_does_not_name_the_mautoma_means_the_base_game(lexical: Reference, question: str, locale: Locale) -> None:
    assert lexical.find(question, locale).matches[0].entry.scope == "base"


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("mautoma tie breaker", "mautoma.ties"),
        ("tie of the automa", "mautoma.ties"),
        ("which way does the energy marker move", "mautoma.marker"),
        ("are the Mautoma's actions free", "mautoma.costs"),
    ],
)
def test_who_names_it_or_what_only_it_has_gets_its_rules(lexical: Reference, question: str, entry: str) -> None:
    assert lexical.find(question, "en").matches[0].entry.id == entry


@pytest.mark.parametrize(
    ("question", "locale", "told"),
    [
        ("still tied after resources and tracks?", "en", "share"),
        ("Gleichstand, auch die Leisten sind gleich, und jetzt", "de", "teilt"),
    ],
)
def test_an_equal_second_tie_breaker_is_told_too(lexical: Reference, question: str, locale: Locale, told: str) -> None:
    assert told in lexical.find(question, locale).matches[0].entry.words(locale).answer
