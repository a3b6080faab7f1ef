"""Reads the catalogues and looks messages up."""

import gettext
import io
import logging
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

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
    """All messages of one language.

    :raises ValueError: a key is in two files, or a file cannot be read; the message names the file.
    """

    def __init__(self, locale: Locale, sources: Mapping[str, bytes]) -> None:
        self.locale = locale
        self.messages = _merged(locale, sources)
        self._translations = _compiled(self.messages)

    def __contains__(self, key: str) -> bool:
        return bool(key) and key in self.messages

    def __iter__(self) -> Iterator[str]:
        return (
            str(message.id if isinstance(message.id, str) else message.id[0]) for message in self.messages if message.id
        )

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
    """The catalogues under ``root``: a folder per language with ``.po`` files.

    :raises ValueError: see :class:`Catalogue`.
    """
    return Catalogues({locale: Catalogue(locale, _sources(root / locale)) for locale in LOCALES}, strict=strict)


@cache
def catalogues() -> Catalogues:
    """The bot's own catalogues, read at the first call (about 20 µs a message)."""
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


def _sources(folder: Traversable) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name.endswith(".po")}


def _merged(locale: Locale, sources: Mapping[str, bytes]) -> Catalog:
    whole = Catalog(locale=locale)
    for name in sorted(sources):
        for message in _read(locale, name, sources[name]):
            if not message.id or not message.string or message.fuzzy:
                continue
            if message.id in whole:
                raise ValueError(f"{locale}/{name}: the key {message.id!r} is in another file too")
            whole[message.id] = message
    return whole


def _read(locale: Locale, name: str, source: bytes) -> Catalog:
    try:
        return read_po(io.BytesIO(source), locale=locale, abort_invalid=True)
    except Exception as error:
        raise ValueError(f"{locale}/{name}: {error}") from error


def _compiled(messages: Catalog) -> gettext.GNUTranslations:
    compiled = io.BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
