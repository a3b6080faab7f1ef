"""The entries' vectors, made once and shipped; a hash of each text tells which of them are stale."""

import numpy as np

from bot.reference.encoder import DIMENSIONS, Encoder
from bot.reference.entry import Entry
from bot.reference.grams import Floats
from bot.reference.load import Book
from bot.text import LOCALES, Locale


def passage(entry: Entry, locale: Locale) -> str:
    """The text that stands for an entry."""
    words = entry.words(locale)
    return f"{words.title} ({'; '.join(words.aliases[:6])}): {words.answer}"


def passage_vectors(book: Book, encoder: Encoder) -> Floats:
    found = [[encoder.passage(passage(entry, locale)) for locale in LOCALES] for entry in book.entries.values()]
    return np.array(found, np.float32).reshape(-1, len(LOCALES), DIMENSIONS)
