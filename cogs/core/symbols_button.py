"""The button that leads to the legend of the signs, for the panels of every cog. The help answers it."""

from typing import Any, Final

import discord
from discord import ui

from bot.text import Locale, t
from bot.text.game.symbols import WAYS

SYMBOLS: Final = "symbols"
"""The topic of the help."""


def symbols_button(locale: Locale) -> ui.Button[Any]:
    """Opens the legend as a private message of its own."""
    custom_id = f"help:open:{SYMBOLS}:0:new"
    style = discord.ButtonStyle.secondary
    return ui.Button(label=t(locale, "symbol.open"), emoji=WAYS["symbols"], custom_id=custom_id, style=style)
