"""Reads what the search recognizes by expressions: the YAML files in ``rules_data/search``."""

import re
from importlib.resources import files
from typing import TypeVar, cast

import msgspec

from bot.text import Locale

T = TypeVar("T")


class Expressions(msgspec.Struct, frozen=True):
    """A regular expression in each language, matched against a normalized question."""

    en: str
    de: str
    fr: str

    def pattern(self, locale: Locale) -> re.Pattern[str]:
        """The expression of one language; it matches whole words."""
        return re.compile(rf"\b(?:{cast('str', getattr(self, locale))})\b")


def read_search_file(name: str, kind: type[T]) -> T:
    """The content of a shipped file. Numbers may stand for texts.

    :raises msgspec.ValidationError: the file says something else.
    """
    return msgspec.yaml.decode((files("rules_data") / "search" / name).read_bytes(), type=kind, strict=False)
