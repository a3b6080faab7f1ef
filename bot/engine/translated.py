"""What a pack says in the three languages."""

from __future__ import annotations

import msgspec


class Words(msgspec.Struct, frozen=True):
    """One name in the three languages."""

    en: str
    de: str
    fr: str


class Sentence(Words, frozen=True):
    """What a component does, in the three languages, where no word of the vocabulary says it."""
