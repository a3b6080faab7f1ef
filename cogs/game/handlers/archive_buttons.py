"""The controls that bring an archived game back: on its message, and in the list of a person's tables."""

from typing import Final

from bot.app.tables import Caller
from bot.text import t
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import PersistentSelect
from cogs.core.services import Interaction
from cogs.game.table_access import TableButton, answer, explained, tables_of
from cogs.game.views.message_layout import panel_of


class BringBack(TableButton, template=r"table:unarchive:(?P<game>\d+)"):
    """Goes on with a game that is archived."""

    async def pressed(self, interaction: Interaction) -> None:
        """Bring it back, and say so."""
        await bring_back(interaction, self.game)


class PickArchived(PersistentSelect, template=r"games:bringback"):
    """The archived game that a person brings back."""

    async def used(self, interaction: Interaction) -> None:
        game = int(self.chosen[0])
        async with explained(interaction, game):
            await bring_back(interaction, game)


async def bring_back(interaction: Interaction, game: int) -> None:
    """Go on with an archived game of the person, from wherever they are, and say so.

    :raises TableRefusal: ``not_archived``, ``not_in_game``, ``archive_taken``.
    """
    tables, user = tables_of(interaction.client), interaction.user
    status = await tables.status(game)
    caller = Caller(
        user=user.id,
        name=user.display_name,
        channel=status.channel,
        guild=status.guild,
        interaction=interaction.id,
    )
    await tables.archive.bring_back(caller, game)
    await answer(interaction, panel_of([f"✅ {t(private_locale(interaction), 'game.done.bring_back', game=game)}"]))


CONTROLS: Final = (BringBack, PickArchived)
