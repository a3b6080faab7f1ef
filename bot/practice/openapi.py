"""Checks bodies against Discord's OpenAPI document. The document is not part of this project; its path is given.

The package jsonschema-rs comes with the test dependencies.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from bot.practice.errors import Json, Problems

if TYPE_CHECKING:
    from pathlib import Path

METHODS = ("post", "put", "patch")
SNOWFLAKE = {"anyOf": [{"type": "string", "pattern": r"^\d+$"}, {"type": "integer", "minimum": 0}]}


def _loosened(node: Any) -> Any:
    """The document as JSON Schema with ``anyOf`` in place of ``oneOf``, because Discord accepts bodies that match
    several forms."""
    if isinstance(node, list):
        return [_loosened(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {"anyOf" if key == "oneOf" else key: _loosened(value) for key, value in node.items()}


class OpenApi:
    """One OpenAPI document."""

    def __init__(self, path: Path) -> None:
        document = _loosened(json.loads(path.read_text(encoding="utf-8")))
        self._paths: Json = document["paths"]
        schemas = document["components"]["schemas"]
        schemas["SnowflakeType"] = SNOWFLAKE  # ids may be sent as numbers
        for name, schema in schemas.items():
            rights = schema.get("properties", {}).get("default_member_permissions")
            if rights and name.startswith("ApplicationCommand"):
                rights.update(type=["integer", "string", "null"])  # documented as text, and as a number
                rights.pop("anyOf", None)
        self._components = document["components"]
        self._validators: dict[str, Any] = {}

    def _operation(self, template: str, method: str) -> Json:
        operation: Json = self._paths.get(template, {}).get(method.lower(), {})
        return operation

    def needs_body(self, template: str, method: str) -> bool:
        """Whether a request has to have a body."""
        return bool(self._operation(template, method).get("requestBody", {}).get("required"))

    def check_body(self, template: str, method: str, body: Any) -> Problems:
        """Check the body of a request."""
        content = self._operation(template, method).get("requestBody", {}).get("content", {})
        found = content.get("application/json") or content.get("multipart/form-data") or {}
        return self._check(f"{method} {template}", found.get("schema"), body)

    def check_answer(self, template: str, method: str, status: int, body: Any) -> Problems:
        """Check a response of the loopback Discord."""
        answers = self._operation(template, method).get("responses", {})
        found = answers.get(str(status), {}).get("content", {}).get("application/json", {})
        return self._check(f"{method} {template} {status}", found.get("schema"), body)

    def _check(self, key: str, schema: Json | None, body: Any) -> Problems:
        problems = Problems()
        if schema is None:
            return problems
        if key not in self._validators:
            whole = {**schema, "components": self._components}
            self._validators[key] = jsonschema_rs.Draft202012Validator(whole)
        for error in self._validators[key].iter_errors(body):
            _explain(error, problems)
        return problems


def _explain(error: Any, problems: Problems) -> None:
    """Add an error. Where none of several forms matches, add the errors of the closest one."""
    forms = getattr(error.kind, "context", None)
    if forms:
        for inner in min(forms, key=_badness):
            _explain(inner, problems)
    else:
        problems.add(tuple(error.instance_path), "SCHEMA", str(error.message)[:200])


def _badness(errors: list[Any]) -> tuple[bool, int]:
    """How far a form is from matching. A form for another ``type`` is the worst."""
    other = any(list(e.instance_path)[-1:] == ["type"] or type(e.kind).__name__.endswith("_Type") for e in errors)
    return other, len(errors)
