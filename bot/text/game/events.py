"""What happened: one short sentence for each event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from bot.text.catalogue import t, tn
from bot.text.game.automa_text import SAYS
from bot.text.game.component_text import component_words, half_words, machine_words, module_effects, technology_words
from bot.text.game.effects import effect_words, print_words
from bot.text.game.event_values import worded
from bot.text.game.names import amount, amounts_words, seat_name, slot_label, source_words, space_label

if TYPE_CHECKING:
    from bot.engine.actions import Event
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale

SILENT = frozenset({"turn_ended", "mautoma_candidate"})
"""Events without a sentence: the sentence of the next turn, or of the Mautoma's choice, covers them."""


def tell(locale: Locale, event: Event, table: Table) -> str | None:
    """One sentence about an event; None where it has no sentence.

    A secret is told only if the event still contains it; ``events_for`` removes it for all other readers.

    :raises MissingText: no catalogue knows the key.
    """
    if event.key in SILENT:
        return None
    special = _SPECIAL.get(event.key)
    values = worded(locale, table, {**event.values, **event.secret}) | {"name": _name(locale, event, table)}
    if special is not None:
        return special(locale, event, table, values)
    seen = "_seen" if event.secret else ""
    return t(locale, f"event.{event.key}{seen}", **values)


def tell_all(locale: Locale, events: Iterable[Event], table: Table) -> list[str]:
    """The sentences of all events that have one."""
    return [text for event in events if (text := tell(locale, event, table)) is not None]


def _name(locale: Locale, event: Event, table: Table) -> str:
    return "" if event.seat is None else seat_name(locale, table, event.seat)


def _source(locale: Locale, event: Event, table: Table) -> str:
    """The text in brackets after a blank; empty where there is no text."""
    words = source_words(locale, table, event.values.get("kind"), event.values.get("source"))
    return f" ({words})" if words else ""


def _int(event: Event, name: str) -> int:
    value = event.values.get(name)
    return value if isinstance(value, int) else 0


def _text(event: Event, name: str) -> str:
    return str(event.values.get(name))


# ---- ways of saying ----------------------------------------------------------------------------------------------

_Values = dict[str, Any]
_Say = Callable[["Locale", "Event", "Table", _Values], str]


