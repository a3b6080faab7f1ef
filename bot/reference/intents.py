"""What a question asks for, where no rule answers that: advice, shops, who made the game, what only other games have.

The words that show it are in ``rules_data/search/intents.yaml``, with the entries that answer such questions all the
same.
"""

from typing import Annotated, Final

import msgspec
import numpy as np

from bot.reference import normalize
from bot.reference.load import Book
from bot.reference.ngrams import Floats
from bot.reference.search_files import Expressions, read_search_file
from bot.text import LOCALES, Locale

FEATURES: Final = ("intent_answered",)
"""1 where the entry answers what is asked for, else 0."""


class Intent(Expressions, frozen=True, forbid_unknown_fields=True):
    """One thing that is asked for: the expressions that show it in each language, and the entries that answer it."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z_]+$")]
    entries: tuple[str, ...]


def intents() -> list[Intent]:
    """The shipped intents."""
    return read_search_file("intents.yaml", list[Intent])


class Intents:
    """Recognizes the intents of a question."""

    def __init__(self, book: Book, known: list[Intent]) -> None:
        self._patterns = {x: [one.pattern(x) for one in known] for x in LOCALES}
        self._answered = [np.array([name in one.entries for name in book.entries], np.float32) for one in known]
        self._count = len(book)

    def evidence(self, question: str, locale: Locale) -> tuple[Floats, dict[str, float]]:
        """A row per entry with a column per name in :data:`FEATURES`, and whether there is an intent: 1 or 0."""
        line = normalize.line(question, locale)
        found = [number for number, pattern in enumerate(self._patterns[locale]) if pattern.search(line)]
        answered = sum((self._answered[number] for number in found), np.zeros(self._count, np.float32))
        return np.minimum(answered, 1)[:, None], {"intent": float(bool(found))}
