"""Which command tree Discord was last given."""

from bot.store.database import Database
from bot.store.sql.preference_tables import SyncedCommandsRow


class SyncedCommands:
    """The digest of the synced command tree, per application."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def digest(self, application: int) -> str | None:
        """The digest of the last sync; None before the first."""
        async with self._database.reading() as session:
            row = await session.get(SyncedCommandsRow, application)
        return row.digest if row else None

    async def record(self, application: int, digest: str) -> None:
        """Remember that this tree was synced."""
        async with self._database.writing() as session:
            await session.merge(SyncedCommandsRow(application=application, digest=digest))
