"""Questions and texts made comparable: case, accents, umlauts, marks and endings taken off."""

import re
import unicodedata
from functools import cache

import Stemmer

from bot.text import Locale

LONGEST_QUESTION = 400
"""Characters of a question that are read at all."""

_MENTION = re.compile(r"<(?:[@#:&!/]|a:)[^<>]{0,80}>|@(?:everyone|here)\b")
_LINK = re.compile(r"https?://\S+")
_WORD = re.compile(r"[^\W_]+")
_ACCENT = re.compile(r"[\u0300-\u036f]+")
_UMLAUT = re.compile(r"(?:(?<=^[aou])|(?<=[^aeq][aou]))e")
_STEMMERS: dict[Locale, str] = {"de": "german", "fr": "french", "en": "english"}


def cleaned(question: str) -> str:
    """The question without mentions, links and white space in rows, cut to :data:`LONGEST_QUESTION`."""
    without = _LINK.sub(" ", _MENTION.sub(" ", question[: 4 * LONGEST_QUESTION]))
    return " ".join(without.split())[:LONGEST_QUESTION]


def plain(text: str) -> str:
    """The text with spaces and apostrophes as people type them; the model must not see how a text is set."""
    return " ".join(text.replace("’", "'").split())


def normalized(text: str) -> str:
    """Lower case, no accents: ``Übergröße`` → ``ubergrosse``, ``œuvre`` → ``oeuvre``."""
    text = text.casefold()
    if text.isascii():
        return text
    text = text.replace("œ", "oe").replace("æ", "ae").replace("’", "'")
    return _ACCENT.sub("", unicodedata.normalize("NFKD", text))


def words(text: str, locale: Locale) -> list[str]:
    """The words of a text, folded. German ``ae``, ``oe``, ``ue`` count as the umlauts people cannot type."""
    found: list[str] = _WORD.findall(normalized(text))
    return [_UMLAUT.sub("", word) if "e" in word else word for word in found] if locale == "de" else found


def stems(text: str, locale: Locale) -> list[str]:
    """The stems of the words of a text."""
    return stemmed(words(text, locale), locale)


def stemmed(words: list[str], locale: Locale) -> list[str]:
    """The stems of words that are folded already."""
    found: list[str] = _stemmer(locale).stemWords(words)
    return found


def line(text: str, locale: Locale) -> str:
    """The words of a text on one line, for comparing it as a whole."""
    return " ".join(words(text, locale))


@cache
def _stemmer(locale: Locale) -> "Stemmer.Stemmer":
    return Stemmer.Stemmer(_STEMMERS[locale])
