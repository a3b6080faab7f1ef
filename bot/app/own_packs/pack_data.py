"""A pack as plain data: what its YAML files say, with no mistake looked for yet, and the files written from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import yaml

from bot.app.own_packs.pack_frame import flow
from bot.engine.packs import Mistake, PackMistakes
from bot.engine.packs.draft import FILES, OPTIONAL, fields_of_file
from bot.engine.packs.sources import composed, read_files

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from bot.engine.packs.reader import Path as Place

Data = dict[str, Any]
"""The fields of all files by name."""
WIDEST: Final = 118
_BOOL, _INT, _NULL, _STR = (f"tag:yaml.org,2002:{kind}" for kind in ("bool", "int", "null", "str"))
FILE_OF: Final = {field: file for file in FILES for field in fields_of_file(file)}
"""Which file each field stands in."""


def read_data(directory: Traversable) -> Data:
    """What the files of a pack say. A file that is missing has no fields.

    :raises PackMistakes: a file cannot be read as YAML at all, or is no part of a pack.
    """
    mistakes: list[Mistake] = []
    texts = read_files(directory, FILES, frozenset(FILES), mistakes)
    found: Data = {}
    for file, text in texts.items():
        node = composed(text, file, mistakes)
        value = None if node is None else _plain(node)
        if isinstance(value, dict):
            found |= {field: each for field, each in value.items() if FILE_OF.get(field) == file and each is not None}
            strangers = [field for field in value if FILE_OF.get(field) != file]
            mistakes += [Mistake(file, 1, f"the unknown field {str(each)[:40]!r}", "none here") for each in strangers]
        elif node is not None:
            mistakes.append(Mistake(file, 1, "no fields", "fields with values"))
    if mistakes:
        raise PackMistakes(mistakes)
    return found


def plain_data(text: str) -> Any:
    """The value of a piece of YAML as plain data.

    :raises yaml.YAMLError: it is none, or has anchors or too much nesting.
    """
    mistakes: list[Mistake] = []
    node = composed(text, "", mistakes)
    if node is None or mistakes:
        raise yaml.YAMLError("no value")
    return _plain(node)


def _plain(node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return {_plain(key) if isinstance(key, yaml.ScalarNode) else "": _plain(each) for key, each in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_plain(each) for each in node.value]
    if node.tag == _NULL:
        return None
    if node.tag == _BOOL and node.value in ("true", "false"):
        return node.value == "true"
    short = node.tag == _INT and len(node.value) < 10
    return int(node.value) if short and node.value.lstrip("-").isdecimal() else str(node.value)


# ---- nodes for the check -----------------------------------------------------------------------------------------


class Numbered:
    """Nodes as YAML would give them, where the line of each is the number of its place; so the mistakes of the check,
    which name lines, tell the place."""

    def __init__(self) -> None:
        self.places: list[Place] = []

    def node(self, value: Any, place: Place = ()) -> yaml.Node:
        """The node of a value, and of all in it."""
        mark = yaml.Mark("", 0, len(self.places), 0, None, 0)
        self.places.append(place)
        if isinstance(value, dict):
            pairs = [(self._key(key, (*place, key)), self.node(each, (*place, key))) for key, each in value.items()]
            return yaml.MappingNode("tag:yaml.org,2002:map", pairs, mark, mark)
        if isinstance(value, list):
            items = [self.node(each, (*place, number)) for number, each in enumerate(value)]
            return yaml.SequenceNode("tag:yaml.org,2002:seq", items, mark, mark)
        tag, text = _scalar(value)
        return yaml.ScalarNode(tag, text, mark, mark)

    def _key(self, key: Any, place: Place) -> yaml.Node:
        mark = yaml.Mark("", 0, len(self.places), 0, None, 0)
        self.places.append(place)
        tag, text = _scalar(key)
        return yaml.ScalarNode(tag, text, mark, mark)


def _scalar(value: Any) -> tuple[str, str]:
    if isinstance(value, bool):
        return _BOOL, "true" if value else "false"
    if isinstance(value, int):
        return _INT, str(value)
    return (_NULL, "") if value is None else (_STR, str(value))


# ---- files -------------------------------------------------------------------------------------------------------


def files_of(data: Data) -> dict[str, str]:
    """The texts of the files that hold these fields."""
    texts: dict[str, str] = {}
    for file in FILES:
        fields = {field: data[field] for field in fields_of_file(file) if field in data}
        if fields or file not in OPTIONAL:
            texts[file] = file_text(fields)
    return texts


def file_text(fields: Data) -> str:
    """One file: short values in one line, others one part a line."""
    return "".join(f"{line}\n" for line in _lines(fields, "")) or "{}\n"


def _lines(value: Any, indent: str) -> list[str]:
    lines: list[str] = []
    pairs = value.items() if isinstance(value, dict) else (("-", each) for each in value)
    for key, each in pairs:
        head = "-" if isinstance(value, list) else f"{flow(key)}:"
        short = f"{indent}{head} {flow(each)}".rstrip()
        if not isinstance(each, dict | list) or not each or (indent and len(short) <= WIDEST):
            lines.append(short)
        elif isinstance(value, list) and isinstance(each, dict):
            inner = _lines(each, f"{indent}  ")
            lines += [f"{indent}- {inner[0].lstrip()}", *inner[1:]]
        else:
            lines += [f"{indent}{head}", *_lines(each, f"{indent}  ")]
    return lines
