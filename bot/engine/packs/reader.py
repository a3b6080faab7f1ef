"""YAML nodes into plain data, judged field by field against the types of ``components`` and ``effects``.

msgspec stops at the first mistake and knows no lines; who writes a pack wants all of them, with lines. So the nodes are
walked here and every value that is read leaves its line behind for the checks that come after.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import yaml

from bot.engine import effects
from bot.engine.packs.bounds import (
    COORDINATE,
    KEYS,
    LONGEST_LIST,
    LONGEST_NAME,
    LONGEST_SENTENCE,
    MOST,
    MOST_EFFECTS,
    NUMBERS,
    Bounds,
    text_expected,
)
from bot.engine.packs.mistakes import LackingWords, Mistake
from bot.engine.translated import Sentence, Words

Path = tuple[str | int, ...]
"""Where a value stands: the field of the pack, then fields and positions, as in ``("tiles", 3, "back", "cost")``."""
Lines = dict[Path, tuple[str, int]]
MISSING: Final = object()
"""Stands for a value that could not be read; its mistake is noted already."""

_INT, _BOOL, _STR = (f"tag:yaml.org,2002:{kind}" for kind in ("int", "bool", "str"))
_WHOLE = re.compile(r"-?(0|[1-9]\d{0,8})")
_SHORT: dict[type, str] = {
    effects.GainAny: "n",
    effects.Choice: "of",
    effects.TakeCard: "n",
    effects.TakeModule: "n",
    effects.TakeMachine: "track",
    effects.TakeCrate: "n",
    effects.ReturnEnergy: "n",
    effects.RangeBonus: "n",
    effects.Wake: "n",
    effects.Fill: "resource",
    effects.DiscardCards: "n",
    effects.PlaceMarker: "within",
    effects.LastingRange: "n",
    effects.Origin: "terrain",
}
"""The words that are written with one plain value, and the field it goes to."""
_NEVER_ALONE = frozenset({effects.Gain})


class Reader:
    """Reads the nodes of one file; mistakes, warnings and lines go to the lists it shares with the other files'
    readers."""

    def __init__(self, file: str, mistakes: list[Mistake], lines: Lines, warnings: list[LackingWords]) -> None:
        self.file = file
        self.mistakes = mistakes
        self.lines = lines
        self.warnings = warnings

    def fields(self, node: yaml.Node, known: dict[str, Any], path: Path = ()) -> dict[str, Any]:
        """The values of a mapping by field, ``MISSING`` where there is a mistake; absent fields are absent."""
        if not isinstance(node, yaml.MappingNode):
            self.wrong(node, shown(node), "fields with values")
            return {}
        return {
            name.value: self.read(value, known[name.value], (*path, name.value), name=name)
            for name, value in self._known(node, known)
        }

    def _known(self, node: yaml.MappingNode, known: dict[str, Any]) -> Iterator[tuple[yaml.Node, yaml.Node]]:
        seen: set[str] = set()
        for name, value in node.value:
            key = str(name.value) if isinstance(name, yaml.ScalarNode) else shown(name)
            if key in seen:
                self.wrong(name, f"the field {key[:40]!r} twice", "it once")
            elif key not in known:
                self.wrong(name, f"the unknown field {key[:40]!r}", "one of " + ", ".join(known))
            else:
                yield name, value
            seen.add(key)

    def read(
        self, node: yaml.Node, kind: Any, path: Path, bounds: Bounds = (0, MOST), name: yaml.Node | None = None
    ) -> Any:
        """The value of a node as plain data fit for ``kind``, or ``MISSING``; its line is that of its name, if any.

        A list of structs at the top is read item by item: those with a mistake are ``MISSING`` in it.
        """
        self.lines[path] = (self.file, (name or node).start_mark.line + 1)
        kind = plain(kind)
        if kind in (effects.Effect, effects.Lasting):
            return self._word(node, kind, path)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return self._struct(node, kind, path)
        if get_origin(kind) is tuple:
            return self._list(node, get_args(kind), path)
        if get_origin(kind) is dict:
            return self._mapping(node, get_args(kind), path)
        if get_origin(kind) is Literal:
            return self._one_of(node, get_args(kind))
        return self._scalar(node, kind, path, bounds)

    # ---- what holds other things ---------------------------------------------------------------------------------

    def _struct(self, node: yaml.Node, kind: type[msgspec.Struct], path: Path) -> Any:
        if not isinstance(node, yaml.MappingNode):
            return self.wrong(node, shown(node), "fields with values")
        hints = hints_of(kind)
        values = {
            name.value: self.read(
                value, hints[name.value], (*path, name.value), NUMBERS.get((kind, name.value), (0, MOST)), name
            )
            for name, value in self._known(node, hints)
        }
        written = names_in(node)
        lacking = [field.name for field in fields_of(kind) if field.required and field.name not in written]
        if issubclass(kind, Words) and len(lacking) < len(hints):
            lacking = self._filled(node, values, lacking, "sentence" if kind is Sentence else "name")
        for name in lacking:
            self.wrong(node, "nothing", f"the field {name!r}")
        return MISSING if lacking or MISSING in values.values() or len(values) < len(node.value) else values

    def _filled(self, node: yaml.Node, values: dict[str, Any], lacking: list[str], what: str) -> list[str]:
        """Let the languages in which a name (or a sentence) is lacking show the first in which it is written. Nothing
        is lacking then.

        A warning says so, and not a mistake: who plays in one language need not translate the whole box.
        """
        shown_in = next((name for name in hints_of(Words) if name in values), None)
        if lacking and shown_in is not None:
            self.warnings.append(LackingWords(self.file, node.start_mark.line + 1, what, tuple(lacking), shown_in))
            values.update(dict.fromkeys(lacking, values[shown_in]))
        return []

    def _list(self, node: yaml.Node, of: tuple[Any, ...], path: Path) -> Any:
        if not isinstance(node, yaml.SequenceNode):
            return self.wrong(node, shown(node), "a list")
        if of[-1] is not Ellipsis:
            return self._pair(node, of, path)
        words = plain(of[0]) in (effects.Effect, effects.Lasting)
        most = MOST_EFFECTS if words else LONGEST_LIST
        if not node.value or len(node.value) > most:
            return self.wrong(node, f"{len(node.value)} items", f"1 to {most}")
        values = [self.read(item, of[0], (*path, number)) for number, item in enumerate(node.value)]
        return MISSING if MISSING in values and len(path) > 1 else values

    def _pair(self, node: yaml.SequenceNode, of: tuple[Any, ...], path: Path) -> Any:
        if len(node.value) != len(of):
            return self.wrong(node, f"{len(node.value)} numbers", f"{len(of)}")
        bounds = (-COORDINATE, COORDINATE)
        values = [
            self.read(item, kind, (*path, number), bounds)
            for number, (item, kind) in enumerate(zip(node.value, of, strict=True))
        ]
        return MISSING if MISSING in values else values

    def _mapping(self, node: yaml.Node, of: tuple[Any, ...], path: Path) -> Any:
        if not isinstance(node, yaml.MappingNode):
            return self.wrong(node, shown(node), "fields with values")
        values: dict[Any, Any] = {}
        bounds = KEYS.get(str(path[-1]), (0, MOST))
        mistaken = False
        for name, item in node.value:
            key = self.read(name, of[0], (*path, "key"), bounds)
            value = self.read(item, of[1], (*path, key if isinstance(key, str | int) else "key"), name=name)
            if key is not MISSING and key in values:
                key = self.wrong(name, f"{key} twice", "it once")
            mistaken |= key is MISSING or value is MISSING
            values[key] = value
        for name in get_args(of[0]) if get_origin(of[0]) is Literal else ():
            if name not in values:
                mistaken = True
                self.wrong(node, "nothing", f"the field {name!r}")
        return MISSING if mistaken else values

    # ---- the vocabulary ------------------------------------------------------------------------------------------

    def _word(self, node: yaml.Node, union: Any, path: Path) -> Any:
        words = words_of(union)
        name, value = node, None
        if isinstance(node, yaml.MappingNode):
            if len(node.value) != 1:
                return self.wrong(node, f"{len(node.value)} words", "one word with what it needs")
            name, value = node.value[0]
        word = name.value if isinstance(name, yaml.ScalarNode) else None
        if word not in words:
            found = f"the unknown word {word[:40]!r}" if isinstance(word, str) else shown(node)
            return self.wrong(name, found, "one of " + ", ".join(words))
        found = self._needs(name, words[word], value, path)
        if found is MISSING:
            return MISSING
        return {str(words[word].__struct_config__.tag_field): word, **found}

    def _needs(self, name: yaml.Node, kind: type[msgspec.Struct], value: yaml.Node | None, path: Path) -> Any:
        fields = fields_of(kind)
        if value is None:
            if kind in _NEVER_ALONE or any(field.required for field in fields):
                return self.wrong(name, f"{name.value} alone", "what it needs: " + ", ".join(f.name for f in fields))
            return {}
        if not fields:
            return self.wrong(value, shown(value), f"the word {name.value} alone")
        if kind is effects.Advance:
            return self._advance(value, path)
        short = _SHORT.get(kind)
        if short and not isinstance(value, yaml.MappingNode):
            found = self.read(value, hints_of(kind)[short], (*path, short), NUMBERS.get((kind, short), (0, MOST)))
            return MISSING if found is MISSING else {short: found}
        if not isinstance(value, yaml.MappingNode) or not value.value:
            return self.wrong(value, shown(value), "fields: " + ", ".join(field.name for field in fields))
        return self._struct(value, kind, path)

    def _advance(self, node: yaml.Node, path: Path) -> Any:
        """``{advance: {forest: 2}}``: the track and the steps on it."""
        if not isinstance(node, yaml.MappingNode) or len(node.value) != 1:
            return self.wrong(node, shown(node), "one track and the steps on it")
        name, value = node.value[0]
        track = self.read(name, effects.TrackChoice, (*path, "track"))
        steps = self.read(value, int, (*path, "steps"), NUMBERS[effects.Advance, "steps"])
        return MISSING if MISSING in (track, steps) else {"track": track, "steps": steps}

    # ---- single values -------------------------------------------------------------------------------------------

    def _one_of(self, node: yaml.Node, allowed: tuple[Any, ...]) -> Any:
        if isinstance(node, yaml.ScalarNode) and node.value in allowed:
            return node.value
        return self.wrong(node, shown(node), "one of " + ", ".join(map(str, allowed)))

    def _scalar(self, node: yaml.Node, kind: Any, path: Path, bounds: Bounds) -> Any:
        if kind is int:
            return self._number(node, bounds)
        if kind is bool:
            good = isinstance(node, yaml.ScalarNode) and node.tag == _BOOL and node.value in ("true", "false")
            return node.value == "true" if good else self.wrong(node, shown(node), "true or false")
        most = LONGEST_SENTENCE if len(path) > 1 and path[-2] == "text" else LONGEST_NAME
        return self._text(node, str(path[-1] if isinstance(path[-1], str) else path[-2]), most)

    def _number(self, node: yaml.Node, bounds: Bounds) -> Any:
        low, high = bounds
        is_number = isinstance(node, yaml.ScalarNode) and node.tag == _INT and _WHOLE.fullmatch(node.value)
        if is_number and low <= int(node.value) <= high:
            return int(node.value)
        return self.wrong(node, shown(node), f"a whole number from {low} to {high}")

    def _text(self, node: yaml.Node, field: str, most: int) -> Any:
        if not isinstance(node, yaml.ScalarNode):
            return self.wrong(node, shown(node), "text")
        if node.tag != _STR:
            return self.wrong(node, shown(node), "text; in quotes where YAML takes it for something else")
        expected = text_expected(field, node.value, most)
        return self.wrong(node, shown(node), expected) if expected else node.value

    def wrong(self, node: yaml.Node, found: str, expected: str) -> Any:
        """Notes a mistake at a node; gives ``MISSING``."""
        self.mistakes.append(Mistake(self.file, node.start_mark.line + 1, found, expected))
        return MISSING


def names_in(node: yaml.MappingNode) -> set[str]:
    """The names of a mapping's fields; what is no single value is none."""
    return {str(name.value) for name, _ in node.value if isinstance(name, yaml.ScalarNode)}


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """The fields of a struct with their types."""
    return get_type_hints(kind)


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a struct with whether they are required."""
    return msgspec.structs.fields(kind)


@cache
def words_of(union: Any) -> dict[str, type[msgspec.Struct]]:
    """The words of a vocabulary with the effects they stand for."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


@cache
def plain(kind: Any) -> Any:
    """A type without ``None`` beside it."""
    if get_origin(kind) in (Union, types.UnionType):
        others = [one for one in get_args(kind) if one is not type(None)]
        return others[0] if len(others) == 1 else kind
    return kind


def shown(node: yaml.Node) -> str:
    """A node's value for a mistake, shortened."""
    if isinstance(node, yaml.MappingNode):
        return "fields with values"
    if isinstance(node, yaml.SequenceNode):
        return f"a list of {len(node.value)}"
    text = str(node.value)
    if not text:
        return "nothing"
    return repr(text) if len(text) <= 40 else f"{text[:40]!r}… ({len(text)} characters)"
