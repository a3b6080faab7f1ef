"""French typography: the spaces before double punctuation and inside quotation marks, and curly apostrophes.

A colon and quotation marks take a no-break space; a semicolon, a question mark and an exclamation mark a narrow one.
"""

import re
from collections.abc import Iterator

import pytest

from bot.reference.load import book
from bot.text import catalogues
from tests.text.test_complete import MESSAGES, forms

CODE = re.compile(r"`[^`]*`|<[^>]*>|https?://\S+|\{[^}]*\}")
WRONG = {
    "a space of another kind before a colon": re.compile(r"(?<!^)[ \u202f]:(?=\s|$)", re.MULTILINE),
    "a space of another kind before ; ? or !": re.compile(r"\S[ \u00a0][;?!](?=\s|$|\W)"),
    "no space before ; ? or !": re.compile(r"\w[;?!](?=\s|$)"),
    "a space of another kind inside quotation marks": re.compile(r"«[^\u00a0]|[^\u00a0]»"),
    "a straight apostrophe": re.compile(r"\w'\w|\w'$"),
    "ne … que 1 in place of ne … qu’1": re.compile(r"\bn(e |’)[^.;:]*\bque 1\b"),
}


def french() -> Iterator[tuple[str, str]]:
    """Every French text with its key or entry, aliases excepted: they are what people type."""
    for key in catalogues()["fr"]:
        for form in forms(MESSAGES["fr"][key]):
            yield key, form
    for entry in book().entries.values():
        words = entry.words("fr")
        for text in (words.title, words.answer, words.rule, words.example):
            yield entry.id, text or ""


@pytest.mark.parametrize("mistake", WRONG)
def test_french_is_set_as_french_is(mistake: str) -> None:
    found = [(key, text) for key, text in french() if WRONG[mistake].search(CODE.sub("x", text))]
    assert not found


@pytest.mark.parametrize(
    ("mistake", "text"),
    [
        ("a space of another kind before a colon", "Portée : 3"),
        ("a space of another kind before ; ? or !", "Vraiment ? Oui"),
        ("no space before ; ? or !", "Vraiment? Oui"),
        ("a space of another kind inside quotation marks", "le mot « carte »"),
        ("a straight apostrophe", "l'énergie"),
        ("ne … que 1 in place of ne … qu’1", "il n’y en a que 1"),
    ],
)
def test_each_mistake_is_found(mistake: str, text: str) -> None:
    assert WRONG[mistake].search(text)
