"""What people say around a question that tells nothing about it: "we couldn't agree", "who is right?".

Examples are in ``rules_data/search/chatter.yaml``; the classes by spelling learn to overlook them
(``tools/reference_training``).
"""

from typing import Annotated

import msgspec

from bot.reference import normalize
from bot.reference.search_files import read_search_file
from bot.text import LOCALES, Locale

Phrase = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class Phrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Examples in one language."""

    before: tuple[Phrase, ...]
    """What comes before a question, or instead of one."""
    after: tuple[Phrase, ...]
    """What follows a question, or asks nothing by itself."""


def phrases() -> dict[Locale, Phrases]:
    """The shipped examples."""
    return read_search_file("chatter.yaml", dict[Locale, Phrases])


class Chatter:
    """Recognizes sentences that say nothing about the game."""

    def __init__(self, known: dict[Locale, Phrases], small: dict[str, str]) -> None:
        self._asking = {x: _stems(x, small[x], *known[x].after) for x in LOCALES}
        self._all = {x: self._asking[x] | _stems(x, *known[x].before) for x in LOCALES}

    def vague(self, asked: str, locale: Locale) -> bool:
        """Whether what a story asks means nothing without the story: "what should we have done?"."""
        return self._asking[locale].issuperset(normalize.stems(asked, locale))

    def empty(self, sentence: str, locale: Locale) -> bool:
        """Whether a sentence says nothing about the game."""
        return self._all[locale].issuperset(normalize.stems(sentence, locale))


def _stems(locale: Locale, *texts: str) -> set[str]:
    return {stem for text in texts for stem in normalize.stems(text, locale)}
