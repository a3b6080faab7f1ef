"""Learns which entry a question means from its stems and letters: a sum of hashed rows, one class for each entry."""

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from bot.reference import chatter, normalize
from bot.reference.load import Book
from bot.reference.ngrams import Floats, Ints
from bot.reference.out_of_scope import phrases
from bot.reference.spelling_classes import BUCKETS, SpellingClasses, buckets
from bot.text import LOCALES, Locale
from tools.reference_training.opposites import opposite
from tools.reference_training.optimize import BATCH, Adam, batch, softmax
from tools.reference_training.question_sets import Labelled

DIMENSIONS: Final = 160
"""The numbers of a row of one part."""
STEPS: Final = 2500
"""With 1,000, which see each text about nine times, more unseen questions go wrong, and with 5,000, too."""
FURTHER: Final = 0.5
"""How much a further entry that answers a question is wanted, compared to the best one."""
DROPPED: Final = 0.25
"""The share of a text's buckets that is left out at random in each step, so that no single word decides."""
SURROUNDED: Final = 0.35
"""The share of texts that are learned amid chatter, so that a story's question is found in it."""
MOST_BEFORE: Final = 3
ASKED_AFTER: Final = 0.6
"""The share of those that are followed by chatter, too."""
SLIPPED: Final = 0.2
"""The share of texts that are learned with a slip of typing."""
LATER: Final = 8
"""The seed of the last part; parts that begin alike would err alike."""
LONG: Final = 5
"""The least number of letters of a word that slips are made in."""
FASTEST: Final = 4e-3
SLOWEST: Final = 1e-4

Row = tuple[Ints, Floats]
Text = tuple[str, Locale, tuple[int, ...]]
"""A text, its language, and its classes, best first."""


class Slips:
    """Types a text with a slip in one of its longer words: two letters swapped, one left out or one twice."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = np.random.default_rng(11 + seed)

    def typed(self, text: str) -> str:
        """The text, mostly as it is."""
        words = text.split()
        long = [number for number, word in enumerate(words) if len(word) >= LONG]
        if not long or self._rng.random() >= SLIPPED:
            return text
        at = long[int(self._rng.integers(len(long)))]
        words[at] = self._slipped(words[at])
        return " ".join(words)

    def _slipped(self, word: str) -> str:
        at = int(self._rng.integers(1, len(word) - 1))
        swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        return (swapped, word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:])[int(self._rng.integers(3))]


class Chatter:
    """Surrounds a text with what people say around their questions."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = np.random.default_rng(7 + seed)
        known = chatter.phrases()
        self._before = {x: [buckets(text, x) for text in known[x].before] for x in LOCALES}
        self._after = {x: [buckets(text, x) for text in known[x].after] for x in LOCALES}

    def around(self, row: Row, locale: Locale) -> list[Row]:
        """The row and those of the chatter around it; mostly none."""
        if self._rng.random() >= SURROUNDED:
            return [row]
        found = [self._one(self._before[locale]) for _ in range(self._rng.integers(0, MOST_BEFORE + 1))]
        if not found or self._rng.random() < ASKED_AFTER:
            found.append(self._one(self._after[locale]))
        return [row, *found]

    def _one(self, rows: Sequence[Row]) -> Row:
        return rows[int(self._rng.integers(len(rows)))]


def spelling(book: Book, known: Sequence[Labelled], newer: Sequence[Labelled]) -> SpellingClasses:
    """The classes learned from titles, aliases, phrases out of scope and questions: once from ``known``, and once more
    from ``known`` and ``newer``."""
    weights = _weights([buckets(text, locale) for text, locale, _ in _texts(book, known)])
    return learned_with(book, known, weights).beside(learned_with(book, [*known, *newer], weights, seed=LATER))


def learned_with(book: Book, known: Sequence[Labelled], weights: Floats, seed: int = 0) -> SpellingClasses:
    """One part of the classes, learned from ``known``; ``weights`` are those of the buckets."""
    return _learned(_texts(book, known), weights, len(book), seed)


def _texts(book: Book, known: Sequence[Labelled]) -> list[Text]:
    place = {name: number for number, name in enumerate(book.entries)}
    found: list[Text] = [
        (alias, locale, (number,))
        for number, entry in enumerate(book.entries.values())
        for locale in LOCALES
        for alias in (entry.words(locale).title, *entry.words(locale).aliases)
    ]
    nothing = (len(book),)
    found += [(phrase, locale, nothing) for locale in LOCALES for phrase in phrases().phrases[locale]]
    found += [
        (normalize.cleaned(one.text), one.locale, tuple(place[name] for name in one.ids) or nothing) for one in known
    ]
    turned = ((opposite(text, locale), locale, owners) for text, locale, owners in found if owners != nothing)
    return found + [(text, locale, owners[:1]) for text, locale, owners in turned if text]


def _weights(rows: Sequence[Row]) -> Floats:
    spread = np.zeros(BUCKETS)
    for places, _ in rows:
        spread[places] += 1
    return (np.log((len(rows) + 1) / (spread + 1)) + 0.2).astype(np.float32)


def _learned(texts: Sequence[Text], weights: Floats, entries: int, seed: int) -> SpellingClasses:
    rng, around, typed = np.random.default_rng(seed), Chatter(seed).around, Slips(seed).typed
    owners = np.array([best for *_, (best, *_) in texts])
    row = cache(buckets)
    table = (rng.standard_normal((BUCKETS, DIMENSIONS)) * 0.3).astype(np.float32)
    classes = (rng.standard_normal((entries + 1, DIMENSIONS)) * 0.1).astype(np.float32)
    biases = np.zeros(entries + 1, np.float32)
    adam = Adam([table, classes, biases], FASTEST)
    for step in range(STEPS):
        adam.rate = FASTEST * (1 - step / STEPS) + SLOWEST
        chosen = batch(rng, owners, entries)
        read = [(row(typed(texts[number][0]), texts[number][1]), texts[number][1]) for number in map(int, chosen)]
        asked = _dense([[_thinned(rng, part) for part in around(*one)] for one in read], weights)
        sums = asked @ table
        error = softmax(sums @ classes.T + biases) - _wanted([texts[number][2] for number in chosen], entries + 1)
        error /= BATCH
        adam.step([asked.T @ (error @ classes), error.T @ sums, error.sum(axis=0)])
    return SpellingClasses(weights, table, classes, biases)


def _wanted(owners: Sequence[tuple[int, ...]], classes: int) -> Floats:
    found = np.zeros((len(owners), classes), np.float32)
    for row, (best, *further) in zip(found, owners, strict=True):
        row[further] = FURTHER
        row[best] = 1
        row /= row.sum()
    return found


def _thinned(rng: np.random.Generator, row: Row) -> Row:
    places, values = row
    kept = rng.random(len(places)) > DROPPED
    return places[kept], values[kept]


def _dense(texts: Sequence[Sequence[Row]], weights: Floats) -> Floats:
    found = np.zeros((len(texts), BUCKETS), np.float32)
    for number, rows in enumerate(texts):
        for places, values in rows:
            found[number, places] += values * weights[places]  # a row names each place once
        found[number] /= np.linalg.norm(found[number]) + 1e-9
    return found
