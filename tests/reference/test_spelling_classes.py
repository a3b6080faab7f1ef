"""The classes by spelling, as shipped and in another order."""

import numpy as np

from bot.reference import Book, Reference
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
