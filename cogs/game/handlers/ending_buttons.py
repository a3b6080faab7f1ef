"""The buttons that end a game early, take it up again, or confirm its end."""

from typing import Final

from bot.text import t
from cogs.core.localization import private_locale
from cogs.core.services import Interaction
from cogs.game.publishing.delivery_problems import done_panel
from cogs.game.table_access import TableButton, answer, caller_of, tables_of
from cogs.game.views.message_layout import panel_of
from cogs.game.views.status_panel import voted_panel


class BreakOff(TableButton, template=r"table:breakoff:(?P<game>\d+)"):
    """Breaks the game off, or votes for it."""

    async def pressed(self, interaction: Interaction) -> None:
        """End the game, or count the vote."""
        voted = await tables_of(interaction.client).administration.end(caller_of(interaction), self.game)
        await answer(interaction, voted_panel(private_locale(interaction), voted, "end"))


class PlayOn(TableButton, template=r"table:keep:(?P<game>\d+)"):
    """Leaves the game as it is."""

    async def pressed(self, interaction: Interaction) -> None:
        """Say that nothing has changed."""
        await answer(interaction, panel_of([t(private_locale(interaction), "game.end.kept")]))


class TakeBack(TableButton, template=r"table:takeback:(?P<game>\d+)"):
    """Takes up again a game that was ended early, or votes for it."""

    async def pressed(self, interaction: Interaction) -> None:
        """Take the end back, or count the vote."""
        voted = await tables_of(interaction.client).administration.take_back(caller_of(interaction), self.game)
        await answer(interaction, voted_panel(private_locale(interaction), voted, "take_back"))


class ConfirmEnd(TableButton, template=r"table:final:(?P<game>\d+)"):
    """One person's agreement that it is final."""

    async def pressed(self, interaction: Interaction) -> None:
        """Note the agreement, and show the table."""
        await tables_of(interaction.client).administration.confirm_end(caller_of(interaction), self.game)
        await answer(interaction, await done_panel(interaction, self.game, "confirm_end"))


CONTROLS: Final = (BreakOff, PlayOn, TakeBack, ConfirmEnd)
