"""What components do, in words, for every effect of the pack format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from bot.engine.effects import (
    Advance,
    AnyColour,
    ByHand,
    Choice,
    ClearSlot,
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
from bot.text.catalogue import t, tn
from bot.text.formatting import either
from bot.text.game.names import amount, in_language, parts, sum_words

if TYPE_CHECKING:
    from bot.engine.components import SpacePrint
    from bot.engine.effects import BoundedOutcome
    from bot.text.locale import Locale

OUTER, INNER = " · ", " + "
"""The separator between independent effects, and the one between effects inside a choice or a payment."""


def effect_words(locale: Locale, effects: Iterable[Effect | Lasting]) -> str:
    """All of these effects: ``2 gears · 1 step on the forest track · pay 1 food: 3 points``."""
    return OUTER.join(_all(locale, effects)) or t(locale, "effect.empty")


def _all(locale: Locale, effects: Iterable[Effect | Lasting]) -> list[str]:
    return [words for effect in effects for words in _WORDS[type(effect)](locale, effect)]


def words_of(locale: Locale, effect: Effect | Lasting) -> list[str]:
    """The parts of one effect, in full."""
    return _WORDS[type(effect)](locale, effect)


def inner_words(locale: Locale, effects: Iterable[Effect]) -> str:
    """Effects inside another one, joined; an effect with parts of its own is in brackets."""
    found = []
    for effect in effects:
        words = INNER.join(_WORDS[type(effect)](locale, effect))
        found.append(f"({words})" if isinstance(effect, Choice | Pay | Each) else words)
    return INNER.join(found) or t(locale, "effect.empty")


def tied_words(locale: Locale, effects: Sequence[Effect]) -> str:
    """Effects after a heading, joined; a single effect stays as it is."""
    return (
        effect_words(locale, effects)
        if len(effects) == 1 and not isinstance(effects[0], Gain)
        else inner_words(locale, effects)
    )


def print_words(
    locale: Locale, printed: SpacePrint | None, effects: Callable[[Locale, Iterable[Effect]], str] = effect_words
) -> str:
    """What a space shows: its terrain, printed crystals and a water space's bonus, told by ``effects``."""
    if printed is None:
        return t(locale, "thing.unexplored")
    words = [t(locale, f"thing.terrain.{printed.terrain}")]
    words += [amount(locale, "crystal", printed.crystals)] if printed.crystals else []
    words += [effects(locale, printed.bonus)] if printed.bonus else []
    return words[0] if len(words) == 1 else f"{words[0]} ({' · '.join(words[1:])})"


def gain_parts(locale: Locale, effect: Gain) -> list[str]:
    """The parts of a gain."""
    more = (("points", effect.points), ("energy", effect.energy), ("devotion", effect.devotion))
    return parts(locale, effect.amounts) + [amount(locale, thing, number) for thing, number in more if number]


# ---- words -------------------------------------------------------------------------------------------------------

_Words = Callable[["Locale", Any], list[str]]


def _plural(key: str) -> _Words:
    return lambda locale, effect: [tn(locale, key, effect.n)]


def _plain(key: str) -> _Words:
    return lambda locale, effect: [t(locale, key)]


def _advance(locale: Locale, effect: Advance) -> list[str]:
    return [tn(locale, f"effect.advance.{effect.track}", effect.steps)]


def _choice(locale: Locale, effect: Choice) -> list[str]:
    options = either(locale, [inner_words(locale, effects) for effects in effect.of])
    return [t(locale, "effect.choose", options=options)]


def _pay(locale: Locale, effect: Pay) -> list[str]:
    return [t(locale, "effect.pay", cost=sum_words(locale, effect.cost), get=inner_words(locale, effect.get))]


def _machine(locale: Locale, effect: TakeMachine) -> list[str]:
    return [t(locale, f"effect.take_machine.{effect.track}")]


def _range(locale: Locale, effect: RangeBonus) -> list[str]:
    return [t(locale, "effect.range", n=effect.n)]


def _discount(locale: Locale, effect: Discount) -> list[str]:
    return [t(locale, f"effect.discount.{effect.action}", amount=amount(locale, effect.resource, effect.n))]


def _each(locale: Locale, effect: Each) -> list[str]:
    get = INNER.join(gain_parts(locale, effect.get))
    return [tn(locale, "effect.each", effect.most, get=get, thing=t(locale, f"thing.each.{effect.of}"))]


