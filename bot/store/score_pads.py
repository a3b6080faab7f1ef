"""Score pads, open and closed (then they are results), and what was typed into forms that could not be taken over.

What a score pad says is bytes to this part; only what it is found by is in columns of its own.
"""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert
from sqlmodel import col, select

from bot.store.database import Database
from bot.store.shown_versions import ShownVersions
from bot.store.sql.preference_tables import TallyDraftRow, TallyRow, now

DRAFTS_KEPT = 50
"""Drafts of one person that are kept; the oldest go first."""


@dataclass(frozen=True, slots=True)
class StoredScorePad:
    """A score pad as it is kept. ``place``: the server's id, or the channel's outside servers; ``version`` counts its
    changes; ``shown``: the version that its message shows."""

    id: int
    place: int
    channel: int
    message: int | None
    body: bytes
    started_at: datetime
    closed_at: datetime | None
    version: int = 0
    shown: int = 0


@dataclass(slots=True)
class ScorePadChange:
    """A score pad that is being changed: what is set here is stored when the block ends without a failure."""

    before: StoredScorePad
    body: bytes
    closed: bool


@dataclass(frozen=True, slots=True)
class FormDraft:
    """What one person typed into a form; ``pad`` is None for the form that starts one."""

    id: int
    person: int
    pad: int | None
    form: str
    body: bytes


class ScorePadRepository:
    """The score pads of all places."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.shown = ShownVersions(database, TallyRow)

    async def add(
        self, place: int, channel: int, body: bytes, *, closed: bool = False, at: datetime | None = None
    ) -> StoredScorePad:
        """Keep a new score pad; on return it is on the disk. ``closed``: it is a result, since ``at`` or now."""
        row = TallyRow(place=place, channel=channel, body=body, closed_at=(at or now()) if closed else None)
        async with self._database.writing() as session:
            session.add(row)
        return self._stored(row)

    async def add_results(self, place: int, channel: int, results: Iterable[tuple[bytes, datetime]]) -> None:
        """Keep many results at once, each with when it was closed: all of them or none."""
        same = {"place": place, "channel": channel, "version": 0, "shown": 0}
        rows = [same | {"body": body, "started_at": at, "closed_at": at} for body, at in results]
        await self._database.write(lambda connection: connection.execute(insert(TallyRow), rows) if rows else None)

    async def get(self, pad: int) -> StoredScorePad | None:
        """The score pad; None where there is none (any more)."""
        async with self._database.reading() as session:
            row = await session.get(TallyRow, pad)
        return self._stored(row) if row else None

    @asynccontextmanager
    async def changing(self, pad: int) -> AsyncIterator[ScorePadChange | None]:
        """Change a score pad while nobody else can; None where there is none (any more)."""
        async with self._database.writing() as session:
            row = await session.get(TallyRow, pad)
            if row is None:
                yield None
                return
            change = ScorePadChange(self._stored(row), row.body, row.closed_at is not None)
            yield change
            if change.body != change.before.body or change.closed != (row.closed_at is not None):
                row.version, row.changed_at = row.version + 1, now()
            row.body = change.body
            if change.closed != (row.closed_at is not None):
                row.closed_at = now() if change.closed else None
            session.add(row)
            noted = await self.shown.write(session)
        self.shown.written(noted)

    async def show_on(self, pad: int, channel: int, message: int, version: int) -> None:
        """Remember the message on which a score pad is shown, and the version that it shows."""
        await self.shown.move(pad, channel, message, version)

    async def behind(self, since: datetime) -> list[StoredScorePad]:
        """The score pads, changed ``since`` then, whose message shows an older state; the newest change first."""
        chosen = select(TallyRow).where(self.shown.is_behind(since))
        return await self._found(chosen.order_by(col(TallyRow.changed_at).desc()))

    async def open_in(self, channel: int, limit: int = 25) -> list[StoredScorePad]:
        """The open score pads of a channel, newest first."""
        chosen = select(TallyRow).where(TallyRow.channel == channel, col(TallyRow.closed_at).is_(None))
        return await self._found(chosen.order_by(col(TallyRow.id).desc()).limit(limit))

    async def all_open(self) -> list[StoredScorePad]:
        """The open score pads of all channels, oldest first."""
        chosen = select(TallyRow).where(col(TallyRow.closed_at).is_(None))
        return await self._found(chosen.order_by(col(TallyRow.id)))

    async def closed_at(self, place: int, limit: int | None = None, offset: int = 0) -> list[StoredScorePad]:
        """The results of a place, newest first."""
        chosen = select(TallyRow).where(TallyRow.place == place, col(TallyRow.closed_at).is_not(None))
        ordered = chosen.order_by(col(TallyRow.closed_at).desc(), col(TallyRow.id).desc())
        return await self._found(ordered.offset(offset).limit(limit))

    async def delete(self, pad: int) -> None:
        """Forget a score pad and all drafts for it."""
        async with self._database.writing() as session:
            await session.exec(delete(TallyDraftRow).where(col(TallyDraftRow.tally) == pad))
            await session.exec(delete(TallyRow).where(col(TallyRow.id) == pad))

    async def keep_draft(self, person: int, pad: int | None, form: str, body: bytes) -> int:
        """Keep what was typed; its number. Of one person's drafts only the newest are kept."""
        row = TallyDraftRow(person=person, tally=pad, form=form, body=body)
        async with self._database.writing() as session:
            session.add(row)
            await session.flush()
            mine = select(TallyDraftRow.id).where(TallyDraftRow.person == person).order_by(col(TallyDraftRow.id).desc())
            old = mine.offset(DRAFTS_KEPT)
            await session.exec(delete(TallyDraftRow).where(col(TallyDraftRow.id).in_(old)))
        assert row.id is not None, "a flushed row has its number"
        return row.id

    async def draft(self, draft: int) -> FormDraft | None:
        """What was typed; None where it is no longer kept."""
        async with self._database.reading() as session:
            row = await session.get(TallyDraftRow, draft)
        return FormDraft(draft, row.person, row.tally, row.form, row.body) if row else None

    async def _found(self, chosen: "object") -> list[StoredScorePad]:
        async with self._database.reading() as session:
            rows = (await session.exec(chosen)).all()  # type: ignore[call-overload]
        return [self._stored(row) for row in rows]

    def _stored(self, row: TallyRow) -> StoredScorePad:
        assert row.id is not None, "a stored row has its number"
        when, which = (row.started_at, row.closed_at), (row.version, self.shown.of(row))
        return StoredScorePad(row.id, row.place, row.channel, row.message, row.body, *when, *which)
