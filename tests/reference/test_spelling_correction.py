"""Slips of typing: what is corrected, what is left alone, and what a corrected question finds."""

import pytest

from bot.reference import Reference, Verdict
from bot.reference.out_of_scope import phrases
from bot.reference.spelling_correction import SpellingCorrection
from bot.text import Locale


@pytest.mark.parametrize(
    ("locale", "typed", "corrected"),
    [
        ("en", "starting enregy?", "starting energy?"),
        ("de", "aktven bereich", "aktiven bereich"),
        ("fr", "un batimnet large", "un batiment large"),
        ("en", "what is the weather", "what is the weather"),
        ("en", "buildings and books", "buildings and books"),
        ("en", "xyzzy", "xyzzy"),
        ("en", "gaer", "gaer"),
    ],
)
def test_one_letter_is_corrected(lexical: Reference, locale: Locale, typed: str, corrected: str) -> None:
    assert SpellingCorrection(lexical.book, phrases(), locale).corrected(typed) == corrected


def test_a_refused_question_is_answered_once_its_slip_is_corrected(lexical: Reference) -> None:
    found = lexical.find("starting enregy?", "en")
    assert (found.verdict, found.matches[0].entry.id, found.question) == (
        Verdict.ANSWER,
        "energy.start",
        "starting enregy?",
    )


@pytest.mark.parametrize("question", ["may I bribe the mautoma", "can a machine explode"])
def test_a_word_of_another_kind_is_not_taken_for_a_slip(lexical: Reference, question: str) -> None:
    assert lexical.find(question, "en").verdict is not Verdict.ANSWER


@pytest.mark.parametrize(
    ("locale", "typed", "accented"),
    [
        ("de", "uberwintern kosten", "überwintern kosten"),
        ("de", "ueberwintern und ein Gebaeude", "überwintern und ein gebäude"),
        ("fr", "combien de batiments", "combien de bâtiments"),
        ("fr", "a qui le tour", "a qui le tour"),
        ("en", "how many buildings", "how many buildings"),
    ],
)
def test_accents_that_were_left_out_come_back(lexical: Reference, locale: Locale, typed: str, accented: str) -> None:
    assert SpellingCorrection(lexical.book, phrases(), locale).accented(typed) == accented


@pytest.mark.parametrize("question", ["überwintern kosten", "uberwintern kosten", "ueberwintern kosten"])
def test_the_model_reads_a_question_the_same_without_umlauts(full: Reference, question: str) -> None:
    found = full.find(question, "de")
    assert (found.verdict.covered, found.matches[0].entry.id) == (True, "hibernate.keep_resources")


def test_a_slip_in_the_first_letter_is_left_alone(full: Reference) -> None:
    found = full.find("may I bribe the mautoma", "en")
    assert found.verdict is not Verdict.ANSWER
    assert found.question == "may I bribe the mautoma"
