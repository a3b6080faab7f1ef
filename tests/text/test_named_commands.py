"""A message that names a command names it as it is called in the language of the message."""

import re
from collections.abc import Iterator

import pytest

from bot.reference.load import book
from bot.text import LOCALES, Locale
from tests.text.test_complete import KEYS, MESSAGES, forms

COMMAND = re.compile(r"(?<![\w/.<:}])/([^\W\d_][\w-]+)(?: ([^\W\d_][\w-]+))?")
"""A slash at the beginning of a word, the command, and the word after it."""
PATHS = re.compile(r"https?://\S+|/proc\S*")
NAME = re.compile(r"(?:\w+\.)?command\.(?:[\w.]+\.)?name")


def names(locale: Locale) -> set[str]:
    """Everything that is the name of a command, or of a part of one, in a language."""
    return {forms(MESSAGES[locale][key])[0] for key in KEYS if NAME.fullmatch(key)}


def mentions(locale: Locale) -> Iterator[tuple[str, str, str]]:
    """The place of each mention, and the words of the command."""
    for key in KEYS:
        for text in forms(MESSAGES[locale][key]):
            for found in COMMAND.finditer(PATHS.sub("", text)):
                yield key, found[1], found[2] or ""
    for entry in book().entries.values():
        words = entry.words(locale)
        for text in (words.answer, words.rule, words.example):
            for found in COMMAND.finditer(text):
                yield entry.id, found[1], found[2] or ""


def strangers(locale: Locale) -> list[str]:
    """Mentions whose command is not one of this language, or whose second word is a part of a command in another
    language only."""
    own = names(locale)
    others = set().union(*(names(other) for other in LOCALES)) - own
    return [
        f"{place}: /{first} {second}"
        for place, first, second in mentions(locale)
        if first not in own or second in others
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_command_is_named_as_the_language_calls_it(locale: Locale) -> None:
    assert strangers(locale) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_enough_commands_are_named_for_this_to_mean_something(locale: Locale) -> None:
    assert len(list(mentions(locale))) >= 20
