"""From a question to the entries that answer it, and to how sure that is."""

import math
import re
from typing import Final

import numpy as np

from bot.reference import fold
from bot.reference.encoder import Encoder
from bot.reference.finding import Finding, Match, Verdict
from bot.reference.grams import Floats, Ints
from bot.reference.language import Languages
from bot.reference.lexical import FEATURES as LEXICAL
from bot.reference.lexical import Lexical
from bot.reference.load import Book
from bot.reference.scopes import FEATURES as SCOPES
from bot.reference.scopes import Scopes
from bot.reference.semantic import FEATURES as SEMANTIC
from bot.reference.semantic import Semantic
from bot.reference.weights import Weights, weights
from bot.text import DEFAULT, LOCALES, Locale

OFFERED: Final = 3
NEAREST: Final = 2
STARTERS: Final = ("overview.game", "overview.turn")
"""What is offered to a question that says nothing: a good place to begin."""
_LETTERS: Final = re.compile(r"[^\W\d_]{2}")

WHOLE: Final = (
    "top",
    "margin",
    "margin_third",
    "share",
    "known",
    "gram_phrase",
    "ratio",
    "stem_text",
    "stem_head",
    "words",
)
"""Evidence for a finding as a whole, with the model ``sense_*`` beside it."""


class Search:
    """The search over one reference. ``find`` is safe to call from several threads.

    Building it takes about a second of one core; with an encoder, stale vectors are made anew (20 ms each).
    """

    def __init__(self, book: Book, encoder: Encoder | None) -> None:
        self._entries = list(book.entries.values())
        self._languages = Languages(book)
        self._scopes = Scopes(book)
        self._lexical = {locale: Lexical(book, locale) for locale in LOCALES}
        self._encoder = encoder
        self._semantic = Semantic(book, encoder) if encoder else None
        self._starters = tuple(Match(book.entries[name], 0.0) for name in STARTERS if name in book.entries)
        self._weights: Weights = weights("full" if encoder else "lexical")
        self.names: tuple[str, ...] = LEXICAL + SCOPES + (SEMANTIC if encoder else ())

    def find(self, question: str, expected: Locale | None = None) -> Finding:
        """The entries that answer the question; ``expected`` is its language where it does not tell."""
        cleaned = fold.cleaned(question)
        locale = self._languages.guess(cleaned, expected) or expected or DEFAULT
        if not _LETTERS.search(cleaned):  # emoji, digits, marks, nothing at all
            return Finding(cleaned, locale, Verdict.NOTHING, self._starters, 0.0, 0.0)
        evidence = self.evidence(cleaned, locale)
        scores = self._weights.rank.rows(self.names, evidence)
        order = np.argsort(-scores, kind="stable")[:OFFERED]
        return self._judged(cleaned, locale, scores, order, self.whole(cleaned, locale, evidence, scores))

    def evidence(self, question: str, locale: Locale) -> Floats:
        """A row per entry, a column per name in ``names``."""
        columns = [self._lexical[locale].evidence(question), self._scopes.evidence(question, locale)]
        if self._semantic and self._encoder:
            columns.append(self._semantic.evidence(self._encoder.question(question), locale))
        return np.concatenate(columns, axis=1)

    def whole(self, question: str, locale: Locale, evidence: Floats, scores: Floats) -> dict[str, float]:
        """What speaks for the finding as a whole: the best score, its lead, and its evidence in words and sense."""
        order = np.argsort(-scores, kind="stable")
        top = evidence[order[0]]
        best = scores[order[:OFFERED]]
        found = {
            "top": float(best[0]),
            "margin": float(best[0] - best[min(1, len(best) - 1)]),
            "margin_third": float(best[0] - best[-1]),
            "share": float(1 / np.exp(scores - best[0]).sum()),
            "known": self._lexical[locale].known(question),
            "words": math.log1p(len(question.split())),
        }
        found.update(zip(self.names, map(float, top), strict=True))
        found.update({f"{name}_best": float(best) for name, best in zip(self.names, evidence.max(axis=0), strict=True)})
        return found

    def _judged(self, question: str, locale: Locale, scores: Floats, order: Ints, whole: dict[str, float]) -> Finding:
        covered = _probability(self._weights.covered.of(whole))
        right = covered * _probability(self._weights.right.of(whole))
        verdict = Verdict.ANSWER if right >= self._weights.answer_from else Verdict.OFFER
        if covered < self._weights.refuse_below:
            verdict, order = Verdict.REFUSE, order[:NEAREST]
        matches = tuple(Match(self._entries[number], float(scores[number])) for number in order)
        return Finding(question, locale, verdict, matches, covered, right)


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))
