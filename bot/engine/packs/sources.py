"""The files of a pack, and YAML nodes from them. Packs come from strangers: nothing here trusts what it reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import yaml

from bot.engine.packs.mistakes import Mistake

LARGEST_FILE = 1_000_000
"""Bytes; the shipped pack's largest file has about 40,000."""
DEEPEST = 24
"""Levels of nesting; the shipped pack has nine."""
MOST_FILES = 100
LONGEST_FILE_NAME = 100


def read_files(
    directory: Traversable, names: tuple[str, ...], optional: frozenset[str], mistakes: list[Mistake]
) -> dict[str, str]:
    """The text of each file that a pack is made of; what is missing (but for ``optional``), unknown or unreadable is
    noted."""
    found: dict[str, str] = {}
    if not directory.is_dir():
        mistakes.append(Mistake(printable(directory.name) or ".", 1, "no such directory", "the directory of a pack"))
        return found
    _note_unknown(directory, names, mistakes)
    for name in names:
        if name in optional and not (directory / name).is_file():
            continue
        text = _text(directory, name, mistakes)
        if text is not None:
            found[name] = text
    return found


def read_contents(
    contents: Mapping[str, bytes], names: tuple[str, ...], optional: frozenset[str], mistakes: list[Mistake]
) -> dict[str, str]:
    """The same of files that are in memory, by name."""
    _note_strangers(contents, names, mistakes)
    absent = [name for name in names if name not in contents and name not in optional]
    mistakes.extend(Mistake(name, 1, "nothing", "this file") for name in absent)
    texts = {name: decoded(contents[name], name, mistakes) for name in names if name in contents}
    return {name: text for name, text in texts.items() if text is not None}


def _note_unknown(directory: Traversable, names: tuple[str, ...], mistakes: list[Mistake]) -> None:
    try:
        present = [entry.name for entry in directory.iterdir()]
    except OSError as error:
        mistakes.append(Mistake(printable(directory.name), 1, _reason(error), "a directory that can be read"))
        return
    _note_strangers(present, names, mistakes)


def _note_strangers(present: Iterable[str], names: tuple[str, ...], mistakes: list[Mistake]) -> None:
    unknown = [name for name in sorted(present) if name.endswith((".yaml", ".yml")) and name not in names]
    expected = "one of " + ", ".join(names)
    mistakes.extend(
        Mistake(printable(name), 1, "a file that is no part of a pack", expected) for name in unknown[:MOST_FILES]
    )


def _text(directory: Traversable, name: str, mistakes: list[Mistake]) -> str | None:
    file = directory / name
    try:
        if not _inside(directory, file):
            mistakes.append(Mistake(name, 1, "a link out of the pack's directory", "a file in it"))
            return None
        if not file.is_file():
            mistakes.append(Mistake(name, 1, "nothing", "this file"))
            return None
        with file.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except (OSError, RuntimeError) as error:
        mistakes.append(Mistake(name, 1, _reason(error), "a file that can be read"))
        return None
    return decoded(content, name, mistakes)


def _inside(directory: Traversable, file: Traversable) -> bool:
    """Whether a file lies in the directory once links are followed.

    :raises RuntimeError: links that go round in circles.
    """
    if not isinstance(directory, Path) or not isinstance(file, Path):
        return True
    return file.resolve().is_relative_to(directory.resolve())


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or "links that go round in circles"


def printable(name: str) -> str:
    """A file's name without what would play tricks on a terminal, and no longer than anybody would read."""
    return "".join(sign if sign.isprintable() else "?" for sign in name[:LONGEST_FILE_NAME])


def decoded(content: bytes, name: str, mistakes: list[Mistake]) -> str | None:
    """The text of a file; None after a mistake."""
    if len(content) > LARGEST_FILE:
        mistakes.append(Mistake(name, 1, f"more than {LARGEST_FILE} bytes", "a smaller file"))
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        mistakes.append(Mistake(name, line, f"the byte {content[error.start]:#04x}", "text in UTF-8"))
        return None


def composed(text: str, file: str, mistakes: list[Mistake]) -> yaml.Node | None:
    """The YAML node of a file's text; None after a mistake. Anchors, aliases and deep nesting are refused before
    anything is made of them."""
    try:
        refused = _refused(text, file)
        if refused is not None:
            mistakes.append(refused)
            return None
        node: yaml.Node | None = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        mistakes.append(_syntax(error, text, file))
        return None
    if node is None:
        mistakes.append(Mistake(file, 1, "nothing", "fields with values"))
    return node


def _refused(text: str, file: str) -> Mistake | None:
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        line = _line(event.start_mark)
        if anchor := getattr(event, "anchor", None):
            return Mistake(file, line, f"the anchor or alias {anchor[:40]!r}", "values written out")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > DEEPEST:
            return Mistake(file, line, f"more than {DEEPEST} levels of nesting", "fewer")
    return None


def _syntax(error: yaml.YAMLError, text: str, file: str) -> Mistake:
    mark = getattr(error, "problem_mark", None)
    line = _line(mark) if mark else text.count("\n", 0, getattr(error, "position", 0) or 0) + 1
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "what cannot be read"
    return Mistake(file, line, str(problem).removeprefix("but ").removeprefix("found "), "YAML that can be read")


def _line(mark: Any) -> int:
    """The line of a mark of YAML, from 1."""
    return int(mark.line) + 1
