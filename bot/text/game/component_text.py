"""What one component does, in one line."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from bot.engine.effects import Effect, Lasting, TakeArtifact, TakeMachine
from bot.text.catalogue import t, tn
from bot.text.game.brief_effects import COMMA, brief_words, countable_words
from bot.text.game.effect_symbols import amounts_symbols, countable_symbol, effect_symbols
from bot.text.game.effects import OUTER, effect_words, inner_words, tied_words
from bot.text.game.emoji import counted, symbol
from bot.text.game.names import component_name, pair, sum_words
from bot.text.game.text_context import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    from bot.engine.components import (
        ArtifactCard,
        Citizen,
        Crate,
        Half,
        Journey,
        JourneyLevel,
        Machine,
        Module,
        Technology,
    )
    from bot.text.locale import Locale

    EffectWords: TypeAlias = Callable[[Locale, Sequence[Effect | Lasting]], str]
    AfterWords: TypeAlias = Callable[[Locale, Sequence[Effect]], str]


def component_words(locale: Locale, table: Table, component: object) -> str:
    """What the component with this identifier does; empty where it is hidden or unknown."""
    pack, name = table.pack, str(component)
    if name in pack.citizen:
        return card_words(locale, pack.citizen[name])
    if name in pack.module:
        return module_effects(locale, table, name)
    if name in pack.machine:
        return effect_words(locale, pack.machine[name].get)
    if name in pack.crate:
        return effect_words(locale, pack.crate[name].get)
    if name in pack.technology:
        return technology_words(locale, pack.technology[name])
    if name in pack.tribe:
        return effect_words(locale, (*pack.tribe[name].ability, *pack.tribe[name].lasting))
    if name in pack.artifact_card:
        return artifact_card_words(locale, pack.artifact_card[name])
    return _of_expansion(locale, table, name)


def _of_expansion(locale: Locale, table: Table, name: str) -> str:
    """A journey's price and levels, or what a lake gives; empty where it is neither."""
    journey, lake = table.pack.journey.get(name), table.pack.lake.get(name)
    if journey is not None:
        levels = [_level_words(locale, journey, level) for level in journey.levels]
        colour = t(locale, f"thing.colour.{journey.colour}")
        return t(locale, "effect.journey", colour=colour, levels=COMMA.join(levels))
    if lake is not None:
        return t(locale, "effect.lake", small=inner_words(locale, lake.small), large=inner_words(locale, lake.large))
    return ""


def _level_words(locale: Locale, journey: Journey, level: JourneyLevel) -> str:
    counted = tn(locale, f"thing.count.{journey.of}", level.reach)
    return t(locale, "effect.journey.level", counted=counted, devotion=tn(locale, "thing.devotion", level.devotion))


def component_brief(locale: Locale, table: Table, component: object) -> str:
    """The same in few words, for menus; empty where it is hidden or unknown."""
    pack, name = table.pack, str(component)
    if name in pack.citizen:
        card = pack.citizen[name]
        colour = t(locale, f"thing.colour.{card.colour or 'none'}")
        return t(
            locale,
            "effect.brief.card",
            colour=colour,
            top=half_brief(locale, card.top),
            bottom=half_brief(locale, card.bottom),
        )
    if name in pack.technology:
        return technology_brief(locale, pack.technology[name])
    if name in pack.artifact_card:
        return artifact_card_brief(locale, pack.artifact_card[name])
    if name in pack.tribe:
        return brief_words(locale, (*pack.tribe[name].ability, *pack.tribe[name].lasting))
    kinds: tuple[Mapping[str, Module | Machine | Crate], ...] = (pack.module, pack.machine, pack.crate)
    found = next((brief_words(locale, kind[name].get) for kind in kinds if name in kind), "")
    return found or _of_expansion(locale, table, name)


def half_brief(locale: Locale, half: Half) -> str:
    """A half's effects in few words, and its slot symbol."""
    words = brief_words(locale, half.get)
    return f"{words} ({t(locale, 'effect.brief.slot_symbol')})" if half.slot else words


def technology_brief(locale: Locale, technology: Technology) -> str:
    """What a technology brings, in few words."""
    return _technology(locale, technology, brief_words, brief_words)


def artifact_card_brief(locale: Locale, card: ArtifactCard) -> str:
    """The points that an artifact card scores for each colour, in few words."""
    lines = [
        t(locale, f"effect.brief.artifact_line.{colour}", n=line.points, thing=countable_words(locale, line.of))
        for colour, line in card.lines.items()
    ]
    return t(locale, "effect.brief.artifact", lines=COMMA.join(lines))


def component_symbols(locale: Locale, table: Table, component: object) -> str:
    """The same in symbols, where words would be too long; empty where it is hidden, unknown or has no short form."""
    pack, name = table.pack, str(component)
    if name in pack.citizen:
        card = pack.citizen[name]
        colour = t(locale, f"thing.colour.{card.colour or 'none'}")
        top, bottom = half_symbols(card.top), half_symbols(card.bottom)
        return t(locale, "effect.brief.card", colour=colour, top=top, bottom=bottom)
    if name in pack.technology:
        return technology_symbols(pack.technology[name])
    if name in pack.artifact_card:
        return artifact_card_symbols(pack.artifact_card[name])
    kinds: tuple[Mapping[str, Module | Machine | Crate], ...] = (pack.module, pack.machine, pack.crate)
    return next((effect_symbols(kind[name].get) for kind in kinds if name in kind), "")


