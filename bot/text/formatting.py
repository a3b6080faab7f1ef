"""Numbers and lists as each language writes them."""

from collections.abc import Iterable

from babel.lists import format_list
from babel.numbers import format_decimal

from bot.text.locale import Locale

SMALL = 1000
"""Below this, a whole number is written the same in all three languages."""


def number(locale: Locale, value: float, places: int = 2) -> str:
    """The number with the language's separators and at most ``places`` decimal places."""
    if isinstance(value, int) and -SMALL < value < SMALL:
        return str(value)
    return format_decimal(round(value, places), locale=locale)


def joined(locale: Locale, items: Iterable[str]) -> str:
    """``a, b and c``."""
    return format_list(list(items), style="standard", locale=locale)


def either(locale: Locale, items: Iterable[str]) -> str:
    """``a, b or c``."""
    return format_list(list(items), style="or", locale=locale)
