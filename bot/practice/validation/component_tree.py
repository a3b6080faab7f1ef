"""Walks through a tree of components."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.practice.errors import Json, Path

SELECTS: Final = frozenset({3, 5, 6, 7, 8})


def walk(components: Any, path: Path = ("components",)) -> Iterator[tuple[Json, Path]]:
    """Every component with its path, parents first."""
    for i, component in enumerate(components or ()):
        if not isinstance(component, dict):
            continue
        here = (*path, i)
        yield component, here
        yield from walk(component.get("components"), (*here, "components"))
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield component[key], (*here, key)


def display_text(components: Any) -> str:
    """The text of all text displays."""
    return "".join(c.get("content") or "" for c, _ in walk(components) if c.get("type") == 10)
