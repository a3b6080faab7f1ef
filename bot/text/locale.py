"""The languages the bot speaks."""

from functools import lru_cache
from typing import Final, Literal, get_args

Locale = Literal["de", "fr", "en"]

LOCALES: Final[tuple[Locale, ...]] = get_args(Locale)
DEFAULT: Final[Locale] = "en"

ENDONYMS: Final[dict[Locale, str]] = {"de": "Deutsch", "fr": "Français", "en": "English"}


@lru_cache(maxsize=100)
def as_locale(tag: object) -> Locale | None:
    """The language of a tag such as ``"de"``, ``"en-GB"`` or a ``discord.Locale``; None for a language without a
    catalogue."""
    language = str(tag).replace("_", "-").partition("-")[0].lower()
    return next((locale for locale in LOCALES if locale == language), None)


def endonym(locale: Locale) -> str:
    """The name of the language in itself. It is the same in every language, so it is in no catalogue."""
    return ENDONYMS[locale]
