"""Following a game that one does not play in."""

from typing import Final

from bot.app.tables import Caller, TableRefusal
from bot.app.tables.followers import MOMENTS
from cogs.core.services import Interaction
from cogs.game.snapshot import snapshot_for
from cogs.game.table_access import TableButton, TableSelect, answer, tables_of
from cogs.game.views.follow_panel import NOT_AT_ALL, follow_panel, stopped_panel


class Follow(TableButton, template=r"table:follow:(?P<game>\d+)"):
    """The moments at which somebody can be told."""

    async def pressed(self, interaction: Interaction) -> None:
        await show_following(interaction, self.game)


class PickMoments(TableSelect, template=r"table:moments:(?P<game>\d+)"):
    """Chooses the moments."""

    async def picked(self, interaction: Interaction) -> None:
        await follow(interaction, self.game, self.chosen[0])


class Unfollow(TableButton, template=r"table:unfollow:(?P<game>\d+)"):
    """Ends it, also from a direct message."""

    async def pressed(self, interaction: Interaction) -> None:
        await follow(interaction, self.game, NOT_AT_ALL)


CONTROLS: Final = (Follow, PickMoments, Unfollow)


async def show_following(interaction: Interaction, game: int) -> None:
    """Let somebody choose at which moments they are told of a game."""
    found = await snapshot_for(interaction, game)
    chosen = await tables_of(interaction.client).followers.chosen(game, interaction.user.id)
    await answer(interaction, follow_panel(found, chosen))


async def follow(interaction: Interaction, game: int, moments: str) -> None:
    """Follow a game at these moments, or no more.

    :raises TableRefusal: it cannot be followed.
    """
    followers, user = tables_of(interaction.client).followers, interaction.user
    if moments == NOT_AT_ALL:
        await followers.unfollow(game, user.id)
        await answer(interaction, stopped_panel(await snapshot_for(interaction, game)))
        return
    if moments not in MOMENTS:
        raise TableRefusal("stale", game=game)
    status = await tables_of(interaction.client).status(game)
    caller = Caller(user=user.id, name=user.display_name, channel=status.channel, guild=status.guild)
    await followers.follow(caller, game, moments)
    await show_following(interaction, game)
