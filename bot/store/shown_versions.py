"""Which version of a score pad or a desk its message shows. It is kept in memory and written with the next change of
any, so that it costs no transaction of its own; what is lost in a crash is looked at once more at the next start."""

from datetime import datetime
from typing import Any, TypeAlias

from sqlmodel import col, update
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.database import Database
from bot.store.sql.preference_tables import DeskRow, TallyRow

Row: TypeAlias = TallyRow | DeskRow


class ShownVersions:
    """What the messages of one kind of thing show."""

    def __init__(self, database: Database, row: type[TallyRow] | type[DeskRow]) -> None:
        self._database = database
        self._row = row
        self._noted: dict[int, int] = {}

    def note(self, number: int, version: int) -> None:
        """Remember what a message shows by now."""
        self._noted[number] = version

    def of(self, row: Row) -> int:
        """The version that a message shows."""
        return self._noted.get(row.id or 0, row.shown)

    async def write(self, session: AsyncSession) -> dict[int, int]:
        """Write what was noted in a transaction that is under way; to be passed to :meth:`written` after it."""
        noted = dict(self._noted)
        for number, version in noted.items():
            await session.exec(update(self._row).where(col(self._row.id) == number).values(shown=version))
        return noted

    def written(self, noted: dict[int, int]) -> None:
        """Forget what has been written."""
        for number, version in noted.items():
            if self._noted.get(number) == version:
                del self._noted[number]

    async def move(self, number: int, channel: int, message: int, version: int) -> None:
        """Remember another message, and the version that it shows; on return it is on the disk."""
        self.note(number, version)
        async with self._database.writing() as session:
            row = await session.get(self._row, number)
            if row:
                row.channel, row.message = channel, message
                session.add(row)
            noted = await self.write(session)
        self.written(noted)

    async def keep(self) -> None:
        """Write what was noted; on return it is on the disk."""
        if self._noted:
            async with self._database.writing() as session:
                noted = await self.write(session)
            self.written(noted)

    def is_behind(self, since: datetime) -> Any:
        """The condition that a message shows an older state than that of a change ``since`` then."""
        row = self._row
        there = col(row.message).is_not(None)
        return there & (col(row.shown) < col(row.version)) & (col(row.changed_at) >= since)
