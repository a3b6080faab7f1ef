"""Normalizes questions and texts for comparison: removes case, accents, umlauts, punctuation and endings."""

import re
import unicodedata
from functools import cache

import Stemmer

from bot.text import Locale

LONGEST_QUESTION = 400
"""How many characters of a question are read."""

_MENTION = re.compile(r"<(?:[@#:&!/]|a:)[^<>]{0,80}>|@(?:everyone|here)\b")
_LINK = re.compile(r"https?://\S+")
_WORD = re.compile(r"[^\W_]+")
_ACCENT = re.compile(r"[\u0300-\u036f]+")
_UMLAUT = re.compile(r"(?:(?<=^[aou])|(?<=[^aeq][aou]))e")
_STEMMERS: dict[Locale, str] = {"de": "german", "fr": "french", "en": "english"}


def cleaned(question: str) -> str:
    """The question without mentions, links and repeated white space, cut to :data:`LONGEST_QUESTION`."""
    return tidied(question)[:LONGEST_QUESTION]


def tidied(text: str) -> str:
    """A text of any length, cut to four times :data:`LONGEST_QUESTION`, without mentions, links and repeated white
    space."""
    return " ".join(_LINK.sub(" ", _MENTION.sub(" ", text[: 4 * LONGEST_QUESTION])).split())


def plain(text: str) -> str:
    """The text with plain spaces and apostrophes, as people type them, so that typography does not change its
    vector."""
    return " ".join(text.replace("’", "'").split())


def normalized(text: str) -> str:
    """Lower case, no accents: ``Übergröße`` → ``ubergrosse``, ``œuvre`` → ``oeuvre``."""
    text = text.casefold()
    if text.isascii():
        return text
    text = text.replace("œ", "oe").replace("æ", "ae").replace("’", "'")
    return _ACCENT.sub("", unicodedata.normalize("NFKD", text))


def words(text: str, locale: Locale) -> list[str]:
    """The normalized words of a text. German ``ae``, ``oe``, ``ue`` count as umlauts, for people who cannot type
    them."""
    found: list[str] = _WORD.findall(normalized(text))
    return [_UMLAUT.sub("", word) if "e" in word else word for word in found] if locale == "de" else found


def stems(text: str, locale: Locale) -> list[str]:
    """The stems of the words of a text."""
    return stemmed(words(text, locale), locale)


def stemmed(words: list[str], locale: Locale) -> list[str]:
    """The stems of normalized words."""
    found: list[str] = _stemmer(locale).stemWords(words)
    return found


def line(text: str, locale: Locale) -> str:
    """The normalized words of a text, joined by blanks, for comparison as a whole."""
    return " ".join(words(text, locale))


@cache
def _stemmer(locale: Locale) -> "Stemmer.Stemmer":
    return Stemmer.Stemmer(_STEMMERS[locale], 0)  # its cache is slower than stemming, and takes a megabyte
