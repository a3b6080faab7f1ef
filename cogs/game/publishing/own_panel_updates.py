"""Own panels that follow the game: when their reader's turn begins, when something is asked of them, and once the game
is over, the panel shows by itself what opening it anew would show.

Only the panel that a person has used last follows, and only as long as Discord lets it be edited. Where the table's
message of their turn is posted below it, it is sent anew below that, so that it stays the last message. Nothing of it
is stored: after a restart a panel is opened again.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
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
    what it shows them to do, see :func:`owed`. ``by_itself``: it has come to that without a press. ``sent``: the
    message, where it was sent anew and not pressed since."""

    interaction: Interaction
    message: int | None
    owed: str | None
    by_itself: bool = False
    sent: discord.WebhookMessage | None = None

    @property
    def is_editable(self) -> bool:
        """Whether Discord still takes edits of it."""
        return tables_of(self.interaction.client).now() < self.interaction.created_at + EDITABLE

    def is_above(self, message: int | None) -> bool:
        """Whether a message was posted after it and after everything that its reader has done."""
        if message is None or self.message is None or message < self.message:
            return False
        return self.interaction.created_at < discord.utils.snowflake_time(message)

    async def edit(self, drawn: Panel) -> None:
        """Show something else on it."""
        if self.sent is not None:
            await self.sent.edit(view=drawn, attachments=drawn.files)
        else:
            await self.interaction.edit_original_response(view=drawn, attachments=drawn.files)

    async def delete(self) -> None:
        """Take it away; one that is gone is gone."""
        with suppress(*NOT_EDITED):
            await (self.sent.delete() if self.sent is not None else self.interaction.delete_original_response())


class OwnPanels:
    """The panels of one client that follow their games. ``left``: the people of a game who have left the server;
    ``comes``: whether the table's message of a turn is about to be posted, after which it is told (:meth:`posted`) or
    given up (:meth:`look`): a panel is sent anew once, and does not change a moment before it moves."""

    def __init__(self, left: Mapping[int, set[int]], comes: Callable[[Status], bool]) -> None:
        self._left, self._comes = left, comes
        self._panels: OrderedDict[Key, OwnPanel] = OrderedDict()
        self._readers: dict[int, set[int]] = {}
        self._shows: dict[int, Key] = {}
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._dirty: set[Key] = set()
        self._used: OrderedDict[Key, datetime] = OrderedDict()
        self._tables: dict[int, int] = {}
        self._stopped = False

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
        self.look(change.game)

    def look(self, game: int) -> None:
        """Look soon at the panels of a game."""
        for user in self._readers.get(game, ()):
            self._look((game, user))

    def posted(self, game: int, message: int | None) -> None:
        """The table's message of a turn was just posted: the panels of those whom it waits for go below it."""
        if message is not None and game in self._readers:
            self._tables[game] = message
            self.look(game)

    def is_there(self, game: int, user: int, now: datetime) -> bool:
        """Whether somebody has used a control or a panel of a game so lately that the panel would still follow."""
        used = self._used.get((game, user))
        return used is not None and now < used + EDITABLE

    async def close(self) -> None:
        """Stop what is under way; nothing follows any more."""
        self._stopped = True
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
            panel.interaction, panel.sent = interaction, None
        panel.by_itself = False
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
            self._tables.pop(key[0], None)
        return panel

    # ---- following -----------------------------------------------------------------------------------------------

    def _look(self, key: Key) -> None:
        self._dirty.add(key)
        if key not in self._tasks and not self._stopped:
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
        status = await tables_of(panel.interaction.client).status(game)
        if self._comes(status):
            return
        now = owed(status, user)
        is_used = now == panel.owed and not panel.by_itself
        above = panel.is_above(self._tables.get(game)) and not is_used
        if now is None or (now == panel.owed and not above):
            panel.owed = now
            return
        found, drawn = await self._drawn(panel.interaction, game)
        if key in self._dirty or self._panels.get(key) is not panel:
            return  # there is something newer to show, or the person is using it
        panel.owed, panel.by_itself = owed(found.status, user), True
        try:
            await (self._send_below(key, panel, drawn) if above else panel.edit(drawn))
        except NOT_EDITED:  # dismissed, or too old after all: the button of the table message opens it
            self._forget(key)

    async def _send_below(self, key: Key, panel: OwnPanel, drawn: Panel) -> None:
        """Send a panel anew as the last message. What is pressed on the one before, meanwhile, is done and answered."""
        followup = panel.interaction.followup
        sent = await followup.send(view=drawn, ephemeral=True, files=drawn.files, wait=True)
        self._keep(key, OwnPanel(panel.interaction, sent.id, panel.owed, by_itself=True, sent=sent))
        await panel.delete()

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
