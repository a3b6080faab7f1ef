"""What the Mautoma does and why, and the marker of the official solo game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from bot.text.catalogue import t, tn
from bot.text.game.component_text import half_words
from bot.text.game.effects import print_words
from bot.text.game.names import component_name, place_label, space_label, space_words

if TYPE_CHECKING:
    from bot.engine.actions import Event
    from bot.engine.solo_components import MautomaCard, TieBreaker
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale

Values = dict[str, Any]
Say = Callable[["Locale", "Event", "Table", Values], str]


CARD_RULES: Final[dict[MautomaCard, str]] = {
    "build": "mautoma.card_build",
    "settle": "mautoma.card_populate_or_build",
    "explore": "mautoma.card_explore",
    "explore_populate": "mautoma.card_explore_populate",
    "explore_build": "mautoma.card_explore_build",
    "explore_populate_far": "mautoma.card_explore_populate_any",
}
"""The entry of the reference about each action card."""


def colour_words(locale: Locale, colour: object) -> str:
    """``white``: a colour of the energy circle and of artifacts."""
    return t(locale, f"mautoma.colour.{colour}")


def segment_words(locale: Locale, segment: object) -> str:
    """``top right segment``."""
    return t(locale, f"mautoma.segment.{segment}")


def card_name(locale: Locale, card: object) -> str:
    """What an action card tells the Mautoma to do."""
    return t(locale, f"mautoma.card.{card}")


def range_words(locale: Locale, limit: object) -> str:
    """``within range 3``; None and 0 stand for any range."""
    return t(locale, "mautoma.range.within", n=limit) if limit else t(locale, "mautoma.range.any")


def search_words(locale: Locale, tie: TieBreaker) -> str:
    """The direction in which the map is searched, with arrows."""
    return t(locale, f"mautoma.search.{tie.rows}.{tie.along}")


# ---- the events --------------------------------------------------------------------------------------------------


def _on_circle(locale: Locale, event: Event) -> Values:
    colour, segment = event.values["colour"], event.values["segment"]
    return {
        "field": event.values["field"],
        "colour": colour_words(locale, colour),
        "segment": segment_words(locale, segment),
    }


def _placed(locale: Locale, event: Event, table: Table, values: Values) -> str:
    return t(locale, "event.mautoma_placed", **_on_circle(locale, event))


def _card(locale: Locale, event: Event, table: Table, values: Values) -> str:
    card = card_name(locale, event.values["card"])
    return tn(locale, "event.mautoma_card", values["steps"], card=card, **_on_circle(locale, event))


def _why(locale: Locale, event: Event, what: str) -> str:
    """Why this one was chosen: it was the only one, the best one, or the first of equal ones in the order of the
    search."""
    found, equal = event.values["candidates"], event.values["equal"]
    key = "only" if found == 1 else "best" if equal == 1 else "tied"
    where = range_words(locale, event.values["range"])
    if key == "only":
        return t(locale, "event.mautoma_why.only", range=where)
    if key == "best":
        return t(locale, f"event.mautoma_why.best.{what}", candidates=found, range=where)
    search = t(locale, f"mautoma.search.{event.values['rows']}.{event.values['along']}")
    return t(locale, f"event.mautoma_why.tied.{what}", equal=equal, candidates=found, range=where, search=search)


def _explored(locale: Locale, event: Event, table: Table, values: Values) -> str:
    place, prints = place_label(table, event.values["place"]), _prints(locale, event, table)
    return t(locale, "event.mautoma_explored", place=place, why=_why(locale, event, "explore"), prints=prints)


def _prints(locale: Locale, event: Event, table: Table) -> str:
    """What was revealed: by space where the reader's view shows the orientation, else as printed."""
    tile, place = table.pack.tile[str(event.values["tile"])], event.values["place"]
    if not tile.spaces:
        return t(locale, "thing.terrain.vast")
    spaces = sorted(table.board.spaces_of[place]) if isinstance(place, int) else []
    if table.seen is None or not all(table.seen.prints[space] for space in spaces):
        return ", ".join(print_words(locale, space) for space in tile.spaces)
    return ", ".join(f"{space_label(table, space)} {print_words(locale, table.seen.prints[space])}" for space in spaces)


