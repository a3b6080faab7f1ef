"""Lexical evidence: how the words of a question match each entry, in one language.

Nothing is decided here; :mod:`bot.reference.search_weights` says how every number is weighed.
"""

import math
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any, Final

import numpy as np
from rapidfuzz import fuzz, process

from bot.reference import normalize
from bot.reference.entry import Entry
from bot.reference.load import Book
from bot.reference.ngrams import Floats, Ints, NgramIndex
from bot.text import Locale

FEATURES: Final = (
    "gram_text",
    "gram_head",
    "gram_phrase",
    "stem_text",
    "stem_head",
    "ratio",
    "sorted_ratio",
    "set_ratio",
)
"""Columns of :meth:`Lexical.evidence`, each between 0 and 1."""

Scorer = Callable[..., Any]

SATURATION: Final = 1.2
LENGTH: Final = 0.5
"""BM25's k1 and b."""


class Lexical:
    """The lexical index of the reference in one language."""

    def __init__(self, book: Book, locale: Locale) -> None:
        self.locale = locale
        entries = list(book.entries.values())
        heads = [_head(entry, locale) for entry in entries]
        bodies = [normalize.line(_body(entry, locale), locale) for entry in entries]
        self.count = len(entries)
        self.phrases = [phrase for head in heads for phrase in head]
        self.owners: Ints = np.repeat(np.arange(self.count), [len(head) for head in heads])
        self._starts = np.searchsorted(self.owners, np.arange(self.count))
        self._called = {phrase: int(owner) for phrase, owner in zip(self.phrases, self.owners, strict=True)}
        self._called.update({head[0]: number for number, head in enumerate(heads)})  # a title before another's alias
        joined = [" ".join(head) for head in heads]
        self._text = NgramIndex([f"{head} {body}" for head, body in zip(joined, bodies, strict=True)])
        self._head = NgramIndex(joined)
        self._phrase = NgramIndex(self.phrases)
        head_stems = [normalize.stemmed(head.split(), locale) for head in joined]
        body_stems = [normalize.stemmed(body.split(), locale) for body in bodies]
        self._stems = Stems([head + body for head, body in zip(head_stems, body_stems, strict=True)])
        self._head_stems = Stems(head_stems)

    def evidence(self, question: str) -> Floats:
        """One row per entry, one column per feature of :data:`FEATURES`."""
        line = normalize.line(question, self.locale)
        stems = normalize.stems(question, self.locale)
        by_phrase = self._phrase.cosines(line)
        nearest = self._nearest(by_phrase)
        columns = [
            self._text.cosines(line),
            self._head.cosines(line),
            by_phrase[nearest],
            self._stems.scores(stems),
            self._head_stems.scores(stems),
            *(
                self._ratios(line, nearest, scorer)
                for scorer in (fuzz.ratio, fuzz.token_sort_ratio, fuzz.token_set_ratio)
            ),
        ]
        return np.stack(columns, axis=1).astype(np.float32)

    def called(self, question: str) -> int | None:
        """The number of the entry with just this title or alias, apart from case, accents and marks."""
        return self._called.get(normalize.line(question, self.locale))

    def known(self, question: str) -> float:
        """The weighted share of the question's words that occur in the reference: 0 none, 1 all."""
        return self._stems.known(normalize.stems(question, self.locale))

    def _ratios(self, line: str, numbers: Ints, scorer: Scorer) -> Floats:
        phrases = [self.phrases[number] for number in numbers]
        found: Floats = process.cdist([line], phrases, scorer=scorer, dtype=np.float32)[0] / 100
        return found

    def _nearest(self, by_phrase: Floats) -> Ints:
        """The number of each entry's phrase that has the most letters in common with the question. Ratios with all
        phrases would take most of the time of a search."""
        best = np.maximum.reduceat(by_phrase, self._starts)
        first = np.flatnonzero(by_phrase == best[self.owners])
        found: Ints = first[np.searchsorted(self.owners[first], np.arange(self.count))]
        return found


class Stems:
    """BM25 over stems, scaled by the score of a text that contains every stem of the question."""

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        self.count = len(texts)
        length = sum(map(len, texts)) / max(self.count, 1) or 1
        found: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, text in enumerate(texts):
            damping = SATURATION * (1 - LENGTH + LENGTH * len(text) / length)
            for stem, times in Counter(text).items():
                found[stem].append((number, times * (SATURATION + 1) / (times + damping)))
        pairs = [pair for places in found.values() for pair in places]
        self._numbers = {sys.intern(stem): number for number, stem in enumerate(found)}
        self._starts = np.array([0, *accumulate(map(len, found.values()))], np.int32)
        self._owners = np.array([owner for owner, _ in pairs], np.min_scalar_type(self.count))
        self._weights = np.array([weight for _, weight in pairs], np.float32)

    def scores(self, question: Iterable[str]) -> Floats:
        """BM25 of each text for the question's stems, as a share of the highest possible score."""
        total, scores = 1e-9, np.zeros(self.count, np.float32)
        for stem in set(question):
            weight = self._idf(stem)
            total += weight * (SATURATION + 1)
            places = self._places(stem)
            scores[self._owners[places]] += weight * self._weights[places]
        return scores / np.float32(total)

    def known(self, question: Iterable[str]) -> float:
        """The share of the question's stems, by inverse document frequency, that occur in any text."""
        weights = {stem: self._idf(stem) for stem in question}
        total = sum(weights.values())
        return sum(weight for stem, weight in weights.items() if stem in self._numbers) / total if total else 0.0

    def _places(self, stem: str) -> slice:
        number = self._numbers.get(stem)
        return slice(0, 0) if number is None else slice(int(self._starts[number]), int(self._starts[number + 1]))

    def _idf(self, stem: str) -> float:
        places = self._places(stem)
        spread = places.stop - places.start
        return math.log(1 + (self.count - spread + 0.5) / (spread + 0.5))


def _head(entry: Entry, locale: Locale) -> list[str]:
    """The names of the entry: title and aliases."""
    words = entry.words(locale)
    return list(dict.fromkeys(sys.intern(normalize.line(phrase, locale)) for phrase in (words.title, *words.aliases)))


def _body(entry: Entry, locale: Locale) -> str:
    words = entry.words(locale)
    return f"{words.answer} {words.rule} {words.example}"
