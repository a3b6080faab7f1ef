"""Draws who imports whom into docs/develop/architecture.md: ``python -m tools.import_picture``.

The arrows come from the imports of the code. One points from the importing package to the imported one, and is left out
where longer ways lead to the same package.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import grimp

from tools.page_parts import replaced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "develop" / "architecture.md"
LEAVES = {"bot.exits", "bot.free_memory", "bot.logs", "bot.metrics", "bot.settings", "bot.version"}

Edges = dict[str, set[str]]


def drawings() -> dict[str, str]:
    """The Mermaid pictures by the part of the page that they stand in: ``imports`` (the packages) and ``cogs``."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    graph = grimp.build_graph("bot", "cogs", exclude_type_checking_imports=False, cache_dir=None)
    return {
        "imports": _mermaid(_edges(graph, _part_of_the_house)),
        "cogs": _mermaid(_edges(graph, _part_of_cogs)),
    }


def _part_of_the_house(module: str) -> str | None:
    """The package of a module; settings, logs, version and exits are one; ``bot`` itself holds nothing."""
    parts = module.split(".")
    if parts[0] == "cogs":
        return "cogs"
    package = ".".join(parts[:2])
    return None if package == "bot" else "leaves" if package in LEAVES else package


def _part_of_cogs(module: str) -> str | None:
    parts = module.split(".")
    return None if parts[0] != "cogs" or len(parts) == 1 else ".".join(parts[:2])


def _edges(graph: grimp.ImportGraph, part_of: Callable[[str], str | None]) -> Edges:
    found: Edges = {}
    for module in graph.modules:
        if (importer := part_of(module)) is None:
            continue
        targets = (part_of(each) for each in graph.find_modules_directly_imported_by(module))
        found.setdefault(importer, set()).update(each for each in targets if each not in (None, importer))
    return found


def _mermaid(edges: Edges) -> str:
    drawn = "\n".join(f"    {importer} --> {imported}" for importer, imported in _without_detours(edges))
    return f"```mermaid\nflowchart TD\n{drawn}\n```"


def _without_detours(edges: Edges) -> Iterator[tuple[str, str]]:
    """The edges without those that a longer way stands for. Every edge of a circle is drawn."""
    for importer in sorted(edges):
        for imported in sorted(edges[importer]):
            if not any(_is_detour(edges, importer, other, imported) for other in edges[importer]):
                yield importer, imported


def _is_detour(edges: Edges, importer: str, other: str, imported: str) -> bool:
    """Whether one comes to ``imported`` by way of ``other``, and none of the three is in a circle with ``other``."""
    circles = _reached(edges, other) & {importer, other} or other in _reached(edges, imported)
    return not circles and imported in _reached(edges, other)


def _reached(edges: Edges, start: str) -> set[str]:
    """Everything imported by ``start``, or by what it imports."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for each in edges.get(waiting.pop(), set()) - found:
            found.add(each)
            waiting.append(each)
    return found


def drawn_into(text: str) -> str:
    """The page with the pictures of the imports as they are now."""
    for name, drawing in drawings().items():
        text = replaced(text, name, drawing)
    return text


if __name__ == "__main__":
    PAGE.write_text(drawn_into(PAGE.read_text("utf-8")), "utf-8")
