"""One word for one thing: no text for players uses a word that ``avoided_words.yaml`` lists."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import yaml

from bot.reference.load import book
from bot.text import Locale, catalogues
from tests.text.test_complete import MESSAGES, forms

TYPED = re.compile(r"`[^`]*`|(?<!\w)/[\w-]+(?: [a-z]+)?")
"""Commands, which keep their words for ever."""


class Avoided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A regular expression, the word in its place, and a phrase in which the expression is found."""

    language: Locale
    avoid: str
    say: str
    found: str


AVOIDED = msgspec.convert(
    yaml.safe_load((Path(__file__).parent / "avoided_words.yaml").read_text("utf-8")), list[Avoided]
)


def texts(locale: Locale) -> Iterator[tuple[str, str]]:
    """Every text with its key, entry or term; names of commands and aliases excepted: they are what people type."""
    for key in catalogues()[locale]:
        if not key.endswith(".name") and not key.startswith("shorthand."):
            for form in forms(MESSAGES[locale][key]):
                yield key, form
    for entry in book().entries.values():
        words = entry.words(locale)
        for text in (words.title, words.answer, words.rule, words.example):
            yield entry.id, text or ""
    for name, term in book().terms.items():
        yield name, term.words(locale).definition


@pytest.mark.parametrize("one", AVOIDED, ids=lambda one: f"{one.language}: {one.avoid}")
def test_no_text_uses_it(one: Avoided) -> None:
    expression = re.compile(one.avoid)
    assert not [(key, text) for key, text in texts(one.language) if expression.search(TYPED.sub("", text))]


@pytest.mark.parametrize("one", AVOIDED, ids=lambda one: f"{one.language}: {one.avoid}")
def test_it_would_be_found(one: Avoided) -> None:
    assert re.search(one.avoid, one.found)