class _Same:
    """A pack, which is the same as itself alone: comparing packs takes longer than wording one of their components."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __hash__(self) -> int:
        return id(self.table.pack)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.table.pack is self.table.pack


def component_fitting(locale: Locale, table: Table, component: object, most: int) -> str:
    """What the component does, in as many words as fit into ``most`` characters, else in symbols where it has any. Only
    the pack tells, so each is worded once."""
    return _fitting(locale, _Same(Table(table.pack, table.board, ())), component, most)


@lru_cache(maxsize=4096)
def _fitting(locale: Locale, of: _Same, component: object, most: int) -> str:
    table = of.table
    brief = component_brief(locale, table, component)
    ways = (component_words(locale, table, component), brief, component_symbols(locale, table, component) or brief)
    return next((words for words in ways if len(words) <= most), ways[-1])


def half_symbols(half: Half) -> str:
    """A half's effects in symbols."""
    return effect_symbols(half.get) + (f" {symbol('slot')}" if half.slot else "")


def machine_symbols(locale: Locale, table: Table, machine: object) -> str:
    """What a machine does, in symbols; of a technology its machine alone."""
    found = table.pack.technology.get(str(machine))
    return effect_symbols(found.machine) if found else component_symbols(locale, table, machine)


def technology_symbols(technology: Technology) -> str:
    """What a technology brings, in symbols."""
    words = [counted(technology.points, "points")] if technology.points else []
    words.append(effect_symbols((*technology.at_once, *technology.lasting)))
    if technology.trade:
        trade = technology.trade
        words.append(f"{symbol('trade')}{amounts_symbols(trade.cost)}→{effect_symbols(trade.get)}")
    if technology.machine:
        words.append(f"{symbol('machine')}{effect_symbols(technology.machine)}")
    return " ".join(word for word in words if word)


def card_words(locale: Locale, card: Citizen) -> str:
    """Colour and both halves of a citizen card."""
    colour = t(locale, f"thing.colour.{card.colour or 'none'}")
    return t(
        locale,
        "effect.card",
        colour=colour,
        top=half_words(locale, card.top),
        bottom=half_words(locale, card.bottom),
    )


def half_words(locale: Locale, half: Half) -> str:
    """The effects of a half in one phrase, and its slot symbol."""
    words = tied_words(locale, half.get)
    return f"{words} ({t(locale, 'effect.slot_symbol')})" if half.slot else words


def module_effects(locale: Locale, table: Table, module: object) -> str:
    """What a module does; empty where there is none of this identifier."""
    found = table.pack.module.get(str(module))
    return effect_words(locale, found.get) if found else ""


def machine_words(locale: Locale, table: Table, machine: object) -> str:
    """What a machine does, whether from the market, printed on the board or a technology."""
    name = str(machine)
    found = table.pack.machine.get(name)
    if found is None and name in table.pack.technology:
        return effect_words(locale, table.pack.technology[name].machine)
    return effect_words(locale, found.get) if found else ""


def machine_brief(locale: Locale, table: Table, machine: object) -> str:
    """What a machine does, in few words."""
    found = table.pack.technology.get(str(machine))
    return brief_words(locale, found.machine) if found else component_brief(locale, table, machine)


def technology_words(locale: Locale, technology: Technology) -> str:
    """What a technology brings: points at the end, and what it does at once, always, as a trade or as a machine."""
    return _technology(locale, technology, effect_words, tied_words)


def trade_words(locale: Locale, technology: Technology) -> str:
    """A technology's trade action; empty where it has none."""
    return _trade(locale, technology, tied_words)


def _technology(locale: Locale, technology: Technology, alone: EffectWords, after: AfterWords) -> str:
    """``alone``: the words of effects that stand for themselves; ``after``: of those that follow a beginning."""
    words = [tn(locale, "effect.points_at_end", technology.points)] if technology.points else []
    if technology.at_once:
        words.append(t(locale, "effect.at_once", get=after(locale, technology.at_once)))
    if technology.lasting:
        words.append(alone(locale, technology.lasting))
    if technology.trade:
        words.append(_trade(locale, technology, after))
    if technology.machine:
        words.append(t(locale, "effect.machine_technology", get=after(locale, technology.machine)))
    return OUTER.join(words) or t(locale, "effect.empty")


def _trade(locale: Locale, technology: Technology, words: AfterWords) -> str:
    trade = technology.trade
    if trade is None:
        return ""
    key = "effect.trade_once" if trade.once else "effect.trade"
    return t(locale, key, cost=sum_words(locale, trade.cost), get=words(locale, trade.get))


def artifact_card_words(locale: Locale, card: ArtifactCard) -> str:
    """What an artifact card scores for each colour."""
    return OUTER.join(
        t(
            locale,
            f"effect.artifact_line.{colour}",
            thing=t(locale, f"thing.each.{line.of}"),
            points=tn(locale, "thing.points", line.points),
        )
        for colour, line in card.lines.items()
    )


def artifact_card_symbols(card: ArtifactCard) -> str:
    """The same in symbols: ``🟡1⭐×⚡``."""
    return " ".join(
        f"{symbol(colour)}{counted(line.points, 'points')}×{countable_symbol(line.of)}"
        for colour, line in card.lines.items()
    )


def reward_space_words(locale: Locale, table: Table, reward: str) -> str:
    """What a space beside the machine tracks gives: a machine, an artifact, or points; empty where unknown."""
    found = table.pack.reward.get(reward)
    if found is None:
        return ""
    if found.machine:
        return pair(locale, component_name(locale, table, found.machine), machine_words(locale, table, found.machine))
    if found.cards:
        return t(locale, f"effect.card_bonus.{found.cards}")
    return effect_words(locale, [TakeMachine(found.market) if found.market else TakeArtifact()])
