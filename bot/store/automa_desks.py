"""Desks of people who play against the Mautoma with the real box. What a desk says is bytes to this part."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.database import Database
from bot.store.shown_versions import ShownVersions
from bot.store.sql.preference_tables import DeskRow, TallyRow


@dataclass(frozen=True, slots=True)
class StoredDesk:
    """A desk as it is kept. ``owner``: the person's id; ``message``: the last one on which it was shown to all, in
    ``channel``; ``version`` counts its changes; ``shown``: the version that the message shows."""

    id: int
    owner: int
    body: bytes
    started_at: datetime
    closed_at: datetime | None
    channel: int | None = None
    message: int | None = None
    version: int = 0
    shown: int = 0


@dataclass(frozen=True, slots=True)
class DeskResult:
    """What a desk came to, kept among the results of a place; ``linked``: the desk's body with the result's number."""

    place: int
    channel: int
    body: bytes
    linked: Callable[[int], bytes]


@dataclass(slots=True)
class DeskChange:
    """A desk that is being changed: what is set here is stored when the block ends without a failure; the result with
    it, or neither."""

    before: StoredDesk
    body: bytes
    closed: bool
    result: DeskResult | None = None


class AutomaDeskRepository:
    """The desks of all people."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.shown = ShownVersions(database, DeskRow)

    def now(self) -> datetime:
        """The present time, by which desks are dated."""
        return self._database.now()

    async def add(self, owner: int, body: bytes) -> StoredDesk:
        """Keep a new desk; on return it is on the disk."""
        row = DeskRow(owner=owner, body=body, started_at=self._database.now())
        async with self._database.writing() as session:
            session.add(row)
        return self._stored(row)

    async def get(self, desk: int) -> StoredDesk | None:
        """The desk; None where there is none."""
        async with self._database.reading() as session:
            row = await session.get(DeskRow, desk)
        return self._stored(row) if row else None

    @asynccontextmanager
    async def changing(self, desk: int) -> AsyncIterator[DeskChange | None]:
        """Change a desk while nobody else can; None where there is none."""
        async with self._database.writing() as session:
            row = await session.get(DeskRow, desk)
            if row is None:
                yield None
                return
            change = DeskChange(self._stored(row), row.body, row.closed_at is not None)
            yield change
            if change.result is not None:
                change.body = change.result.linked(await _keep(session, change.result, self._database.now()))
            row.body, row.version, row.changed_at = change.body, row.version + 1, self._database.now()
            if change.closed != (row.closed_at is not None):
                row.closed_at = self._database.now() if change.closed else None
            session.add(row)
            noted = await self.shown.write(session)
        self.shown.written(noted)

    async def show_on(self, desk: int, channel: int, message: int, version: int) -> None:
        """Remember the message on which a desk is shown, and the version that it shows."""
        await self.shown.move(desk, channel, message, version)

    async def behind(self, since: datetime) -> list[StoredDesk]:
        """The desks, changed ``since`` then, whose message shows an older state; the newest change first. They are a
        person's and no server's: only the process of direct messages has any."""
        if not self._database.shards.own(0):
            return []
        chosen = select(DeskRow).where(self.shown.is_behind(since))
        async with self._database.reading() as session:
            rows = (await session.exec(chosen.order_by(col(DeskRow.changed_at).desc()))).all()
        return [self._stored(row) for row in rows]

    async def open_of(self, owner: int, limit: int) -> list[StoredDesk]:
        """The open desks of a person, newest first."""
        chosen = select(DeskRow).where(DeskRow.owner == owner, col(DeskRow.closed_at).is_(None))
        async with self._database.reading() as session:
            rows = (await session.exec(chosen.order_by(col(DeskRow.id).desc()).limit(limit))).all()
        return [self._stored(row) for row in rows]

    async def all_open(self) -> list[StoredDesk]:
        """The open desks of all people, oldest first."""
        chosen = select(DeskRow).where(col(DeskRow.closed_at).is_(None))
        async with self._database.reading() as session:
            rows = (await session.exec(chosen.order_by(col(DeskRow.id)))).all()
        return [self._stored(row) for row in rows]

    def _stored(self, row: DeskRow) -> StoredDesk:
        assert row.id is not None, "a stored row has its number"
        where = (row.channel, row.message)
        when, which = (row.started_at, row.closed_at), (row.version, self.shown.of(row))
        return StoredDesk(row.id, row.owner, row.body, *when, *where, *which)


async def _keep(session: AsyncSession, result: DeskResult, at: datetime) -> int:
    row = TallyRow(
        place=result.place, channel=result.channel, body=result.body, started_at=at, closed_at=at, played_at=at
    )
    session.add(row)
    await session.flush()
    assert row.id is not None, "a flushed row has its number"
    return row.id
