"""Parts of the game that a question must name: the Mautoma has a tie-breaker, too, but who only asks about tie-breakers
means the base game.

The words that name such a part are in ``rules_data/search/scopes.yaml``.
"""

from typing import Final

import numpy as np

from bot.reference import normalize
from bot.reference.entry import Scope
from bot.reference.load import Book
from bot.reference.ngrams import Floats
from bot.reference.search_files import Expressions, read_search_file
from bot.text import LOCALES, Locale

UNNAMED: Final = 5.0
"""How much the score of an entry loses whose part of the game the question does not name. Between an entry that
answers and its neighbours lie about two."""


class ScopeName(Expressions, frozen=True, forbid_unknown_fields=True):
    """A part of the game that must be named, and the expressions that name it in each language."""

    scope: Scope


def scope_names() -> list[ScopeName]:
    """The shipped names."""
    return read_search_file("scopes.yaml", list[ScopeName])


class ScopeNames:
    """Recognizes whether a question names the parts of the game that must be named."""

    def __init__(self, book: Book, known: list[ScopeName]) -> None:
        self._patterns = {x: [one.pattern(x) for one in known] for x in LOCALES}
        self._loss = [
            UNNAMED * np.array([entry.scope == one.scope for entry in book.entries.values()], np.float32)
            for one in known
        ]
        self._none = np.zeros(len(book), np.float32)

    def loss(self, question: str, locale: Locale) -> Floats:
        """How much the score of each entry loses."""
        line = normalize.line(question, locale)
        away = zip(self._patterns[locale], self._loss, strict=True)
        return sum((loss for pattern, loss in away if not pattern.search(line)), self._none)
