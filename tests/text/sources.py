"""The program's own source, as syntax trees."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def modules(*folders: str) -> list[Path]:
    """All modules under the folders (relative to the project), or the files named."""
    found: list[Path] = []
    for folder in folders:
        path = ROOT / folder
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return found


def strings(node: ast.AST) -> Iterator[tuple[str, bool]]:
    """Every text in the node, with whether it is a pattern: an f-string, its holes written as ``*``."""
    inside: set[int] = set()
    for child in ast.walk(node):
        if isinstance(child, ast.JoinedStr):
            inside.update(map(id, child.values))
            yield "".join(_part(value) for value in child.values), True
        elif isinstance(child, ast.Constant) and isinstance(child.value, str) and id(child) not in inside:
            yield child.value, False


def _part(value: ast.expr) -> str:
    return str(value.value) if isinstance(value, ast.Constant) else "*"


def called(node: ast.Call) -> str:
    """The name under which something is called: ``send`` of ``channel.send(…)``."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
