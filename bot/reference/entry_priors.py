"""Evidence for an entry that does not depend on its text: how many entries point to it, and its scope.

The words that occur only in the entries of a scope (solo game, expansion and so on) show whether a question is about
it.
"""

from collections import Counter, defaultdict
from typing import Final

import numpy as np

from bot.reference import normalize
from bot.reference.load import Book
from bot.reference.ngrams import Floats
from bot.text import LOCALES, Locale

FEATURES: Final = ("linked", "scope_named", "scope_unnamed", "scope_other")
"""Logarithm of the number of entries that point to it · its scope is named in the question · it has a special scope
that is not named · another scope is named."""

TELLING: Final = 0.85
"""The share of a word's entries that must be of one scope for the word to name it."""
FEWEST: Final = 4
"""The least number of entries of the scope that contain the word."""


class EntryPriors:
    """Learns from the entries which words name a scope, such as ``mautoma``, ``devotion``, ``solo``."""

    def __init__(self, book: Book) -> None:
        self._scopes = np.array([entry.scope for entry in book.entries.values()])
        pointed = Counter(name for entry in book.entries.values() for name in entry.see)
        self._linked = np.log1p([pointed[name] for name in book.entries])
        self._special = self._scopes != "base"
        self._names = {locale: _telling(book, locale) for locale in LOCALES}

    def evidence(self, question: str, locale: Locale) -> Floats:
        """A row per entry, a column per name in :data:`FEATURES`."""
        named = {self._names[locale][stem] for stem in normalize.stems(question, locale) if stem in self._names[locale]}
        here = np.isin(self._scopes, list(named)) if named else np.zeros(len(self._scopes), bool)
        columns = [self._linked, here, self._special & ~here, ~here if named else np.zeros(len(self._scopes), bool)]
        return np.stack(columns, axis=1).astype(np.float32)


def _telling(book: Book, locale: Locale) -> dict[str, str]:
    spread: dict[str, Counter[str]] = defaultdict(Counter)
    for entry in book.entries.values():
        words = entry.words(locale)
        for stem in set(normalize.stems(" ".join((words.title, words.answer, *words.aliases)), locale)):
            spread[stem][entry.scope] += 1
    found = {stem: counts.most_common(1)[0] for stem, counts in spread.items()}
    return {
        stem: scope
        for stem, (scope, times) in found.items()
        if scope != "base" and times >= FEWEST and times >= TELLING * spread[stem].total()
    }
