"""Packs: what is printed on the components, as YAML that tables can write themselves (docs/develop/packs.md).

A pack with a mistake is never loaded; all mistakes are listed with file and line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from bot.engine.components import Pack
from bot.engine.packs.checks import check
from bot.engine.packs.draft import FILES, OPTIONAL, Draft
from bot.engine.packs.mistakes import Mistake, PackMistakes, Untranslated, untranslated
from bot.engine.packs.sources import decoded, read_contents, read_files

__all__ = [
    "Mistake",
    "PackMistakes",
    "ReadPack",
    "Untranslated",
    "field",
    "field_with_expansion",
    "load_pack",
    "open_pack",
    "pack_of_files",
    "pack_of_one",
]


@dataclass(frozen=True)
class ReadPack:
    """A pack without a mistake. ``warnings``: what it does without, such as names in one of the languages."""

    pack: Pack
    warnings: tuple[Untranslated, ...]


def load_pack(directory: Traversable) -> Pack:
    """The pack in a directory (a ``pathlib.Path`` will do).

    :raises PackMistakes: with every mistake of every file.
    """
    return open_pack(directory).pack


def open_pack(directory: Traversable) -> ReadPack:
    """The same with its warnings."""
    draft = Draft()
    for file, text in read_files(directory, FILES, OPTIONAL, draft.mistakes).items():
        draft.read(file, text)
    return _checked(draft)


def pack_of_files(contents: Mapping[str, bytes]) -> ReadPack:
    """The pack of files that are in memory, by name.

    :raises PackMistakes: with every mistake of every file.
    """
    draft = Draft()
    for file, text in read_contents(contents, FILES, OPTIONAL, draft.mistakes).items():
        draft.read(file, text)
    return _checked(draft)


def pack_of_one(name: str, content: bytes) -> ReadPack:
    """The pack of a single file that holds the fields of all of them. ``name`` is what mistakes call it.

    :raises PackMistakes: with every mistake.
    """
    draft = Draft()
    text = decoded(content, name, draft.mistakes)
    if text is not None:
        draft.read_whole(name, text)
    return _checked(draft)


def _checked(draft: Draft) -> ReadPack:
    check(draft)
    if draft.mistakes:
        raise PackMistakes(sorted(set(draft.mistakes)))
    return ReadPack(draft.pack(), untranslated(draft.warnings))


@cache
def field() -> Pack:
    """The pack that comes with the bot, without the expansion; read at the first call."""
    return field_with_expansion().base


@cache
def field_with_expansion() -> Pack:
    """The pack that comes with the bot and its parts of *Call of the Abyss*."""
    return load_pack(files("rules_data") / "packs" / "field")
