"""What may be done: each offer with its cost, its way, and what it would bring."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bot.engine.actions import (
    Build,
    Choose,
    Convert,
    EndAction,
    EndTurn,
    Explore,
    Hibernate,
    Offer,
    OpenCrate,
    PlayCard,
    Populate,
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.text.catalogue import t, tn
from bot.text.telling.components import (
    component_symbols,
    component_words,
    half_symbols,
    half_words,
    machine_words,
    technology_symbols,
    technology_words,
)
from bot.text.telling.decisions import option_about, option_name
from bot.text.telling.effects import OUTER, tied_words
from bot.text.telling.shorten import CHOICE, capital, fit
from bot.text.telling.symbols import counted, symbol
from bot.text.telling.things import (
    amount,
    amounts_words,
    component_name,
    pair,
    place_label,
    slot_label,
    space_label,
    space_words,
    sum_words,
)

if TYPE_CHECKING:
    from bot.engine.actions import Decision
    from bot.text.locale import Locale
    from bot.text.telling.table import Table


def offer_words(locale: Locale, offer: Offer, table: Table) -> str:
    """An action with its cost, its way and what it brings: ``Build a small building on C7 · 3 gears + 1 food (…)``."""
    return OUTER.join([_title(locale, offer, table), *_details(locale, offer, table)])


def offer_label(locale: Locale, offer: Offer, table: Table, most: int = CHOICE) -> str:
    """The action alone, with its symbol, in at most ``most`` characters: for a button or a menu."""
    return fit(f"{symbol(_SYMBOLS[type(offer.action)])} {capital(_title(locale, offer, table))}", most)


def offer_note(locale: Locale, offer: Offer, table: Table, most: int = CHOICE) -> str:
    """Cost, way and gain, in at most ``most`` characters: a menu's description. What cannot be undone says so."""
    barrier = [t(locale, "decision.note.barrier")] if offer.barrier else []
    room = most - sum(len(part) + len(OUTER) for part in barrier)
    details = OUTER.join(_details(locale, offer, table))
    if len(details) > room:
        details = OUTER.join(_details(locale, offer, table, short=True))
    return OUTER.join(([fit(details, room)] if details else []) + barrier)


def cost_words(locale: Locale, offer: Offer) -> str:
    """``3 gears + 1 food (2 spaces between, 1 free)``; empty where it costs nothing and needs no way."""
    if offer.range is None and not offer.cost:
        return ""
    cost = sum_words(locale, offer.cost) or t(locale, "offer.free")
    notes = [*_price_notes(locale, offer), *_way(locale, offer)]
    return f"{cost} ({', '.join(notes)})" if notes else cost


# ---- the action --------------------------------------------------------------------------------------------------

_Words = Callable[["Locale", Any, "Table"], str]


def _title(locale: Locale, offer: Offer, table: Table) -> str:
    return _TITLES[type(offer.action)](locale, offer.action, table)


def _play(locale: Locale, action: PlayCard, table: Table) -> str:
    slot = slot_label(locale, table, action.slot)
    return t(locale, "offer.play", card=component_name(locale, table, action.card), slot=slot)


def _switch(locale: Locale, action: UseSwitch, table: Table) -> str:
    if action.copy is not None:
        return t(locale, "offer.copy", card=component_name(locale, table, action.copy))
    return t(locale, "offer.switch", gain=amount(locale, str(action.resource), 1))


def _populate(locale: Locale, action: Populate, table: Table) -> str:
    technology = component_name(locale, table, action.technology)
    return t(locale, "offer.populate", space=space_words(locale, table, action.location), technology=technology)


def _build(locale: Locale, action: Build, table: Table) -> str:
    return t(locale, f"offer.build.{action.size}", space=space_label(table, action.space))


def _choose(locale: Locale, action: Choose, table: Table) -> str:
    asked = _asked(action, table)
    if asked is None:
        return t(locale, "offer.choose")
    picked = [option_name(locale, asked, asked.options[pick], table) for pick in action.answer]
    return ", ".join(picked) or t(locale, "decision.option.skip")


def _asked(action: Choose, table: Table) -> Decision | None:
    """The reader's own open decision, where the action answers it."""
    asked = table.seen.decision if table.seen else None
    return asked if asked is not None and asked.seat == action.seat else None


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
        locale, "offer.crate", effects=component_words(locale, table, action.crate)
    ),
    Convert: lambda locale, action, table: t(locale, "offer.convert", gain=amount(locale, action.to, 1)),
    TradeAction: lambda locale, action, table: t(
        locale, "offer.trade", technology=component_name(locale, table, action.technology)
    ),
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
    EndAction: "end",
    EndTurn: "end",
    Choose: "end",
}


