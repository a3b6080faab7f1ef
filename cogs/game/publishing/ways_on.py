"""What else a person may want at a table: their plan, or the table that waits for them longest."""

from dataclasses import replace

from cogs.core.services import Interaction
from cogs.game.snapshot import TableSnapshot
from cogs.game.table_access import tables_of


async def with_ways_on(interaction: Interaction, found: TableSnapshot) -> TableSnapshot:
    """The snapshot with the person's plan, and with their next table where this one does not need them."""
    if found.planning or found.seat is None or found.status.stage != "running":
        return found
    return await _with_next_game(interaction, await _with_plan(interaction, found))


async def _with_plan(interaction: Interaction, found: TableSnapshot) -> TableSnapshot:
    plans, user = tables_of(interaction.client).plans, interaction.user.id
    planned = await plans.has_plan(found.game, user)
    if not planned or found.seat != found.status.active:
        return replace(found, planned=planned)
    return replace(found, planned=planned, plan=await plans.find(found.game, user))


async def _with_next_game(interaction: Interaction, found: TableSnapshot) -> TableSnapshot:
    if found.seat is None or found.seat == found.status.active or found.seat in found.status.waiting:
        return found
    following = await tables_of(interaction.client).own_games.next(interaction.user.id, but=found.game)
    return found if following is None else replace(found, next_game=following)
