"""The open store: one database and its repositories."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.store.automa_desks import AutomaDeskRepository
from bot.store.database import Database, connect
from bot.store.database_check import open_checked
from bot.store.errors import StoreProblem
from bot.store.game_counts import GameCounts
from bot.store.games import GameRepository
from bot.store.joined_servers import JoinedServers
from bot.store.machine_clock import machine_clock
from bot.store.migrate import back_up
from bot.store.name_claims import NameClaims
from bot.store.old_data import OldData
from bot.store.person_data import PersonData
from bot.store.preferences import Preferences
from bot.store.result_index import ResultIndex
from bot.store.result_statistics import ResultStatistics
from bot.store.score_pads import ScorePadRepository
from bot.store.search_feedback import SearchFeedback
from bot.store.seasons import SeasonRepository
from bot.store.server_packs import ServerPacks
from bot.store.shards import ALL, Shards
from bot.store.synced_commands import SyncedCommands


class Store:
    """All repositories on one database. Made by :meth:`open`; to be closed, or used with ``async with``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.preferences = Preferences(database)
        self.search_feedback = SearchFeedback(database)
        self.score_pads = ScorePadRepository(database)
        self.result_index = ResultIndex(database)
        self.result_statistics = ResultStatistics(database)
        self.name_claims = NameClaims(database)
        self.seasons = SeasonRepository(database)
        self.automa_desks = AutomaDeskRepository(database)
        self.games = GameRepository(database)
        self.game_counts = GameCounts(database)
        self.person_data = PersonData(database)
        self.old_data = OldData(database)
        self.joined_servers = JoinedServers(database)
        self.server_packs = ServerPacks(database)
        self.synced_commands = SyncedCommands(database)

    @classmethod
    async def open(cls, address: str, shards: Shards = ALL, now: Callable[[], datetime] = machine_clock) -> Self:
        """Open the database at ``address`` (as in DATABASE_URL), migrated, preferences in memory. ``shards``: which
        servers this process looks after; ``now``: the clock by which everything kept is dated.

        :raises NewerDatabase: it belongs to a newer version of the program and was not touched.
        :raises StoreProblem: it cannot be opened, is damaged, or lacks what was there before.
        """
        database = connect(address)
        database.shards, database.now = shards, now
        try:
            await open_checked(database)
            store = cls(database)
            await store.preferences.load()
        except BaseException:
            await database.close()
            raise
        return store

    @property
    def database(self) -> Database:
        """What all of it is kept in."""
        return self._database

    def now(self) -> datetime:
        """The present time, aware: that by which everything kept is dated."""
        return self._database.now()

    @property
    def shards(self) -> Shards:
        """The servers that this process looks after."""
        return self._database.shards

    @property
    def file(self) -> Path | None:
        """The file of the database; None where it has none of its own."""
        return self._database.file

    async def back_up(self, label: str = "on-request") -> Path | None:
        """A complete copy of the database in ``backups/`` beside it; None for one in memory.

        :raises StoreProblem: there is no room for it, the folder cannot be written, or it is on a server.
        """
        if self._database.on_server:
            raise StoreProblem(f"{self._database.name}: it is copied with its own tool, pg_dump.")
        return await back_up(self._database, label)

    async def close(self) -> None:
        """Close the database."""
        await self._database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
