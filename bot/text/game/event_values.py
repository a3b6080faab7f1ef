"""The values of refusals and events as the words that stand for them in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.engine.effects import ARTIFACT_COLOURS
from bot.engine.resources import RESOURCES
from bot.text.catalogue import t
from bot.text.game.names import component_name, place_label, reward_words, seat_name, slot_label, space_words, unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.engine.actions import Value
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale


def worded(locale: Locale, table: Table, values: Mapping[str, Value]) -> dict[str, object]:
    """The values by name: identifiers and positions become words, numbers stay, other text is sanitized."""
    return {name: _word(locale, table, name, value) for name, value in values.items()}


def _word(locale: Locale, table: Table, name: str, value: Value) -> object:
    wording = _WORDINGS.get(name)
    if wording is not None and value is not None:
        return wording(locale, table, value)
    return unknown(value) if isinstance(value, str) else value


def _space(locale: Locale, table: Table, value: Any) -> str:
    """The name of a space: of the map by its number, of the player board (a reward space) by its identifier."""
    return reward_words(locale, table, value) if isinstance(value, str) else space_words(locale, table, value)


def _colour(locale: Locale, table: Table, value: Any) -> str:
    return t(locale, f"thing.artifact.{value}") if value in ARTIFACT_COLOURS else unknown(value)


def _resource(locale: Locale, table: Table, value: Any) -> str:
    return t(locale, f"thing.resource.{value}") if value in RESOURCES else unknown(value)


_WORDINGS: dict[str, Callable[[Locale, Table, Any], str]] = {
    **dict.fromkeys(
        ("card", "machine", "technology", "tribe", "module", "replaced", "first", "second", "journey", "location"),
        component_name,
    ),
    **dict.fromkeys(("active", "other", "owner"), seat_name),
    **dict.fromkeys(("space", "named"), _space),
    "place": lambda locale, table, value: place_label(table, value),
    "slot": slot_label,
    "half": lambda locale, table, value: t(locale, f"thing.half.{value}"),
    "terrain": lambda locale, table, value: t(locale, f"thing.terrain.{value}"),
    "action": lambda locale, table, value: t(locale, f"thing.action.{value}"),
    "decision": lambda locale, table, value: t(locale, f"decision.kind.{value}"),
    "colour": _colour,
    "card_colour": lambda locale, table, value: t(locale, f"thing.colour.{value}"),
    "resource": _resource,
}
