"""Every file, folder and module that the docs name in code exists.

Pages of ``docs/measurements`` are left out: they tell what was measured on a day, with the names of that day.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if page.parent.name != "measurements"),
]
TOPS = "bot|cogs|docs|rules_data|tests|tools"
CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.S | re.M)
PATH = re.compile(rf"(?<![\w./-])(?:{TOPS})/[\w./*-]*|(?<![\w./*])[\w/]+\.py\b")
MODULE = re.compile(r"(?<![\w./])(?:bot|cogs|tools|tests)(?:\.\w+)+")


def _words(page: Path) -> Iterator[str]:
    for span in CODE.findall(page.read_text("utf-8")):
        yield from span.strip("`").split()


def _paths(page: Path) -> set[str]:
    return {found.rstrip(".") for word in _words(page) for found in PATH.findall(word) if "://" not in word}


def _modules(page: Path) -> set[str]:
    return {found for word in _words(page) if not word.endswith((".py", ".md")) for found in MODULE.findall(word)}


def _exists(path: str) -> bool:
    return any(ROOT.glob(path)) if "*" in path else (ROOT / path).exists()


def _resolves(dotted: str) -> bool:
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:]:
            if not hasattr(found, name):
                return False
            found = getattr(found, name)
        return True
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_exists(page: Path) -> None:
    """A path is named from the top of the repository, so that it can be copied into an editor."""
    paths = [path for path in sorted(_paths(page)) if not _exists(path)]
    modules = [module for module in sorted(_modules(page)) if not _resolves(module)]
    assert not list(chain(paths, modules))
