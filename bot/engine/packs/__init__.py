"""Packs: what is printed on the components, as YAML that tables can write themselves (docs/develop/packs.md).

A pack with a mistake is never loaded; all mistakes are listed with file and line.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from bot.engine.components import Pack
from bot.engine.packs.checks import check
from bot.engine.packs.draft import FILES, OPTIONAL, Draft
from bot.engine.packs.mistakes import Mistake, PackMistakes
from bot.engine.packs.sources import read_files

__all__ = ["Mistake", "PackMistakes", "field", "field_with_expansion", "load_pack"]


def load_pack(directory: Traversable) -> Pack:
    """The pack in a directory (a ``pathlib.Path`` will do).

    :raises PackMistakes: with every mistake of every file.
    """
    draft = Draft()
    for file, text in read_files(directory, FILES, OPTIONAL, draft.mistakes).items():
        draft.read(file, text)
    check(draft)
    if draft.mistakes:
        raise PackMistakes(sorted(set(draft.mistakes)))
    return draft.pack()


@cache
def field() -> Pack:
    """The pack that comes with the bot, without the expansion; read at the first call."""
    return field_with_expansion().base


@cache
def field_with_expansion() -> Pack:
    """The pack that comes with the bot and its parts of *Call of the Abyss*."""
    return load_pack(files("rules_data") / "packs" / "field")
