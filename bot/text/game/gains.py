"""What an action would bring, as far as that is known in advance: in words, and shorter in symbols."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bot.engine.actions import (
    Action,
    Build,
    Choose,
    Explore,
    Hibernate,
    PlayCard,
    Populate,
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.engine.rules.building_bonuses import beside, plain_bonuses, water_bonus, waters_in
from bot.engine.rules.cards import triggered
from bot.text.catalogue import t, tn
from bot.text.game.component_text import (
    component_symbols,
    half_symbols,
    half_words,
    machine_words,
    technology_symbols,
    technology_words,
)
from bot.text.game.decisions import option_about
from bot.text.game.effect_symbols import effect_symbols
from bot.text.game.effects import OUTER, effect_words, tied_words
from bot.text.game.names import pair, source_words, sum_words
from bot.text.game.symbols import counted

if TYPE_CHECKING:
    from bot.engine.effects import Effect
    from bot.engine.resolution.tasks import Do
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale

_Words = Callable[["Locale", Any, "Table"], str]


def gain_words(locale: Locale, action: Action, table: Table, *, short: bool = False) -> str:
    """What an action would bring; empty where nothing is known. ``short``: in symbols where there are any."""
    say = (_SHORT if short else _WORDS).get(type(action), _WORDS.get(type(action)))
    return say(locale, action, table) if say else ""


# ---- cards -------------------------------------------------------------------------------------------------------


def _play(locale: Locale, action: PlayCard, table: Table) -> str:
    """The effects of the half, then those of the cards and modules that it triggers in the slot."""
    half = t(locale, f"thing.half.{action.half}")
    own = pair(locale, half, half_words(locale, table.pack.citizen[action.card].half(action.half)))
    return OUTER.join([own, *(_group(locale, group, table) for group in _set_off(action, table))])


def _group(locale: Locale, group: tuple[Do, ...], table: Table) -> str:
    source = source_words(locale, table, group[0].source.kind, group[0].source.id)
    return pair(locale, source, tied_words(locale, [do.effect for do in group]))


def _set_off(action: PlayCard, table: Table) -> list[tuple[Do, ...]]:
    """What playing a card triggers besides the card itself, if the reader sees the slot."""
    if table.position is None:
        return []
    return [group for group in triggered(table.position, action) if group[0].source.id != action.card]


def _play_symbols(locale: Locale, action: PlayCard, table: Table) -> str:
    own = half_symbols(table.pack.citizen[action.card].half(action.half))
    return OUTER.join([own, *(effect_symbols(do.effect for do in group) for group in _set_off(action, table))])


def _copy(locale: Locale, action: UseSwitch, table: Table) -> str:
    return half_words(locale, table.pack.citizen[action.copy].top) if action.copy in table.pack.citizen else ""


def _copy_symbols(locale: Locale, action: UseSwitch, table: Table) -> str:
    return half_symbols(table.pack.citizen[action.copy].top) if action.copy in table.pack.citizen else ""


# ---- the map -----------------------------------------------------------------------------------------------------


def _explore(locale: Locale, action: Explore, table: Table) -> str:
    back = table.seen.backs.get(action.place) if table.seen else None
    if back is None:
        return ""
    card = t(locale, "offer.note.card" if back.card else "offer.note.no_card")
    return tn(locale, "offer.note.tile", back.points, card=card)


def _explore_symbols(locale: Locale, action: Explore, table: Table) -> str:
    back = table.seen.backs.get(action.place) if table.seen else None
    return "" if back is None else counted(back.points, "points") + (f" {counted(1, 'card')}" if back.card else "")


def _populate(locale: Locale, action: Populate, table: Table) -> str:
    return technology_words(locale, table.pack.technology[action.technology])


def _populate_symbols(locale: Locale, action: Populate, table: Table) -> str:
    return technology_symbols(table.pack.technology[action.technology])


def _building_effects(action: Build, table: Table) -> list[Effect]:
    """The bonuses of the neighbouring spaces: terrain and crystals, and each water space that has not yet paid the seat
    (ruling water)."""
    game = table.position
    if game is None:
        return []
    spaces = beside(game, action.space)
    new = [water for water in waters_in(game, spaces) if water not in game.seat(action.seat).waters]
    waters = [do.effect for water in new for do in water_bonus(game, water)]
    return plain_bonuses(game, spaces, 2 if action.size == "large" else 1) + waters


def _build(locale: Locale, action: Build, table: Table) -> str:
    effects = _building_effects(action, table)
    return effect_words(locale, effects) if effects else ""


def _build_symbols(locale: Locale, action: Build, table: Table) -> str:
    return effect_symbols(_building_effects(action, table))


# ---- everything else ---------------------------------------------------------------------------------------------


def _machine(locale: Locale, action: UseMachine, table: Table) -> str:
    return machine_words(locale, table, action.machine)


def _machine_symbols(locale: Locale, action: UseMachine, table: Table) -> str:
    return component_symbols(locale, table, action.machine)


def _trade(locale: Locale, action: TradeAction, table: Table) -> str:
    trade = table.pack.technology[action.technology].trade
    if trade is None:
        return ""
    return t(locale, "offer.note.trade", cost=sum_words(locale, trade.cost), get=tied_words(locale, trade.get))


def _hibernate(locale: Locale, action: Hibernate, table: Table) -> str:
    return t(locale, "offer.note.hibernate")


def _choose(locale: Locale, action: Choose, table: Table) -> str:
    asked = table.asked(action.seat)
    if asked is None or len(action.answer) != 1:
        return ""
    return option_about(locale, asked, asked.options[action.answer[0]], table)


_WORDS: dict[type, _Words] = {
    PlayCard: _play,
    UseSwitch: _copy,
    Explore: _explore,
    Populate: _populate,
    Build: _build,
    UseMachine: _machine,
    TradeAction: _trade,
    Hibernate: _hibernate,
    Choose: _choose,
}
_SHORT: dict[type, _Words] = {
    PlayCard: _play_symbols,
    UseSwitch: _copy_symbols,
    Explore: _explore_symbols,
    Populate: _populate_symbols,
    Build: _build_symbols,
    UseMachine: _machine_symbols,
}
