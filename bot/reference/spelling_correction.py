"""Corrects slips of typing in a question: a word that no text of the reference contains, one letter away from one that
it does contain."""

import re
from collections import Counter
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from bot.reference import normalize
from bot.reference.load import Book
from bot.reference.out_of_scope import Phrases
from bot.text import Locale

SHORTEST: Final = 5
"""The least number of letters of a word that is corrected; shorter ones are one letter away from too many others."""
FEWEST: Final = 3
"""How often the reference must contain a word for a slip to be corrected to it."""
_WORD: Final = re.compile(r"[^\W\d_]+")


class SpellingCorrection:
    """The words of the reference in one language."""

    def __init__(self, book: Book, known: Phrases, locale: Locale) -> None:
        self._locale: Locale = locale
        spread = Counter(normalize.words(" ".join(_texts(book, locale)), locale))
        self._known = set(spread) | set(normalize.words(" ".join(known.phrases[locale]), locale))
        self._stems = set(normalize.stemmed(sorted(self._known), locale))
        self._targets = [word for word, times in spread.most_common() if times >= FEWEST and len(word) >= SHORTEST - 1]

    def corrected(self, question: str) -> str:
        """The question with its slips corrected."""
        return _WORD.sub(lambda found: self._word(found[0]), question)

    def _word(self, typed: str) -> str:
        word = "".join(normalize.words(typed, self._locale))
        if len(word) < SHORTEST or word in self._known or normalize.stems(word, self._locale)[0] in self._stems:
            return typed
        near = process.extractOne(word, self._targets, scorer=OSA.distance, score_cutoff=1)
        return near[0] if near else typed


def _texts(book: Book, locale: Locale) -> list[str]:
    found = (entry.words(locale) for entry in book.entries.values())
    return [text for words in found for text in (words.title, words.answer, words.rule, words.example, *words.aliases)]
