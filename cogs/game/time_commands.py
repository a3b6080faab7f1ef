"""``/game time``: how quickly people play, and what a table may do when somebody is late."""

from typing import Final

from discord import app_commands

from bot.app.tables import MOST, TableRefusal
from bot.app.tables.model import NUDGE_TEXTS
from bot.app.tables.pace import PACES, as_pace
from cogs.core.command_texts import CommandTexts
from cogs.core.localization import Localized, private_locale
from cogs.core.services import Interaction
from cogs.game.handlers.late_buttons import as_nudge, help_out, nudge
from cogs.game.publishing.delivery_problems import done_panel
from cogs.game.table_access import answer, caller_of, explained, game_here, tables_of
from cogs.game.views.status_panel import voted_panel

TEXTS: Final = CommandTexts("pace.command", "pace.field")
PACE_CHOICES: Final = [app_commands.Choice(name=Localized(f"pace.name.{pace}"), value=pace) for pace in PACES]
NUDGE_CHOICES: Final = [app_commands.Choice(name=Localized(f"pace.nudge.{text}"), value=text) for text in NUDGE_TEXTS]
Seats = app_commands.Range[int, 1, MOST]


class TimeCommands(app_commands.Group):
    """The pace of a table, and what it does when somebody is late."""

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

    @TEXTS.command("nudge", "seat", "text")
    @app_commands.choices(text=NUDGE_CHOICES)
    async def nudge(self, interaction: Interaction, seat: Seats | None = None, text: str = NUDGE_TEXTS[0]) -> None:
        """Nudge somebody who is late."""
        async with explained(interaction):
            await nudge(interaction, game_here(interaction), _number(seat), as_nudge(text))

    @TEXTS.command("turn", "seat", "agree")
    async def turn(self, interaction: Interaction, seat: Seats | None = None, agree: bool = True) -> None:
        """Vote on a computer player that plays one turn for somebody who is late."""
        async with explained(interaction):
            await help_out(interaction, game_here(interaction), _number(seat), "turn", agrees=agree)

    @TEXTS.command("takeover", "seat", "agree")
    async def takeover(self, interaction: Interaction, seat: Seats | None = None, agree: bool = True) -> None:
        """Vote on a computer player that fills in for somebody who is late."""
        async with explained(interaction):
            await help_out(interaction, game_here(interaction), _number(seat), "takeover", agrees=agree)

    @nudge.autocomplete("seat")
    @turn.autocomplete("seat")
    @takeover.autocomplete("seat")
    async def late(self, interaction: Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
        """Who is late here, for the option."""
        tables = tables_of(interaction.client)
        try:
            status = await tables.status(game_here(interaction))
        except TableRefusal:
            return []
        return [app_commands.Choice(name=status.seats[seat].name[:100], value=seat + 1) for seat in status.late]


def _number(seat: int | None) -> int | None:
    return None if seat is None else seat - 1
