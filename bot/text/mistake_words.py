"""What is wrong in a pack, in the reader's language.

The check words a mistake in English, for the command line too; here it is recognized by the English message and said
again in another language. What is not recognized stays English.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from bot.text.catalogue import catalogues, t
from bot.text.locale import DEFAULT

if TYPE_CHECKING:
    from bot.text.locale import Locale

DOMAIN: Final = "mistake."
_PLACEHOLDER: Final = re.compile(r"\\{(\w+)\\}")


def mistake_words(locale: Locale, said: str) -> str:
    """What was found or expected, as the check words it, in another language."""
    if locale == DEFAULT:
        return said
    for key, pattern in _patterns():
        if match := pattern.fullmatch(said):
            return t(locale, f"mistake.{key}", **match.groupdict())
    return said


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """How each message looks with any values, the longest message first: it says most."""
    english = {
        key.removeprefix(DOMAIN): catalogues().text(DEFAULT, key)
        for key in catalogues()[DEFAULT]
        if key.startswith(DOMAIN)
    }
    longest_first = sorted(english.items(), key=lambda item: ("{" in item[1], -len(item[1])))
    return tuple((key, re.compile(_PLACEHOLDER.sub(r"(?P<\1>.+)", re.escape(text)))) for key, text in longest_first)