def _marker(locale: Locale, effect: PlaceMarker) -> list[str]:
    return [t(locale, "effect.place_marker", n=effect.within)]


def _by_hand(locale: Locale, effect: ByHand) -> list[str]:
    return [t(locale, "effect.by_hand", text=in_language(locale, effect.text), brings=bounded_words(locale, effect))]


def bounded_words(locale: Locale, effect: ByHand) -> str:
    """What may come of a sentence at most: ``at most 3 gears, at most once 1 artifact``."""
    return ", ".join(_most_words(locale, bounded) for bounded in effect.brings)


def _most_words(locale: Locale, bounded: BoundedOutcome) -> str:
    added = bounded.added_up(bounded.most)
    if added is not None:
        return t(locale, "effect.by_hand.up_to", get=inner_words(locale, [added]))
    return tn(locale, "effect.by_hand.most", bounded.most, get=_bracketed(locale, bounded.get))


def outcome_words(locale: Locale, effect: ByHand, times: Iterable[int]) -> str:
    """What has come of a sentence: ``3 gears + 1 card``."""
    lines = [times_words(locale, bounded, n) for bounded, n in zip(effect.brings, times, strict=True) if n]
    return INNER.join(lines) or t(locale, "effect.empty")


def times_words(locale: Locale, bounded: BoundedOutcome, n: int) -> str:
    """An outcome ``n`` times, from 1: ``3 gears``, ``2 times (1 gear + 1 card)``."""
    added = bounded.added_up(n)
    if added is not None:
        return inner_words(locale, [added])
    get = bounded.get
    return t(locale, "effect.times", n=n, get=_bracketed(locale, get)) if n > 1 else inner_words(locale, get)


def _bracketed(locale: Locale, get: Sequence[Effect]) -> str:
    words = inner_words(locale, get)
    whole = len(get) == 1 and (isinstance(get[0], Choice | Pay | Each) or INNER not in words)
    return words if whole else f"({words})"


def _lasting_range(locale: Locale, lasting: LastingRange) -> list[str]:
    narrow = f".{lasting.action}" if lasting.action else ""
    return [t(locale, f"effect.lasting.range{narrow}", n=lasting.n)]


def _lasting_discount(locale: Locale, lasting: LastingDiscount) -> list[str]:
    less = amount(locale, lasting.resource, lasting.n)
    return [t(locale, f"effect.lasting.discount.{lasting.action}", amount=less)]


def _origin(locale: Locale, lasting: Origin) -> list[str]:
    return [t(locale, f"effect.lasting.origin.{lasting.terrain}")]


def _when(locale: Locale, lasting: When) -> list[str]:
    narrow = lasting.colour if lasting.moment == "played" else lasting.size if lasting.moment == "built" else None
    key = f"effect.lasting.when.{lasting.moment}" + (f".{narrow}" if narrow else "")
    return [t(locale, key, get=tied_words(locale, lasting.get))]


_WORDS: dict[type, _Words] = {
    Gain: gain_parts,
    GainAny: _plural("effect.gain_any"),
    Advance: _advance,
    Choice: _choice,
    Pay: _pay,
    TribeAbility: _plain("effect.tribe_ability"),
    TakeCard: _plural("effect.take_card"),
    TakeModule: _plural("effect.take_module"),
    TakeMachine: _machine,
    TakeCrate: _plural("effect.take_crate"),
    TakeArtifact: _plain("effect.take_artifact"),
    ReturnEnergy: _plural("effect.return_energy"),
    RangeBonus: _range,
    Discount: _discount,
    AnyColour: _plain("effect.any_colour"),
    ResetSwitch: _plain("effect.reset_switch"),
    Wake: _plural("effect.wake"),
    ClearSlot: _plain("effect.clear_slot"),
    Fill: lambda locale, effect: [t(locale, f"effect.fill.{effect.resource}")],
    DiscardCards: _plural("effect.discard_cards"),
    Each: _each,
    WaterAgain: _plain("effect.water_again"),
    PlaceMarker: _marker,
    TakeScyphoz: _plain("effect.take_scyphoz"),
    PopulateApart: _plain("effect.populate_apart"),
    ByHand: _by_hand,
    LastingRange: _lasting_range,
    LastingDiscount: _lasting_discount,
    FifthSlot: _plain("effect.lasting.fifth_slot"),
    Origin: _origin,
    When: _when,
}
