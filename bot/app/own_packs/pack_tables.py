"""A pack as tables: a sheet for each kind of component, a row for each component, a column for each value. Columns come
from the types of ``bot.engine.components``, so a new field is a new column."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin

import msgspec

from bot.app.own_packs.pack_cells import choices, is_value, written
from bot.app.own_packs.pack_data import FILE_OF, Data, Numbered
from bot.engine.components import MainBoard, Pack, PlayerBoard
from bot.engine.packs.checks import check
from bot.engine.packs.draft import FILES, OPTIONAL, Draft, fields_of_file
from bot.engine.packs.reader import hints_of, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.packs import Mistake
    from bot.engine.packs.reader import Path as Place
    from bot.text import Locale

Keys = tuple[str | int, ...]
SHEETS: Final[dict[str, Keys]] = {
    "citizens": ("citizens",),
    "modules": ("modules",),
    "machines": ("machines",),
    "printed_machines": ("printed_machines",),
    "crates": ("crates",),
    "artifact_cards": ("artifact_cards",),
    "tribes": ("tribes",),
    "technologies": ("tribes", "technologies"),
    "tiles": ("tiles",),
    "start_tiles": ("start_tiles",),
    "large_locations": ("large_locations",),
    "places": ("places",),
    "hibernation": ("hibernation",),
    "score_bonuses": ("score_bonuses",),
    "rewards": ("rewards",),
    "progress": ("progress",),
    "slots": ("slots",),
    "devotion": ("abyss", "devotion"),
    "scyphoz": ("abyss", "scyphoz"),
    "journeys": ("abyss", "journeys"),
    "lakes": ("abyss", "lakes"),
    "pack": (),
}
"""The sheets and where their rows stand. ``pack`` has every single value that is in no other sheet, a row each."""
_LACKING: Final = re.compile(r"the field '(\w+)'")
REST: Final = "pack"
LAKE_PLACES: Final = ("abyss", "lake_places")
SPACE: Final = "space"
OWNER: Final = "tribe"
"""The column of a technology that names its tribe."""
TECHNOLOGIES: Final = "technologies"
LEAST_PARTS: Final = {"spaces": 4, "links": 2, "levels": 5}
"""Columns for lists inside a row, where the rows have fewer."""
MOST_PARTS: Final = 12


@dataclass(frozen=True)
class Column:
    """A column: which value of a row, of what type, and its heading: the fields with points between, parts of a list
    counted from 1."""

    keys: Keys
    kind: Any
    heading: str


@dataclass
class Sheet:
    """A sheet as texts. ``choices``: by column, what a cell can hold where that is a short list."""

    name: str
    columns: list[Column]
    rows: list[list[str]] = field(default_factory=list)
    choices: dict[int, list[str]] = field(default_factory=dict)


# ---- columns ---------------------------------------------------------------------------------------------------------


def kind_of(keys: Keys) -> Any:
    """The type of the value at some keys of a pack's data."""
    owner = next(each for each in (MainBoard, PlayerBoard, Pack) if keys[0] in hints_of(each))
    kind: Any = owner
    for key in keys:
        kind = _inside(plain(kind), key)
    return plain(kind)


def _inside(kind: Any, key: str | int) -> Any:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return hints_of(kind)[str(key)]
    arguments = get_args(kind)
    return arguments[1] if get_origin(kind) is dict else arguments[0]


def columns_of(kind: Any, values: list[Any], keys: Keys = (), names: tuple[str, ...] = ()) -> Iterator[Column]:
    """The columns of some values of one type."""
    kind = plain(kind)
    if is_value(kind):
        yield Column(keys, kind, ".".join(names))
        return
    for key, name, of in _parts(kind, values, keys):
        yield from columns_of(of, [at(value, key) for value in values], (*keys, key), (*names, name))


def _parts(kind: Any, values: list[Any], keys: Keys) -> Iterator[tuple[str | int, str, Any]]:
    """What is inside values of a type: key, name in headings, type."""
    if get_origin(kind) is dict:
        keyed, of = get_args(kind)
        found = dict.fromkeys(get_args(keyed) if get_origin(keyed) is Literal else ())
        found |= {key: None for value in values if isinstance(value, dict) for key in value}
        yield from ((key, str(key), of) for key in found)
    elif get_origin(kind) is tuple:
        longest = max((len(value) for value in values if isinstance(value, list)), default=0)
        number = min(MOST_PARTS, max(longest, LEAST_PARTS.get(str(keys[-1]), 0)))
        yield from ((n, str(n + 1), get_args(kind)[0]) for n in range(number))
    else:
        yield from ((name, name, each) for name, each in hints_of(kind).items())


