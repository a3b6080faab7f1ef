"""What a single component does, in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.text.catalogue import t, tn
from bot.text.telling.effects import OUTER, effect_words, inner_words
from bot.text.telling.things import module_name, sum_words

if TYPE_CHECKING:
    from bot.engine.components import ArtifactCard, Citizen, Half, Technology
    from bot.text.locale import Locale
    from bot.text.telling.table import Table


def component_words(locale: Locale, table: Table, component: object) -> str:
    """What the component with this identifier does; empty where it is hidden or unknown."""
    pack, name = table.pack, str(component)
    if name in pack.citizen:
        return card_words(locale, pack.citizen[name])
    if name in pack.module:
        return f"{module_name(locale, table, name)}: {module_effects(locale, table, name)}"
    if name in pack.machine:
        return effect_words(locale, pack.machine[name].get)
    if name in pack.crate:
        return effect_words(locale, pack.crate[name].get)
    if name in pack.technology:
        return technology_words(locale, pack.technology[name])
    if name in pack.tribe:
        return effect_words(locale, (*pack.tribe[name].ability, *pack.tribe[name].lasting))
    return artifact_card_words(locale, pack.artifact_card[name]) if name in pack.artifact_card else ""


def card_words(locale: Locale, card: Citizen) -> str:
    """Colour and both halves of a citizen card."""
    colour = t(locale, f"thing.colour.{card.colour}")
    return t(
        locale,
        "effect.card",
        colour=colour,
        top=half_words(locale, card.top),
        bottom=half_words(locale, card.bottom),
    )


def half_words(locale: Locale, half: Half) -> str:
    """A half's effects, tied together, and its slot symbol."""
    words = inner_words(locale, half.get)
    return f"{words} ({t(locale, 'effect.slot_symbol')})" if half.slot else words


def module_effects(locale: Locale, table: Table, module: object) -> str:
    """What a module does; empty where there is none of this identifier."""
    found = table.pack.module.get(str(module))
    return effect_words(locale, found.get) if found else ""


def machine_words(locale: Locale, table: Table, machine: object) -> str:
    """What a machine does, be it from the market, printed, or a technology."""
    name = str(machine)
    found = table.pack.machine.get(name)
    if found is None and name in table.pack.technology:
        return effect_words(locale, table.pack.technology[name].machine)
    return effect_words(locale, found.get) if found else ""


def technology_words(locale: Locale, technology: Technology) -> str:
    """What a technology brings: points at the end, and what it does at once, always, as a trade or as a machine."""
    words = [tn(locale, "effect.points_at_end", technology.points)] if technology.points else []
    if technology.at_once:
        words.append(t(locale, "effect.at_once", get=inner_words(locale, technology.at_once)))
    if technology.lasting:
        words.append(effect_words(locale, technology.lasting))
    if technology.trade:
        words.append(trade_words(locale, technology))
    if technology.machine:
        words.append(t(locale, "effect.machine_technology", get=inner_words(locale, technology.machine)))
    return OUTER.join(words) or t(locale, "effect.empty")


def trade_words(locale: Locale, technology: Technology) -> str:
    """A technology's trade action; empty where it has none."""
    trade = technology.trade
    if trade is None:
        return ""
    cost, get = sum_words(locale, trade.cost), inner_words(locale, trade.get)
    return t(locale, "effect.trade_once" if trade.once else "effect.trade", cost=cost, get=get)


def artifact_card_words(locale: Locale, card: ArtifactCard) -> str:
    """What an artifact card counts for each colour."""
    return OUTER.join(
        t(
            locale,
            f"effect.artifact_line.{colour}",
            thing=t(locale, f"thing.each.{line.of}"),
            points=tn(locale, "thing.points", line.points),
        )
        for colour, line in card.lines.items()
    )
