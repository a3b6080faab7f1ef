"""The button that asks what the bot would do."""

from typing import Final

from bot.app.tables import TableRefusal
from cogs.core.persistent_ui import with_deferral
from cogs.core.services import Interaction
from cogs.game.snapshot import snapshot_for
from cogs.game.table_access import TableButton, answer, tables_of
from cogs.game.views.advice_panel import advice_panel

ATTEMPTS: Final = 3
"""How often advice is worked out anew where the table has changed meanwhile."""


class AskAdvice(TableButton, template=r"table:advice:(?P<game>\d+)"):
    """What the bot would do in the person's place."""

    async def pressed(self, interaction: Interaction) -> None:
        await show_advice(interaction, self.game)


CONTROLS: Final = (AskAdvice,)


async def show_advice(interaction: Interaction, game: int) -> None:
    """Show the person what the bot would do in their place.

    :raises TableRefusal: the table allows no hints, nothing is theirs to decide, or it changes all the time.
    """
    tables = tables_of(interaction.client)
    for _ in range(ATTEMPTS):
        found = await snapshot_for(interaction, game)
        advice = await with_deferral(interaction, tables.hints.advice(game, interaction.user.id))
        if (await tables.status(game)).version == found.status.version:
            await answer(interaction, advice_panel(found, advice))
            return
    raise TableRefusal("busy", game=game)
