"""What components do, in few words: for menus, where the full words would be cut."""

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
    GainAny,
    Lasting,
    LastingRange,
    Origin,
    Pay,
    PlaceMarker,
    RangeBonus,
    ResetSwitch,
    ReturnEnergy,
    Wake,
    WaterAgain,
    When,
)
from bot.text.catalogue import t, tn
from bot.text.formatting import either
from bot.text.game.effects import INNER, bounded_words, gain_parts, words_of
from bot.text.game.names import amount, sum_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.text.locale import Locale

COMMA = ", "
_THINGS = {"large_locations": "effect.brief.large_location", "cards_gained": "effect.brief.cards_gained"}


def brief_words(locale: Locale, effects: Iterable[Effect | Lasting]) -> str:
    """All of these effects in few words: ``2 gears, 1 forest step``."""
    found = tuple(effects)
    several = len(found) > 1
    parts = [part for effect in found for part in _parts(locale, effect, bracketed=several and _branches(effect))]
    return COMMA.join(parts) or t(locale, "effect.empty")


def countable_words(locale: Locale, of: Countable) -> str:
    """A thing that artifact cards count, in few words."""
    return t(locale, _THINGS.get(of, f"thing.each.{of}"))


def _branches(effect: Effect | Lasting) -> bool:
    """Whether nobody could tell where it ends beside another effect."""
    return isinstance(effect, Choice | Pay)


def _parts(locale: Locale, effect: Effect | Lasting, *, bracketed: bool) -> list[str]:
    say = _BRIEF.get(type(effect))
    parts = [say(locale, effect)] if say else words_of(locale, effect)
    return [f"({part})" for part in parts] if bracketed else parts


def _inner(locale: Locale, effects: Iterable[Effect]) -> str:
    """Effects inside another one; one with parts of its own is in brackets."""
    found = [part for effect in effects for part in _parts(locale, effect, bracketed=_branches(effect))]
    return INNER.join(found) or t(locale, "effect.empty")


# ---- words -------------------------------------------------------------------------------------------------------


def _plural(key: str) -> Callable[[Locale, Any], str]:
    return lambda locale, effect: tn(locale, key, effect.n)


def _plain(key: str) -> Callable[[Locale, Any], str]:
    return lambda locale, effect: t(locale, key)


def _choice(locale: Locale, effect: Choice) -> str:
    return either(locale, [_inner(locale, effects) for effects in effect.of])


def _pay(locale: Locale, effect: Pay) -> str:
    return t(locale, "effect.pay", cost=sum_words(locale, effect.cost), get=_inner(locale, effect.get))


def _discount(locale: Locale, effect: Discount) -> str:
    less = amount(locale, effect.resource, effect.n)
    return t(locale, f"effect.brief.discount.{effect.action}", amount=less)


def _each(locale: Locale, effect: Each) -> str:
    get, thing = INNER.join(gain_parts(locale, effect.get)), countable_words(locale, effect.of)
    return t(locale, "effect.brief.each", get=get, thing=thing, most=effect.most)


def _lasting_range(locale: Locale, lasting: LastingRange) -> str:
    key = f"effect.lasting.range.{lasting.action}" if lasting.action else "effect.brief.lasting.range"
    return t(locale, key, n=lasting.n)


def _when(locale: Locale, lasting: When) -> str:
    narrow = lasting.colour if lasting.moment == "played" else lasting.size if lasting.moment == "built" else None
    key = f"effect.lasting.when.{lasting.moment}" + (f".{narrow}" if narrow else "")
    return t(locale, key, get=_inner(locale, lasting.get))


_BRIEF: dict[type, Callable[[Locale, Any], str]] = {
    GainAny: _plural("effect.brief.gain_any"),
    Advance: lambda locale, effect: tn(locale, f"effect.brief.advance.{effect.track}", effect.steps),
    Choice: _choice,
    Pay: _pay,
    ReturnEnergy: _plural("effect.brief.return_energy"),
    RangeBonus: lambda locale, effect: t(locale, "effect.brief.range", n=effect.n),
    Discount: _discount,
    AnyColour: _plain("effect.brief.any_colour"),
    ResetSwitch: _plain("effect.brief.reset_switch"),
    Wake: _plural("effect.brief.wake"),
    ClearSlot: _plain("effect.brief.clear_slot"),
    DiscardCards: _plural("effect.brief.discard_cards"),
    Each: _each,
    WaterAgain: _plain("effect.brief.water_again"),
    PlaceMarker: lambda locale, effect: t(locale, "effect.brief.place_marker", n=effect.within),
    ByHand: lambda locale, effect: t(locale, "effect.brief.by_hand", brings=bounded_words(locale, effect)),
    LastingRange: _lasting_range,
    Origin: lambda locale, lasting: t(locale, f"effect.brief.origin.{lasting.terrain}"),
    When: _when,
}
"""Effects whose full words are long; the others have no shorter ones."""
