"""``/game time``: how quickly people play, and what a table may do when somebody is late."""

from typing import Final

from discord import app_commands

from bot.app.tables.pace import PACES, as_pace
from cogs.core.command_texts import CommandTexts
from cogs.core.localization import Localized, private_locale
from cogs.core.services import Interaction
from cogs.game.publishing.delivery_problems import done_panel
from cogs.game.table_access import answer, caller_of, explained, game_here, tables_of
from cogs.game.views.status_panel import voted_panel

TEXTS: Final = CommandTexts("pace.command", "pace.field")
PACE_CHOICES: Final = [app_commands.Choice(name=Localized(f"pace.name.{pace}"), value=pace) for pace in PACES]


class TimeCommands(app_commands.Group):
    """The pace of a table."""

    @TEXTS.command("pace", "pace")
    @app_commands.choices(pace=PACE_CHOICES)
    async def pace(self, interaction: Interaction, pace: str) -> None:
        """Choose the pace of a lobby, or vote on that of a running game."""
        async with explained(interaction):
            tables, caller, wanted = tables_of(interaction.client), caller_of(interaction), as_pace(pace) or "none"
            game = game_here(interaction)
            if (await tables.status(game)).stage == "lobby":
                await tables.lobby.pace(caller, game, wanted)
                await answer(interaction, await done_panel(interaction, game, "pace"))
                return
            voted = await tables.administration.pace(caller, game, wanted)
            await answer(interaction, voted_panel(private_locale(interaction), voted, "pace"))
