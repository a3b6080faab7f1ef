"""Stories: what is asked in them is found amid what tells nothing."""

import numpy as np
import pytest

from bot.reference import Reference, chatter
from bot.reference.chatter import Chatter
from bot.reference.language_detection import small_words
from bot.text import LOCALES, Locale
from tools.reference_training import learn_spelling


@pytest.fixture(scope="module")
def known() -> Chatter:
    return Chatter(chatter.phrases(), small_words())


@pytest.mark.parametrize(
    ("asked", "locale"),
    [
        ("Wer hat recht?", "de"),
        ("Was hätten wir denn machen müssen?", "de"),
        ("Qui a raison ?", "fr"),
        ("C'est juste ça ?", "fr"),
        ("Who is right?", "en"),
        ("What should it have been?", "en"),
    ],
)
def test_a_question_that_means_nothing_without_its_story_is_vague(known: Chatter, asked: str, locale: Locale) -> None:
    assert known.vague(asked, locale)
    assert known.empty(asked, locale)


@pytest.mark.parametrize(
    ("asked", "locale"),
    [
        ("Was kostet ein großes Gebäude?", "de"),
        ("Combien de livres ?", "fr"),
        ("Who gets the last artifact?", "en"),
    ],
)
def test_a_question_about_the_game_is_not(known: Chatter, asked: str, locale: Locale) -> None:
    assert not known.vague(asked, locale)
    assert not known.empty(asked, locale)


@pytest.mark.parametrize("locale", LOCALES)
def test_no_example_is_there_twice(locale: Locale) -> None:
    found = chatter.phrases()[locale]
    texts = [text.casefold() for text in (*found.before, *found.after)]
    assert len(texts) == len(set(texts)) >= 60


STORIES = {
    "de": (
        "Gestern haben wir das erste Mal gespielt und uns nicht einigen können. Meine Freundin hat überwintert und "
        "ihre gespielten Karten gleich wieder in den aktiven Bereich gelegt. Wer hat recht?"
    ),
    "fr": (
        "Hier première partie avec des amis et on n'était pas d'accord. Ma copine a hiberné et elle a remis ses cartes "
        "jouées directement dans sa zone active. Qui a raison ?"
    ),
    "en": (
        "Yesterday we played with some friends and couldn't agree. My girlfriend hibernated and put the cards she had "
        "played straight back into her active area. Who is right?"
    ),
}


@pytest.mark.parametrize("locale", LOCALES)
def test_a_story_with_a_vague_question_is_read_as_a_whole(lexical: Reference, locale: Locale) -> None:
    found = lexical.find(STORIES[locale], locale)
    assert found.question == STORIES[locale]
    assert found.verdict.covered
    assert {match.entry.id for match in found.matches} & {"hibernate.cards", "card.back"}


def test_a_text_is_learned_alone_and_amid_chatter() -> None:
    row = (np.array([1, 2]), np.ones(2, np.float32))
    around = learn_spelling.Chatter().around
    found = [around(row, "en") for _ in range(200)]
    assert all(rows[0] is row for rows in found)
    amid = sum(len(rows) > 1 for rows in found)
    assert 40 <= amid <= 100


def test_a_slip_changes_one_longer_word_in_some_texts() -> None:
    typed = learn_spelling.Slips().typed
    found = [typed("do cards hibernate") for _ in range(200)]
    slipped = {text for text in found if text != "do cards hibernate"}
    assert 20 <= sum(text in slipped for text in found) <= 60
    assert all(text.startswith("do ") for text in slipped)
    assert all(len(text.split()) == 3 for text in slipped)
    assert typed("am I it") == "am I it"
