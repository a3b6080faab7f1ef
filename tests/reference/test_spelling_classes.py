"""The classes by spelling, as shipped and in another order."""

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from bot.reference import Book, Reference, spelling_classes
from bot.reference.spelling_classes import LEAST, SpellingClasses, buckets


def test_the_order_of_the_entries_does_not_matter(lexical: Reference) -> None:
    entries = list(lexical.book.entries.values())
    forward, backward = (SpellingClasses.read(Book(order)) for order in (entries, entries[::-1]))
    one, other = (found.evidence("what does a large building cost", "en")[0] for found in (forward, backward))
    assert np.allclose(one, other[::-1], atol=1e-5)


def test_every_entry_is_known(lexical: Reference) -> None:
    assert np.abs(SpellingClasses.read(lexical.book).classes).sum(axis=1).min() > 0


def test_what_it_has_learned_is_likely(lexical: Reference) -> None:
    names = list(lexical.book.entries)
    found = SpellingClasses.read(lexical.book).evidence("Was kostet ein großes Gebäude?", "de")[0][:, 0]
    assert names[int(found.argmax())] in ("build.cost", "build.small_large")
    assert LEAST <= found.min() <= found.max() <= 0


def test_a_text_without_words_has_no_buckets() -> None:
    places, values = buckets("🎲 ??", "en")
    assert len(places) == len(values) == 0


def test_the_file_keeps_what_was_learned(lexical: Reference, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shipped = SpellingClasses.read(lexical.book)
    scale = np.linspace(0.001, 0.05, shipped.rows.shape[1], dtype=np.float32)  # each column has one of its own
    learned = replace(shipped, rows=shipped.rows * scale, classes=shipped.classes / scale)
    path = tmp_path / "spelling.npz"
    path.write_bytes(learned.save(lexical.book))
    monkeypatch.setattr(spelling_classes, "FILE", path)
    read = SpellingClasses.read(lexical.book)
    before, after = (one.evidence("what does a large building cost", "en")[0] for one in (learned, read))
    assert read.rows.dtype == np.int8
    assert np.allclose(before, after, atol=0.05)
