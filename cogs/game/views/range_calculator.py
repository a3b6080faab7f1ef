"""The range calculator, which needs no game: what a way costs from the spaces between and the range bonus."""

from typing import Any, Final

import discord
from discord import ui

from bot.app import calculations
from bot.text import Locale, t, tn
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.views.message_layout import panel_of
from cogs.rules.rule_button import RuleButton

MOST_SPACES: Final = 20
MOST_BONUS: Final = 6


def calculator(locale: Locale, spaces: int, bonus: int, *, counted: bool = False) -> Panel:
    """What a way costs, worked out from the spaces between and the range bonus; ``counted``: the bonus is that of a
    game."""
    spaces, bonus = min(spaces, MOST_SPACES), min(bonus, MOST_BONUS)
    [part] = calculations.distance(spaces, bonus).parts
    formula = "" if part.formula == str(part.result) else f"{part.formula} = "
    about = t(locale, "range.calc.counted" if counted else "range.calc.about")
    texts = [
        f"### {t(locale, 'range.calc.title')}\n{about}",
        t(locale, "range.calc.result", formula=formula, food=tn(locale, "thing.food", part.result)),
    ]
    menus: list[list[ui.Item[Any]]] = [[_menu(locale, what, spaces, bonus)] for what in ("spaces", "bonus")]
    return panel_of(texts, *menus, [RuleButton.of(locale, "range.cost")])


def _menu(locale: Locale, what: str, spaces: int, bonus: int) -> ui.Select[Any]:
    """The ``spaces`` between, or the range ``bonus``."""
    current, most = (spaces, MOST_SPACES) if what == "spaces" else (bonus, MOST_BONUS)
    options = [
        discord.SelectOption(label=tn(locale, f"range.calc.{what}", n), value=str(n), default=n == current)
        for n in range(most + 1)
    ]
    return ui.Select(custom_id=ids.range_calculator(what, spaces, bonus), options=options)
