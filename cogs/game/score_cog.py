"""``/score``: everybody's score as if the game ended now, every line that the asker may see."""

from typing import Final

from discord import app_commands
from discord.ext import commands

from cogs.core.command_texts import CommandTexts
from cogs.core.services import BotClient, Interaction
from cogs.game.handlers.inspect_buttons import show_score
from cogs.game.snapshot import shut, snapshot_for
from cogs.game.table_access import explained, tables_of

TEXTS: Final = CommandTexts("score_now")


class Score(commands.Cog):
    """The score of a game of the bot's table."""

    FAMILY = "game"

    @TEXTS.command("command")
    @app_commands.guild_only()
    async def score(self, interaction: Interaction) -> None:
        """Show the score as if the game ended now."""
        async with explained(interaction):
            game = await tables_of(interaction.client).last_in(interaction.channel_id or 0)
            found = await snapshot_for(interaction, game)
            if found.view is None:
                raise shut(found)
            await show_score(interaction, found)


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    await bot.add_cog(Score())
