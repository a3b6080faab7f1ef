"""Reads the catalogues and looks messages up."""

import logging
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.text.catalogue_files import compiled_catalogue, keys_in, sources_of, translations_in
from bot.text.formatting import number
from bot.text.locale import DEFAULT, LOCALES, Locale

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

Value = object
"""The values of placeholders: text, a whole number, or anything whose ``str`` is readable."""


class MissingText(KeyError):
    """No catalogue has this key. This is a mistake in the program, not in the data of a user."""

    def __init__(self, locale: Locale, key: str) -> None:
        super().__init__(key)
        self.locale, self.key = locale, key

    def __str__(self) -> str:
        return f"no text for {self.key!r} in {self.locale!r}"


class Catalogue:
    """All messages of one language; ``compiled``: a ``.mo`` file, used if it was made of the sources.

    :raises ValueError: a key is in two files, or a file cannot be read; the message names the file.
    """

    def __init__(self, locale: Locale, sources: Mapping[str, bytes], compiled: bytes | None = None) -> None:
        self.locale = locale
        self._compiled = compiled_catalogue(locale, sources, compiled)
        self._translations = translations_in(self._compiled)

    def __contains__(self, key: str) -> bool:
        return bool(key) and self.text(key) is not None

    def __iter__(self) -> Iterator[str]:
        return keys_in(self._compiled)

    def text(self, key: str) -> str | None:
        """The message as written, placeholders unfilled; None where there is none."""
        found = self._translations.gettext(key)
        return None if found == key else found

    def plural(self, key: str, n: int) -> str | None:
        """The form of the message for ``n`` things; None where there is none."""
        found = self._translations.ngettext(key, key, n)
        return None if found == key else found


class Catalogues:
    """The catalogues of all languages. A missing message raises in strict mode; otherwise English is shown and the gap
    is logged."""

    def __init__(self, by_locale: Mapping[Locale, Catalogue], *, strict: bool = False) -> None:
        self.by_locale = MappingProxyType(dict(by_locale))
        self.strict = strict

    def __getitem__(self, locale: Locale) -> Catalogue:
        return self.by_locale[locale]

    def text(self, locale: Locale, key: str) -> str:
        """:raises MissingText: strict and not in this language, or not in English either."""
        return self._found(locale, key, lambda catalogue: catalogue.text(key))

    def plural(self, locale: Locale, key: str, n: int) -> str:
        """:raises MissingText: strict and not in this language, or not in English either."""
        return self._found(locale, key, lambda catalogue: catalogue.plural(key, n))

    def _found(self, locale: Locale, key: str, look: "Callable[[Catalogue], str | None]") -> str:
        if (found := look(self.by_locale[locale])) is not None:
            return found
        if self.strict or (english := look(self.by_locale[DEFAULT])) is None:
            raise MissingText(locale, key)
        log.error("text missing in a language", extra={"key": key, "language": locale})
        return english


def read_catalogues(root: Traversable, *, strict: bool = False) -> Catalogues:
    """The catalogues under ``root``: a folder per language with ``.po`` files, compiled ones beside it.

    :raises ValueError: see :class:`Catalogue`.
    """
    return Catalogues({locale: _read(root, locale) for locale in LOCALES}, strict=strict)


def _read(root: Traversable, locale: Locale) -> Catalogue:
    compiled = root / f"{locale}.mo"
    return Catalogue(locale, sources_of(root / locale), compiled.read_bytes() if compiled.is_file() else None)


@cache
def catalogues() -> Catalogues:
    """The bot's own catalogues, read at the first call."""
    return read_catalogues(files("rules_data") / "text")


def be_strict(strict: bool = True) -> None:
    """Switch strict mode on: a message that is missing in one language raises instead of being shown in English."""
    catalogues().strict = strict


def t(locale: Locale, key: str, /, **values: Value) -> str:
    """The message ``key`` in ``locale`` with ``{name}`` filled from ``values``.

    Whole numbers are written as they are (they may be ids); a broken number gets the language's comma.

    :raises MissingText: the key is in no catalogue (strict: not in this language).
    :raises KeyError: the message has a placeholder that ``values`` does not fill.
    """
    return _filled(locale, catalogues().text(locale, key), values)


def tn(locale: Locale, key: str, n: int, /, **values: Value) -> str:
    """The form of message ``key`` for ``n`` things; ``{n}`` is the number as the language writes it.

    :raises MissingText: the key is in no catalogue (strict: not in this language).
    :raises KeyError: the message has a placeholder that ``values`` does not fill.
    """
    return _filled(locale, catalogues().plural(locale, key, n), {"n": number(locale, n), **values})


def _filled(locale: Locale, text: str, values: Mapping[str, Value]) -> str:
    if not values:
        return text.format() if "{" in text else text
    return text.format(
        **{name: number(locale, value) if isinstance(value, float) else value for name, value in values.items()}
    )
