"""``/games``: all tables of a person, on servers, in direct messages and as somebody's own app."""

from typing import Final

from discord.ext import commands

from cogs.core.command_texts import CommandTexts
from cogs.core.services import BotClient, Interaction
from cogs.game.handlers.own_games_buttons import CONTROLS, show_own_games

TEXTS: Final = CommandTexts("games.command")


class OwnGames(commands.Cog):
    """A person's tables."""

    FAMILY = "game"

    @TEXTS.command("games")
    async def games(self, interaction: Interaction) -> None:
        """Show all tables of the person."""
        await show_own_games(interaction)


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    bot.add_dynamic_items(*CONTROLS)
    await bot.add_cog(OwnGames())
