"""``/game plan``: one's own next turn, tried out before it comes."""

from typing import Final

from discord import app_commands

from bot.app.tables import TableRefusal, named
from cogs.core.command_texts import CommandTexts
from cogs.core.services import Interaction
from cogs.game.handlers.plan_buttons import drop_plan, play_plan, show_plan
from cogs.game.handlers.rollback_buttons import open_trial
from cogs.game.table_access import explained, game_here, tables_of, visible_game

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
            if not plan.steps:
                raise TableRefusal("no_plan", game=game)
            if not plan.ready and (active := (await tables.status(game)).active) is not None:
                raise TableRefusal("not_your_turn", player=named(plan.status.seats, active))
            token = (await tables.play.offers(game, user)).token
            await play_plan(interaction, game, token, len(plan.steps))

    @TEXTS.command("try", game="show.option.game", turn="show.option.turn")
    async def try_(
        self, interaction: Interaction, game: int | None = None, turn: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Open a trial table here: the start of a turn, else the present position."""
        async with explained(interaction):
            tables = tables_of(interaction.client)
            number = await tables.last_in(interaction.channel_id or 0) if game is None else game
            await visible_game(interaction, number)
            step = await tables.histories.step(number, interaction.user.id, turn=turn)
            await open_trial(interaction, number, step.step)

    @TEXTS.command("drop")
    async def drop(self, interaction: Interaction) -> None:
        """Throw the plan away."""
        async with explained(interaction):
            await drop_plan(interaction, game_here(interaction))
