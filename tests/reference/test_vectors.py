"""Shipped vectors, stale ones, and machines that cannot run the model."""

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from bot.reference import Book, Entry, Reference, vectors
from bot.reference.encoder import DIMENSIONS, has_avx2
from bot.reference.ngrams import Floats


class Counting:
    """An encoder that only counts, and gives the same vector always."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.vector: Floats = np.full(DIMENSIONS, DIMENSIONS**-0.5, np.float32)

    def question(self, text: str) -> Floats:
        return self.passage(text)

    def passage(self, text: str) -> Floats:
        self.texts.append(text)
        return self.vector


@pytest.fixture
def entries(lexical: Reference) -> list[Entry]:
    if vectors.stale(lexical.book):
        pytest.skip("the shipped vectors are stale; another test fails for that")
    return list(lexical.book.entries.values())


def test_fresh_vectors_need_no_model(entries: list[Entry]) -> None:
    encoder = Counting()
    found = vectors.read(Book(entries), encoder)
    assert encoder.texts == []
    assert found.passages.shape == (len(entries), 3, DIMENSIONS)
    assert found.classes.shape == (vectors.HEADS, len(entries) + vectors.FOREIGN, DIMENSIONS)
    assert np.allclose(np.linalg.norm(found.passages, axis=2), 1, atol=0.01)


def test_the_order_of_the_entries_does_not_matter(entries: list[Entry]) -> None:
    forward, backward = (vectors.read(Book(order), Counting()) for order in (entries, entries[::-1]))
    assert np.array_equal(forward.passages, backward.passages[::-1])
    assert np.array_equal(forward.classes[:, : -vectors.FOREIGN], backward.classes[:, -vectors.FOREIGN - 1 :: -1])
    assert np.array_equal(forward.classes[:, -vectors.FOREIGN :], backward.classes[:, -vectors.FOREIGN :])


def test_a_changed_answer_is_stale_and_made_anew_in_its_language_only(entries: list[Entry]) -> None:
    changed = replace(entries[5], fr=replace(entries[5].fr, answer="Oui. " + entries[5].fr.answer[:300]))
    book = Book([*entries[:5], changed, *entries[6:]])
    encoder = Counting()
    found = vectors.read(book, encoder)
    assert vectors.stale(book) == [(changed.id, "fr")]
    assert len(encoder.texts) == 1
    assert np.array_equal(found.passages[5, 1], encoder.vector)
    assert not np.array_equal(found.passages[5, 0], encoder.vector)


def test_a_new_entry_gets_vectors_and_a_class_of_its_own(entries: list[Entry]) -> None:
    book = Book([*entries, replace(entries[0], id="new.entry")])
    encoder = Counting()
    found = vectors.read(book, encoder)
    assert len(encoder.texts) == 3
    assert np.isfinite(found.classes).all()
    assert found.classes.shape[1] == len(entries) + 1 + vectors.FOREIGN
    assert found.classes[0, -vectors.FOREIGN - 1].any()


def test_many_stale_vectors_do_not_hold_up_the_start(entries: list[Entry]) -> None:
    book = Book(replace(entry, en=replace(entry.en, title=f"{entry.en.title[:50]} changed")) for entry in entries)
    encoder = Counting()
    found = vectors.read(book, encoder)
    assert len(encoder.texts) == vectors.MOST_ANEW
    assert np.isfinite(found.passages).all()


@pytest.mark.parametrize(
    ("cpuinfo", "expected"),
    [
        ("processor: 0\nflags\t\t: fpu sse avx avx2 bmi2\n", True),
        ("flags : fpu sse avx\n", False),
        ("Features : neon", False),
    ],
)
def test_the_processor_is_asked_before_the_model_is_imported(tmp_path: Path, cpuinfo: str, expected: bool) -> None:
    path = tmp_path / "cpuinfo"
    path.write_text(cpuinfo)
    assert has_avx2(path) is expected
    assert has_avx2(tmp_path / "nothing") is False
