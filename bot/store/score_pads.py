"""Score pads, open and closed (then they are results), and what was typed into forms that could not be taken over.

What a score pad says is bytes to this part; only what it is found by is in columns of its own.
"""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection, delete, insert
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from bot.store.database import Database
from bot.store.shown_versions import ShownVersions
from bot.store.sql.preference_tables import TIMES_OF_RESULT, TallyDraftRow, TallyRow
from bot.store.sql.result_tables import ResultPhotoRow

DRAFTS_KEPT = 50
"""Drafts of one person that are kept; the oldest go first."""


@dataclass(frozen=True, slots=True)
class StoredScorePad:
    """A score pad as it is kept. ``place``: the server's id, or the channel's outside servers; ``version`` counts its
    changes; ``shown``: the version that its message shows; ``source``: which result of a file it was imported from,
    None where it was not; ``photo``: read by :meth:`ScorePadRepository.get` alone."""

    id: int
    place: int
    channel: int
    message: int | None
    body: bytes
    started_at: datetime
    closed_at: datetime | None
    version: int = 0
    shown: int = 0
    source: str | None = None
    photo: "ResultPhoto | None" = None


@dataclass(frozen=True, slots=True)
class ResultPhoto:
    """The photo of a result's table: the bot's message that shows it, and who posted it."""

    channel: int
    message: int
    person: int


@dataclass(frozen=True, slots=True)
class ImportedResult:
    """A result from a file: when it was closed, and its fingerprint there."""

    body: bytes
    at: datetime
    source: str


