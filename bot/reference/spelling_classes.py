"""Which entry a question means, judged by its stems and letters; learned from aliases and questions, without the
language model.

Every stem, pair of stems and 3- to 5-gram is hashed to one of :data:`BUCKETS` rows; the weighted sum of the rows is
compared with a row for each entry. ``python -m tools.reference_training`` learns the rows, in parts that are
learned apart: several opinions side by side err less than one.
"""

import io
import math
import zlib
from collections import defaultdict
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final, Self

import numpy as np
from msgspec import Struct

from bot.reference import normalize
from bot.reference.load import Book
from bot.reference.ngrams import Floats, Ints
from bot.text import Locale

FILE: Final = files("rules_data") / "search" / "spelling.npz"
FEATURES: Final = ("spelt_asked",)
"""Logarithm of the probability that a person who asks this means the entry."""
BUCKETS: Final = 1 << 14
STEM: Final = 2.0
PAIR: Final = 1.0
GRAM: Final = 0.6
SIZES: Final = (3, 4, 5)
LEAST: Final = -20.0
LARGEST: Final = 127
"""The largest number in a row of the file."""


class SpellingClasses(Struct, frozen=True):
    """``weights``: one for each bucket, the inverse frequency of what it holds. ``rows``: buckets × dimensions, as read
    from the file in bytes. ``classes`` and ``biases``: one for each entry, and last that of what the rules do
    not cover."""

    weights: Floats
    rows: Floats
    classes: Floats
    biases: Floats

    def beside(self, other: Self) -> Self:
        """Both side by side: their log-probabilities are added. They must have the same ``weights``."""
        rows, classes = (
            np.concatenate(pair, axis=1) for pair in ((self.rows, other.rows), (self.classes, other.classes))
        )
        return type(self)(self.weights, rows, classes, self.biases + other.biases)

    def evidence(self, question: str, locale: Locale) -> tuple[Floats, dict[str, float]]:
        """A row per entry with a column per name in :data:`FEATURES`, and the log-odds that the question is out of
        scope rather than about the likeliest entry."""
        found = self._log_probabilities(question, locale)
        return found[:-1, None], {"foreign_spelt": float(found[-1] - found[:-1].max(initial=LEAST))}

    def _log_probabilities(self, question: str, locale: Locale) -> Floats:
        places, values = buckets(question, locale)
        weighted = values * self.weights[places]
        vector = (weighted / (np.linalg.norm(weighted) + 1e-9)) @ self.rows[places].astype(np.float32)
        sums = self.classes @ vector.astype(np.float32) + self.biases
        sums -= sums.max()
        found: Floats = sums - math.log(float(np.exp(sums).sum()))
        return np.maximum(found, LEAST).astype(np.float32)

    def save(self, book: Book) -> bytes:
        """The file's content, with the ids of the entries: rows as whole numbers of one byte, whose scale the classes
        take on, and the rest in half precision."""
        out = io.BytesIO()
        step = np.maximum(np.abs(self.rows).max(axis=0) / LARGEST, 1e-9)
        half = {"weights": self.weights, "classes": self.classes * step, "biases": self.biases}
        named: dict[str, Any] = {name: value.astype(np.float16) for name, value in half.items()}
        rows = np.rint(self.rows / step).astype(np.int8)
        np.savez_compressed(out, ids=np.array(list(book.entries)), rows=rows, **named)
        return out.getvalue()

    @classmethod
    def read(cls, book: Book) -> Self:
        """The shipped classes in the order of the entries. An entry that they do not know has a row of zeros: it is as
        likely as any."""
        with np.load(io.BytesIO(FILE.read_bytes())) as shipped:
            place = {str(name): number for number, name in enumerate(shipped["ids"])}
            rows = shipped["rows"]
            columns = {name: shipped[name].astype(np.float32) for name in ("weights", "classes", "biases")}
        order = [place.get(name, -1) for name in book.entries] + [len(place)]
        known = np.array(order) >= 0
        classes = np.where(known[:, None], columns["classes"][order], 0)
        return cls(columns["weights"], rows, classes, np.where(known, columns["biases"][order], 0))


def buckets(text: str, locale: Locale) -> tuple[Ints, Floats]:
    """The buckets of a text's stems, pairs of stems and n-grams, each once, and how much of the text they hold."""
    words = normalize.words(text, locale)
    stems = normalize.stemmed(words, locale)
    found: defaultdict[int, float] = defaultdict(float)
    for stem in stems:
        found[_bucket(f"{locale}:{stem}")] += STEM
    for first, second in pairwise(stems):
        found[_bucket(f"{locale}:{first} {second}")] += PAIR
    for gram in (
        word[at : at + size] for word in _bounded(words) for size in SIZES for at in range(len(word) - size + 1)
    ):
        found[_bucket(gram)] += GRAM
    return np.array(list(found), np.int64), np.array(list(found.values()), np.float32)


def _bounded(words: list[str]) -> list[str]:
    return [f"<{word}>" for word in words]


def _bucket(text: str) -> int:
    return zlib.crc32(text.encode()) % BUCKETS
