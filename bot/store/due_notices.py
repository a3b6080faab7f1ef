"""What is due: notices to people, and what is to be looked at at a time. Nothing is taken out before it is done."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Executable, bindparam, delete, insert, select, update
from sqlmodel import col

from bot.store.announcements import About, announce
from bot.store.database import Database
from bot.store.postgresql import lock_games
from bot.store.sql.game_tables import GameDueRow, GameRow, PlayerSettingsRow


@dataclass(frozen=True, slots=True)
class Due:
    """Something that is due; ``id`` is 0 before it is stored. ``after``: minutes since the person was told first, in a
    reminder; ``since``: when the game began to wait; ``batch``: the message with which it is being sent; ``tries``: how
    often that failed."""

    game: int
    seat: int
    person: int
    kind: str
    due_at: datetime
    after: int = 0
    since: datetime | None = None
    batch: str | None = None
    tries: int = 0
    id: int = 0


@dataclass(frozen=True, slots=True)
class TableHead:
    """What notices need of a table, without the game itself."""

    id: int
    guild: int
    channel: int
    message: int | None
    stage: str
    body: bytes


@dataclass(frozen=True, slots=True)
class StoredPlayerSettings:
    """What a person has set; columns as in ``PlayerSettingsRow``."""

    notices: str
    place: str
    confirm_end: bool
    zone: str | None = None
    quiet_from: int | None = None
    quiet_to: int | None = None
    days: str | None = None
    away_until: datetime | None = None
    shown: bool = False


class DueNotices:
    """What is due at all tables, and how people want to be told."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self, at: datetime, limit: int = 500) -> tuple[list[Due], datetime | None]:
        """What is due in the servers that are looked after here, oldest first; and when something is due there next,
        where nothing is due now. Both are read at once, as it is asked at most presses."""
        soonest = col(GameDueRow.due_at), col(GameDueRow.id)
        chosen = select(*_DUE).where(col(GameDueRow.due_at) <= at, *self._mine()).order_by(*soonest).limit(limit)
        following = select(col(GameDueRow.due_at)).where(*self._mine()).order_by(soonest[0]).limit(1)

        def read(connection: Connection) -> tuple[list[Due], datetime | None]:
            found = [Due(*row) for row in connection.execute(chosen)]
            return found, None if found else connection.execute(following).scalar()

        return await self._database.read(read)

    def _mine(self) -> tuple[ColumnElement[bool], ...]:
        here = self._database.shards.where(col(GameRow.guild))
        return (col(GameDueRow.game).in_(select(col(GameRow.id)).where(*here)),) if here else ()

    async def heads(self, games: Iterable[int]) -> dict[int, TableHead]:
        """Tables by their number."""
        chosen = select(*_HEAD).where(col(GameRow.id).in_(set(games)))
        return {row[0]: TableHead(*row) for row in await self._rows(chosen)}

    async def put_off(self, dues: Sequence[Due]) -> None:
        """Let things be due at another time (``due_at``), with what else is new of them."""

        def write(connection: Connection) -> None:
            lock_games(connection, (due.game for due in dues))
            for due in dues:
                values = {"due_at": due.due_at, "after": due.after, "tries": due.tries}
                connection.execute(update(GameDueRow).where(col(GameDueRow.id) == due.id).values(values))

        if dues:
            await self._database.write(write)

    async def begin(self, dues: Sequence[Due], batch: str) -> list[Due]:
        """Note the message with which they are about to be sent; those that are still due."""

        def write(connection: Connection) -> list[Due]:
            lock_games(connection, (due.game for due in dues))
            ids = [due.id for due in dues]
            here = col(GameDueRow.id).in_(ids)
            connection.execute(update(GameDueRow).where(here).values(batch=batch))
            there = {row[0] for row in connection.execute(select(col(GameDueRow.id)).where(here))}
            return [replace(due, batch=batch) for due in dues if due.id in there]

        return await self._database.write(write)

    async def finish(self, done: Sequence[Due], then: Sequence[tuple[int, Due]] = ()) -> None:
        """Forget what is done; what is due ``then`` takes the place of the one with that number, if that was due."""

        def write(connection: Connection) -> None:
            lock_games(connection, (due.game for due in done))
            ids = [due.id for due in done]
            here = col(GameDueRow.id).in_(ids)
            there = {row[0] for row in connection.execute(select(col(GameDueRow.id)).where(here))}
            connection.execute(delete(GameDueRow).where(here))
            following = [due_columns(due) for number, due in then if number in there]
            if following:
                connection.execute(insert(GameDueRow), following)

        if done:
            await self._database.write(write)

    async def look_again(self, person: int, at: datetime) -> None:
        """Everything of a person that has been put off, and what makes them late, is looked at once more then."""
        mine = (col(GameDueRow.person) == person, col(GameDueRow.batch).is_(None), col(GameDueRow.after) == 0)

        def write(connection: Connection) -> None:
            connection.execute(update(GameDueRow).where(*mine).values(due_at=at))
            announce(connection, About.NOTICES)

        await self._database.write(write)

    async def settings(self, person: int) -> StoredPlayerSettings | None:
        """What a person has set."""
        rows = await self._rows(_SETTINGS, {"asked": person})
        return StoredPlayerSettings(*rows[0]) if rows else None

    async def set_settings(self, person: int, settings: StoredPlayerSettings) -> None:
        """Set it. On return it is on the disk."""
        values = {name: getattr(settings, name) for name in _SETTING_NAMES} | {"person": person}
        old = delete(PlayerSettingsRow).where(col(PlayerSettingsRow.person) == person)
        await self._run(old, insert(PlayerSettingsRow).values(values))

    async def _rows(self, chosen: Executable, of: dict[str, Any] | None = None) -> list[tuple[Any, ...]]:
        return await self._database.read(lambda connection: [tuple(row) for row in connection.execute(chosen, of)])

    async def _run(self, *statements: Executable) -> None:
        def write(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)

        await self._database.write(write)


_DUE = tuple(getattr(GameDueRow, each.name) for each in fields(Due))
_HEAD = tuple(getattr(GameRow, each.name) for each in fields(TableHead))
_SETTING_NAMES = tuple(each.name for each in fields(StoredPlayerSettings))
_SETTINGS = select(*(getattr(PlayerSettingsRow, name) for name in _SETTING_NAMES)).where(
    col(PlayerSettingsRow.person) == bindparam("asked")
)
"""Made once: it is asked several times at each press, and making it takes longer than carrying it out."""


def due_columns(due: Due) -> dict[str, Any]:
    """What is stored of something that is due."""
    return {each.name: getattr(due, each.name) for each in fields(due) if each.name != "id"}