# ---- cost and gain -----------------------------------------------------------------------------------------------


def _details(locale: Locale, offer: Offer, table: Table, *, short: bool = False) -> list[str]:
    """Cost, gain and loss; ``short``: the gain in symbols where it has any."""
    gain = (_SHORT_GAINS if short else _GAINS).get(type(offer.action), _GAINS.get(type(offer.action)))
    own_cost = isinstance(offer.action, Convert | TradeAction)
    found = [
        "" if own_cost else cost_words(locale, offer),
        gain(locale, offer.action, table) if gain else "",
        t(locale, "offer.note.loses", amounts=amounts_words(locale, offer.loses)) if offer.loses else "",
    ]
    return [words for words in found if words]


def _way(locale: Locale, offer: Offer) -> list[str]:
    way = offer.range
    if way is None or not way.distance:
        return []
    free = [tn(locale, "offer.note.way_free", way.free)] if way.free else []
    return [tn(locale, "offer.note.way", way.distance), *free]


def _price_notes(locale: Locale, offer: Offer) -> list[str]:
    notes = []
    if offer.discount:
        notes.append(t(locale, "offer.note.discount", amounts=sum_words(locale, offer.discount)))
    if offer.extra_books:
        notes.append(tn(locale, "offer.note.extra_books", offer.extra_books))
    crystals = offer.payment.crystal - offer.cost.crystal
    if crystals > 0:
        notes.append(tn(locale, "offer.note.crystals", crystals))
    return notes


def _play_gain(locale: Locale, action: PlayCard, table: Table) -> str:
    half = t(locale, f"thing.half.{action.half}")
    return pair(locale, half, half_words(locale, table.pack.citizen[action.card].half(action.half)))


def _copy_gain(locale: Locale, action: UseSwitch, table: Table) -> str:
    return half_words(locale, table.pack.citizen[action.copy].top) if action.copy in table.pack.citizen else ""


def _explore_gain(locale: Locale, action: Explore, table: Table) -> str:
    back = table.seen.backs.get(action.place) if table.seen else None
    if back is None:
        return ""
    card = t(locale, "offer.note.card" if back.card else "offer.note.no_card")
    return tn(locale, "offer.note.tile", back.points, card=card)


def _populate_gain(locale: Locale, action: Populate, table: Table) -> str:
    return technology_words(locale, table.pack.technology[action.technology])


def _machine_gain(locale: Locale, action: UseMachine, table: Table) -> str:
    return machine_words(locale, table, action.machine)


def _choose_gain(locale: Locale, action: Choose, table: Table) -> str:
    asked = _asked(action, table)
    if asked is None or len(action.answer) != 1:
        return ""
    return option_about(locale, asked, asked.options[action.answer[0]], table)


def _explore_symbols(locale: Locale, action: Explore, table: Table) -> str:
    back = table.seen.backs.get(action.place) if table.seen else None
    return "" if back is None else counted(back.points, "points") + (f" {counted(1, 'card')}" if back.card else "")


def _trade_gain(locale: Locale, action: TradeAction, table: Table) -> str:
    trade = table.pack.technology[action.technology].trade
    if trade is None:
        return ""
    return t(locale, "offer.note.trade", cost=sum_words(locale, trade.cost), get=tied_words(locale, trade.get))


_GAINS: dict[type, _Words] = {
    PlayCard: _play_gain,
    UseSwitch: _copy_gain,
    Explore: _explore_gain,
    Populate: _populate_gain,
    UseMachine: _machine_gain,
    TradeAction: _trade_gain,
    Hibernate: _plain("offer.note.hibernate"),
    Choose: _choose_gain,
}
_SHORT_GAINS: dict[type, _Words] = {
    Explore: _explore_symbols,
    PlayCard: lambda locale, action, table: half_symbols(table.pack.citizen[action.card].half(action.half)),
    UseSwitch: lambda locale, action, table: (
        half_symbols(table.pack.citizen[action.copy].top) if action.copy in table.pack.citizen else ""
    ),
    Populate: lambda locale, action, table: technology_symbols(table.pack.technology[action.technology]),
    UseMachine: lambda locale, action, table: component_symbols(locale, table, action.machine),
}
