"""Parts of the game in a question: the Mautoma has a tie-breaker, too, but who only asks about tie-breakers means the
base game; and who names the Mautoma does not mean the base game's rule.

The words that name the parts are in ``rules_data/search/scopes.yaml``.
"""

import re
from typing import Final

import msgspec
import numpy as np

from bot.reference import normalize
from bot.reference.entry import Scope
from bot.reference.load import Book
from bot.reference.ngrams import Floats
from bot.reference.search_files import Expressions, read_search_file
from bot.text import LOCALES, Locale

UNNAMED: Final = 5.0
"""How much the score of an entry loses whose part of the game the question does not name, or excludes."""


class Needed(Expressions, frozen=True, forbid_unknown_fields=True):
    """A part of the game that must be named, and the expressions that name it in each language."""

    scope: Scope


class Named(Expressions, frozen=True, forbid_unknown_fields=True):
    """A part of the game that is meant where it is named; ``spoken`` is what entries say that speak of it, too, and
    ``loss`` how much the score of the others loses."""

    scope: Scope
    spoken: str
    loss: float


class Absent(Expressions, frozen=True, forbid_unknown_fields=True):
    """The expressions that exclude a part of the game, and the part that is meant instead."""

    scope: Scope
    means: Scope


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How people name, and exclude, parts of the game."""

    needed: list[Needed]
    named: list[Named]
    absent: list[Absent]


def scope_names() -> Names:
    """The shipped names."""
    return read_search_file("scopes.yaml", Names)


class ScopeNames:
    """Recognizes which parts of the game a question names."""

    def __init__(self, book: Book, known: Names) -> None:
        self._needed = {x: [one.pattern(x) for one in known.needed] for x in LOCALES}
        self._named = {x: [one.pattern(x) for one in known.named] for x in LOCALES}
        self._absent = {x: [one.pattern(x) for one in known.absent] for x in LOCALES}
        first: dict[Scope, int] = {}
        for number, one in enumerate(known.named):
            first.setdefault(one.scope, number)
        self._excluding = {x: [self._named[x][first[one.scope]] for one in known.absent] for x in LOCALES}
        self._unneeded = [UNNAMED * _of(book, one.scope) for one in known.needed]
        self._others = [_others(book, one) for one in known.named]
        self._excluded = [UNNAMED * _of(book, one.scope) + self._others[first[one.means]] for one in known.absent]
        self._none = np.zeros(len(book), np.float32)

    def loss(self, question: str, locale: Locale) -> Floats:
        """How much the score of each entry loses."""
        line = normalize.line(question, locale)
        lost = [self._none]
        for pattern, name, loss in zip(self._absent[locale], self._excluding[locale], self._excluded, strict=True):
            rest = pattern.sub(" ", line)
            if rest != line and not name.search(rest):  # "copying against the Mautoma, there is no opponent"
                line = rest
                lost.append(loss)
        named = zip(self._named[locale], self._others, strict=True)
        lost += [loss for pattern, loss in named if pattern.search(line)]
        needed = zip(self._needed[locale], self._unneeded, strict=True)
        lost += [loss for pattern, loss in needed if not pattern.search(line)]
        found: Floats = np.sum(lost, axis=0)
        return found


def _of(book: Book, scope: Scope) -> Floats:
    return np.array([entry.scope == scope for entry in book.entries.values()], np.float32)


def _others(book: Book, part: Named) -> Floats:
    """How much the entries lose that are not of a part and do not speak of it."""
    spoken = re.compile(rf"\b(?:{part.spoken})\b", re.IGNORECASE)
    texts = (f"{entry.words('en').title} {entry.words('en').answer}" for entry in book.entries.values())
    inside = np.maximum(_of(book, part.scope), np.array([bool(spoken.search(text)) for text in texts], np.float32))
    found: Floats = (part.loss * (1 - inside)).astype(np.float32)
    return found
