"""Seasons of all places: stretches of days whose results are looked at together."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, delete, insert, select, update
from sqlmodel import col

from bot.store.database import Database
from bot.store.sql.result_tables import SeasonRow


@dataclass(frozen=True, slots=True)
class StoredSeason:
    """A season: both days belong to it. ``channel``: where its end is told."""

    id: int
    place: int
    channel: int
    name: str
    begin: date
    until: date


COLUMNS = tuple(col(getattr(SeasonRow, column)) for column in StoredSeason.__slots__)


class SeasonRepository:
    """The seasons of all places."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, place: int) -> list[StoredSeason]:
        """The seasons of a place, the last one to begin first."""
        chosen = select(*COLUMNS).where(col(SeasonRow.place) == place)
        ordered = chosen.order_by(col(SeasonRow.begin).desc(), col(SeasonRow.id).desc())
        rows = await self._database.read(lambda connection: connection.execute(ordered).all())
        return [StoredSeason(*row) for row in rows]

    async def add(self, place: int, channel: int, name: str, begin: date, until: date, *, told: bool) -> None:
        """Keep a season; ``told``: nobody is to be told of its end."""
        now = self._database.now()
        values = {"place": place, "channel": channel, "name": name, "begin": begin, "until": until}
        made = insert(SeasonRow).values(values | {"made_at": now, "ended_at": now if told else None})
        await self._database.write(lambda connection: connection.execute(made))

    async def remove(self, season: int, place: int) -> None:
        """Forget a season of a place. Its results stay."""
        gone = delete(SeasonRow).where(col(SeasonRow.id) == season, col(SeasonRow.place) == place)
        await self._database.write(lambda connection: connection.execute(gone))

    async def take_ended(self, today: date) -> list[StoredSeason]:
        """The seasons of the places that are looked after here whose last day is over and whose end nobody has been
        told; each is given once alone."""
        here = self._database.shards.where(col(SeasonRow.place))
        due = (col(SeasonRow.until) < today, col(SeasonRow.ended_at).is_(None), *here)

        def work(connection: Connection) -> list[StoredSeason]:
            found = [StoredSeason(*row) for row in connection.execute(select(*COLUMNS).where(*due))]
            if found:
                connection.execute(update(SeasonRow).where(*due).values(ended_at=self._database.now()))
            return found

        if not await self._database.read(lambda connection: connection.execute(select(*COLUMNS).where(*due)).first()):
            return []
        return await self._database.write(work)
