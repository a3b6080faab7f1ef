"""Entries that come later: the shipped classes learn them in place."""

import numpy as np
import pytest

from bot.reference import Reference
from bot.reference.spelling_classes import SpellingClasses
from bot.text import LOCALES, Locale
from tools.reference_training import newcomers, question_sets


def test_new_rows_take_their_own_texts_and_leave_the_others() -> None:
    rng = np.random.default_rng(0)
    centres = rng.standard_normal((3, 8)).astype(np.float32)
    owners = np.repeat([-1, 0, 1], 20)
    asked = (centres[owners] + 0.1 * rng.standard_normal((60, 8))).astype(np.float32)
    others = np.where(owners[:, None] == -1, 2.0, 0.0).astype(np.float32)
    found, biases = newcomers.rows(asked, owners, others, np.zeros((2, 8), np.float32), np.zeros(2, np.float32))
    sums = np.concatenate([asked @ found.T + biases, others], axis=1)
    assert (sums.argmax(axis=1) == np.where(owners == -1, 2, owners)).all()


def test_rows_of_new_entries_are_no_longer_than_others(lexical: Reference) -> None:
    """Rows that are many times as long as those beside them take every question."""
    book, new = lexical.book, "mautoma.overview"
    shipped = SpellingClasses.read(book)
    at = list(book.entries).index(new)
    found = newcomers.with_rows(shipped, book, [new], question_sets.read(question_sets.DOCUMENTS))
    lengths = np.linalg.norm(found.classes, axis=1)
    assert 0 < lengths[at] < 2 * lengths.max(where=np.arange(len(lengths)) != at, initial=0)


def test_every_entry_is_in_the_shipped_files(lexical: Reference) -> None:
    assert newcomers.new_in_spelling(lexical.book) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_the_facts_of_the_documents_are_found(lexical: Reference, locale: Locale) -> None:
    """A guard against damage: the search has learned from these questions."""
    asked = [one for one in question_sets.read(question_sets.DOCUMENTS) if one.locale == locale and not one.kind]
    found = [lexical.find(one.text, locale) for one in asked]
    right = [
        result.verdict.covered and result.matches[0].entry.id in one.ids
        for one, result in zip(asked, found, strict=True)
    ]
    assert sum(right) >= 0.94 * len(asked) >= 0.94 * 300


@pytest.mark.parametrize(
    ("question", "locale", "entry"),
    [
        ("grosse orte wo", "de", "setup.large_locations"),
        ("combien de pistes de machines a chaque joueur ?", "fr", "track.how_many"),
        ("Which actions can the Mautoma take?", "en", "mautoma.actions"),
        ("Les vastes cristaux comptent pour combien de cases ?", "fr", "campaign.vast_crystal"),
        ("warum muss ich das Ergebnis der Karte selbst eintragen", "de", "overview.by_hand"),
        ("how do we enter a result that the bot cannot work out", "en", "overview.by_hand"),
        ("pourquoi saisir nous-mêmes le résultat de la carte", "fr", "overview.by_hand"),
    ],
)
def test_what_was_missed_is_found(lexical: Reference, question: str, locale: Locale, entry: str) -> None:
    found = lexical.find(question, locale)
    assert found.verdict.covered
    assert found.matches[0].entry.id == entry
