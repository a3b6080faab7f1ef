"""``/game plan``: one's own next turn, tried out before it comes."""

from typing import Final

from discord import app_commands

from bot.app.tables import TableRefusal, named
from cogs.core.command_texts import CommandTexts
from cogs.core.services import Interaction
from cogs.game.handlers.plan_buttons import drop_plan, play_plan, show_plan
from cogs.game.table_access import explained, game_here, tables_of

TEXTS: Final = CommandTexts("plan.command")


class PlanCommands(app_commands.Group):
    """Look at, play and discard the plan for the game in this channel."""

    @TEXTS.command("show")
    async def show_(self, interaction: Interaction) -> None:
        """Show the plan, and go on planning."""
        async with explained(interaction):
            await show_plan(interaction, game_here(interaction))

    @TEXTS.command("play")
    async def play(self, interaction: Interaction) -> None:
        """Play the plan at the table."""
        async with explained(interaction):
            game, user = game_here(interaction), interaction.user.id
            tables = tables_of(interaction.client)
            plan = await tables.plans.plan(game, user)
            if not plan.ready and (active := (await tables.status(game)).active) is not None:
                raise TableRefusal("not_your_turn", player=named(plan.status.seats, active))
            token = (await tables.play.offers(game, user)).token
            await play_plan(interaction, game, token, len(plan.steps))

    @TEXTS.command("drop")
    async def drop(self, interaction: Interaction) -> None:
        """Throw the plan away."""
        async with explained(interaction):
            await drop_plan(interaction, game_here(interaction))