def at(value: Any, *keys: Any) -> Any:
    """The value inside another; None where there is none."""
    for key in keys:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def row_type(sheet: str) -> Any:
    """The type of a row of a sheet, but for what leads to it."""
    kind = kind_of(SHEETS[sheet] if sheet != TECHNOLOGIES else ("tribes", 0, TECHNOLOGIES))
    return plain(get_args(kind)[1] if get_origin(kind) is dict else get_args(kind)[0])


# ---- from data -------------------------------------------------------------------------------------------------------


def sheets_of(data: Data, locale: Locale) -> list[Sheet]:
    """All sheets of a pack."""
    return [_rest(data, locale), *(_sheet(name, data, locale) for name in SHEETS if name != REST)]


def rows_of(name: str, data: Data) -> list[tuple[Keys, Any, str]]:
    """The rows of a sheet: where each stands, its value, and what leads to it (a tribe, a space)."""
    if name == TECHNOLOGIES:
        tribes = [(n, each) for n, each in enumerate(data.get("tribes") or ()) if isinstance(each, dict)]
        return [
            (("tribes", n, TECHNOLOGIES, m), each, str(tribe.get("id", "")))
            for n, tribe in tribes
            for m, each in enumerate(tribe.get(TECHNOLOGIES) or ())
        ]
    found = at(data, *SHEETS[name])
    if isinstance(found, dict):
        return [((*SHEETS[name], key), each, str(key)) for key, each in found.items()]
    return [((*SHEETS[name], n), each, "") for n, each in enumerate(found if isinstance(found, list) else ())]


def sheet_columns(name: str, values: list[Any]) -> list[Column]:
    """The columns of a sheet; the first says what leads to a row, where something does."""
    kind = row_type(name)
    own = [Column(("get",), kind, "get")] if is_value(kind) else list(columns_of(kind, values))
    own = [column for column in own if not (name == "tribes" and column.keys[0] == TECHNOLOGIES)]
    if name == TECHNOLOGIES:
        return [Column((OWNER,), str, OWNER), *own]
    return [Column((SPACE,), int, SPACE), *own] if get_origin(kind_of(SHEETS[name])) is dict else own


def _sheet(name: str, data: Data, locale: Locale) -> Sheet:
    rows = rows_of(name, data)
    columns = sheet_columns(name, [value for _, value, _ in rows])
    listed = {n: found for n, each in enumerate(columns) if (found := choices(each.kind, locale))}
    texts = [[_cell(column, value, lead, locale) for column in columns] for _, value, lead in rows]
    return Sheet(name, columns, texts, listed)


def _cell(column: Column, value: Any, lead: str, locale: Locale) -> str:
    if column.keys in ((OWNER,), (SPACE,)):
        return lead
    return written(value if isinstance(value, list) else at(value, *column.keys), column.kind, locale)


def _rest(data: Data, locale: Locale) -> Sheet:
    columns = [Column(("field",), str, "field"), Column(("value",), str, "value")]
    rows = [[each.heading, written(at(data, *each.keys), each.kind, locale)] for each in rest_columns(data)]
    return Sheet(REST, columns, rows)


def rest_columns(data: Data) -> Iterator[Column]:
    """The single values of a pack that stand in no list of components."""
    listed = set(SHEETS.values())
    for name in FILE_OF:
        if (name,) in listed:
            continue
        if name == "abyss":
            yield from columns_of(kind_of(LAKE_PLACES), [], LAKE_PLACES, LAKE_PLACES)
        else:
            yield from columns_of(kind_of((name,)), [data.get(name)], (name,), (name,))


# ---- the check -------------------------------------------------------------------------------------------------------


def check_data(data: Data) -> tuple[Draft, list[tuple[Place, str, str]]]:
    """The check of a whole pack: what could be read, and each mistake with its place, what was found and expected."""
    numbered, draft = Numbered(), Draft()
    for file in FILES:
        fields = {name: data[name] for name in fields_of_file(file) if name in data}
        if fields or file not in OPTIONAL:
            draft.read_node(file, numbered.node(fields))
    check(draft)
    mistakes = sorted(set(draft.mistakes))
    return draft, [(_place(numbered.places, each), each.found, each.expected) for each in mistakes]


def _place(places: list[Place], mistake: Mistake) -> Place:
    """Where a mistake is; a field that is lacking is a place of its own."""
    lacking = _LACKING.fullmatch(mistake.expected)
    place = places[mistake.line - 1]
    return (*place, lacking[1]) if lacking and mistake.found == "nothing" else place
