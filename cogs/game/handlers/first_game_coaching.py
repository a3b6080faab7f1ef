"""A first game: each kind of explanation ends with a press, and all of them with a setting."""

from typing import Final

from bot.app.tables.first_game_lessons import SORTS, muted
from cogs.core.services import Interaction
from cogs.game.publishing.coached_snapshot import coached
from cogs.game.publishing.deferred_picture import show
from cogs.game.publishing.table_pictures import own_picture
from cogs.game.snapshot import snapshot_for
from cogs.game.table_access import TableButton
from cogs.game.views.turn_panel import turn_panel


class NoMore(TableButton, template=r"table:nomore:(?P<game>\d+):(?P<sort>lesson|advice|missed)"):
    """Says no more of a kind to the person, in this game and later ones. The other kinds stay."""

    async def pressed(self, interaction: Interaction) -> None:
        """Remember it and show the own panel without it."""
        await mute(interaction, self.state["sort"])
        found = await coached(interaction, await snapshot_for(interaction, self.game), opened=True)
        await show(interaction, own_picture(interaction, found), lambda p: turn_panel(found).show(p))


CONTROLS: Final = (NoMore,)


async def mute(interaction: Interaction, sort: str) -> None:
    """Say no more of a kind to a person."""
    await interaction.client.services.store.preferences.add_explained(interaction.user.id, [muted(sort)])


async def switch(interaction: Interaction, wanted: bool) -> None:
    """Explain everything anew to a person in first games, or nothing."""
    kinds = frozenset() if wanted else frozenset(muted(sort) for sort in SORTS)
    await interaction.client.services.store.preferences.set_explained(interaction.user.id, kinds)
