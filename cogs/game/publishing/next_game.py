"""The way from a table where a person has nothing to do to the one that waits for them longest."""

from dataclasses import replace

from cogs.core.services import Interaction
from cogs.game.snapshot import TableSnapshot
from cogs.game.table_access import tables_of


async def with_next_game(interaction: Interaction, found: TableSnapshot) -> TableSnapshot:
    """The snapshot with the person's next table, where this one does not need them."""
    if found.seat is None or found.seat == found.status.active or found.seat in found.status.waiting:
        return found
    following = await tables_of(interaction.client).own_games.next(interaction.user.id, but=found.game)
    return found if following is None else replace(found, next_game=following)
