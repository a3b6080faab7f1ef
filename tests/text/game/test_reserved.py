"""What is said of large artifacts that are reserved: "left" never counts them."""

from __future__ import annotations

import pytest

from bot.engine import Game, view
from bot.pictures.alt_text import board_alt
from bot.text import LOCALES, Locale
from bot.text.game import reserved_words
from tests.rules.test_reserved import beside, explore

NAMES = ["Ann", "Ben", "Cem"]


def reserved() -> Game:
    """Three lie on the board, one of them is Ben's."""
    game = beside(1, yellow=2, white=1).build()
    explore(game)
    return game


@pytest.mark.parametrize("locale", LOCALES)
def test_whose_they_are(locale: Locale) -> None:
    """By name and number, and nothing where none is reserved."""
    words = reserved_words(locale, reserved().state, NAMES)
    assert words is not None
    assert "1" in words
    assert "Ben" in words
    assert "Ann" not in words
    assert reserved_words(locale, beside(1, yellow=3).build().state, NAMES) is None


@pytest.mark.parametrize("locale", LOCALES)
def test_the_map_in_words(locale: Locale) -> None:
    """Two are left, not three."""
    game = reserved()
    text = board_alt(view(game, None), locale, NAMES, None)
    reserved_part = reserved_words(locale, game.state, NAMES)
    assert reserved_part
    assert reserved_part in text
    plain = board_alt(view(beside(1, yellow=1, white=1).build(), None), locale, NAMES, None)
    left = next(part for part in plain.split(". ") if "2" in part and "art" in part.lower())
    assert left in text
