"""Teaches the shipped search the entries that have come since it was learned, without learning the rest anew.

Opinions that differ are better together than one. So the classes by meaning and all but the last part of the classes
by spelling stay as they are, and new entries get rows of their own beside them. The last part of the classes by
spelling is learned from everything.
"""

import io
from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec.structs import replace

from bot.reference import normalize, vectors
from bot.reference.load import Book
from bot.reference.ngrams import Floats, Ints
from bot.reference.spelling_classes import FILE, SpellingClasses, buckets
from bot.text import LOCALES, Locale
from tools.reference_training.learn_spelling import DIMENSIONS, LATER, learned_with
from tools.reference_training.optimize import Adam, softmax
from tools.reference_training.question_sets import Labelled

STEPS: Final = 300
RATE: Final = 0.02
HELD: Final = 1e-3
"""How much a row is held back at the place where it begins."""
RARER: Final = 1.5
"""By how much (log-odds) new entries are asked for less often than their share of what is taught."""

Text = tuple[str, Locale, int]
"""A text, its language, and which of the new entries it means; -1 for an entry that is known."""


def rows(asked: Floats, owners: Ints, others: Floats, start: Floats, biases: Floats) -> tuple[Floats, Floats]:
    """Rows and biases of new classes, learned beside classes that stay as they are.

    :param owners: the new class of each text; -1 where it is one that stays.
    :param others: texts × classes that stay, the sums that they give.
    """
    found, shift = start.astype(np.float64), biases.astype(np.float64)
    wanted = owners[:, None] == np.arange(len(start))
    adam = Adam([found, shift], RATE)
    highest = others.max(axis=1, keepdims=True)
    rest = highest + np.log(np.exp(others - highest).sum(axis=1, keepdims=True))  # the others weigh as one
    for _ in range(STEPS):
        sums = np.concatenate([asked @ found.T + shift, rest], axis=1)
        error = (softmax(sums)[:, : len(start)] - wanted) / len(asked)
        adam.step([error.T @ asked + HELD * (found - start), error.sum(axis=0)])
    return found.astype(np.float32), (shift - RARER).astype(np.float32)


def texts(book: Book, new: Sequence[str], known: Sequence[Labelled]) -> list[Text]:
    """Titles and aliases of the new entries, and questions that mean these or others."""
    place = {name: number for number, name in enumerate(new)}
    found = [
        (alias, locale, place[name])
        for name in new
        for locale in LOCALES
        for alias in (book.entries[name].words(locale).title, *book.entries[name].words(locale).aliases)
    ]
    return found + [
        (normalize.cleaned(one.text), one.locale, place.get(one.ids[0], -1) if one.covered else -1) for one in known
    ]


def by_meaning(shipped: vectors.Vectors, book: Book, new: Sequence[str], of: Sequence[Text], asked: Floats) -> None:
    """Give the new entries rows in the classes by meaning; ``asked`` are the vectors of the texts."""
    place = {name: number for number, name in enumerate(book.entries)}
    at = np.array([place[name] for name in new])
    owners = np.array([owner for *_, owner in of])
    middle = shipped.passages.mean(axis=(0, 1))
    for head in range(len(shipped.classes)):
        start = vectors.TEMPERATURE * (shipped.passages[at].mean(axis=1) - middle)
        sums = (asked - shipped.mean) @ shipped.classes[head].T + shipped.biases[head]
        others = np.delete(sums, at, axis=1)
        shipped.classes[head, at], shipped.biases[head, at] = rows(
            asked - shipped.mean, owners, others, start, np.zeros(len(at), np.float32)
        )


def new_in_spelling(book: Book) -> list[str]:
    """The entries that the shipped classes by spelling do not know."""
    with np.load(io.BytesIO(FILE.read_bytes())) as shipped:
        known = set(map(str, shipped["ids"]))
    return [name for name in book.entries if name not in known]


def by_spelling(book: Book, known: Sequence[Labelled], taught: Sequence[Labelled]) -> SpellingClasses:
    """All parts of the shipped classes but the last, with rows for new entries, which learn from ``taught``, beside a
    last part that is learned from ``known``."""
    kept = _kept(SpellingClasses.read(book))
    last = learned_with(book, known, kept.weights, seed=LATER)
    if new := new_in_spelling(book):
        kept = with_rows(kept, book, new, taught)
    return kept.beside(last)


def rows_by_spelling(book: Book, taught: Sequence[Labelled]) -> SpellingClasses:
    """The shipped classes by spelling, all parts as they are, with rows for new entries, which learn from
    ``taught``."""
    shipped = SpellingClasses.read(book)
    new = new_in_spelling(book)
    return with_rows(shipped, book, new, taught) if new else shipped


def _kept(shipped: SpellingClasses) -> SpellingClasses:
    """The file holds the sum of all parts' biases; those that stay get their share of it."""
    count = shipped.rows.shape[1] - DIMENSIONS
    share = count / shipped.rows.shape[1]
    return SpellingClasses(
        shipped.weights,
        shipped.rows[:, :count].astype(np.float32),
        shipped.classes[:, :count],
        (shipped.biases * share).astype(np.float32),
    )


def with_rows(first: SpellingClasses, book: Book, new: Sequence[str], taught: Sequence[Labelled]) -> SpellingClasses:
    """The classes with rows for new entries, which learn from their titles and aliases and from ``taught``."""
    of = texts(book, new, taught)
    asked = np.stack([_vector(first, text, locale) for text, locale, _ in of])
    size = np.linalg.norm(asked, axis=1).mean()  # rows of the file are whole numbers: steps of a fixed size need a unit
    place = {name: number for number, name in enumerate(book.entries)}
    at = np.array([place[name] for name in new])
    others = np.delete(asked @ first.classes.T + first.biases, at, axis=1)
    owners = np.array([owner for *_, owner in of])
    start = np.zeros((len(at), first.classes.shape[1]), np.float32)
    learned, biases = rows(asked / size, owners, others, start, np.zeros(len(at), np.float32))
    classes, shift = first.classes.copy(), first.biases.copy()
    classes[at], shift[at] = learned / size, biases
    return replace(first, classes=classes, biases=shift)


def _vector(classes: SpellingClasses, text: str, locale: Locale) -> Floats:
    places, values = buckets(text, locale)
    weighted = values * classes.weights[places]
    found: Floats = (weighted / (np.linalg.norm(weighted) + 1e-9)) @ classes.rows[places]
    return found
