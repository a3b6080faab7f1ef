"""Turns that people have planned, each for its owner alone. What a plan says is bytes to this part."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlmodel import col

from bot.store.database import Database
from bot.store.sql.game_tables import GamePlanRow


class TurnPlans:
    """The plans of all games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, game: int, person: int) -> bytes | None:
        """A person's plan for their next turn in a game."""
        whose = {"of_game": game, "of_person": person}
        return await self._database.read(lambda connection: connection.execute(_PLAN, whose).scalar_one_or_none())

    async def keep(self, game: int, person: int, body: bytes | None, at: datetime) -> None:
        """Keep a plan in place of the one before; None: there is none any more. On return it is on the disk."""
        await self._database.write(lambda connection: write_plan(connection, game, person, body, at))


_PLAN = select(col(GamePlanRow.body)).where(
    col(GamePlanRow.game) == bindparam("of_game"), col(GamePlanRow.person) == bindparam("of_person")
)
"""Made once: it is asked at each press."""


def write_plan(connection: Connection, game: int, person: int, body: bytes | None, at: datetime) -> None:
    """The same in a transaction that is under way."""
    connection.execute(delete(GamePlanRow).where(col(GamePlanRow.game) == game, col(GamePlanRow.person) == person))
    if body is not None:
        connection.execute(insert(GamePlanRow).values(game=game, person=person, body=body, changed_at=at))
