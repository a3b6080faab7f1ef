"""The buttons by which people come to a table: the seat that is kept for somebody, and a rematch."""

from typing import Final

from bot.text import t
from cogs.core.services import Interaction
from cogs.game.handlers.lobby_buttons import post_lobby
from cogs.game.snapshot import snapshot_for
from cogs.game.table_access import TableButton, answer, caller_of, tables_of
from cogs.game.views.turn_panel import turn_panel


class Rematch(TableButton, template=r"table:rematch:(?P<game>\d+)"):
    """A new lobby with the same people."""

    async def pressed(self, interaction: Interaction) -> None:
        """Open the lobby."""
        await post_lobby(
            interaction, tables_of(interaction.client).administration.rematch(caller_of(interaction), self.game)
        )


class SitDown(TableButton, template=r"table:sit:(?P<game>\d{1,18})"):
    """Takes the seat that is kept for whoever presses it."""

    async def pressed(self, interaction: Interaction) -> None:
        """Seat the person, and show their panel."""
        await tables_of(interaction.client).administration.join(caller_of(interaction), self.game)
        found = await snapshot_for(interaction, self.game)
        await answer(interaction, turn_panel(found, [f"✅ {t(found.locale, 'turn.seated')}"]))


CONTROLS: Final = (Rematch, SitDown)
