"""No words in code: whatever reaches Discord comes from the catalogues."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.text.sources import called, modules, strings, tree_of

WORDS = re.compile(r"[^\W\d_]{2,}[,.:;!?…]? +[^\W\d_]{2,}|^[^\w]*[A-ZÀ-Þ][a-zß-ÿ]{2,}|[^\W\d_]{2,}[!?…]")
"""Two words in a row, one with a capital, or one with a mark that ends a sentence."""
FOR_HOSTS = {"CannotRun", "cast", "TypeVar"}
"""Calls whose texts no player sees."""
ON_THE_COMMAND_LINE = {"account_check.py", "discord_smoke.py"}
"""Modules that speak to hosts alone, in English like the rest of the command line."""
LOGS = {"debug", "info", "warning", "error", "exception", "critical"}


def worded(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every text in the module that reads like words, with its line: docstrings, logs and annotations left out."""
    skipped = set(_skipped(tree))
    for node in ast.walk(tree):
        if id(node) in skipped or not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        for text, _ in strings(node):
            if WORDS.search(text):
                yield node.lineno, text


def _skipped(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        for part in _not_said(node):
            yield from (id(child) for child in ast.walk(part))


def _not_said(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Expr(value=ast.Constant()):
            yield node
        case ast.Call() if called(node) in FOR_HOSTS or _is_log(node) or called(node) == "compile":
            yield node
        case ast.Assert(msg=ast.expr() as message):
            yield message
        case ast.arg(annotation=ast.expr() as annotation) | ast.AnnAssign(annotation=annotation):
            yield annotation
        case ast.FunctionDef(returns=ast.expr() as returns) | ast.AsyncFunctionDef(returns=ast.expr() as returns):
            yield returns
        case ast.Subscript():
            yield node.slice


def _is_log(node: ast.Call) -> bool:
    return (
        isinstance(node.func, ast.Attribute) and node.func.attr in LOGS and getattr(node.func.value, "id", "") == "log"
    )


@pytest.mark.parametrize("path", modules("cogs", "bot/client.py"), ids=lambda path: path.name)
def test_no_words_in_code(path: Path) -> None:
    assert path.name in ON_THE_COMMAND_LINE or not list(worded(tree_of(path)))


@pytest.mark.parametrize(
    "code",
    [
        'await interaction.response.send_message("It is your turn")',
        'channel.send(content="Saved.")',
        'ui.Button(label="Undo")',
        'embed = discord.Embed(title="Rules", description=x)',
        'ui.TextDisplay(f"{name} has won the game")',
        'ui.TextDisplay("## Hilfe\\n" + rest)',
        'select.placeholder = "pick one of these"',
        'Choice(name="Nur für mich", value="me")',
        'text = "really?" if ok else key',
    ],
)
def test_words_are_found(code: str) -> None:
    assert list(worded(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring with words."""',
        'log.info("commands synced", commands=3)',
        't(locale, "settings.language.saved")',
        'ui.Button(custom_id="help:open:start:0", label=t(locale, "help.open"))',
        'def f(x: "Mapping[str, Any]") -> "Reference": ...',
        'lines = "\\n".join(f"- {a}: {b}" for a, b in c)',
    ],
)
def test_keys_and_logs_are_left_alone(code: str) -> None:
    assert not list(worded(ast.parse(code)))
