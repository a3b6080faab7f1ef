"""Offers: each action with its cost, its way and what it would bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from bot.engine.actions import (
    Action,
    Build,
    Choose,
    Convert,
    Decision,
    EndAction,
    EndTurn,
    Explore,
    Hibernate,
    Offer,
    OpenCrate,
    Option,
    PlayCard,
    Populate,
    ResolveJourney,
    TakeGains,
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.engine.resources import Amounts
from bot.text.catalogue import t, tn
from bot.text.game.component_text import component_brief, component_fitting
from bot.text.game.decisions import option_name
from bot.text.game.effect_symbols import amounts_symbols
from bot.text.game.effects import OUTER
from bot.text.game.emoji import counted, symbol
from bot.text.game.gains import BRIEF, FULL, SIGNS, Wording, gain_words
from bot.text.game.names import (
    amount,
    amounts_words,
    books_words,
    component_name,
    place_label,
    slot_label,
    space_label,
    space_words,
    sum_words,
)
from bot.text.truncate import CHOICE, LABEL, capital, fit

if TYPE_CHECKING:
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale

ON_PHONE: Final = 34
"""Characters of a button that a phone shows."""
ROOM_IN_LABEL: Final = 75
"""The most characters of what a crate gives, in the label of opening it."""


def offer_words(locale: Locale, offer: Offer, table: Table) -> str:
    """An action with its cost, its way and what it brings: ``Build a small building on C7 · 3 gears + 1 food (…)``."""
    return OUTER.join([_title(locale, offer, table), *_details(locale, offer, table)])


def action_words(locale: Locale, action: Action, table: Table) -> str:
    """An action without its cost: ``Build a small building on C7``."""
    return _TITLES[type(action)](locale, action, table)


def offer_label(locale: Locale, offer: Offer, table: Table, most: int = CHOICE) -> str:
    """The action with its symbol, in at most ``most`` characters: for a button or a menu."""
    return fit(f"{symbol(_SYMBOLS[type(offer.action)])} {capital(_title(locale, offer, table))}", most)


def offer_button(locale: Locale, offer: Offer, table: Table) -> str:
    """The action with its cost and gain beside its symbol, short enough for a button on a phone: costs in symbols, and
    gains too where they are long in words. The text says if the action cannot be undone."""
    action = offer.action
    cost = "" if isinstance(action, Convert | TradeAction) else amounts_symbols(offer.cost)
    between = " " if isinstance(action, Explore) else OUTER
    head = between.join(filter(None, (_short_title(locale, offer, table), cost)))
    gain = _button_gain(locale, offer, table, ON_PHONE - len(head) - len(OUTER))
    barrier = OUTER + t(locale, "decision.note.barrier") if offer.barrier else ""
    return fit(OUTER.join(filter(None, (head, gain))), LABEL - len(barrier)) + barrier


def _button_gain(locale: Locale, offer: Offer, table: Table, room: int) -> str:
    """The gain, in words where they fit. A technology is known by its name, so it is left out where it does not."""
    action = offer.action
    if isinstance(action, Explore):
        back = table.seen.backs.get(action.place) if table.seen else None
        return counted(back.points, "points") if back is not None and back.points else ""
    if isinstance(action, Hibernate):
        return t(locale, "offer.button.hibernate")
    for wording in (BRIEF, SIGNS):
        gain = gain_words(locale, action, table, wording)
        if len(gain) <= room:
            return gain
    return "" if isinstance(action, Populate) else gain


def _short_title(locale: Locale, offer: Offer, table: Table) -> str:
    action = offer.action
    if isinstance(action, Explore):
        return place_label(table, action.place)
    if isinstance(action, UseSwitch) and action.resource is not None:
        return f"+{counted(1, action.resource)}"
    if isinstance(action, UseSwitch) and action.copy is not None:
        return t(locale, "offer.button.copy", card=component_name(locale, table, action.copy))
    if isinstance(action, Populate):
        name = component_name(locale, table, action.technology)
        return t(locale, "offer.button.populate", space=space_label(table, action.location), technology=name)
    if isinstance(action, Build):
        return t(locale, f"offer.button.build.{action.size}", space=space_label(table, action.space))
    return capital(_title(locale, offer, table))


def offer_note(locale: Locale, offer: Offer, table: Table, most: int = CHOICE) -> str:
    """Cost, way and gain, in at most ``most`` characters, for a description in a menu. The text says if the action
    cannot be undone."""
    barrier = [t(locale, "decision.note.barrier")] if offer.barrier else []
    room = most - sum(len(part) + len(OUTER) for part in barrier)
    details = _fitting_details(locale, offer, table, room)
    return OUTER.join(([fit(details, room)] if details else []) + barrier)


def cost_words(locale: Locale, offer: Offer, table: Table) -> str:
    """``3 gears + 1 food (2 spaces in between, 1 free)``; empty where it costs nothing and needs no way."""
    if offer.range is None and not offer.cost:
        return ""
    cost = sum_words(locale, offer.cost) or t(locale, "offer.free")
    notes = [*_price_notes(locale, offer, table), *_way(locale, offer)]
    return f"{cost} ({', '.join(notes)})" if notes else cost


# ---- the action --------------------------------------------------------------------------------------------------

_Words = Callable[["Locale", Any, "Table"], str]


def _title(locale: Locale, offer: Offer, table: Table) -> str:
    return action_words(locale, offer.action, table)


def _play(locale: Locale, action: PlayCard, table: Table) -> str:
    slot, card = slot_label(locale, table, action.slot), component_name(locale, table, action.card)
    if action.colour is None:
        return t(locale, "offer.play", card=card, slot=slot)
    return t(locale, "offer.play_as", card=card, slot=slot, colour=t(locale, f"thing.colour.{action.colour}"))


def _switch(locale: Locale, action: UseSwitch, table: Table) -> str:
    if action.copy is not None:
        return t(locale, "offer.copy", card=component_name(locale, table, action.copy))
    if action.journey is not None:
        return t(locale, "offer.switch_journey", journey=component_name(locale, table, action.journey))
    return t(locale, "offer.switch", gain=amount(locale, str(action.resource), 1))


def _populate(locale: Locale, action: Populate, table: Table) -> str:
    technology = component_name(locale, table, action.technology)
    return t(locale, "offer.populate", space=space_words(locale, table, action.location), technology=technology)


def _build(locale: Locale, action: Build, table: Table) -> str:
    return t(locale, f"offer.build.{action.size}", space=space_label(table, action.space))


def _choose(locale: Locale, action: Choose, table: Table) -> str:
    asked = table.asked(action.seat)
    if asked is None:
        return t(locale, "offer.choose")
    options = [asked.options[pick] for pick in action.answer]
    if len(options) > 1 and all(option.kind == "resource" for option in options):
        return sum_words(locale, Amounts(**Counter(str(option.id) for option in options)))
    picked = [_picked(locale, asked, option, table) for option in options]
    return ", ".join(picked) or t(locale, "decision.option.skip")


def _picked(locale: Locale, asked: Decision, option: Option, table: Table) -> str:
    """An option by its name; of modules, which share theirs, with what they do."""
    name = option_name(locale, asked, option, table)
    about = component_brief(locale, table, option.id) if option.kind == "module" else ""
    return f"{name} ({about})" if about else name


def _plain(key: str) -> _Words:
    return lambda locale, action, table: t(locale, key)


_TITLES: dict[type, _Words] = {
    PlayCard: _play,
    UseSwitch: _switch,
    Explore: lambda locale, action, table: t(locale, "offer.explore", place=place_label(table, action.place)),
    Populate: _populate,
    Build: _build,
    Hibernate: _plain("offer.hibernate"),
    UseMachine: lambda locale, action, table: t(
        locale, "offer.machine", machine=component_name(locale, table, action.machine)
    ),
    OpenCrate: lambda locale, action, table: t(
        locale, "offer.crate", effects=component_fitting(locale, table, action.crate, ROOM_IN_LABEL)
    ),
    Convert: lambda locale, action, table: t(locale, "offer.convert", gain=amount(locale, action.to, 1)),
    TradeAction: lambda locale, action, table: t(
        locale, "offer.trade", technology=component_name(locale, table, action.technology)
    ),
    ResolveJourney: lambda locale, action, table: t(
        locale, "offer.journey", journey=component_name(locale, table, action.journey)
    ),
    TakeGains: _plain("offer.take_gains"),
    EndAction: _plain("offer.end_action"),
    EndTurn: _plain("offer.end_turn"),
    Choose: _choose,
}
_SYMBOLS: dict[type, str] = {
    PlayCard: "play",
    UseSwitch: "switch",
    Explore: "explore",
    Populate: "populate",
    Build: "build",
    Hibernate: "hibernate",
    UseMachine: "machine",
    OpenCrate: "crate",
    Convert: "convert",
    TradeAction: "trade",
    ResolveJourney: "journey",
    TakeGains: "devotion",
    EndAction: "end",
    EndTurn: "end",
    Choose: "end",
}


# ---- cost and gain -----------------------------------------------------------------------------------------------


def _fitting_details(locale: Locale, offer: Offer, table: Table, room: int) -> str:
    """The details in as many words as there is room for."""
    found = ""
    for wording, notes in ((FULL, True), (BRIEF, True), (BRIEF, False), (SIGNS, False)):
        found = OUTER.join(_details(locale, offer, table, wording, notes=notes))
        if len(found) <= room:
            break
    return found


def _details(locale: Locale, offer: Offer, table: Table, wording: Wording = FULL, *, notes: bool = True) -> list[str]:
    """Cost, gain and loss; without ``notes`` it is not told how the cost came about."""
    own_cost = isinstance(offer.action, Convert | TradeAction)
    found = [
        "" if own_cost else cost_words(locale, offer, table) if notes else sum_words(locale, offer.cost),
        gain_words(locale, offer.action, table, wording),
        t(locale, "offer.note.loses", amounts=amounts_words(locale, offer.loses)) if offer.loses else "",
    ]
    return [words for words in found if words]


def _way(locale: Locale, offer: Offer) -> list[str]:
    way = offer.range
    if way is None or not way.distance:
        return []
    free = [tn(locale, "offer.note.way_free", way.free)] if way.free else []
    return [tn(locale, "offer.note.way", way.distance), *free]


def _price_notes(locale: Locale, offer: Offer, table: Table) -> list[str]:
    notes = []
    if offer.discount:
        notes.append(t(locale, "offer.note.discount", amounts=sum_words(locale, offer.discount)))
    if offer.books_to:
        notes.append(books_words(locale, table, offer.books_to))
    crystals = offer.payment.crystal - offer.cost.crystal
    if crystals > 0:
        notes.append(tn(locale, "offer.note.crystals", crystals))
    return notes
