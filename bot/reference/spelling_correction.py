"""Corrects slips of typing in a question: a word that no text of the reference contains, one letter away from one that
it does contain. Its first letter stays: slips there are rare, other words there many (bribe, tribe).

Also gives words the accents and umlauts that people leave out.
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
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
SHORTEST_ACCENTED: Final = 4
"""The least number of letters of a word that gets its accents back; "a" may well be "a"."""
MOSTLY: Final = 0.8
"""The share of a word's occurrences in the reference that must be written with the same accents."""
_WORD: Final = re.compile(r"[^\W\d_]+")


class SpellingCorrection:
    """The words of the reference in one language."""

    def __init__(self, book: Book, known: Phrases, locale: Locale) -> None:
        self._locale: Locale = locale
        texts = " ".join(_texts(book, locale))
        spread = Counter(map(sys.intern, normalize.words(texts, locale)))
        self._known = set(spread) | set(normalize.words(" ".join(known.phrases[locale]), locale))
        self._stems = set(map(sys.intern, normalize.stemmed(sorted(self._known), locale)))
        self._targets: defaultdict[str, list[str]] = defaultdict(list)
        for word, times in spread.most_common():
            if times >= FEWEST and len(word) >= SHORTEST - 1:
                self._targets[word[0]].append(word)
        self._accented = dict(_with_accents(texts, locale))

    def accented(self, question: str) -> str:
        """The question with accents and umlauts where it leaves them out; the language model takes *uberwintern* for
        another word."""
        return _WORD.sub(lambda found: self._accents(found[0]), question)

    def corrected(self, question: str) -> str:
        """The question with its slips corrected."""
        return _WORD.sub(lambda found: self._word(found[0]), question)

    def _accents(self, typed: str) -> str:
        return self._accented.get(_plain(typed, self._locale), typed) if typed.isascii() else typed

    def _word(self, typed: str) -> str:
        word = _plain(typed, self._locale)
        if len(word) < SHORTEST or word in self._known or normalize.stems(word, self._locale)[0] in self._stems:
            return typed
        near = process.extractOne(word, self._targets.get(word[0], ()), scorer=OSA.distance, score_cutoff=1)
        return near[0] if near else typed


def _with_accents(texts: str, locale: Locale) -> Iterator[tuple[str, str]]:
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for form, times in Counter(_WORD.findall(texts.lower())).items():
        forms[_plain(form, locale)][form] += times
    for word, found in forms.items():
        form, times = found.most_common(1)[0]
        if len(word) >= SHORTEST_ACCENTED and not form.isascii() and times >= MOSTLY * found.total():
            yield word, form


def _plain(word: str, locale: Locale) -> str:
    return "".join(normalize.words(word, locale))


def _texts(book: Book, locale: Locale) -> list[str]:
    found = (entry.words(locale) for entry in book.entries.values())
    return [text for words in found for text in (words.title, words.answer, words.rule, words.example, *words.aliases)]
