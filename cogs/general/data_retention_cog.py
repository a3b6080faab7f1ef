"""Once a day, what the host keeps no longer is removed, and the data of servers that have removed the bot long ago. Not
on the practice channel: everything there stays."""

import asyncio
from datetime import datetime
from typing import Final

import discord
import structlog
from discord.ext import commands

from bot.app.privacy.data_retention import Retention, remove_old_data
from bot.app.privacy.left_servers import LeftServers
from cogs.core.services import BotClient

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()

FIRST: Final = 300
"""Seconds that a start is left alone with the messages that it brings up to date."""
EVERY: Final = 86_400
"""Seconds between two times."""


class DataRetention(commands.Cog):
    """Removes what is kept no longer."""

    def __init__(self, bot: BotClient) -> None:
        self.bot = bot
        settings, store = bot.services.settings, bot.services.store
        self._retention = Retention.of(settings)
        self._servers = LeftServers(store.joined_servers, settings.retention_left_servers_days)

    async def cog_load(self) -> None:
        """Begin in the background."""
        self._running = asyncio.create_task(self._run(), name="data-retention")

    async def cog_unload(self) -> None:
        """Stop; a step that is under way is finished by the database."""
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was added to a server."""
        await self._servers.join(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server. discord.py calls this for none that merely cannot be reached."""
        await self._servers.leave(guild.id, self.bot.services.store.now())

    async def _run(self) -> None:
        await self.bot.wait_until_ready()
        await self.compare(self.bot.services.store.now())
        await asyncio.sleep(FIRST)
        while True:
            await self.remove(self.bot.services.store.now())
            await asyncio.sleep(EVERY)
            await self.compare(self.bot.services.store.now())

    async def compare(self, now: datetime) -> None:
        """Notice the servers that were left while the bot was offline. Once it is ready, discord.py knows every server
        of this process's shards, those included that cannot be reached."""
        try:
            await self._servers.compare(frozenset(guild.id for guild in self.bot.guilds), now)
        except Exception:
            log.exception("the bot's servers could not be compared with those of before")

    async def remove(self, now: datetime) -> None:
        """Remove what is kept no longer. A failure is logged; the next day it is tried again."""
        try:
            await self._remove(now)
        except Exception:
            log.exception("old data could not be removed")

    async def _remove(self, now: datetime) -> None:
        services = self.bot.services
        try:
            await remove_old_data(services.store, self._retention, now)
            left = await self._servers.remove_due(lambda guild: self.bot.get_guild(guild) is not None, now)
            services.tables.repository.packs.forget(digest for each in left for digest in each.packs)
        finally:
            await services.read_anew()


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    if not bot.services.practice:
        await bot.add_cog(DataRetention(bot))
