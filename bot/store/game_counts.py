"""How many games and notices there are, for whoever watches the bot."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import func, select
from sqlmodel import col

from bot.store.database import Database
from bot.store.sql.game_tables import GameDueRow, GameRow


class GameCounts:
    """Counts over all stored games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def by_stage(self) -> Mapping[str, int]:
        """The number of games in each stage.

        :raises StoreProblem: the database cannot be read.
        """
        chosen = select(col(GameRow.stage), func.count()).group_by(col(GameRow.stage))
        return await self._database.read(lambda connection: dict(connection.execute(chosen).tuples().all()))

    async def overdue(self, before: datetime) -> int:
        """The number of notices that were due before a moment and are still there.

        :raises StoreProblem: the database cannot be read.
        """
        chosen = select(func.count()).select_from(GameDueRow).where(col(GameDueRow.due_at) < before)
        return await self._database.read(lambda connection: int(connection.execute(chosen).scalar_one()))
