"""Names of what artifact cards count, so that a word typed in one language is shown in every other."""

from __future__ import annotations

from functools import cache
from typing import get_args

from bot.engine.effects import Countable
from bot.text import LOCALES, Locale, t

THINGS: tuple[Countable, ...] = get_args(Countable)


def name_of(locale: Locale, thing: Countable) -> str:
    """The thing as the language calls it."""
    return t(locale, f"tally.thing.{thing}")


def thing_called(word: str) -> Countable | None:
    """The thing by its name in any of the languages; None for one that the bot does not know."""
    return _by_name().get(word.casefold())


@cache
def _by_name() -> dict[str, Countable]:
    return {name_of(locale, thing).casefold(): thing for thing in THINGS for locale in LOCALES}
