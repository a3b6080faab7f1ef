"""The legend of all signs, made from the one list of them, to be seen or read aloud."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.effects import (
    Advance,
    Choice,
    DiscardCards,
    Discount,
    Each,
    Fill,
    Gain,
    GainAny,
    Origin,
    Pay,
    RangeBonus,
    ReturnEnergy,
    TakeMachine,
    Wake,
    When,
)
from bot.engine.resources import Amounts
from bot.text.catalogue import t
from bot.text.game.brief_effects import brief_words
from bot.text.game.effect_symbols import effect_symbols
from bot.text.game.emoji import GAME_SIGNS, OTHER_SIGNS

if TYPE_CHECKING:
    from bot.engine.effects import Effect, Lasting
    from bot.text.locale import Locale

PAGES: Final = (
    ("resources", "terrain", "components"),
    ("pieces", "colours", "actions", "expansion"),
    ("read", "search"),
    ("ways", "messages"),
)
"""The groups on each page."""
_EXAMPLES: Final[tuple[Effect | Lasting, ...]] = (
    Gain(gear=2),
    GainAny(1),
    Advance("forest", 2),
    Choice(((Gain(gear=2),), (Gain(book=1, points=1),))),
    Pay(Amounts(food=1), (Gain(points=3),)),
    Each("technologies", Gain(points=1), 4),
    Discount("explore", "gear", 1),
    RangeBonus(2),
    ReturnEnergy(1),
    Wake(2),
    Fill("gear"),
    DiscardCards(2),
    TakeMachine("mountain"),
    Origin("water"),
    When("explored", (Gain(points=1),)),
)
"""How signs stand together, on cards and in pictures."""


def legend_page(locale: Locale, page: int, *, aloud: bool = False) -> list[str]:
    """The paragraphs of a page; ``aloud``: instead of each sign what it shows, in words."""
    intro = [t(locale, "symbol.intro_spoken" if aloud else "symbol.intro")] if page == 0 else []
    return intro + [_group(locale, group, aloud=aloud) for group in PAGES[page]]


def _group(locale: Locale, group: str, *, aloud: bool) -> str:
    return "\n".join([f"**{t(locale, f'symbol.group.{group}')}**", *_lines(locale, group, aloud=aloud)])


def _lines(locale: Locale, group: str, *, aloud: bool) -> list[str]:
    if group == "read" and aloud:
        return [t(locale, "symbol.read_aloud")]
    if group == "read":
        return [f"{effect_symbols([each])} – {brief_words(locale, [each])}" for each in _EXAMPLES]
    if group == "search":
        return [t(locale, "symbol.search")]
    signs = GAME_SIGNS.get(group) or OTHER_SIGNS[group]
    return [
        f"{t(locale, f'symbol.looks.{name}') if aloud else sign} – {t(locale, f'symbol.meaning.{name}')}"
        for name, sign in signs.items()
    ]
