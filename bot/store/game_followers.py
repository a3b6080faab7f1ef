"""People who follow games that they do not play in, and what each has been told."""

from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlmodel import col

from bot.store.database import Database
from bot.store.sql.game_tables import GameFollowerRow


@dataclass(frozen=True, slots=True)
class Follower:
    """Who follows a game, at which moments they want to hear of it, and the last record that they were told of."""

    game: int
    person: int
    moments: str
    told: int


class GameFollowers:
    """The followers of all games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, game: int) -> list[Follower]:
        """The followers of a game."""
        columns: tuple[Any, ...] = tuple(getattr(GameFollowerRow, each.name) for each in fields(Follower))
        chosen = select(*columns).where(col(GameFollowerRow.game) == game).order_by(col(GameFollowerRow.person))
        return await self._database.read(lambda connection: [Follower(*row) for row in connection.execute(chosen)])

    async def keep(self, follower: Follower, most: int) -> bool:
        """Keep a follower in place of what they had chosen before. False: the game has ``most`` others already."""

        def write(connection: Connection) -> bool:
            here = col(GameFollowerRow.game) == follower.game
            connection.execute(delete(GameFollowerRow).where(here, col(GameFollowerRow.person) == follower.person))
            if connection.execute(select(func.count()).select_from(GameFollowerRow).where(here)).scalar_one() >= most:
                return False
            values = {each.name: getattr(follower, each.name) for each in fields(follower)}
            connection.execute(insert(GameFollowerRow).values(values))
            return True

        return await self._database.write(write)

    async def drop(self, game: int, person: int) -> None:
        """Somebody follows a game no more."""
        mine = (col(GameFollowerRow.game) == game, col(GameFollowerRow.person) == person)
        await self._database.write(lambda connection: connection.execute(delete(GameFollowerRow).where(*mine)))

    async def claim(self, follower: Follower, told: int) -> bool:
        """Note what a follower is about to be told, before they are, so that nobody is told twice. False: somebody else
        has done it, or they follow no more."""
        mine = (
            col(GameFollowerRow.game) == follower.game,
            col(GameFollowerRow.person) == follower.person,
            col(GameFollowerRow.told) == follower.told,
        )
        changing = update(GameFollowerRow).where(*mine).values(told=told)
        return bool(await self._database.write(lambda connection: connection.execute(changing).rowcount))
