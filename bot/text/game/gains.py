"""What an action would bring, as far as that is known in advance: in full, in few words, or in symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bot.engine.actions import (
    Action,
    Build,
    Choose,
    Explore,
    Hibernate,
    PlayCard,
    Populate,
    ResolveJourney,
    TakeGains,
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.engine.effects import Effect, Gain
from bot.engine.rules.building_bonuses import beside, plain_bonuses, water_bonus, waters_in
from bot.engine.rules.cards import triggered
from bot.engine.variants.abyss.journey_cards import level_of
from bot.engine.variants.abyss.lakes import devotion_at
from bot.text.catalogue import t, tn
from bot.text.game.brief_effects import brief_words
from bot.text.game.component_text import (
    component_brief,
    component_words,
    half_brief,
    half_symbols,
    half_words,
    machine_brief,
    machine_symbols,
    machine_words,
    technology_brief,
    technology_symbols,
    technology_words,
)
from bot.text.game.decisions import option_about
from bot.text.game.effect_symbols import effect_symbols
from bot.text.game.effects import OUTER, effect_words, tied_words
from bot.text.game.expansion_text import coming_words, levels_signs
from bot.text.game.names import pair, source_words, sum_words

if TYPE_CHECKING:
    from bot.engine.components import Half, Technology
    from bot.engine.resolution.tasks import Do
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale

_Words = Callable[["Locale", Any, "Table", "Wording"], str]


class Wording(NamedTuple):
    """A way to tell what components do, by length."""

    half: Callable[[Locale, Half], str]
    effects: Callable[[Locale, Sequence[Effect]], str]
    """The effects of one source."""
    listed: Callable[[Locale, Iterable[Effect]], str]
    """Effects side by side."""
    technology: Callable[[Locale, Technology], str]
    component: Callable[[Locale, Table, object], str]


FULL: Final = Wording(half_words, tied_words, effect_words, technology_words, machine_words)
BRIEF: Final = Wording(half_brief, brief_words, brief_words, technology_brief, machine_brief)
SIGNS: Final = Wording(
    lambda locale, half: half_symbols(half),
    lambda locale, effects: effect_symbols(effects),
    lambda locale, effects: effect_symbols(effects),
    lambda locale, technology: technology_symbols(technology),
    machine_symbols,
)
"""For what is too long even in few words."""


def gain_words(locale: Locale, action: Action, table: Table, wording: Wording = FULL) -> str:
    """What an action would bring; empty where nothing is known."""
    say = _WORDS.get(type(action))
    return say(locale, action, table, wording) if say else ""


# ---- cards -------------------------------------------------------------------------------------------------------


def _play(locale: Locale, action: PlayCard, table: Table, wording: Wording) -> str:
    """The effects of the half, then those of the cards and modules that it triggers in the slot."""
    half = t(locale, f"thing.half.{action.half}")
    own = pair(locale, half, wording.half(locale, table.pack.citizen[action.card].half(action.half)))
    return OUTER.join([own, *(_group(locale, group, table, wording) for group in _set_off(action, table))])


def _group(locale: Locale, group: tuple[Do, ...], table: Table, wording: Wording) -> str:
    source = source_words(locale, table, group[0].source.kind, group[0].source.id)
    return pair(locale, source, wording.effects(locale, [do.effect for do in group]))


def triggered_brief(locale: Locale, action: PlayCard, table: Table) -> list[str]:
    """What playing a card triggers in the slot besides the card itself, each thing in few words."""
    return [brief_words(locale, [do.effect for do in group]) for group in _set_off(action, table)]


def triggered_symbols(action: PlayCard, table: Table) -> list[str]:
    """The same in symbols."""
    return [effect_symbols([do.effect for do in group]) for group in _set_off(action, table)]


def _set_off(action: PlayCard, table: Table) -> list[tuple[Do, ...]]:
    """What playing a card triggers besides the card itself, if the reader sees the slot."""
    if table.position is None:
        return []
    return [group for group in triggered(table.position, action) if group[0].source.id != action.card]


def _switch(locale: Locale, action: UseSwitch, table: Table, wording: Wording) -> str:
    """The half that is copied, or what a journey costs and gives."""
    if action.journey in table.pack.journey:
        journey = table.pack.journey[action.journey]
        return levels_signs(journey) if wording is SIGNS else component_words(locale, table, journey.id)
    return wording.half(locale, table.pack.citizen[action.copy].top) if action.copy in table.pack.citizen else ""


# ---- the map -----------------------------------------------------------------------------------------------------


def _explore(locale: Locale, action: Explore, table: Table, wording: Wording) -> str:
    back = table.seen.backs.get(action.place) if table.seen else None
    if back is None:
        return ""
    card = t(locale, "offer.note.card" if back.card else "offer.note.no_card")
    return tn(locale, "offer.note.tile", back.points, card=card)


def _populate(locale: Locale, action: Populate, table: Table, wording: Wording) -> str:
    return wording.technology(locale, table.pack.technology[action.technology])


def _building_effects(action: Build, table: Table) -> list[Effect]:
    """The bonuses of the neighbouring spaces: terrain and crystals, and each water space that has not yet paid the seat
    (ruling water); devotion of lakes."""
    game = table.position
    if game is None:
        return []
    spaces = beside(game, action.space)
    new = [water for water in waters_in(game, spaces) if water not in game.seat(action.seat).waters]
    waters = [do.effect for water in new for do in water_bonus(game, water)]
    devotion = [Gain(devotion=number) for number in devotion_at(game, action.seat, action)]
    return gains_summed([*plain_bonuses(game, spaces, 2 if action.size == "large" else 1), *waters, *devotion])


def gains_summed(effects: Sequence[Effect]) -> list[Effect]:
    """The effects with all plain gains in one, where the first of them stands: nobody adds 2 crystals and 1 crystal."""
    numbers = [number for number, effect in enumerate(effects) if isinstance(effect, Gain)]
    if len(numbers) < 2:
        return [*effects]
    kinds = Gain.__struct_fields__
    total = Gain(**{kind: sum(getattr(effects[number], kind) for number in numbers) for kind in kinds})
    shown = [total if number == numbers[0] else effect for number, effect in enumerate(effects)]
    return [effect for number, effect in enumerate(shown) if number not in numbers[1:]]


def _build(locale: Locale, action: Build, table: Table, wording: Wording) -> str:
    effects = _building_effects(action, table)
    return wording.listed(locale, effects) if effects else ""


# ---- everything else ---------------------------------------------------------------------------------------------


def _machine(locale: Locale, action: UseMachine, table: Table, wording: Wording) -> str:
    return wording.component(locale, table, action.machine)


def _trade(locale: Locale, action: TradeAction, table: Table, wording: Wording) -> str:
    trade = table.pack.technology[action.technology].trade
    if trade is None:
        return ""
    return t(locale, "offer.note.trade", cost=sum_words(locale, trade.cost), get=wording.effects(locale, trade.get))


def _hibernate(locale: Locale, action: Hibernate, table: Table, wording: Wording) -> str:
    return t(locale, "offer.note.hibernate")


def _resolve(locale: Locale, action: ResolveJourney, table: Table, wording: Wording) -> str:
    """The devotion of the level that is fulfilled now."""
    game, journey = table.position, table.pack.journey.get(action.journey)
    level = level_of(game, action.seat, journey) if game is not None and journey is not None else None
    return wording.effects(locale, [Gain(devotion=level.devotion)]) if level is not None else ""


def _take_gains(locale: Locale, action: TakeGains, table: Table, wording: Wording) -> str:
    return coming_words(locale, table, action.seat)


def _choose(locale: Locale, action: Choose, table: Table, wording: Wording) -> str:
    asked = table.asked(action.seat)
    if asked is None or len(action.answer) != 1:
        return ""
    option = asked.options[action.answer[0]]
    brief = "" if wording is FULL else component_brief(locale, table, option.id)
    return brief or option_about(locale, asked, option, table)


_WORDS: dict[type, _Words] = {
    PlayCard: _play,
    UseSwitch: _switch,
    Explore: _explore,
    Populate: _populate,
    Build: _build,
    UseMachine: _machine,
    TradeAction: _trade,
    Hibernate: _hibernate,
    ResolveJourney: _resolve,
    TakeGains: _take_gains,
    Choose: _choose,
}
