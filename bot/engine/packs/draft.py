"""A pack as far as it could be read: what the checks look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import yaml

from bot.engine.components import MainBoard, Pack, PlayerBoard
from bot.engine.packs.mistakes import LackingWords, Mistake
from bot.engine.packs.reader import MISSING, Lines, Path, Reader, hints_of, names_in, plain
from bot.engine.packs.sources import composed

_FILES: dict[str, tuple[type[msgspec.Struct], tuple[str, ...]]] = {
    "pack.yaml": (Pack, ("id", "name", "version")),
    "board.yaml": (MainBoard, ("places", "hibernation", "score_bonuses")),
    "player_board.yaml": (PlayerBoard, ("tracks", "rewards", "progress", "slots")),
    "supply.yaml": (Pack, ("supply", "start")),
    "tiles.yaml": (Pack, ("tiles", "start_tiles", "large_locations")),
    "citizens.yaml": (Pack, ("citizens",)),
    "modules.yaml": (Pack, ("modules",)),
    "machines.yaml": (Pack, ("machines", "printed_machines")),
    "crates.yaml": (Pack, ("crates",)),
    "artifact_cards.yaml": (Pack, ("artifact_cards",)),
    "tribes.yaml": (Pack, ("tribes",)),
    "mautoma.yaml": (Pack, ("mautoma",)),
    "solo.yaml": (Pack, ("solo",)),
    "abyss.yaml": (Pack, ("abyss",)),
}
FILES = tuple(_FILES)
"""The files of a pack; each holds a mapping of these fields."""
OPTIONAL = frozenset({"mautoma.yaml", "solo.yaml", "abyss.yaml"})
"""Files a pack may do without: it cannot be played alone then, or not with the expansion."""


def fields_of_file(file: str) -> tuple[str, ...]:
    """The fields that a file of a pack holds."""
    return _FILES[file][1]


class Draft:
    """Values by field, each as its struct; in lists of components those with mistakes are left out."""

    def __init__(self) -> None:
        self.mistakes: list[Mistake] = []
        self.warnings: list[LackingWords] = []
        self.lines: Lines = {}
        self._values: dict[str, Any] = {}

    def read(self, file: str, text: str) -> None:
        """Read one file of a pack; what is wrong in it is noted."""
        kinds = _kinds(file)
        self._read(file, composed(text, file, self.mistakes), kinds, tuple(kinds))

    def read_node(self, file: str, node: yaml.Node) -> None:
        """The same for a file whose YAML has been read already."""
        kinds = _kinds(file)
        self._read(file, node, kinds, tuple(kinds))

    def read_whole(self, file: str, text: str) -> None:
        """Read a file that holds a whole pack: the fields of all files in one mapping."""
        kinds = {name: kind for each in FILES for name, kind in _kinds(each).items()}
        needed = tuple(name for each in FILES if each not in OPTIONAL for name in _kinds(each))
        self._read(file, composed(text, file, self.mistakes), kinds, needed)

    def _read(self, file: str, node: yaml.Node | None, kinds: dict[str, Any], needed: tuple[str, ...]) -> None:
        if node is None:
            return
        reader = Reader(file, self.mistakes, self.lines, self.warnings)
        for name, value in reader.fields(node, kinds).items():
            self._values[name] = _converted(value, kinds[name])
        written = names_in(node) if isinstance(node, yaml.MappingNode) else set(needed)
        absent = [name for name in needed if name not in written]
        self.mistakes.extend(Mistake(file, 1, "nothing", f"the field {name!r}") for name in absent)

    # ---- for the checks ------------------------------------------------------------------------------------------

    def get(self, field: str) -> Any:
        """A field's value; None where it could not be read. Lists hold ``MISSING`` for items with mistakes."""
        value = self._values.get(field, MISSING)
        return None if value is MISSING else value

    def items(self, field: str) -> Iterator[tuple[Path, Any]]:
        """The items of a list that could be read, with where they stand."""
        for number, item in enumerate(self.get(field) or ()):
            if item is not MISSING:
                yield (field, number), item

    def count(self, field: str) -> int | None:
        """How many items a list has, with those that could not be read; None where there is no list."""
        value = self.get(field)
        return None if value is None else len(value)

    def whole(self, field: str) -> bool:
        """Whether a field was read without a mistake."""
        value = self.get(field)
        return value is not None and not (isinstance(value, list | tuple) and MISSING in value)

    def wrong(self, path: Path, found: str, expected: str) -> None:
        """Note a mistake at a value, or at what holds it where the value itself is not written."""
        file, line = self.where(path)
        self.mistakes.append(Mistake(file, line, found, expected))

    def where(self, path: Path) -> tuple[str, int]:
        """File and line of a value."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return "pack.yaml", 1

    def pack(self) -> Pack:
        """The whole pack; only for a draft without mistakes."""
        own = {
            name: self._whole(name)
            for owner, names in _FILES.values()
            if owner is Pack
            for name in names
            if name in self._values
        }
        board = MainBoard(**{name: self._whole(name) for name in _FILES["board.yaml"][1]})
        player_board = PlayerBoard(**{name: self._whole(name) for name in _FILES["player_board.yaml"][1]})
        return Pack(board=board, player_board=player_board, **own)

    def _whole(self, field: str) -> Any:
        return self._values[field]


def _kinds(file: str) -> dict[str, Any]:
    """The fields of a file with their types."""
    owner, names = _FILES[file]
    return {name: hints_of(owner)[name] for name in names}


def _converted(value: Any, kind: Any) -> Any:
    """Plain data to structs; the items of a list one by one, so that a mistake costs only its own item."""
    if value is MISSING:
        return MISSING
    if isinstance(value, list):
        of = plain(kind).__args__[0]
        return tuple(item if item is MISSING else msgspec.convert(item, of, strict=True) for item in value)
    return msgspec.convert(value, kind, strict=True)
