"""Identifiers are unique in the whole pack; names are unique in their kind, so that a typed name finds one thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from bot.engine.components import COMPONENT_LISTS, AbyssParts
from bot.engine.translated import Words

if TYPE_CHECKING:
    from bot.engine.packs.draft import Draft
    from bot.engine.packs.reader import Path

KINDS = ("places", "rewards", *COMPONENT_LISTS)
Key = TypeVar("Key")
_MACHINES = ("machines", "printed_machines")


def check(draft: Draft) -> None:
    """Note every identifier and every name that is there twice."""
    seen: dict[str, Path] = {}
    names: dict[tuple[str, str, str], Path] = {}
    for kind, path, item in _all(draft):
        _note_twice(draft, seen, item.id, (*path, "id"), f"the identifier {item.id!r}")
        words: Words | None = getattr(item, "name", None)
        for language, name in msgspec.structs.asdict(words).items() if words else ():
            where = (*path, "name", language)
            _note_twice(draft, names, (kind, language, name.casefold()), where, f"the name {name!r}")


def _all(draft: Draft) -> Iterator[tuple[str, Path, Any]]:
    for kind in KINDS:
        for path, item in draft.items(kind):
            yield "machines" if kind in _MACHINES else kind, path, item
    parts: AbyssParts | None = draft.get("abyss")
    if parts is not None:
        for kind, name, items in (
            ("citizens", "scyphoz", parts.scyphoz),
            ("journeys", "journeys", parts.journeys),
            ("lakes", "lakes", parts.lakes),
        ):
            for number, item in enumerate(items):
                yield kind, ("abyss", name, number), item
    for path, tribe in draft.items("tribes"):
        for number, technology in enumerate(tribe.technologies):
            yield f"technologies of {tribe.id}", (*path, "technologies", number), technology


def _note_twice(draft: Draft, seen: dict[Key, Path], key: Key, path: Path, what: str) -> None:
    if key in seen:
        file, line = draft.where(seen[key])
        draft.wrong(path, f"{what} again (first in {file}:{line})", "each once")
    else:
        seen[key] = path
