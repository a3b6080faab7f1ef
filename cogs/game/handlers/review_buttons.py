"""The button that asks where somebody lost points in a finished game."""

import asyncio
import logging
import time
from typing import Final

import discord

from bot.app.tables.game_reviews import RunningReview
from cogs.core.persistent_ui import Panel
from cogs.core.services import Interaction
from cogs.game.snapshot import TableSnapshot, snapshot_for
from cogs.game.table_access import TableButton, answer, begun, is_newest, tables_of
from cogs.game.views.review_panel import progress_panel, review_panel

log = logging.getLogger(__name__)

AT_ONCE: Final = 1.0
"""Seconds after which the way so far is shown."""
AGAIN: Final = 2.5
"""Seconds from one such sight to the next."""
LONGEST: Final = 780.0
"""Seconds after which nothing more is shown: a private message can be edited for a quarter of an hour."""


class AskReview(TableButton, template=r"table:review:(?P<game>\d+)"):
    """Where the person lost points."""

    async def pressed(self, interaction: Interaction) -> None:
        await show_review(interaction, self.game)


CONTROLS: Final = (AskReview,)


async def show_review(interaction: Interaction, game: int) -> None:
    """Show the person where they lost points, and until that is known how far it is.

    :raises TableRefusal: the game is not over, the person has not played in it, or it cannot be played again.
    """
    running = await tables_of(interaction.client).reviews.of(game, interaction.user.id)
    found = await snapshot_for(interaction, game)
    await asyncio.wait({running.task}, timeout=AT_ONCE)
    if running.task.done():
        await answer(interaction, review_panel(found, await running.task))
        return
    begun(interaction)
    await answer(interaction, progress_panel(found, running))
    if await _shown_to_the_end(interaction, found, running):
        await _edit(interaction, review_panel(found, await running.task))


async def _shown_to_the_end(interaction: Interaction, found: TableSnapshot, running: RunningReview) -> bool:
    """Show how far it is until it is done; False where the person has gone on to something else, or it takes long."""
    until, told = time.monotonic() + LONGEST, -1
    while time.monotonic() < until and is_newest(interaction):
        await asyncio.wait({running.task}, timeout=AGAIN)
        if running.task.done():
            return is_newest(interaction)
        if running.done != told:
            told = running.done
            await _edit(interaction, progress_panel(found, running))
    return False


async def _edit(interaction: Interaction, panel: Panel) -> None:
    try:
        await interaction.edit_original_response(view=panel, attachments=panel.files)
    except discord.HTTPException as error:
        log.info("a review could not be shown", extra={"reason": str(error)})
