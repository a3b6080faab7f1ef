"""Hostile files made from real exports: numbers out of bounds, other types, repeated, left out and swapped parts, deep
nesting, broken bytes, records nobody would make."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NUMBERS = st.sampled_from(
    [0, -1, 1, 4, 7, 99, 1 << 31, 1 << 53, (1 << 63) - 1, 1 << 63, -(1 << 63), 1 << 64, 10**400, 1.5, 1e308]
)
TEXTS = st.sampled_from(
    ["", "x" * 100_000, "\u0000", "\ud7ff\u202e", "<@101> @everyone", "easy", "field", "../../etc", "9" * 400]
)
ANY = st.one_of(st.integers(), st.text(max_size=20), st.booleans())
PLAIN = st.one_of(NUMBERS, TEXTS, st.none(), st.just([]), st.just({}), ANY)
KINDS = ["play", "switch", "explore", "build", "populate", "hibernate", "convert", "choose", "end_turn"]
ACTIONS = st.fixed_dictionaries(
    {
        "action": st.sampled_from(
            ["play", "switch", "explore", "build", "populate", "hibernate", "convert", "choose", "end_turn"]
        )
    },
    optional={
        "seat": NUMBERS,
        "card": TEXTS,
        "slot": NUMBERS,
        "half": st.sampled_from(["top", "bottom", "left"]),
        "place": NUMBERS,
        "location": NUMBERS,
        "technology": TEXTS,
        "space": NUMBERS,
        "size": st.sampled_from(["small", "large", "huge"]),
        "to": st.sampled_from(["gear", "crystal"]),
        "answer": st.lists(NUMBERS, max_size=5) | st.just([0] * 5000),
        "payment": st.dictionaries(st.sampled_from(["gear", "book", "food", "crystal"]), NUMBERS, max_size=4),
    },
)
EVENTS = st.sampled_from([[{"key": "rules_changed", "values": {"now": 1}}], [{"key": "gained", "seat": 0}]])
RECORDS = st.fixed_dictionaries(
    {"number": NUMBERS, "seat": NUMBERS},
    optional={"action": ACTIONS, "undid": st.lists(NUMBERS, max_size=3), "reseed": NUMBERS, "events": EVENTS},
)


def places(found: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Where every value of a JSON document stands."""
    if isinstance(found, dict):
        return [path] + [place for key, value in found.items() for place in places(value, (*path, key))]
    if isinstance(found, list):
        return [path] + [place for index, value in enumerate(found) for place in places(value, (*path, index))]
    return [path]


def put(found: Any, path: Sequence[str | int], value: object) -> Any:
    """The document with another value in a place."""
    if not path:
        return value
    around = found
    for step in path[:-1]:
        around = around[step]
    around[path[-1]] = value
    return found


@st.composite
def spoilt(draw: Callable[[Any], Any], plain: dict[str, Any]) -> bytes:
    """The file with something else somewhere: once to three times in its head, its setup, its seats or a record."""
    found = copy.deepcopy(plain)
    for _ in range(draw(st.integers(1, 3))):
        part = draw(st.sampled_from(["head", "setup", "seats", "records"]))
        where = [path for path in places({**found, "records": []}) if part == "head" or path[:1] == (part,)]
        if part == "records" and isinstance(found.get("records"), list) and found["records"]:
            number = draw(st.integers(0, len(found["records"]) - 1))
            where = [("records", number, *path) for path in places(found["records"][number])]
        found = put(found, draw(st.sampled_from(where or [()])), draw(PLAIN))
        if not isinstance(found, dict):
            break
    return json.dumps(found).encode("utf-8", "surrogatepass")


@st.composite
def rearranged(draw: Callable[[Any], Any], plain: dict[str, Any]) -> bytes:
    """The file with records left out, repeated, swapped, made up, or followed by thousands of undos."""
    records = list(plain["records"])
    at = draw(st.integers(0, len(records)))
    how = draw(st.sampled_from(["cut", "double", "swap", "new", "undo", "reseed", "turn"]))
    if how == "cut":
        del records[at:]
        records = records or plain["records"][1:]
    elif how == "double":
        records[at:at] = records
    elif how == "swap":
        records[at:], records[:at] = records[:at], records[at:]
    elif how == "new":
        records[at:at] = draw(st.lists(RECORDS, min_size=1, max_size=4))
    elif how == "undo":
        records += [{"number": 1, "seat": draw(st.integers(0, 3)), "undid": [1]}] * draw(st.sampled_from([1, 25_000]))
    elif how == "reseed":
        records[at:at] = [{"number": at, "seat": 0, "reseed": draw(NUMBERS)}]
    else:
        records = records[at:]
    return json.dumps({**plain, "records": records}).encode()


@st.composite
def garbled(draw: Callable[[Any], Any], data: bytes) -> bytes:
    """The bytes cut off, with others among them, or not JSON of this kind at all."""
    how = draw(st.sampled_from(["cut", "byte", "deep", "flat", "wide", "deep inside", "binary"]))
    at = draw(st.integers(0, len(data) - 1))
    strange: bytes = draw(st.binary(min_size=1, max_size=300))
    match how:
        case "cut":
            return data[:at]
        case "byte":
            return data[:at] + strange[:3] + data[at + 1 :]
        case "deep":
            return b"[" * int(draw(st.sampled_from([1000, 100_000, 7_800_000])))
        case "flat":
            return b"[" + b"[]," * int(draw(st.sampled_from([10, 2_500_000]))) + b"[]]"
        case "wide":
            return data[:-2] + b', "x": [' + b"1," * int(draw(st.sampled_from([10, 2_000_000]))) + b"1]}"
        case "deep inside":
            return data[:-2] + b', "x": ' + b'{"a":' * 200_000 + b"1" + b"}" * 200_000 + b"}"
    return strange


def hostile(files: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """A hostile file made from one of these exports."""
    plain = st.sampled_from([json.loads(data) for data in files])
    return st.one_of(plain.flatmap(spoilt), plain.flatmap(rearranged), st.sampled_from(files).flatmap(garbled))
