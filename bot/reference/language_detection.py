"""Detects the language of a question from the words of the reference and the small words of each language."""

import math
import sys
import unicodedata
from collections import Counter
from typing import Final

from bot.reference import normalize
from bot.reference.load import Book
from bot.reference.search_files import read_search_file
from bot.text import LOCALES, Locale

WEIGHT: Final = 6
"""The count given to each small word."""
SURE: Final = 1.5
"""How much likelier (as a log-likelihood ratio) another language must be to replace the expected one."""

OTHERS: Final = 2
"""How many small words of another language show it."""


class LanguageDetector:
    """Naive Bayes over words, with equal priors for the three languages."""

    def __init__(self, book: Book) -> None:
        small = small_words()
        counts = {locale: _counts(book, locale, small[locale].split()) for locale in LOCALES}
        known = set().union(*counts.values())
        totals = {locale: math.log(sum(counts[locale].values()) + len(known)) for locale in LOCALES}
        alike: dict[tuple[int, ...], dict[Locale, float]] = {}  # shared, since most words occur equally often
        for times in {tuple(counts[locale][word] for locale in LOCALES) for word in known}:
            alike[times] = {
                locale: math.log(time + 1) - totals[locale] for locale, time in zip(LOCALES, times, strict=True)
            }
        self._logs = {sys.intern(word): alike[tuple(counts[locale][word] for locale in LOCALES)] for word in known}
        self._small = {word for locale in LOCALES for word in small[locale].split()}
        self._other = {
            word
            for words in read_search_file("other_languages.yaml", dict[str, str]).values()
            for word in words.split()
        } - known

    def unknown(self, question: str) -> bool:
        """Whether a question is in none of the three languages: in another script, or with more small words of other
        languages than of these."""
        letters = [letter for letter in question if letter.isalpha()]
        if 2 * sum("LATIN" in unicodedata.name(letter, "") for letter in letters) < len(letters):
            return True
        words = set(normalize.words(question, "en"))
        other = len(words & self._other)
        return other >= OTHERS and other > len(words & self._small)

    def guess(self, question: str, expected: Locale | None = None) -> Locale | None:
        """The language of the question; ``expected`` unless the words clearly indicate another one."""
        evidence: dict[Locale, float] = dict.fromkeys(LOCALES, 0.0)
        for word in normalize.words(question, "en"):
            for locale, log in self._logs.get(word, {}).items():
                evidence[locale] += log
        best = max(LOCALES, key=evidence.__getitem__)
        rest = evidence[expected] if expected else sorted(evidence.values())[-2]
        return best if evidence[best] - rest > (SURE if expected else 0) else expected


def small_words() -> dict[str, str]:
    """The shipped small words of each language, with blanks between them."""
    return read_search_file("small_words.yaml", dict[str, str])


def _counts(book: Book, locale: Locale, small: list[str]) -> Counter[str]:
    counts = Counter(dict.fromkeys(small, WEIGHT))
    for entry in book.entries.values():
        words = entry.words(locale)
        counts.update(normalize.words(" ".join((words.title, words.answer, *words.aliases)), "en"))
    return counts
