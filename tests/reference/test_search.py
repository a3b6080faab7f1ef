"""How well the search does on some of the questions that it has learned from: a guard against damage. Figures on
questions that nothing was learned from come from ``python -m tools.reference_training.evaluate``.
"""

from collections.abc import Callable

import pytest

from bot.reference import Reference, SearchResult, Verdict
from bot.text import LOCALES, Locale
from tools.reference_training import question_sets

Asked = list[tuple[question_sets.Labelled, SearchResult]]


@pytest.fixture(scope="module")
def words_only(lexical: Reference) -> Asked:
    return ask(lexical, 1)


@pytest.fixture(scope="module", params=[3, pytest.param(1, marks=pytest.mark.soak)])
def with_model(full: Reference, request: pytest.FixtureRequest) -> Asked:
    return ask(full, request.param)


def ask(reference: Reference, every: int) -> Asked:
    """The answers to every so many-th question."""
    questions = question_sets.read("calibration")[::every]
    return [(one, reference.find(one.text, one.locale)) for one in questions]


def test_the_question_set_is_large_enough_and_names_entries_that_are_there(lexical: Reference) -> None:
    for locale in LOCALES:
        both = [one for one in question_sets.read(*question_sets.KNOWN) if one.locale == locale]
        assert len(both) >= 400
        assert sum(not one.covered for one in both) >= 100
        assert {name for one in both for name in one.ids} <= set(lexical.book.entries)


def test_no_question_is_an_alias(lexical: Reference) -> None:
    asked = {one.text.casefold() for one in question_sets.read(*question_sets.KNOWN)}
    aliases = {
        alias.casefold()
        for entry in lexical.book.entries.values()
        for locale in LOCALES
        for alias in entry.words(locale).aliases
    }
    assert not asked & aliases


@pytest.mark.parametrize("locale", LOCALES)
def test_with_the_model_the_first_answer_is_right(with_model: Asked, locale: Locale) -> None:
    assert share(with_model, locale, lambda one, found: first(found) in one.ids) >= 0.85
    assert share(with_model, locale, lambda one, found: bool(shown(found) & set(one.ids))) >= 0.95


@pytest.mark.parametrize("locale", LOCALES)
def test_with_the_model_what_is_not_covered_is_refused(with_model: Asked, locale: Locale) -> None:
    assert share(with_model, locale, lambda one, found: not found.verdict.covered) <= 0.04
    assert share(with_model, locale, lambda one, found: not found.verdict.covered, covered=False) >= 0.88


@pytest.mark.parametrize("locale", LOCALES)
def test_words_alone_find_most(words_only: Asked, locale: Locale) -> None:
    assert share(words_only, locale, lambda one, found: first(found) in one.ids) >= 0.75
    assert share(words_only, locale, lambda one, found: bool(shown(found) & set(one.ids))) >= 0.88
    assert share(words_only, locale, lambda one, found: not found.verdict.covered, covered=False) >= 0.75


def test_what_is_answered_without_a_choice_is_nearly_always_right(with_model: Asked) -> None:
    sure = [(one, found) for one, found in with_model if found.verdict is Verdict.ANSWER]
    assert len(sure) >= 0.5 * len(with_model)
    assert sum(first(found) in one.ids for one, found in sure) >= 0.93 * len(sure)


@pytest.mark.parametrize(
    ("question", "locale"), [("uberwintern kosten", "de"), ("ueberwintern kosten", "de"), ("portee cout", "fr")]
)
def test_missing_accents_do_not_matter(lexical: Reference, question: str, locale: Locale) -> None:
    assert lexical.find(question, locale).matches[0].entry.id.startswith(("hibernate.", "range."))


@pytest.mark.parametrize(
    ("question", "locale"), [("Tutorial?", "en"), ("tutorial", "de"), ("EINFÜHRUNG", "de"), ("tuto", "fr")]
)
def test_what_an_entry_is_called_is_answered_by_it(lexical: Reference, question: str, locale: Locale) -> None:
    found = lexical.find(question, locale)
    assert (found.verdict, found.matches[0].entry.id) == (Verdict.ANSWER, "overview.game")


@pytest.mark.parametrize("locale", LOCALES)
def test_every_title_leads_to_its_entry(lexical: Reference, locale: Locale) -> None:
    entries = list(lexical.book.entries.values())[::7]
    found = {entry.id: lexical.find(entry.words(locale).title, locale).matches[0].entry.id for entry in entries}
    assert {name: other for name, other in found.items() if name != other} == {}


def first(found: SearchResult) -> str:
    return found.matches[0].entry.id if found.verdict.covered else ""


def shown(found: SearchResult) -> set[str]:
    return {match.entry.id for match in found.matches} if found.verdict.covered else set()


def share(
    asked: Asked, locale: Locale, hit: Callable[[question_sets.Labelled, SearchResult], bool], *, covered: bool = True
) -> float:
    hits = [hit(one, found) for one, found in asked if one.locale == locale and one.covered is covered]
    return sum(hits) / len(hits)
