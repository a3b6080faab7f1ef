"""Posting, editing and deleting a table's messages in its channel, and what keeps the bot from it."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.app.tables import Status
from cogs.core.persistent_ui import Panel
from cogs.core.services import BotClient
from cogs.game.publishing.game_threads import reopening
from cogs.game.publishing.shown_message import ShownMessage
from cogs.game.table_access import tables_of

log = logging.getLogger(__name__)

YOUNG: Final = timedelta(minutes=50)
"""How long a message is edited where it is replaced without a sound: Discord slows edits down after an hour."""
GONE_MESSAGE: Final = frozenset({10008, 30046, 50001, 50005})
"""Discord's codes after which a message is posted anew: unknown, edited too often, no access to it, not the bot's."""
OWN_CONTROLS: Final = ("table:overview:", "table:own:", "lobby:join:")
"""Beginnings of custom ids of controls that a table's own messages have, and no other message in a channel."""
TROUBLES: Final = {
    10003: "deleted_channel",
    50001: "may_not_see",
    50013: "may_not_write",
    50083: "archived",
    160005: "archived",
}


class ChannelPosts:
    """What one client posts about its tables. ``trouble``: by game, why its table cannot be shown.

    ``leave_thread`` is told of what Discord refuses, with its code; it says whether the game goes on elsewhere.
    """

    def __init__(self, bot: BotClient, leave_thread: Callable[[Status, int], Awaitable[bool]]) -> None:
        self.bot = bot
        self._leave_thread = leave_thread
        self.trouble: dict[int, str] = {}

    async def edit_or_post(self, status: Status, panel: Panel, shown: ShownMessage, *, silent: bool = False) -> bool:
        """Edit the table's message, or post it anew where it cannot be edited; whether it shows the panel."""
        if status.message is None:
            return await self.post(status, panel, shown, silent=silent)
        await self.wait(shown)
        try:
            message = self._partial(status, status.message)
            await reopening(self.bot, status.channel, lambda: message.edit(view=panel, attachments=panel.files))
            self.trouble.pop(status.game, None)
        except discord.HTTPException as error:
            if error.code not in GONE_MESSAGE:
                await self._not_shown(status, error)
                return False
            return await self.post(status, panel, shown, silent=silent)
        return True

    async def post(
        self,
        status: Status,
        panel: Panel,
        shown: ShownMessage,
        users: Sequence[int] = (),
        turn: int | None = None,
        *,
        silent: bool = False,
    ) -> bool:
        """Post the table's message anew; whether it is there. The one before is noted, to be brought up to date.

        By its nonce Discord knows what was posted in place of the same message just before the process was killed:
        there is no second one, and what is there is edited then.

        :param turn: the one that begins with it.
        :param silent: nobody is notified of it.
        """
        await self.wait(shown)
        once = str(status.message or f"{status.game}.{status.version}")
        message = await self._send(status, panel, once, users, silent=silent)
        if message is None:
            return False
        shown.version, shown.turn = status.version, shown.turn if turn is None else turn
        shown.before, shown.posted = status.message, True
        await tables_of(self.bot).show_on(status.game, message, shown.kept)
        return True

    async def ping(self, status: Status, panel: Panel, shown: ShownMessage, users: Sequence[int], once: str) -> bool:
        """Tell people by a short message, which takes the place of the one before; whether it is there."""
        await self.drop_ping(status, shown)
        shown.ping = await self._send(status, panel, once, users)
        tables = tables_of(self.bot)
        await tables.show_on(status.game, (await tables.status(status.game)).message, shown.kept)
        return shown.ping is not None

    async def drop_ping(self, status: Status, shown: ShownMessage) -> None:
        """Delete the last ping."""
        ping, shown.ping = shown.ping, None
        if ping is not None:
            await self.delete(status, ping)

    async def replace(self, status: Status, message: int, panel: Panel, shown: ShownMessage) -> None:
        """Show something else in place of an earlier message of the table."""
        await self.wait(shown)
        try:
            await self._partial(status, message).edit(view=panel, attachments=[])
        except discord.HTTPException as error:
            log.info("an old table message stays", extra={"game": status.game, "reason": error.text})

    async def delete(self, status: Status, message: int) -> None:
        """Delete a message of the table; what is gone is gone."""
        try:
            await self._partial(status, message).delete()
        except discord.HTTPException as error:
            log.info("a message could not be deleted", extra={"game": status.game, "reason": error.text})

    async def wait(self, shown: ShownMessage) -> None:
        """At a start, messages are brought up to date one after the other."""
        if shown.paced:
            await self.bot.services.start_pace.turn()

    async def _send(
        self, status: Status, panel: Panel, once: str, users: Sequence[int], *, silent: bool = False
    ) -> int | None:
        channel = self.bot.get_partial_messageable(status.channel, guild_id=status.guild)
        told = discord.AllowedMentions(users=[discord.Object(user) for user in users], everyone=False, roles=False)
        allowed = told if users else discord.AllowedMentions.none()
        try:
            message = await reopening(
                self.bot,
                status.channel,
                lambda: channel.send(
                    view=panel, allowed_mentions=allowed, files=panel.files, nonce=once, silent=silent
                ),
            )
        except discord.HTTPException as error:
            await self._not_shown(status, error)
            return None
        self.trouble.pop(status.game, None)
        return message.id

    def _partial(self, status: Status, message: int) -> discord.PartialMessage:
        return self.bot.get_partial_messageable(status.channel, guild_id=status.guild).get_partial_message(message)

    async def _not_shown(self, status: Status, error: discord.HTTPException) -> None:
        """A message could not be posted or edited: the game leaves its thread, or the trouble is noted."""
        if await self._leave_thread(status, error.code):
            return
        self.trouble[status.game] = TROUBLES.get(error.code, "may_not_write")
        log.warning("a table cannot be shown", extra={"game": status.game, "code": error.code, "reason": error.text})


def is_young(message: int, now: datetime) -> bool:
    """Whether a message may still be edited where it is replaced without a sound."""
    return now - discord.utils.snowflake_time(message) < YOUNG


def was_table_message(message: discord.Message) -> bool:
    """Whether a message was posted as a table's or a lobby's, by the controls on it."""
    if message.flags.ephemeral:
        return False
    view = discord.ui.LayoutView.from_message(message)
    return any(str(getattr(item, "custom_id", "")).startswith(OWN_CONTROLS) for item in view.walk_children())
