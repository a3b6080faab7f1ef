"""Own panels that follow the game: when their reader's turn begins, when something is asked of them, and once the game
is over, the panel shows by itself what opening it anew would show.

Only the panel that a person has used last follows, and only as long as Discord lets it be edited. Nothing of it is
stored: after a restart a panel is opened again.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import aiohttp
import discord

from bot.app.tables import Changed, Status, TableRefusal
from cogs.core.persistent_ui import Panel, answered_with, edits_own_message
from cogs.core.services import Interaction
from cogs.game.plan_mode import end_planning
from cogs.game.publishing.coached_snapshot import opened_snapshot
from cogs.game.publishing.table_pictures import own_picture
from cogs.game.snapshot import TableSnapshot
from cogs.game.table_access import tables_of
from cogs.game.views.late_panel import left_lines
from cogs.game.views.turn_panel import turn_panel

log = logging.getLogger(__name__)

GATHER: Final = 0.25
"""Seconds in which changes that belong together gather before a panel is touched."""
UNASKED: Final = 1.0
"""Seconds that a panel which nobody has asked for waits for advice: nobody looks at it yet."""
EDITABLE: Final = timedelta(minutes=14)
"""So long after a press its answer is edited. Discord allows 15 minutes."""
REMEMBERED: Final = 5000
"""Panels that follow at most; the one used longest ago is forgotten first."""

NOT_EDITED: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError)

Key = tuple[int, int]
"""A game and a person."""


@dataclass(slots=True)
class OwnPanel:
    """The panel that a person has used last. ``message``: its number, None where Discord did not tell it. ``owed``:
    what it shows them to do, see :func:`owed`."""

    interaction: Interaction
    message: int | None
    owed: str | None

    @property
    def is_editable(self) -> bool:
        """Whether Discord still takes edits of it."""
        return tables_of(self.interaction.client).now() < self.interaction.created_at + EDITABLE


class OwnPanels:
    """The panels of one client that follow their games. ``left``: the people of a game who have left the server."""

    def __init__(self, left: Mapping[int, set[int]]) -> None:
        self._left = left
        self._panels: OrderedDict[Key, OwnPanel] = OrderedDict()
        self._readers: dict[int, set[int]] = {}
        self._shows: dict[int, Key] = {}
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._dirty: set[Key] = set()
        self._used: OrderedDict[Key, datetime] = OrderedDict()

    # ---- what is told to this object -----------------------------------------------------------------------------

    def watch(self, interaction: Interaction, found: TableSnapshot) -> None:
        """The own panel was just shown: from now on it is the one that follows."""
        if found.seat is None or found.planning:
            return
        panel = OwnPanel(interaction, answered_with(interaction), owed(found.status, interaction.user.id))
        self._use(found.game, interaction)
        self._keep((found.game, interaction.user.id), panel)

    @contextmanager
    def pressed(self, interaction: Interaction, game: int | None) -> Iterator[None]:
        """A control is being worked on: the panel that it is on is the person's meanwhile. Unless something else is
        shown there afterwards it follows again, by the newer interaction where that may edit it."""
        on = interaction.message.id if interaction.message is not None else None
        key = self._shows.get(on) if on is not None else None
        before = self._forget(key) if key is not None else None
        if game is not None:
            self._use(game, interaction)
        try:
            yield
        finally:
            if before is not None and key is not None and key[0] == game and on not in self._shows:
                self._renew(key, before, interaction)

    def changed(self, change: Changed) -> None:
        """A table has changed: the panels there are looked at soon."""
        for user in self._readers.get(change.game, ()):
            self._look((change.game, user))

    def is_there(self, game: int, user: int, now: datetime) -> bool:
        """Whether somebody has used a control or a panel of a game so lately that the panel would still follow."""
        used = self._used.get((game, user))
        return used is not None and now < used + EDITABLE

    async def close(self) -> None:
        """Stop what is under way."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _use(self, game: int, interaction: Interaction) -> None:
        key = game, interaction.user.id
        self._used[key] = interaction.created_at
        self._used.move_to_end(key)
        if len(self._used) > REMEMBERED:
            self._used.popitem(last=False)

    # ---- which panels follow -------------------------------------------------------------------------------------

    def _keep(self, key: Key, panel: OwnPanel) -> None:
        self._forget(key)
        if panel.message is not None:
            if (other := self._shows.get(panel.message)) is not None:
                self._forget(other)
            self._shows[panel.message] = key
        self._panels[key] = panel
        self._readers.setdefault(key[0], set()).add(key[1])
        if len(self._panels) > REMEMBERED:
            self._forget(next(iter(self._panels)))
        if panel.owed is None:
            self._look(key)  # the turn may have come while the panel was on its way

    def _renew(self, key: Key, panel: OwnPanel, interaction: Interaction) -> None:
        if edits_own_message(interaction):
            end_planning(interaction)
            panel.interaction = interaction
        self._keep(key, panel)
        self._look(key)

    def _forget(self, key: Key) -> OwnPanel | None:
        """Let a panel follow no more; an edit that is on its way is stopped."""
        panel = self._panels.pop(key, None)
        self._dirty.discard(key)
        task = self._tasks.get(key)
        if task is not None and task is not asyncio.current_task():
            del self._tasks[key]
            task.cancel()
        if panel is None:
            return None
        if panel.message is not None:
            self._shows.pop(panel.message, None)
        readers = self._readers[key[0]]
        readers.discard(key[1])
        if not readers:
            del self._readers[key[0]]
        return panel

    # ---- following -----------------------------------------------------------------------------------------------

    def _look(self, key: Key) -> None:
        self._dirty.add(key)
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._work(key), name=f"panel-{key[0]}")

    async def _work(self, key: Key) -> None:
        try:
            while key in self._dirty:
                await asyncio.sleep(GATHER)
                self._dirty.discard(key)
                await self._follow(key)
        except TableRefusal:  # there is nothing to show
            self._forget(key)
        except Exception:
            log.exception("an own panel could not follow its game", extra={"game": key[0]})
            self._forget(key)
        finally:
            if self._tasks.get(key) is asyncio.current_task():
                del self._tasks[key]

    async def _follow(self, key: Key) -> None:
        """Edit a panel whose reader has something else to do than it shows."""
        game, user = key
        panel = self._panels.get(key)
        if panel is None:
            return
        if not panel.is_editable:
            self._forget(key)
            return
        now = owed(await tables_of(panel.interaction.client).status(game), user)
        if now is None or now == panel.owed:
            panel.owed = now
            return
        found, drawn = await self._drawn(panel.interaction, game)
        if key in self._dirty or self._panels.get(key) is not panel:
            return  # there is something newer to show, or the person is using it
        panel.owed = owed(found.status, user)
        try:
            await panel.interaction.edit_original_response(view=drawn, attachments=drawn.files)
        except NOT_EDITED:  # dismissed, or too old after all: the button of the table message opens it
            self._forget(key)

    async def _drawn(self, interaction: Interaction, game: int) -> tuple[TableSnapshot, Panel]:
        found = await opened_snapshot(interaction, game, UNASKED)
        picture = await own_picture(interaction, found)
        return found, turn_panel(found, left_lines(found.status, found.locale, self._left.get(game, ()))).show(picture)


def owed(status: Status, user: int) -> str | None:
    """What the table waits for from a person, as a mark that changes with it; None: for nothing. Once the game is over
    there is something to see."""
    seat = status.seat_of(user)
    if seat is None or status.aside is not None or status.stage in ("lobby", "paused"):
        return None
    if status.stage != "running":
        return status.stage
    return status.tokens[seat] if seat == status.active or seat in status.waiting else None
