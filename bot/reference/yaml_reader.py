"""Reads YAML into typed data and reports the line of every mistake.

msgspec stops at the first mistake and knows no lines, but authors of entries want all mistakes with their lines. So
this module walks the YAML nodes field by field and lets msgspec convert the single values.
"""

import types
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
import yaml

T = TypeVar("T")
MISSING: Final = object()
"""Stands for a value that could not be read; its mistake is already recorded."""


class Mistake(msgspec.Struct, frozen=True):
    """One mistake in a file. ``line`` counts from 1; ``entry`` and ``field`` may be empty."""

    file: str
    line: int
    entry: str
    field: str
    found: str
    expected: str

    def __str__(self) -> str:
        where = ": ".join(part for part in (f"{self.file}:{self.line}", self.entry, self.field) if part)
        return f"{where}: found {self.found}, expected {self.expected}"


class Reader:
    """Reads the items of one file and collects the mistakes and the line of every field."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.mistakes: list[Mistake] = []
        self.lines: dict[tuple[str, str], int] = {}

    def items(self, text: str, kind: type[T]) -> Iterator[T]:
        """The items of the file without mistakes, in order."""
        node = self._composed(text)
        if node is None:
            return
        if not isinstance(node, yaml.SequenceNode):
            self._wrong(node, "", "", "a list of items")
            return
        for item in node.value:
            found = self._read(item, kind, _name_of(item), "")
            if found is not MISSING:
                yield found

    def _composed(self, text: str) -> yaml.Node | None:
        try:
            node: yaml.Node | None = yaml.compose(text, Loader=yaml.CSafeLoader)
            return node
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            line = mark.line + 1 if mark else 1
            problem = getattr(error, "problem", None) or str(error)
            self.mistakes.append(Mistake(self.file, line, "", "", str(problem), "YAML that can be read"))
            return None

    def _read(self, node: yaml.Node, kind: Any, entry: str, field: str) -> Any:
        self.lines.setdefault((entry, field), node.start_mark.line + 1)
        plain = _plain(kind)
        if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
            return self._struct(node, plain, entry, field)
        if get_origin(plain) is tuple:
            return self._tuple(node, kind, entry, field)
        return self._judged(node, kind, _scalar(node), entry, field)

    def _struct(self, node: yaml.Node, kind: type[msgspec.Struct], entry: str, field: str) -> Any:
        if not isinstance(node, yaml.MappingNode):
            return self._wrong(node, entry, field, "fields with values")
        hints = _hints(kind)
        values = {
            key: self._read(value, hints[key], entry, _path(field, key))
            for key, value in self._fields(node, hints, entry, field)
        }
        for name in _required(kind):
            if name not in values:
                self._note(node, entry, _path(field, name), "nothing", "this field")
                values[name] = MISSING
        return MISSING if MISSING in values.values() else kind(**values)

    def _fields(
        self, node: yaml.MappingNode, known: dict[str, Any], entry: str, field: str
    ) -> Iterator[tuple[str, yaml.Node]]:
        seen: set[str] = set()
        for name, value in node.value:
            key = str(name.value)
            if key in seen:
                self._note(name, entry, _path(field, key), "the field twice", "it once")
            elif key not in known:
                self._note(name, entry, _path(field, key), "an unknown field", "one of " + ", ".join(known))
            else:
                yield key, value
            seen.add(key)

    def _tuple(self, node: yaml.Node, kind: Any, entry: str, field: str) -> Any:
        if not isinstance(node, yaml.SequenceNode):
            return self._wrong(node, entry, field, "a list")
        of = get_args(_plain(kind))[0]
        values = tuple(self._read(item, of, entry, f"{field}[{number}]") for number, item in enumerate(node.value, 1))
        if MISSING in values:
            return MISSING
        return self._judged(node, kind, values, entry, field, found=f"{len(values)} of them")

    def _judged(self, node: yaml.Node, kind: Any, value: object, entry: str, field: str, found: str = "") -> Any:
        try:
            return msgspec.convert(value, kind, from_attributes=True)
        except msgspec.ValidationError as error:
            expected = (
                str(error)
                .partition(" - at ")[0]
                .partition(", got")[0]
                .removeprefix("Expected ")
                .replace("`", "")
                .replace("str", "text", 1)
            )
            self._note(node, entry, field, found or _shown(value), expected)
            return MISSING

    def _wrong(self, node: yaml.Node, entry: str, field: str, expected: str) -> object:
        self._note(node, entry, field, _shown(_scalar(node)), expected)
        return MISSING

    def _note(self, node: yaml.Node, entry: str, field: str, found: str, expected: str) -> None:
        self.mistakes.append(Mistake(self.file, node.start_mark.line + 1, entry, field, found, expected))


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def _required(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(spec.name for spec in msgspec.structs.fields(kind) if spec.required)


@cache
def _plain(kind: Any) -> Any:
    """The type without its constraints and without ``None``."""
    if get_origin(kind) is Annotated:
        return _plain(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        return _plain(next(one for one in get_args(kind) if one is not type(None)))
    return kind


def _scalar(node: yaml.Node) -> object:
    if isinstance(node, yaml.ScalarNode):
        text = node.tag == "tag:yaml.org,2002:str"
        return node.value.strip() if text else yaml.SafeLoader("").construct_object(node)
    return {} if isinstance(node, yaml.MappingNode) else []


def _name_of(item: yaml.Node) -> str:
    """The id of an item, for messages; a question mark where it has none."""
    if isinstance(item, yaml.MappingNode):
        for key, value in item.value:
            if key.value == "id" and isinstance(value, yaml.ScalarNode):
                return str(value.value)
    return "?"


def _path(field: str, key: str) -> str:
    return f"{field}.{key}" if field else key


def _shown(value: object) -> str:
    if isinstance(value, str):
        return f"{value[:40]!r}… ({len(value)} characters)" if len(value) > 40 else repr(value)
    return {dict: "fields with values", list: "a list", type(None): "nothing"}.get(type(value), repr(value))
