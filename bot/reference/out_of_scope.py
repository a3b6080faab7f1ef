"""Evidence that a question is about something that the rules do not cover: other games, shops, the weather."""

import re
from typing import Final

import msgspec

from bot.reference import normalize
from bot.reference.ngrams import NgramIndex
from bot.reference.search_files import read_search_file
from bot.text import LOCALES, Locale

FEATURES: Final = ("foreign_game", "foreign_gram")
"""Another game is named: 1 or 0 · cosine with the most similar out-of-scope phrase."""


class Phrases(msgspec.Struct, frozen=True):
    """The content of ``rules_data/search/foreign.yaml``."""

    games: tuple[str, ...]
    phrases: dict[Locale, tuple[str, ...]]

    def all(self) -> list[str]:
        """The phrases of all languages."""
        return [phrase for locale in LOCALES for phrase in self.phrases[locale]]


def phrases() -> Phrases:
    """The shipped names and phrases."""
    return read_search_file("foreign.yaml", Phrases)


class OutOfScope:
    """Recognizes names of other games, and phrases similar to known out-of-scope questions."""

    def __init__(self, known: Phrases) -> None:
        self._games = {locale: _any_of(known.games, locale) for locale in LOCALES}
        self._grams = {
            locale: NgramIndex([normalize.line(p, locale) for p in known.phrases[locale]]) for locale in LOCALES
        }

    def evidence(self, question: str, locale: Locale) -> dict[str, float]:
        """A value for each name in :data:`FEATURES`."""
        line = normalize.line(question, locale)
        named = self._games[locale].search(line) is not None
        return {"foreign_game": float(named), "foreign_gram": float(self._grams[locale].cosines(line).max(initial=0))}


def _any_of(names: tuple[str, ...], locale: Locale) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(re.escape(normalize.line(name, locale)) for name in names) + r")\b")
