"""Modules and files that are named in strings exist: no import would fail where such a name has gone stale.

They stand in the Makefile, in pyproject.toml (package data, contracts, exceptions of the linter, vulture), in
``.ci/run``, in hooks, and in patches and child processes of code and tests.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TOOLS = PROJECT["tool"]
TOPS = ("bot", "cogs", "rules_data", "tests", "tools")
DOTTED = re.compile(rf"(?:{'|'.join(TOPS)})(?:\.[A-Za-z_]\w*)+")
IN_SHELL = re.compile(r"(?:python\S*|\$\(BIN\)/python) (?:-m ([\w.]+)|((?:tools|tests)/[\w/]+\.py))")
SHELL = [ROOT / "Makefile", ROOT / ".ci" / "run", ROOT / ".pre-commit-config.yaml"]
CODE = [path for top in TOPS for path in sorted((ROOT / top).rglob("*.py"))]
OURS = re.compile(rf"^(?:{'|'.join(TOPS)})(?:\.|$)")


def _is_there(dotted: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:length])
        if path.with_suffix(".py").exists():
            module, rest = path.with_suffix(".py"), parts[length:]
            return not rest or re.search(rf"\b{re.escape(rest[0])}\b", module.read_text("utf-8")) is not None
        if path.is_dir():
            rest = parts[length:]
            init = path / "__init__.py"
            return not rest or (init.exists() and re.search(rf"\b{rest[0]}\b", init.read_text("utf-8")) is not None)
    return False


def _strings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and DOTTED.fullmatch(node.value):
            yield node.value


def test_the_check_finds_what_is_gone() -> None:
    assert _is_there("bot.store.migrate.REVISIONS")
    assert not _is_there("bot.store.migrate.NOTHING")
    assert not _is_there("bot.nothing.migrate")


def test_modules_named_by_code_and_tests_exist() -> None:
    """Patches, child processes, extensions, loggers."""
    named = {(path.relative_to(ROOT), text) for path in CODE if path != Path(__file__) for text in _strings(path)}
    assert len(named) > 20
    assert [each for each in sorted(named) if not _is_there(each[1])] == []


@pytest.mark.parametrize("page", SHELL, ids=lambda path: path.name)
def test_modules_run_by_shell_exist(page: Path) -> None:
    for module, script in IN_SHELL.findall(page.read_text("utf-8")):
        assert (ROOT / script).is_file() if script else find_spec(module.split(".")[0]) is not None, module or script
        assert not OURS.match(module) or _is_there(module), module


def _contract_modules() -> Iterator[str]:
    for contract in TOOLS["importlinter"]["contracts"]:
        for container in contract.get("containers", [""]):
            for layer in contract.get("layers", []):
                yield from (".".join(filter(None, (container, each))) for each in re.split(r"\s*[|:]\s*", layer))
        for field in ("source_modules", "forbidden_modules", "protected_modules", "allowed_importers", "containers"):
            yield from (each for each in contract.get(field, []) if OURS.match(each))


def test_modules_of_the_contracts_exist() -> None:
    named = set(_contract_modules())
    assert len(named) > 40
    assert [module for module in sorted(named) if not _is_there(module)] == []


@pytest.mark.parametrize(
    "pattern",
    [
        *TOOLS["ruff"]["lint"]["per-file-ignores"],
        *TOOLS["vulture"]["paths"],
        *TOOLS["vulture"]["exclude"],
        *TOOLS["mypy"]["files"],
        *(
            f"{package.replace('.', '/')}/{files}"
            for package, patterns in TOOLS["setuptools"]["package-data"].items()
            for files in patterns
        ),
    ],
)
def test_files_named_by_the_tools_exist(pattern: str) -> None:
    assert any(ROOT.glob(pattern)), pattern


def test_the_console_script_exists() -> None:
    for target in PROJECT["project"]["scripts"].values():
        assert _is_there(target.replace(":", ".")), target
