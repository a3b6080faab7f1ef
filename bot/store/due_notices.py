"""What is due: notices to people, and what is to be looked at at a time. Nothing is taken out before it is done."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Executable, delete, insert, select, update
from sqlmodel import col

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

    async def due(self, at: datetime, limit: int = 500) -> list[Due]:
        """What is due, oldest first."""
        chosen = select(*_DUE).where(col(GameDueRow.due_at) <= at).order_by(col(GameDueRow.due_at), col(GameDueRow.id))
        return [Due(*row) for row in await self._rows(chosen.limit(limit))]

    async def next_due(self) -> datetime | None:
        """When something is due next."""
        chosen = select(col(GameDueRow.due_at)).order_by(col(GameDueRow.due_at)).limit(1)
        rows = await self._rows(chosen)
        return rows[0][0] if rows else None

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
        await self._run(update(GameDueRow).where(*mine).values(due_at=at))

    async def settings(self, person: int) -> StoredPlayerSettings | None:
        """What a person has set."""
        rows = await self._rows(select(*_SETTINGS).where(col(PlayerSettingsRow.person) == person))
        return StoredPlayerSettings(*rows[0]) if rows else None

    async def set_settings(self, person: int, settings: StoredPlayerSettings) -> None:
        """Set it. On return it is on the disk."""
        values = {name: getattr(settings, name) for name in _SETTING_NAMES} | {"person": person}
        old = delete(PlayerSettingsRow).where(col(PlayerSettingsRow.person) == person)
        await self._run(old, insert(PlayerSettingsRow).values(values))

    async def _rows(self, chosen: Executable) -> list[tuple[Any, ...]]:
        return await self._database.read(lambda connection: [tuple(row) for row in connection.execute(chosen)])

    async def _run(self, *statements: Executable) -> None:
        def write(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)

        await self._database.write(write)


_DUE = tuple(getattr(GameDueRow, each.name) for each in fields(Due))
_HEAD = tuple(getattr(GameRow, each.name) for each in fields(TableHead))
_SETTING_NAMES = tuple(each.name for each in fields(StoredPlayerSettings))
_SETTINGS = tuple(getattr(PlayerSettingsRow, name) for name in _SETTING_NAMES)


def due_columns(due: Due) -> dict[str, Any]:
    """What is stored of something that is due."""
    return {each.name: getattr(due, each.name) for each in fields(due) if each.name != "id"}
