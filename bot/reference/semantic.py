"""What the sense of a question says about each entry: its vector beside those of the entries."""

from typing import Final

import numpy as np

from bot.reference.encoder import Encoder
from bot.reference.grams import Floats
from bot.reference.load import Book
from bot.reference.vectors import passage_vectors
from bot.text import LOCALES, Locale

FEATURES: Final = ("sense_own", "sense_all")


class Semantic:
    """The entries' vectors: entries × languages × dimensions."""

    def __init__(self, book: Book, encoder: Encoder) -> None:
        self._passages = passage_vectors(book, encoder)

    def evidence(self, question: Floats, locale: Locale) -> Floats:
        by_locale = self._passages @ question
        return np.stack([by_locale[:, LOCALES.index(locale)], by_locale.mean(axis=1)], axis=1)