@dataclass(slots=True)
class ScorePadChange:
    """A score pad that is being changed: what is set here is stored when the block ends without a failure. ``played``:
    when a result was played, where that is told; None: when it was closed."""

    before: StoredScorePad
    body: bytes
    closed: bool
    played: datetime | None = None


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

    def now(self) -> datetime:
        """The present time, by which score pads are dated."""
        return self._database.now()

    async def add(
        self, place: int, channel: int, body: bytes, *, closed: bool = False, at: datetime | None = None
    ) -> StoredScorePad:
        """Keep a new score pad; on return it is on the disk. ``closed``: it is a result, since ``at`` or now."""
        now = self._database.now()
        at = (at or now) if closed else None
        row = TallyRow(place=place, channel=channel, body=body, started_at=now, closed_at=at, played_at=at)
        async with self._database.writing() as session:
            session.add(row)
        return self._stored(row)

    async def add_unless_open(
        self, place: int, channel: int, body: bytes, same: Callable[[bytes], bool]
    ) -> tuple[StoredScorePad, bool]:
        """Keep a new score pad, unless an open one of the channel is the ``same``: then that one, and False."""
        async with self._database.writing() as session:
            for there in (await session.exec(_open_in(channel))).all():
                if same(there.body):
                    return self._stored(there), False
            row = TallyRow(place=place, channel=channel, body=body, started_at=self._database.now())
            session.add(row)
        return self._stored(row), True

    async def add_results(self, place: int, channel: int, results: Iterable[tuple[bytes, datetime]]) -> None:
        """Keep many results at once, each with when it was closed: all of them or none."""
        same = {"place": place, "channel": channel, "version": 0, "shown": 0}
        rows = [same | dict.fromkeys(TIMES_OF_RESULT, at) | {"body": body} for body, at in results]
        await self._database.write(lambda connection: connection.execute(insert(TallyRow), rows) if rows else None)

    async def places(self) -> list[int]:
        """Every place that has results."""
        chosen = select(TallyRow.place).where(col(TallyRow.closed_at).is_not(None)).distinct()
        chosen = chosen.order_by(col(TallyRow.place))
        return await self._database.read(lambda connection: list(connection.execute(chosen).scalars()))

    async def imported(self, place: int) -> frozenset[str]:
        """The fingerprints of all results of a place that were imported."""
        return await self._database.read(lambda connection: _imported(connection, place))

    async def add_imported(self, place: int, channel: int, results: Iterable[ImportedResult]) -> int:
        """Keep results from a file, all or none, but for those that are there already; how many are new."""
        same = {"place": place, "channel": channel, "version": 0, "shown": 0}

        def work(connection: Connection) -> int:
            there = _imported(connection, place)
            new = {each.source: each for each in results if each.source not in there}
            rows = [
                same | dict.fromkeys(TIMES_OF_RESULT, each.at) | {"body": each.body, "source": each.source}
                for each in new.values()
            ]
            if rows:
                connection.execute(insert(TallyRow), rows)
            return len(rows)

        return await self._database.write(work)

    async def get(self, pad: int) -> StoredScorePad | None:
        """The score pad; None where there is none (any more)."""
        async with self._database.reading() as session:
            row = await session.get(TallyRow, pad)
            photo = await session.get(ResultPhotoRow, pad)
        return replace(self._stored(row), photo=_photo(photo)) if row else None

    async def add_photo(self, pad: int, photo: ResultPhoto) -> bool:
        """Remember the photo of a result, whose message is brought up to date then; False where it has one already, or
        is gone."""
        async with self._database.writing() as session:
            row = await session.get(TallyRow, pad)
            if row is None or await session.get(ResultPhotoRow, pad) is not None:
                return False
            session.add(ResultPhotoRow(result=pad, channel=photo.channel, message=photo.message, person=photo.person))
            _touch(row, self._database.now())
        return True

    async def remove_photo(self, pad: int, message: int) -> None:
        """Forget the photo of a result, if it is the one of that message."""
        async with self._database.writing() as session:
            photo = await session.get(ResultPhotoRow, pad)
            if photo is None or photo.message != message:
                return
            await session.delete(photo)
            if row := await session.get(TallyRow, pad):
                _touch(row, self._database.now())

    async def photos_of(self, person: int) -> list[tuple[int, ResultPhoto]]:
        """The photos that a person has posted, each with its place."""
        joined = select(TallyRow.place, ResultPhotoRow).join(TallyRow, col(TallyRow.id) == ResultPhotoRow.result)
        async with self._database.reading() as session:
            rows = (await session.exec(joined.where(ResultPhotoRow.person == person))).all()
        return [(place, ResultPhoto(row.channel, row.message, row.person)) for place, row in rows]

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
                _touch(row, self._database.now())
            row.body = change.body
            if change.closed != (row.closed_at is not None):
                row.closed_at = self._database.now() if change.closed else None
            row.played_at = change.played or row.closed_at
            session.add(row)
            noted = await self.shown.write(session)
        self.shown.written(noted)

    async def show_on(self, pad: int, channel: int, message: int, version: int) -> None:
        """Remember the message on which a score pad is shown, and the version that it shows."""
        await self.shown.move(pad, channel, message, version)

    async def behind(self, since: datetime) -> list[StoredScorePad]:
        """The score pads of the places that are looked after here, changed ``since`` then, whose message shows an older
        state; the newest change first."""
        here = self._database.shards.where(col(TallyRow.place))
        chosen = select(TallyRow).where(self.shown.is_behind(since), *here)
        return await self._found(chosen.order_by(col(TallyRow.changed_at).desc()))

    async def open_in(self, channel: int, limit: int = 25) -> list[StoredScorePad]:
        """The open score pads of a channel, newest first."""
        return await self._found(_open_in(channel).limit(limit))

    async def all_open(self) -> list[StoredScorePad]:
        """The open score pads of all channels, oldest first."""
        chosen = select(TallyRow).where(col(TallyRow.closed_at).is_(None))
        return await self._found(chosen.order_by(col(TallyRow.id)))

    async def closed_at(self, place: int, limit: int | None = None, offset: int = 0) -> list[StoredScorePad]:
        """The results of a place, that which was closed last first."""
        chosen = select(TallyRow).where(TallyRow.place == place, col(TallyRow.closed_at).is_not(None))
        ordered = chosen.order_by(col(TallyRow.closed_at).desc(), col(TallyRow.id).desc())
        return await self._found(ordered.offset(offset).limit(limit))

    async def played_at(self, place: int, limit: int | None = None, offset: int = 0) -> list[StoredScorePad]:
        """The results of a place, that which was played last first."""
        chosen = select(TallyRow).where(TallyRow.place == place, col(TallyRow.closed_at).is_not(None))
        ordered = chosen.order_by(col(TallyRow.played_at).desc(), col(TallyRow.id).desc())
        return await self._found(ordered.offset(offset).limit(limit))

    async def delete(self, pad: int) -> None:
        """Forget a score pad and all drafts for it."""
        async with self._database.writing() as session:
            await session.exec(delete(TallyDraftRow).where(col(TallyDraftRow.tally) == pad))
            await session.exec(delete(TallyRow).where(col(TallyRow.id) == pad))

    async def keep_draft(self, person: int, pad: int | None, form: str, body: bytes) -> int:
        """Keep what was typed; its number. Of one person's drafts only the newest are kept."""
        row = TallyDraftRow(person=person, tally=pad, form=form, body=body, typed_at=self._database.now())
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
        return StoredScorePad(row.id, row.place, row.channel, row.message, row.body, *when, *which, row.source)


def _photo(row: ResultPhotoRow | None) -> ResultPhoto | None:
    return ResultPhoto(row.channel, row.message, row.person) if row else None


def _touch(row: TallyRow, at: datetime) -> None:
    """Count a change of what its message shows besides its body."""
    row.version, row.changed_at = row.version + 1, at


def _imported(connection: Connection, place: int) -> frozenset[str]:
    found = select(TallyRow.source).where(TallyRow.place == place, col(TallyRow.source).is_not(None))
    return frozenset(source for source in connection.execute(found).scalars() if source)


def _open_in(channel: int) -> SelectOfScalar[TallyRow]:
    chosen = select(TallyRow).where(TallyRow.channel == channel, col(TallyRow.closed_at).is_(None))
    return chosen.order_by(col(TallyRow.id).desc())
