"""The data of a server goes some time after the bot was removed from it, unless it is added again before."""

import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Final

from bot.store.joined_servers import JoinedServers, RemovedData

log = logging.getLogger(__name__)

FOR_GOOD: Final = 0


class LeftServers:
    """The servers that this process looks after. What happens to their data is told in the log, for the host."""

    def __init__(self, servers: JoinedServers, days: int) -> None:
        """``days``: how long the data of a server is kept after the bot was removed; 0: for good."""
        self._servers = servers
        self._days = days

    async def compare(self, present: Collection[int], now: datetime) -> None:
        """Notice what happened while the bot was not there. ``present``: all servers that it is on, those included that
        cannot be reached at the moment.

        :raises NotStored: the database cannot be written; nothing is changed.
        """
        found = await self._servers.compare(present, now)
        for guild in found.left:
            self._tell_left(guild, now)
        for guild in found.back:
            _tell_back(guild)

    async def leave(self, guild: int, now: datetime) -> None:
        """The bot was removed from a server. :raises NotStored: the database cannot be written."""
        await self._servers.leave(guild, now)
        self._tell_left(guild, now)

    async def join(self, guild: int) -> None:
        """The bot was added to a server. :raises NotStored: the database cannot be written."""
        if await self._servers.join(guild):
            _tell_back(guild)

    async def remove_due(self, is_present: Callable[[int], bool], now: datetime) -> list[RemovedData]:
        """Remove the data of the servers that were left long enough ago; what that was.

        :param is_present: whether the bot is on a server at this moment.
        :raises NotStored: the database cannot be written; what was removed until then stays so.
        """
        if self._days == FOR_GOOD:
            return []
        before = now - timedelta(days=self._days)
        due = await self._servers.left_before(before)
        return [await self._remove(guild, before) for guild in due if not is_present(guild)]

    async def _remove(self, guild: int, before: datetime) -> RemovedData:
        log.warning("the data of a server is being removed: the bot was taken off it", extra={"guild": guild})
        removed = await self._servers.remove_data(guild, before)
        told = {"guild": guild, "games": removed.games, "score_pads": removed.pads, "packs": len(removed.packs)}
        if removed.complete:
            log.warning("the data of a server is removed", extra=told)
        else:
            log.warning("the rest of the data of a server stays: the bot is on it again", extra=told)
        return removed

    def _tell_left(self, guild: int, now: datetime) -> None:
        until = "for good" if self._days == FOR_GOOD else f"until {now + timedelta(days=self._days):%Y-%m-%d}"
        log.warning("the bot was removed from a server", extra={"guild": guild, "data_is_kept": until})


def _tell_back(guild: int) -> None:
    log.info("the bot is on a server again: its data stays", extra={"guild": guild})
