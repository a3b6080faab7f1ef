"""What components do, in symbols: the same for every language, for buttons and maps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.engine.effects import (
    Advance,
    AnyColour,
    ByHand,
    Choice,
    ClearSlot,
    Countable,
    DiscardCards,
    Discount,
    Each,
    Effect,
    FifthSlot,
    Fill,
    Gain,
    GainAny,
    Lasting,
    LastingDiscount,
    LastingRange,
    Origin,
    Pay,
    PlaceMarker,
    PopulateApart,
    RangeBonus,
    ResetSwitch,
    ReturnEnergy,
    TakeArtifact,
    TakeCard,
    TakeCrate,
    TakeMachine,
    TakeModule,
    TakeScyphoz,
    TribeAbility,
    Wake,
    WaterAgain,
    When,
)
from bot.engine.resources import BASICS, RESOURCES, Amounts
from bot.text.game.emoji import counted, symbol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.engine.components import Goal
    from bot.engine.effects import BoundedOutcome

ANY_BASIC = "/".join(symbol(kind) for kind in BASICS)
ANY = "/".join(symbol(kind) for kind in RESOURCES)
_THINGS = {
    "energy": "energy",
    "crates": "crate",
    "machines": "machine",
    "modules": "module",
    "technologies": "technology",
    "buildings": "build",
    "small_buildings": "small",
    "large_buildings": "large_building",
    "large_locations": "large",
    "cards_gained": "card",
    "discs": "disc",
    "progress_markers": "progress",
    "hibernations": "hibernate",
    "track_steps": "any",
    "waters": "water",
    "artifacts": "artifact",
}
_MOMENTS = {
    "played": "play",
    "switched": "switch",
    "explored": "explore",
    "populated": "populate",
    "built": "build",
    "hibernated": "hibernate",
    "machine_used": "machine",
    "crate_opened": "crate",
}


def effect_symbols(effects: Iterable[Effect | Lasting]) -> str:
    """All of these effects: ``2⚙️ 1🌲 1🍖→3⭐``."""
    return " ".join(_SHORT[type(effect)](effect) for effect in effects)


def amounts_symbols(amounts: Amounts) -> str:
    """``3⚙️ 1🍖``."""
    return " ".join(counted(number, kind) for kind, number in amounts.items())


def countable_symbol(of: Countable) -> str:
    """The symbol of a thing that artifact cards and effects count."""
    return symbol(_THINGS[of])


def goal_symbol(of: Goal) -> str:
    """The symbol of a thing that journeys count."""
    return symbol("flask") if of == "flasks" else countable_symbol(of)


def _inner(effects: Iterable[Effect]) -> str:
    return "+".join(
        f"({_SHORT[type(effect)](effect)})" if isinstance(effect, Choice | Pay) else _SHORT[type(effect)](effect)
        for effect in effects
    )


def _gain(effect: Gain) -> str:
    more = (("points", effect.points), ("energy", effect.energy), ("devotion", effect.devotion))
    found = [*effect.amounts.items(), *((thing, number) for thing, number in more if number)]
    return "+".join(counted(number, thing) for thing, number in found)


def _each(effect: Each) -> str:
    return f"{_gain(effect.get)}×{countable_symbol(effect.of)}≤{effect.most}"


def _by_hand(effect: ByHand) -> str:
    return f"{symbol('by_hand')}≤{'+'.join(map(_most, effect.brings))}"


def _most(bounded: BoundedOutcome) -> str:
    added = bounded.added_up(bounded.most)
    if added is not None:
        return _inner([added])
    return _inner(bounded.get) if bounded.most == 1 else f"{bounded.most}×({_inner(bounded.get)})"


def _when(lasting: When) -> str:
    narrow = symbol(lasting.colour) if lasting.colour else ""
    size = symbol("small" if lasting.size == "small" else "large_building") if lasting.size else ""
    return f"{symbol(_MOMENTS[lasting.moment])}{narrow}{size}→{_inner(lasting.get)}"


def _counted(thing: str) -> Callable[[Any], str]:
    return lambda effect: counted(effect.n, thing)


def _plain(text: str) -> Callable[[Any], str]:
    return lambda effect: text


_SHORT: dict[type, Callable[[Any], str]] = {
    Gain: _gain,
    GainAny: lambda effect: f"{effect.n}×({ANY_BASIC})",
    Advance: lambda effect: counted(effect.steps, effect.track),
    Choice: lambda effect: "/".join(_inner(effects) for effects in effect.of),
    Pay: lambda effect: f"{amounts_symbols(effect.cost)}→{_inner(effect.get)}",
    TribeAbility: _plain(symbol("tribe_ability")),
    TakeCard: _counted("card"),
    TakeModule: _counted("module"),
    TakeMachine: lambda effect: f"1{symbol('machine')}{symbol(effect.track) if effect.track != 'any' else ''}",
    TakeCrate: _counted("crate"),
    TakeArtifact: _plain(counted(1, "artifact")),
    ReturnEnergy: lambda effect: f"{counted(effect.n, 'energy')}←{symbol('machine')}",
    RangeBonus: lambda effect: f"+{counted(effect.n, 'range')}",
    Discount: lambda effect: f"{symbol(effect.action)}−{counted(effect.n, effect.resource)}",
    AnyColour: _plain(symbol("any_colour")),
    ResetSwitch: _plain(symbol("switch")),
    Wake: lambda effect: f"{counted(effect.n, 'card')}←{symbol('rest')}",
    ClearSlot: _plain(f"{symbol('slot')}→{symbol('rest')}"),
    Fill: lambda effect: f"{ANY if effect.resource == 'any' else symbol(effect.resource)}→max",
    DiscardCards: lambda effect: f"≤{counted(effect.n, 'card')}→{symbol('rest')}",
    Each: _each,
    WaterAgain: _plain(symbol("water")),
    PlaceMarker: lambda effect: f"{symbol('marker')}≤{effect.within}",
    TakeScyphoz: _plain(counted(1, "scyphoz")),
    PopulateApart: _plain(f"{symbol('populate')}{symbol('large')}"),
    ByHand: _by_hand,
    LastingRange: lambda lasting: f"{symbol(lasting.action) if lasting.action else ''}+{counted(lasting.n, 'range')}",
    LastingDiscount: lambda lasting: f"{symbol(lasting.action)}−{counted(lasting.n, lasting.resource)}",
    FifthSlot: _plain(f"+{symbol('slot')}"),
    Origin: lambda lasting: f"{symbol('range')}←{symbol(lasting.terrain)}",
    When: _when,
}
