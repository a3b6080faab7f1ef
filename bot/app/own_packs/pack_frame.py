"""The files of a new pack: a copy of the shipped one, or an empty frame with the counts of the box, to be filled in."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import yaml

from bot.engine.packs.draft import FILES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

HEAD: Final = "pack.yaml"
KEPT_FILES: Final = ("board.yaml", "player_board.yaml", "supply.yaml", "mautoma.yaml", "solo.yaml", "abyss.yaml")
"""Files that an empty frame has from the shipped pack: shapes and counts, to be compared with the box."""
KEPT: Final = frozenset({"set", "active", "campaign", "colour", "colours", "track", "row"})
"""Fields that say which component it is, and stay."""
PRINTED: Final = frozenset({"printed_machines"})
"""Components whose identifiers the player board names, and stay."""
EXTRAS: Final = frozenset({"slot", "tokens", "lasting", "bonus", "crystals", "trade", "machine", "at_once"})
"""Fields that only some components have: the frame leaves them to be written in."""
NAMES: Final = {
    "tiles": "tile",
    "start_tiles": "start_tile",
    "large_locations": "large_location",
    "citizens": "citizen",
    "modules": "module",
    "machines": "machine",
    "crates": "crate",
    "artifact_cards": "artifact_card",
    "tribes": "tribe",
    "technologies": "technology",
}
_FLOW = re.compile(r"[{}\[\],:#]|^\s|\s$|^$")


def copied(pack: str, name: str) -> dict[str, str]:
    """The files of the shipped pack under another identifier and name."""
    texts = {file: _shipped(file) for file in FILES}
    return texts | {HEAD: _head(pack, name)}


def emptied(pack: str, name: str, language: str) -> dict[str, str]:
    """The files of a pack in which every component of the box has its line and nothing that is printed on it. The check
    then lists what is still to be filled in. ``language``: the one in which names will be written."""
    filled_in = [file for file in FILES if file not in KEPT_FILES and file != HEAD]
    texts = {HEAD: _head(pack, name)} | {file: _compare(file) for file in KEPT_FILES}
    return texts | {file: _blank(file, language) for file in filled_in}


def shipped_files() -> Traversable:
    """The directory of the shipped pack."""
    return files("rules_data") / "packs" / "field"


def _shipped(file: str) -> str:
    return (shipped_files() / file).read_text("utf-8")


def _head(pack: str, name: str) -> str:
    named = _text(name)
    return f'id: {pack}\nname: {{en: {named}, de: {named}, fr: {named}}}\nversion: "1"\n'


def _compare(file: str) -> str:
    return f"# From the shipped pack: compare it with your box, and change what is printed otherwise.\n{_shipped(file)}"


def _blank(file: str, language: str) -> str:
    lines = [
        "# Fill in what is empty. docs/develop/packs.md has every word; `python -m bot pack check` says what is left."
    ]
    for field, items in yaml.safe_load(_shipped(file)).items():
        ids = _new_ids(field, items)
        lines.append(f"{field}:")
        for item in items:
            lines += _item(_emptied(item, ids, language))
    return "\n".join(lines) + "\n"


def _new_ids(field: str, items: list[dict[str, Any]]) -> dict[str, str]:
    """What each identifier is called in the frame."""
    if field in PRINTED:
        return {item["id"]: item["id"] for item in items}
    found: dict[str, str] = {}
    for number, item in enumerate(items, 1):
        found[item["id"]] = f"{NAMES[field]}_{number}"
        for place, technology in enumerate(item.get("technologies", ()), 1):
            found[technology["id"]] = f"{NAMES['technologies']}_{number}_{place}"
    return found


def _emptied(value: dict[str, Any], ids: dict[str, str], language: str) -> dict[str, Any]:
    kept = {key: _empty(key, each, ids, language) for key, each in value.items() if key not in EXTRAS}
    return kept | ({"at_once": None} if "books" in kept else {})


def _empty(key: str, value: Any, ids: dict[str, str], language: str) -> Any:
    if key == "id":
        return ids[value]
    if key == "links":
        return [ids[each] for each in value]
    if key in KEPT:
        return value
    if key == "name":
        return {language: None}
    if key in ("technologies", "spaces"):
        return [_emptied(each, ids, language) for each in value]
    if key in ("back", "top", "bottom", "lines"):
        return {name: _emptied_part(name, each) for name, each in value.items() if name not in EXTRAS}
    return None


def _emptied_part(name: str, value: Any) -> Any:
    """A field of a card's half, a tile's back or an artifact card's line."""
    if isinstance(value, dict) and "of" in value:
        return dict.fromkeys(value)
    return value if name == "card" else None


# ---- written ---------------------------------------------------------------------------------------------------------


def _item(item: dict[str, Any]) -> list[str]:
    lines = []
    for number, (key, value) in enumerate(item.items()):
        start = "  - " if number == 0 else "    "
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines.append(f"{start}{key}:")
            lines += [f"      - {flow(each)}" for each in value]
        else:
            lines.append(f"{start}{key}: {flow(value)}".rstrip())
    return lines


def flow(value: Any) -> str:
    """A value in one line of YAML; nothing where it is to be filled in."""
    if value is None:
        return ""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(each) for each in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _text(value) if isinstance(value, str) else str(value)


@lru_cache(maxsize=8192)
def _text(value: str) -> str:
    """A text in YAML, in quotation marks where it would be read as something else. Asking YAML takes long, and whole
    files are written at every change."""
    plain = not _FLOW.search(value) and yaml.safe_load(value) == value
    return value if plain else '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
