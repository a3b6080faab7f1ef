"""Direct messages to people who follow a game that they do not play in."""

import asyncio
import logging

import discord

from bot.app.tables import Changed, Status, TableRefusal
from bot.engine.api import effective
from bot.store.game_followers import Follower
from bot.text import Locale
from cogs.core.services import BotClient
from cogs.game.snapshot import public_snapshot, table_locale
from cogs.game.table_access import tables_of
from cogs.game.views.follow_panel import following_panel

log = logging.getLogger(__name__)


class FollowerMessages:
    """Tells the followers of one client's games."""

    def __init__(self, bot: BotClient) -> None:
        self._bot = bot
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    def changed(self, change: Changed) -> None:
        """A table has changed: whoever follows it and has chosen such moments is told soon."""
        if self._stopped or (not change.new_turn and change.what not in ("over", "ended")):
            return
        task = asyncio.create_task(self._tell_all(change), name=f"followers-{change.game}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop all work."""
        self._stopped = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _tell_all(self, change: Changed) -> None:
        followers = tables_of(self._bot).followers
        try:
            for follower in await followers.to_tell(change):
                if await followers.claim(follower):
                    await self._tell(follower)
        except TableRefusal as refused:
            log.info("followers were not told", extra={"game": change.game, "reason": refused.reason})
        except Exception:
            log.exception("followers could not be told", extra={"game": change.game})

    async def _tell(self, follower: Follower) -> None:
        tables = tables_of(self._bot)
        status = await tables.status(follower.game)
        if not await self._may_see(status, follower.person):
            await tables.followers.unfollow(follower.game, follower.person)
            return
        found = await public_snapshot(tables, follower.game, None, self._locale(status, follower.person))
        logged = await tables.play.log(follower.game, None, 0)
        panel = following_panel(found, effective([line.record for line in logged]), follower.told)
        try:
            person = await self._bot.create_dm(discord.Object(follower.person))
            await person.send(view=panel, nonce=f"{follower.game}.f.{status.version}", silent=True)
        except discord.Forbidden:  # who takes no direct messages is not asked again
            await tables.followers.unfollow(follower.game, follower.person)
        except discord.HTTPException as error:
            log.info("a follower was not told", extra={"game": follower.game, "code": error.code})

    async def _may_see(self, status: Status, person: int) -> bool:
        """Whether somebody still sees the table's channel."""
        guild, channel = self._bot.get_guild(status.guild), self._bot.get_channel(status.channel)
        if guild is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return False
        try:
            return channel.permissions_for(await guild.fetch_member(person)).view_channel
        except discord.HTTPException:
            return False

    def _locale(self, status: Status, person: int) -> Locale:
        return self._bot.services.store.preferences.told_in(person) or table_locale(status)
