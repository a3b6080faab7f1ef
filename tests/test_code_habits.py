"""Habits of the code that no linter checks: names of files, docstrings, private names, one place for the version."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.version import program_version

ROOT = Path(__file__).parents[1]
CODE = [path.relative_to(ROOT) for top in ("bot", "cogs") for path in sorted((ROOT / top).rglob("*.py"))]

MAY_RECUR = {
    "__init__", "__main__", "cog", "model", "views", "service", "parsing", "wording", "pictures", "errors",
    "cards", "effects",
}  # fmt: skip
"""The same role in several packages (a feature's cog, model, views …), or one module for each family of rules."""

GOAL = 0.95
"""The share of public names with a docstring that every package has at least."""

NAMED_BY_CLASS = {
    # an error's name in a text
    "bot/app/tables/integrity_check.py", "bot/app/tables/table_repository.py", "bot/client.py",
    # the library's errors have no other kind
    "bot/practice/openapi.py",
}  # fmt: skip
"""Files in which the name of a class is asked for. Behaviour hangs on msgspec tags or isinstance, not on such names."""


def test_a_file_name_occurs_once() -> None:
    """A stack trace or a search for a file name leads to one file."""
    counted = Counter(path.stem for path in CODE)
    assert {name for name, count in counted.items() if count > 1} <= MAY_RECUR


def test_no_cancellation_is_lost() -> None:
    """On Python 3.11 ``asyncio.wait_for`` swallows one that comes as what it waits for is done: ``asyncio.timeout``."""
    assert [path for path in CODE if "asyncio.wait_for" in (ROOT / path).read_text("utf-8")] == []


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text("utf-8"))


Named: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _public(body: list[ast.stmt]) -> Iterator[Named]:
    """Public functions and classes, and the public methods of public classes."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node
            yield from _public(node.body)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node


def _package(path: Path) -> str:
    return "cogs" if path.parts[0] == "cogs" else ".".join(path.with_suffix("").parts[:2])


@cache
def documented() -> dict[str, float]:
    """The share of public names that have a docstring, by package."""
    found: dict[str, list[bool]] = {}
    for path in CODE:
        if "migrations" in path.parts:
            continue
        for node in _public(_tree(path).body):
            found.setdefault(_package(path), []).append(ast.get_docstring(node) is not None)
    return {package: sum(has) / len(has) for package, has in sorted(found.items())}


@pytest.mark.parametrize("package", sorted({_package(path) for path in CODE}))
def test_public_names_have_docstrings(package: str) -> None:
    assert documented().get(package, 1) >= GOAL, "a package without a public name has all it needs"


def test_no_private_name_is_imported_from_another_package() -> None:
    wrong = [
        f"{path}: {node.module}.{alias.name}"
        for path in CODE
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in ("bot", "cogs")
        for alias in node.names
        if alias.name.startswith("_") and not alias.name.startswith("__")
    ]
    assert wrong == []


def _asks_for_a_class_name(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Attribute)
        and node.attr in ("__name__", "__qualname__")
        and isinstance(node.value, ast.Call | ast.Attribute)
        for node in ast.walk(tree)
    )


def test_no_behaviour_hangs_on_the_name_of_a_class() -> None:
    assert {str(path) for path in CODE if _asks_for_a_class_name(_tree(path))} <= NAMED_BY_CLASS


def test_the_version_stands_in_one_place() -> None:
    """In pyproject.toml; bot/version.py reads it from there, or from the installed package."""
    version = re.compile(rf"""["']{re.escape(program_version())}["']""")
    assert [str(path) for path in CODE if version.search((ROOT / path).read_text("utf-8"))] == []


def test_no_module_keeps_something_for_each_client() -> None:
    """What belongs to a client is a field of its services or of what they hold."""
    assert [str(path) for path in CODE if "WeakKeyDictionary" in path.read_text(encoding="utf-8")] == []
