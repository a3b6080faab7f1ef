"""The legend of the signs as a panel of its own, for every cog; the help turns its pages."""

from typing import Any, Final

from discord import ui

from bot.text import Locale, t
from bot.text.game.symbol_legend import legend_page
from cogs.core.persistent_ui import ACCENT, Panel

SYMBOLS: Final = "symbols"
"""The topic of the help."""


def symbols_panel(locale: Locale) -> Panel:
    """The legend's first page, with the button to the next, which the help answers."""
    panel = Panel()
    texts = (f"## {t(locale, f'help.family.{SYMBOLS}.title')}", *legend_page(locale, 0))
    panel.add_item(ui.Container(*(ui.TextDisplay[Any](text) for text in texts), accent_colour=ACCENT))
    panel.add_item(ui.ActionRow(ui.Button(label=t(locale, "help.forward"), custom_id=f"help:open:{SYMBOLS}:1")))
    return panel
