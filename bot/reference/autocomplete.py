"""Autocompletion over titles, aliases and terms, tolerant of typos and missing accents."""

import sys
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from rapidfuzz import fuzz, process

from bot.reference import normalize
from bot.reference.load import Book
from bot.reference.ngrams import Floats
from bot.text import LOCALES, Locale

MOST: Final = 25
LEAST: Final = 0.6
"""The least similarity of a choice that is shown."""
CUTOFF: Final = 100 * LEAST - 1
"""Names that are less similar need not be compared to the end: no bonus is for them, since what contains the text is
more similar than this."""
ALIAS: Final = 0.93
"""The weight of a similar alias compared to a similar title or term."""
LONGEST_TYPED: Final = 100
SHOWN_FIRST: Final = ("overview.",)
_ORDINALS: Final = {"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth"}


class Choice(Struct, frozen=True):
    """A choice: an entry or a term, by its id."""

    id: str
    title: str
    is_term: bool


class Autocomplete:
    """Autocompletion in every language. A call takes a few milliseconds."""

    def __init__(self, book: Book) -> None:
        self._by_locale = {locale: _Phrases(book, locale) for locale in LOCALES}
        self._entries = {_id_key(name): entry for name, entry in book.entries.items()}

    def complete(self, typed: str, locale: Locale) -> list[Choice]:
        """At most 25 choices, the best first; good starting points where nothing is typed."""
        typed = typed[:LONGEST_TYPED]
        return self._by_id(typed, locale) or self._by_locale[locale].complete(normalize.line(typed, locale))

    def exactly(self, typed: str, locale: Locale) -> Choice | None:
        """The choice with exactly this id, or this name apart from case and accents."""
        if entry := self._entries.get(_id_key(typed)):
            return Choice(entry.id, entry.words(locale).title, is_term=False)
        return self._by_locale[locale].exact.get(normalize.line(typed, locale))

    def _by_id(self, typed: str, locale: Locale) -> list[Choice]:
        """The entries whose id begins with the text, as far as that looks like one: ``hibernate.f``."""
        key = _id_key(typed)
        if "." not in key.strip(".") and not key.endswith("."):
            return []
        found = [entry for name, entry in self._entries.items() if name.startswith(key)]
        return [Choice(entry.id, f"{entry.id} · {entry.words(locale).title}"[:90], is_term=False) for entry in found][
            :MOST
        ]


class _Phrases:
    def __init__(self, book: Book, locale: Locale) -> None:
        pairs = [*_of_terms(book, locale), *_of_entries(book, locale)]
        self.choices = list(dict.fromkeys(choice for choice, _ in pairs))
        number = {choice: place for place, choice in enumerate(self.choices)}
        self.lines = [line for _, line in pairs]
        called = {normalize.line(choice.title, locale) for choice in self.choices}
        self.weights = np.array([1 if line in called else ALIAS for line in self.lines], np.float32)
        self.owners = np.array([number[choice] for choice, _ in pairs])
        self.exact = {line: choice for choice, line in reversed(pairs)}
        self.begin = [choice for choice in self.choices if choice.id.startswith(SHOWN_FIRST)]

    def complete(self, line: str) -> list[Choice]:
        if not line:
            return self.begin[:MOST]
        scores = np.zeros(len(self.choices), np.float32)
        np.maximum.at(scores, self.owners, self._likeness(line))
        order = np.argsort(-scores, kind="stable")[:MOST]
        return [self.choices[place] for place in order if scores[place] >= LEAST]

    def _likeness(self, line: str) -> Floats:
        """The score of each name: names that begin with the text score 1 and more, then names that contain it, then
        similar spellings."""
        alike = process.cdist([line], self.lines, scorer=fuzz.WRatio, dtype=np.float32, score_cutoff=CUTOFF)[0] / 100
        if len(line) < 3:
            alike *= 0.5
        found: Floats = (alike + _bonus(line, self.lines)) * self.weights
        return found


def _id_key(typed: str) -> str:
    """An id as people type it: any case, ``4th`` for ``fourth``, a hyphen or a blank for ``_``."""
    scope, dot, rest = typed.strip().casefold().partition(".")
    words = rest.replace("-", "_").replace(" ", "_").split("_")
    return scope + dot + "_".join(_ORDINALS.get(word, word) for word in words)


def _bonus(line: str, others: Sequence[str]) -> Floats:
    """What each name gets that begins with the text, or has a word that does."""
    found, inside = np.zeros(len(others), np.float32), f" {line}"
    for place, other in enumerate(others):
        if line in other and ((first := other.startswith(line)) or inside in other):
            found[place] = (1.5 if first else 1.0) + 0.5 * len(line) / len(other)
    return found


def _of_entries(book: Book, locale: Locale) -> Iterator[tuple[Choice, str]]:
    for entry in book.entries.values():
        words = entry.words(locale)
        choice = Choice(entry.id, words.title, is_term=False)
        for phrase in (words.title, *words.aliases):
            yield choice, sys.intern(normalize.line(phrase, locale))


def _of_terms(book: Book, locale: Locale) -> Iterator[tuple[Choice, str]]:
    for term in book.terms.values():
        words = term.words(locale)
        choice = Choice(term.id, words.term, is_term=True)
        for phrase in (words.term, *([words.plural] if words.plural else []), *words.also):
            yield choice, sys.intern(normalize.line(phrase, locale))
