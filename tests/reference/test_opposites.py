"""Every entry with a question that is answered by yes or no answers the opposite question, too."""

import pytest

from bot.reference import Reference
from bot.text import LOCALES, Locale
from tools.reference_training.opposites import asked_with_yes_or_no, opposite

ENOUGH = {"de": 140, "en": 210, "fr": 125}
"""How many entries have such a question at least."""


@pytest.mark.parametrize("locale", LOCALES)
def test_an_entry_answers_its_question_and_the_opposite_one_by_words(lexical: Reference, locale: Locale) -> None:
    assert missed(lexical, locale) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_an_entry_answers_its_question_and_the_opposite_one_with_the_model(full: Reference, locale: Locale) -> None:
    assert missed(full, locale) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_enough_entries_are_asked(lexical: Reference, locale: Locale) -> None:
    assert len(list(asked_with_yes_or_no(lexical.book, locale))) >= ENOUGH[locale]


@pytest.mark.parametrize(
    ("question", "locale", "turned"),
    [
        ("can I build twice", "en", "is it forbidden to build twice"),
        ("must I take it", "en", "am I free not to take it"),
        ("does water count twice", "en", "doesn't water count twice"),
        ("how many crates", "en", None),
        ("darf ich zweimal bauen", "de", "darf ich nicht zweimal bauen"),
        ("gibt es eine Grenze", "de", "gibt es keine Grenze"),
        ("wann endet das Spiel", "de", None),
        ("puis-je construire deux fois", "fr", "ne puis-je pas construire deux fois"),
        ("y a-t-il une limite", "fr", "n'y a-t-il pas une limite"),
        ("est-ce que je rejoue", "fr", "est-ce que je ne rejoue pas"),
        ("combien paie-t-on", "fr", None),
    ],
)
def test_a_question_is_turned_round(question: str, locale: Locale, turned: str | None) -> None:
    assert opposite(question, locale) == turned


def missed(reference: Reference, locale: Locale) -> list[str]:
    """The questions, in either polarity, that something else answers first, or that are refused."""
    return [
        f"{text!r} ({name}) got {found.matches[0].entry.id}"
        for name, *texts in asked_with_yes_or_no(reference.book, locale)
        for text in texts
        if not (found := reference.find(text, locale)).verdict.covered or found.matches[0].entry.id != name
    ]