def _amounts(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    amounts = amounts_words(locale, event.values)
    values |= {"amounts": amounts, "source": _source(locale, event, table)}
    return t(locale, f"event.{event.key}", **values)


def _counting(number: str, narrow: str = "") -> _Say:
    """A sentence with a plural form; ``narrow``: a value that selects the message."""

    def say(locale: Locale, event: Event, table: Table, values: _Values) -> str:
        key = f"event.{event.key}" + (f".{event.values[narrow]}" if narrow else "")
        values |= {"source": _source(locale, event, table)}
        values.pop("n", None)
        return tn(locale, key, _int(event, number), **values)

    return say


def _sourced(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    return t(locale, f"event.{event.key}", **(values | {"source": _source(locale, event, table)}))


def _advanced(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    key = f"event.advanced.{event.values['track']}"
    return tn(locale, key, _int(event, "steps"), **(values | {"space": event.values["space"]}))


def _converted(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    return t(locale, "event.converted", gain=amount(locale, _text(event, "to"), 1), **values)


def _with_effects(found: Callable[[Locale, Event, Table], str]) -> _Say:
    def say(locale: Locale, event: Event, table: Table, values: _Values) -> str:
        return t(locale, f"event.{event.key}", effects=found(locale, event, table), **values)

    return say


def _half(locale: Locale, event: Event, table: Table) -> str:
    card = table.pack.citizen[_text(event, "card")]
    return half_words(locale, card.top if event.values.get("half", "top") == "top" else card.bottom)


def _ability(locale: Locale, event: Event, table: Table) -> str:
    return effect_words(locale, table.pack.tribe[_text(event, "tribe")].ability)


def _row_reward(locale: Locale, event: Event, table: Table) -> str:
    return effect_words(locale, table.pack.board.hibernation[_int(event, "row") - 1])


def _score_bonus(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    space = _int(event, "space")
    bonus = effect_words(locale, table.pack.board.score_bonuses.get(space, ()))
    return t(locale, "event.score_bonus", name=values["name"], space=space, bonus=bonus)


def _module_taken(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    effects = module_effects(locale, table, event.values["module"])
    return t(locale, "event.module_taken", effects=effects, **values)


def _module_placed(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    slot, place = slot_label(locale, table, event.values["slot"]), _int(event, "place") + 1
    if event.values.get("replaced") is None:
        return t(locale, "event.module_placed", name=values["name"], slot=slot, place=place)
    return t(locale, "event.module_replaced", **(values | {"slot": slot, "place": place}))


def _crate_taken(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    if not event.secret:
        return t(locale, "event.crate_taken", **values)
    return t(locale, "event.crate_taken_seen", effects=component_words(locale, table, event.secret["crate"]), **values)


def _unlocked(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    return t(locale, "event.unlocked", links=values["space"], **values)


def _progress(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    points = amount(locale, "points", _int(event, "points"))
    return tn(locale, "event.progress", _int(event, "markers"), name=values["name"], points=points)


def _flipped(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    tile = table.pack.tile[_text(event, "tile")]
    prints = ", ".join(print_words(locale, space) for space in tile.spaces) or t(locale, "thing.terrain.vast")
    return t(locale, "event.flipped", prints=prints, **values)


def _laid(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    """Each space of the tile with its contents, where the reader's view shows the tile."""
    spaces = sorted(table.board.spaces_of[_int(event, "place")])
    shown = [space_label(table, space) for space in spaces]
    if table.seen is not None and all(table.seen.prints[space] for space in spaces):
        shown = [
            f"{label} {print_words(locale, table.seen.prints[space])}"
            for label, space in zip(shown, spaces, strict=True)
        ]
    return t(locale, "event.laid", name=values["name"], spaces=", ".join(shown))


def _built(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    space = space_label(table, event.values["space"])
    return t(locale, f"event.built.{event.values['size']}", name=values["name"], space=space)


def _populated(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    technology = table.pack.technology[_text(event, "technology")]
    return t(locale, "event.populated", effects=technology_words(locale, technology), **values)


def _card_bonus(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    return t(locale, f"event.card_bonus.{event.values['colour']}", name=values["name"])


def _discount(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    less = amount(locale, _text(event, "resource"), _int(event, "n"))
    return t(locale, "event.discount", amount=less, **values)


def _nothing_counted(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    return t(
        locale, "event.nothing_counted", name=values["name"], of=tn(locale, f"thing.count.{event.values['of']}", 0)
    )


def _about_decision(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    decision = t(locale, f"decision.kind.{event.values['what']}")
    return t(locale, f"event.{event.key}", decision=decision, **values)


def _devotion_reward(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    space, parts = _int(event, "space"), table.pack.abyss
    bonus = effect_words(locale, parts.devotion.get(space, ()) if parts else ())
    return t(locale, "event.devotion_reward", name=values["name"], space=space, bonus=bonus)


def _populated_apart(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    technology = table.pack.technology[_text(event, "technology")]
    return t(locale, "event.populated_apart", effects=technology_words(locale, technology), **values)


NOTHING_LEFT = frozenset(
    {"crates", "energy", "tokens", "pay", "card", "module", "machine", "return_energy", "wake", "clear_slot"}
    | {"water", "marker", "remove_artifact", "scyphoz", "figure", "fill", "discard"}
)
"""Supplies with a sentence of their own for running out."""


def _nothing_left(locale: Locale, event: Event, table: Table, values: _Values) -> str:
    what = event.values["what"]
    if what in NOTHING_LEFT:
        return t(locale, f"event.nothing_left.{what}", **values)
    return t(locale, "event.nothing_left.other", decision=t(locale, f"decision.kind.{what}"), **values)


def _machine(locale: Locale, event: Event, table: Table) -> str:
    return machine_words(locale, table, event.values["machine"])


def _crate(locale: Locale, event: Event, table: Table) -> str:
    return component_words(locale, table, event.values["crate"])


_SPECIAL: dict[str, _Say] = {
    "gained": _amounts,
    "paid": _amounts,
    "lost": _amounts,
    "points_to_come": _counting("points"),
    "devotion_to_come": _counting("devotion"),
    "gains_exchanged": _counting("number", "got"),
    "devotion": _counting("devotion"),
    "devotion_reward": _devotion_reward,
    "populated_apart": _populated_apart,
    "points": _counting("points"),
    "energy": _counting("n"),
    "slot_cleared": _counting("cards"),
    "artifact": _counting("left"),
    "artifact_reserved": _counting("left"),
    "artifact_removed": _counting("left"),
    "track_end": _counting("steps", "track"),
    **dict.fromkeys(
        ("by_hand_entered", "by_hand_nothing", "by_hand_confirmed", "by_hand_refused", "by_hand_left"), _sourced
    ),
    "advanced": _advanced,
    "converted": _converted,
    "played": _with_effects(_half),
    "copied": _with_effects(_half),
    "tribe_ability": _with_effects(_ability),
    "hibernation_reward": _with_effects(_row_reward),
    "machine": _with_effects(_machine),
    "machine_used": _with_effects(_machine),
    "crate_opened": _with_effects(_crate),
    "score_bonus": _score_bonus,
    "module_taken": _module_taken,
    "module_placed": _module_placed,
    "crate_taken": _crate_taken,
    "unlocked": _unlocked,
    "progress": _progress,
    "card_bonus": _card_bonus,
    "flipped": _flipped,
    "laid": _laid,
    "built": _built,
    "populated": _populated,
    "discount": _discount,
    "nothing_counted": _nothing_counted,
    "forced": _about_decision,
    "declined": _about_decision,
    "nothing_left": _nothing_left,
    **SAYS,
}
