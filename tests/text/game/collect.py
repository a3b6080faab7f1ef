"""What the engine says in keys, read off its source: reasons, rules, events, kinds of questions and options."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.text.sources import called, modules, tree_of

ENGINE = tuple(path for path in modules("bot/engine") if "/bot/engine/packs/" not in path.as_posix())


@cache
def calls(*names: str) -> tuple[ast.Call, ...]:
    """Every call of a function with one of these names, in the whole engine."""
    return tuple(
        node
        for path in ENGINE
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and called(node) in names
    )


def constants(node: ast.AST | None) -> list[str]:
    """The texts a value can be: a constant, or either side of a condition."""
    if isinstance(node, ast.IfExp):
        return constants(node.body) + constants(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def keyword(call: ast.Call, name: str) -> ast.AST | None:
    return next((each.value for each in call.keywords if each.arg == name), None)


def argument(call: ast.Call, name: str, position: int) -> ast.AST | None:
    return call.args[position] if len(call.args) > position else keyword(call, name)


def functions() -> Iterator[ast.FunctionDef]:
    for path in ENGINE:
        yield from (node for node in ast.walk(tree_of(path)) if isinstance(node, ast.FunctionDef))


def assigned(name: str) -> set[str]:
    """The texts given to variables of this name anywhere in the engine."""
    return {
        text
        for path in ENGINE
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Assign) and any(getattr(target, "id", "") == name for target in node.targets)
        for text in constants(node.value)
    }


def returned(ending: str) -> set[str]:
    """The texts that functions whose name ends so can give."""
    return {
        text
        for function in functions()
        if function.name.endswith(ending)
        for node in ast.walk(function)
        if isinstance(node, ast.Return)
        for text in constants(node.value)
    }


def reasons() -> set[str]:
    found = {text for call in calls("Refusal") for text in constants(keyword(call, "reason"))}
    return found | assigned("reason") | returned("_reason")


def open_reasons() -> list[str]:
    """Refusals whose reason is no text in the source and no variable called ``reason``."""
    return [
        ast.unparse(call)
        for call in calls("Refusal")
        if not constants(keyword(call, "reason")) and ast.unparse(keyword(call, "reason") or call) != "reason"
    ]


def rules() -> set[str]:
    """Rule entries named anywhere: in refusals, questions, sources, and what is handed on as a rule."""
    found = {text for call in calls("Refusal") for text in constants(keyword(call, "rule"))}
    found |= {text for call in calls("OpenDecision", "Decision") for text in constants(argument(call, "rule", 1))}
    found |= {
        text
        for call in calls("Source")
        if constants(argument(call, "kind", 0)) == ["rule"]
        for text in constants(argument(call, "id", 1))
    }
    for call in calls("_judged", "_too_expensive"):
        found |= {text for argument_ in call.args[2:3] for text in constants(argument_)}
    return found | assigned("rule")


def events() -> set[str]:
    return {text for call in calls("tell", "whisper") for text in constants(call.args[0])}


def questions() -> set[str]:
    return {text for call in calls("OpenDecision") for text in constants(argument(call, "kind", 0))}


def options() -> set[str]:
    return {text for call in calls("Option") for text in constants(argument(call, "kind", 0))}


def run_out() -> set[str]:
    """What the engine says by name that nothing is left of."""
    return {
        text
        for call in calls("tell")
        if constants(call.args[0]) == ["nothing_left"]
        for text in constants(keyword(call, "what"))
    }


def reference_folder() -> Path:
    return Path(__file__).parents[3] / "rules_data" / "reference"
