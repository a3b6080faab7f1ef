"""What differs between two packs, a component and a field at a time, effects in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, get_args

import msgspec

from bot.app.own_packs.field_labels import field_label
from bot.app.own_packs.shorthand_words import said
from bot.engine.components import COMPONENT_LISTS, Component, Pack
from bot.engine.effects import Effect, Lasting
from bot.text import t
from bot.text.game import effect_words
from bot.text.game.names import pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.text import Locale

EFFECTS: Final = (*get_args(Effect), *get_args(Lasting))
NOTHING: Final = "–"
NAMES: Final = ("id", "version", "en", "de", "fr")
"""Fields whose texts are the owner's own."""
Flat = dict[str, str]


def differences(before: Pack, after: Pack, locale: Locale) -> list[str]:
    """A line for everything that is in only one of them, or is not the same. Empty where they are equal."""
    lines = list(_parts(locale, "", _flat(_head(before), locale), _flat(_head(after), locale)))
    for field in COMPONENT_LISTS:
        lines += _listed(field, before, after, locale)
    lines += _listed("technologies", before, after, locale)
    return lines


def _head(pack: Pack) -> dict[str, Any]:
    """Everything that is no list of components."""
    return {field: getattr(pack, field) for field in pack.__struct_fields__ if field not in COMPONENT_LISTS}


def _components(pack: Pack, field: str) -> dict[str, Any]:
    if field == "technologies":
        return dict(pack.technology)
    return {each.id: each for each in getattr(pack, field)}


def _listed(field: str, before: Pack, after: Pack, locale: Locale) -> Iterator[str]:
    old, new = _components(before, field), _components(after, field)
    for identifier in [*old, *(each for each in new if each not in old)]:
        a, b = old.get(identifier), new.get(identifier)
        label = f"{t(locale, f'editor.sheet.{field}')} · {_named(b or a, locale)}"
        if a is None or b is None:
            yield t(locale, "editor.only_after" if a is None else "editor.only_before", component=label)
        elif a != b:
            yield from _parts(locale, f"{label} · ", _fields(a, locale), _fields(b, locale))


def _named(component: Any, locale: Locale) -> str:
    name = getattr(component.name, locale) if isinstance(component, Component) else ""
    return f"{name} ({component.id})" if name else str(component.id)


def _fields(component: Any, locale: Locale) -> Flat:
    """What is printed on a component; a tribe's technologies are components of their own."""
    values = {name: getattr(component, name) for name in component.__struct_fields__}
    return _flat({name: value for name, value in values.items() if name != "technologies"}, locale)


def _parts(locale: Locale, label: str, old: Flat, new: Flat) -> Iterator[str]:
    for part in [*old, *(each for each in new if each not in old)]:
        a, b = old.get(part, NOTHING), new.get(part, NOTHING)
        if a != b:
            where = " · ".join(field_label(locale, each) for each in part.split("."))
            yield pair(locale, f"{label}{where}", f"{a} → {b}")


def _flat(value: Any, locale: Locale, path: str = "") -> Flat:
    """A value as texts by where they stand."""
    if isinstance(value, tuple) and value and all(isinstance(each, EFFECTS) for each in value):
        return {path: effect_words(locale, value)}
    found: Flat = {}
    for name, each in _inside(value):
        found |= _flat(each, locale, f"{path}.{name}" if path else name)
    if found or isinstance(value, dict | tuple | msgspec.Struct):
        return found
    return {} if value is None else {path: _plain(path.rpartition(".")[2], value, locale)}


def _inside(value: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(value, msgspec.Struct):
        return ((name, getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, dict):
        return ((str(key), each) for key, each in value.items())
    if isinstance(value, tuple):
        return ((str(_key(each, number)), each) for number, each in enumerate(value, 1))
    return ()


def _key(value: Any, number: int) -> str | int:
    return getattr(value, "id", number)


def _plain(field: str, value: object, locale: Locale) -> str:
    """A value in words, but for what its owner has named."""
    if field in NAMES:
        return str(value)
    if isinstance(value, bool):
        return said(locale, "true" if value else "false")
    return said(locale, str(value))
