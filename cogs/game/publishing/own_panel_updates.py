"""Own panels that wait: after the end of a turn, the panel shows its reader's next turn by itself once that has begun,
and the final score once the game is over."""

import asyncio
from contextlib import suppress
from typing import Final

import discord

from bot.app.tables import Changed, Status, TableRefusal
from cogs.core.services import Interaction
from cogs.game.publishing.coached_snapshot import coached
from cogs.game.snapshot import TableSnapshot, snapshot_for
from cogs.game.table_access import is_newest, tables_of
from cogs.game.views.turn_panel import turn_panel

GATHER: Final = 0.25
"""Seconds in which changes that belong together gather before a panel is touched."""
UNASKED: Final = 1.0
"""Seconds that a panel which nobody has asked for waits for advice: nobody looks at it yet."""
REMEMBERED: Final = 5000
"""Panels that wait at most; the oldest is forgotten first."""


class WaitingPanels:
    """The waiting panels of one client, by game and person. Nothing of it is stored: after a restart a panel is opened
    again."""

    def __init__(self) -> None:
        self._waiting: dict[int, dict[int, Interaction]] = {}
        self._tasks: dict[tuple[int, int], asyncio.Task[None]] = {}

    def watch(self, interaction: Interaction, found: TableSnapshot) -> None:
        """A panel was just shown: if its reader waits for their turn, it follows."""
        of_game = self._waiting.setdefault(found.game, {})
        of_game.pop(interaction.user.id, None)
        if _waits(found):
            of_game[interaction.user.id] = interaction
            self._look(found.game, interaction.user.id)  # the turn may have come while the panel was on its way
        elif not of_game:
            del self._waiting[found.game]
        if len(self._waiting) > REMEMBERED:
            del self._waiting[next(iter(self._waiting))]

    def changed(self, change: Changed) -> None:
        """A table has changed: the panels that wait there are looked at soon."""
        for user in self._waiting.get(change.game, ()):
            self._look(change.game, user)

    def _look(self, game: int, user: int) -> None:
        if (game, user) not in self._tasks:
            task = asyncio.create_task(self._follow(game, user), name=f"panel-{game}")
            self._tasks[game, user] = task

    async def close(self) -> None:
        """Stop what is under way."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self, game: int, user: int) -> None:
        try:
            await asyncio.sleep(GATHER)
        finally:
            del self._tasks[game, user]  # what changes from here on is looked at anew
        interaction = self._waiting.get(game, {}).get(user)
        if interaction is None:
            return
        if interaction.is_expired() or not is_newest(interaction):
            self._forget(game, user)
            return
        with suppress(TableRefusal, discord.HTTPException):  # dismissed, or set aside: there is nothing to show
            if _is_idle(await tables_of(interaction.client).status(game), user):
                return
            found = await snapshot_for(interaction, game)
            if _waits(found):
                return
            found = await coached(interaction, found, opened=True, patience=UNASKED)
            if is_newest(interaction):
                self._forget(game, user)
                panel = turn_panel(found)
                await interaction.edit_original_response(view=panel, attachments=panel.files)

    def _forget(self, game: int, user: int) -> None:
        of_game = self._waiting.get(game, {})
        of_game.pop(user, None)
        if not of_game:
            self._waiting.pop(game, None)


def _waits(found: TableSnapshot) -> bool:
    """Whether the reader plays and can do nothing now but wait for the others."""
    controls = found.controls
    running = found.status.stage == "running" and controls is not None
    return running and controls is not None and not controls.active and controls.decision is None


def _is_idle(status: Status, user: int) -> bool:
    """Whether the game runs and waits for others only, so that their panel need not be made to know that."""
    seat = status.seat_of(user)
    running = status.stage == "running" and seat is not None and not status.aside
    return running and seat != status.active and seat not in status.waiting