def _populated(locale: Locale, event: Event, table: Table, values: Values) -> str:
    key = "taken" if event.values["others"] else "free"
    space = space_words(locale, table, event.values["space"])
    return t(locale, f"event.mautoma_populated.{key}", space=space, why=_why(locale, event, "populate"))


def _built(locale: Locale, event: Event, table: Table, values: Values) -> str:
    space, size = space_words(locale, table, event.values["space"]), event.values["size"]
    return tn(locale, f"event.mautoma_built.{size}", values["worth"], space=space, why=_why(locale, event, "build"))


def _skipped(locale: Locale, event: Event, table: Table, values: Values) -> str:
    what, why = event.values["what"], event.values["why"]
    where = range_words(locale, event.values["range"])
    return t(locale, f"event.mautoma_skipped.{what}.{why}", range=where)


def _removed(locale: Locale, event: Event, table: Table, values: Values) -> str:
    colour, wanted = event.values["colour"], event.values["wanted"]
    key = "event.mautoma_removed" if colour == wanted else "event.mautoma_removed.other"
    words = {"colour": colour_words(locale, colour)}
    if colour != wanted:
        words["wanted"] = colour_words(locale, wanted)
    return tn(locale, key, values["left"], **words)


def _replaced(locale: Locale, event: Event, table: Table, values: Values) -> str:
    thing, by = component_name(locale, table, event.values["thing"]), event.values["by"]
    if by is None:
        return t(locale, "event.replaced_none", thing=thing)
    return t(locale, "event.replaced", thing=thing, by=component_name(locale, table, by))


def _shown_discarded(locale: Locale, event: Event, table: Table, values: Values) -> str:
    card, by = component_name(locale, table, event.values["card"]), event.values["by"]
    if by is None:
        return t(locale, "event.shown_discarded_none", card=card)
    return t(locale, "event.shown_discarded", card=card, by=component_name(locale, table, by))


def _shuffled(locale: Locale, event: Event, table: Table, values: Values) -> str:
    return tn(locale, "event.mautoma_shuffled", values["cards"], progress=values["progress"])


def _result(locale: Locale, event: Event, table: Table, values: Values) -> str:
    level = t(locale, f"tally.level.{event.values['level']}")
    return t(locale, "event.mautoma_result", total=values["total"], level=level)


def _copied_shown(locale: Locale, event: Event, table: Table, values: Values) -> str:
    card = table.pack.citizen[str(event.values["card"])]
    return t(locale, "event.copied_shown", effects=half_words(locale, card.top), **values)


def _solo_marker(locale: Locale, event: Event, table: Table, values: Values) -> str:
    reached, end = values["reached"], values["end"]
    return tn(locale, "event.solo_marker", values["steps"], name=values["name"], reached=reached, end=end)


def _solo_result(locale: Locale, event: Event, table: Table, values: Values) -> str:
    return tn(locale, "event.solo_result", values["total"], name=values["name"], artifacts=values["artifacts"])


SAYS: dict[str, Say] = {
    "mautoma_placed": _placed,
    "mautoma_card": _card,
    "mautoma_explored": _explored,
    "mautoma_populated": _populated,
    "mautoma_built": _built,
    "mautoma_skipped": _skipped,
    "mautoma_removed": _removed,
    "mautoma_shuffled": _shuffled,
    "mautoma_result": _result,
    "replaced": _replaced,
    "copied_shown": _copied_shown,
    "shown_discarded": _shown_discarded,
    "solo_marker": _solo_marker,
    "solo_result": _solo_result,
}
"""The events of the solo variants that need more than their values."""
