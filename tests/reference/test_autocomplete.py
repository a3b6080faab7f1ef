"""Completion while typing."""

import pytest

from bot.reference import Reference
from bot.text import LOCALES, Locale


@pytest.mark.parametrize(
    ("typed", "locale", "expected"),
    [
        ("hibern", "en", "hibernate."),
        ("uberwintern", "de", "hibernate."),
        ("ÜBERWINTERN", "de", "hibernate."),
        ("überwintrn", "de", "hibernat"),
        ("portee", "fr", "range."),
        ("interupteur", "fr", "switch"),
        ("machin", "en", "machine."),
    ],
)
def test_typos_and_missing_accents_are_forgiven(lexical: Reference, typed: str, locale: Locale, expected: str) -> None:
    assert any(choice.id.startswith(expected) for choice in lexical.complete(typed, locale)[:5])


@pytest.mark.parametrize("locale", LOCALES)
def test_every_title_and_term_is_found_first_by_itself(lexical: Reference, locale: Locale) -> None:
    titles = {entry.words(locale).title for entry in lexical.book.entries.values()}
    titles |= {term.words(locale).term for term in lexical.book.terms.values()}
    missed = [
        title for title in titles if title not in {choice.title for choice in lexical.complete(title, locale)[:3]}
    ]
    assert not missed


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_typed_gives_a_place_to_begin(lexical: Reference, locale: Locale) -> None:
    assert {choice.id for choice in lexical.complete("", locale)} >= {"overview.game", "overview.turn"}


@pytest.mark.parametrize("typed", ["x" * 6000, "🎲", "@everyone", "%(x)s {y}", "\u0000", "今日", "  "])
def test_any_text_is_completed_calmly(lexical: Reference, typed: str) -> None:
    assert len(lexical.complete(typed, "de")) <= 25


def test_choices_fit_discord(lexical: Reference) -> None:
    for locale in LOCALES:
        for choice in lexical.complete("a", locale) + lexical.complete("r", locale):
            assert len(choice.title) <= 90
            assert len(choice.id) <= 90


def test_a_glossary_word_is_offered_as_a_word(lexical: Reference) -> None:
    term = next(iter(lexical.book.terms.values()))
    choice = lexical.exactly(term.fr.term, "fr")
    assert choice is not None
    assert choice.is_term


@pytest.mark.parametrize("typed", ["hibernate.fourth", "Hibernate.4th", " hibernate.FOURTH "])
@pytest.mark.parametrize("locale", LOCALES)
def test_an_id_is_found_as_it_is_typed(lexical: Reference, typed: str, locale: Locale) -> None:
    choice = lexical.exactly(typed, locale)
    assert choice is not None
    assert choice.id == "hibernate.fourth"


def test_an_id_is_completed(lexical: Reference) -> None:
    choices = lexical.complete("hibernate.f", "de")
    assert "hibernate.fourth" in {choice.id for choice in choices}
    assert all(choice.id.startswith("hibernate.f") for choice in choices)
    assert lexical.complete("wann ist schluss.", "de")
