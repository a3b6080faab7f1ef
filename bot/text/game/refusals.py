"""Refusals: one friendly, exact sentence for each reason code, and what would work instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from bot.text.catalogue import t, tn
from bot.text.game.event_values import worded
from bot.text.game.names import (
    amount,
    amounts_words,
    books_words,
    labels_between,
    place_label,
    space_label,
    space_words,
    with_prefix,
)

if TYPE_CHECKING:
    from bot.engine.actions import Refusal, Value
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale

MOST_CRYSTALS = 3
"""Nobody can hold more than this, so a hint to get more would be useless."""


def refuse(locale: Locale, refusal: Refusal, table: Table) -> str:
    """Why an action is not possible, with the numbers, and what would work.

    :raises MissingText: no catalogue knows the reason.
    """
    special = _SPECIAL.get(refusal.reason)
    if special is not None:
        return special(locale, refusal.values, table)
    return t(locale, _key(refusal), **worded(locale, table, refusal.values))


def _key(refusal: Refusal) -> str:
    """The message; a value of the refusal can select a narrower one."""
    narrowed = _NARROWED.get(refusal.reason)
    return f"refusal.{refusal.reason}" + (f".{refusal.values[narrowed]}" if narrowed else "")


_NARROWED = {"card_not_active": "where", "wrong_half": "half", "not_in_play": "phase", "never_hidden": "kind"}


def _number(values: Mapping[str, Value], name: str) -> int:
    found = values.get(name, 0)
    return found if isinstance(found, int) else 0


# ---- reasons with numbers ----------------------------------------------------------------------------------------


def _too_expensive(locale: Locale, values: Mapping[str, Value], table: Table) -> str:
    sentence = t(
        locale,
        "refusal.too_expensive",
        lack=amounts_words(locale, with_prefix(values, "lack_")),
        cost=amounts_words(locale, with_prefix(values, "cost_")),
        range=_parts(locale, values, table),
    )
    lack = _number(values, "lack")
    return f"{sentence} {tn(locale, 'refusal.more_crystals', lack)}" if 0 < lack <= MOST_CRYSTALS else sentence


def _parts(locale: Locale, values: Mapping[str, Value], table: Table) -> str:
    """The parts of a cost that go to other players or pay for range, in brackets; empty where there are none."""
    parts = []
    books_to = [int(seat) for seat in str(values.get("to") or "").split(",") if seat]
    if books_to:
        parts.append(books_words(locale, table, books_to))
    food = _number(values, "range_food")
    if food:
        distance = _number(values, "distance")
        parts.append(tn(locale, "refusal.range_part", distance, food=amount(locale, "food", food)))
    return f" ({', '.join(parts)})" if parts else ""


def _wrong_payment(locale: Locale, values: Mapping[str, Value], table: Table) -> str:
    cost = amounts_words(locale, with_prefix(values, "cost_"))
    return t(locale, "refusal.wrong_payment", cost=f"{cost}{_parts(locale, values, table)}")


def _no_way(locale: Locale, values: Mapping[str, Value], table: Table) -> str:
    key = "refusal.no_way.start" if values.get("from") == "start" else "refusal.no_way"
    if "place" in values:
        return t(locale, key, target=place_label(table, values["place"]))
    return t(locale, key, target=space_words(locale, table, values.get("space")))


def _not_a_desert(locale: Locale, values: Mapping[str, Value], table: Table) -> str:
    """The label alone, since the sentence names the terrain. Locations have sentences of their own."""
    space, terrain = space_label(table, values.get("space")), values.get("terrain")
    if terrain in ("city", "large"):
        return t(locale, f"refusal.not_a_desert.{terrain}", space=space)
    return t(locale, "refusal.not_a_desert", space=space, terrain=t(locale, f"thing.terrain.{terrain}"))


def _off_the_map(reason: str) -> _Special:
    def say(locale: Locale, values: Mapping[str, Value], table: Table) -> str:
        first, last = labels_between(table)
        return t(locale, f"refusal.{reason}", first=first, last=last)

    return say


def _no_such_slot(locale: Locale, values: Mapping[str, Value], table: Table) -> str:
    return tn(locale, "refusal.no_such_slot", len(table.pack.player_board.slots))


def _no_such_seat(locale: Locale, values: Mapping[str, Value], table: Table) -> str:
    return tn(locale, "refusal.no_such_seat", len(table.names))


def _no_building_left(locale: Locale, values: Mapping[str, Value], table: Table) -> str:
    supply = table.pack.supply
    number = supply.small_buildings if values["size"] == "small" else supply.large_buildings
    return tn(locale, f"refusal.no_building_left.{values['size']}", number)


def _number_of_seats(locale: Locale, values: Mapping[str, Value], table: Table) -> str:
    allowed = sorted(table.pack.supply.artifacts_by_seats)
    return tn(
        locale,
        "refusal.number_of_seats",
        _number(values, "seats"),
        fewest=allowed[0],
        most=allowed[-1],
    )


def _wrong_number(locale: Locale, values: Mapping[str, Value], table: Table) -> str:
    least, most, given = (_number(values, name) for name in ("least", "most", "given"))
    if least == most:
        return tn(locale, "refusal.wrong_number.exactly", least, given=given)
    return t(locale, "refusal.wrong_number.between", least=least, most=most, given=given)


def _journey_level(locale: Locale, values: Mapping[str, Value], table: Table) -> str:
    """How much the lowest level takes, in what the journey counts."""
    journey = table.pack.journey.get(str(values.get("journey")))
    needed = tn(locale, f"thing.count.{journey.of}", _number(values, "needed")) if journey else values.get("needed")
    name = worded(locale, table, values)["journey"]
    return t(locale, "refusal.journey_level", journey=name, needed=needed, counted=_number(values, "counted"))


def _counting(reason: str, name: str) -> _Special:
    """A sentence with a plural form."""
    return lambda locale, values, table: tn(locale, f"refusal.{reason}", _number(values, name))


def _no_such_option(locale: Locale, values: Mapping[str, Value], table: Table) -> str:
    """The fields of the Mautoma's circle are called by their numbers, other options by their names."""
    asked = ".place_energy" if values.get("decision") == "place_energy" else ""
    return tn(locale, f"refusal.no_such_option{asked}", _number(values, "options"))


_Special = Callable[["Locale", "Mapping[str, Value]", "Table"], str]
_SPECIAL: dict[str, _Special] = {
    "journey_level": _journey_level,
    "too_expensive": _too_expensive,
    "wrong_payment": _wrong_payment,
    "no_way": _no_way,
    "not_a_desert": _not_a_desert,
    "no_such_space": _off_the_map("no_such_space"),
    "no_such_place": _off_the_map("no_such_place"),
    "no_such_slot": _no_such_slot,
    "no_such_seat": _no_such_seat,
    "no_building_left": _no_building_left,
    "number_of_seats": _number_of_seats,
    "wrong_number": _wrong_number,
    "draft_too_many": _counting("draft_too_many", "seats"),
    "long_game_seats": _counting("long_game_seats", "seats"),
    "crate_not_held": _counting("crate_not_held", "held"),
    "no_such_option": _no_such_option,
    "no_actions_left": _counting("no_actions_left", "actions"),
    "actions_taken": _counting("actions_taken", "actions"),
}
