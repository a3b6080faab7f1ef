"""Semantic evidence: the vector of a question compared with those of the entries, and classifiers learned from
aliases."""

from typing import Final

import numpy as np

from bot.reference.ngrams import Floats
from bot.reference.vectors import FOREIGN, Vectors
from bot.text import LOCALES, Locale

FEATURES: Final = ("sense_own", "sense_all", "sense_asked", "sense_told")
"""Cosine with the passage in the question's language · mean over the languages · logarithm of the probability that a
person who asks this means the entry, as learned from the aliases · the same, learned from sentences too."""


FOREIGN_FEATURES: Final = ("foreign_asked", "foreign_told")
"""The names in :meth:`Semantic.foreign`."""


class Semantic:
    """Compares the vector of a question with the learned vectors."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors

    def evidence(self, question: Floats, locale: Locale) -> Floats:
        """A row per entry, a column per name in :data:`FEATURES`; ``question`` is its vector."""
        by_locale = self._vectors.passages @ question
        learned = self.classes(question)
        own = by_locale[:, LOCALES.index(locale)]
        return np.stack([own, by_locale.mean(axis=1), *learned[:, :-1]], axis=1)

    def foreign(self, question: Floats) -> dict[str, float]:
        """Log-odds, by each classifier, that the question is out of scope rather than about the likeliest entry."""
        odds = (float(learned[-1] - learned[:-1].max(initial=-30)) for learned in self.classes(question))
        return dict(zip(FOREIGN_FEATURES, odds, strict=True))

    def classes(self, question: Floats) -> Floats:
        """The log-probability of each entry, and last that of no entry; a row per classifier."""
        sums = self._vectors.classes @ (question - self._vectors.mean) + self._vectors.biases
        sums -= sums.max(axis=1, keepdims=True)
        other = np.logaddexp.reduce(sums[:, -FOREIGN:], axis=1, keepdims=True)
        sums = np.concatenate([sums[:, :-FOREIGN], other], axis=1)
        found: Floats = sums - np.logaddexp.reduce(sums, axis=1, keepdims=True)
        return np.maximum(found, -20)
