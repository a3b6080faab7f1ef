"""What servers allow: in which channels games may be opened, how many at once, and who may not open any."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, select
from sqlmodel import col

from bot.store.database import Database
from bot.store.sql.game_tables import ServerBarRow, ServerChannelRow, ServerLimitRow


@dataclass(frozen=True, slots=True)
class ServerRules:
    """What a server allows. ``channels``: where games may be opened (none named: everywhere); ``most``: so many at once
    (None: any number); ``roles`` and ``people``: who may not open any."""

    channels: tuple[int, ...] = ()
    most: int | None = None
    roles: tuple[int, ...] = ()
    people: tuple[int, ...] = ()


class ServerRulesStore:
    """The rules of all servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild: int) -> ServerRules:
        """What a server allows; everything, where nothing was set."""
        return await self._database.read(lambda connection: _read(connection, guild))

    async def set_channels(self, guild: int, channels: Sequence[int]) -> ServerRules:
        """Set where games may be opened. On return it is on the disk."""
        rows = [{"guild": guild, "channel": channel} for channel in dict.fromkeys(channels)]

        def write(connection: Connection) -> ServerRules:
            connection.execute(delete(ServerChannelRow).where(col(ServerChannelRow.guild) == guild))
            if rows:
                connection.execute(insert(ServerChannelRow), rows)
            return _read(connection, guild)

        return await self._database.write(write)

    async def set_most(self, guild: int, most: int | None) -> ServerRules:
        """Set how many games may be open at once. On return it is on the disk."""

        def write(connection: Connection) -> ServerRules:
            connection.execute(delete(ServerLimitRow).where(col(ServerLimitRow.guild) == guild))
            if most is not None:
                connection.execute(insert(ServerLimitRow).values(guild=guild, most=most))
            return _read(connection, guild)

        return await self._database.write(write)

    async def set_barred(self, guild: int, roles: Sequence[int], people: Sequence[int]) -> ServerRules:
        """Set who may not open games. On return it is on the disk."""
        barred = {**dict.fromkeys(roles, True), **dict.fromkeys(people, False)}
        rows = [{"guild": guild, "target": target, "role": role} for target, role in barred.items()]

        def write(connection: Connection) -> ServerRules:
            connection.execute(delete(ServerBarRow).where(col(ServerBarRow.guild) == guild))
            if rows:
                connection.execute(insert(ServerBarRow), rows)
            return _read(connection, guild)

        return await self._database.write(write)


def _read(connection: Connection, guild: int) -> ServerRules:
    channels = select(col(ServerChannelRow.channel)).where(col(ServerChannelRow.guild) == guild)
    most = select(col(ServerLimitRow.most)).where(col(ServerLimitRow.guild) == guild)
    rules = ServerRules(tuple(connection.execute(channels.order_by(col(ServerChannelRow.channel))).scalars()))
    barred = {role: tuple(connection.execute(_barred(guild, role=role)).scalars()) for role in (True, False)}
    return replace(rules, most=connection.execute(most).scalar(), roles=barred[True], people=barred[False])


def _barred(guild: int, *, role: bool) -> Select[Any]:
    here = (col(ServerBarRow.guild) == guild, col(ServerBarRow.role).is_(role))
    return select(col(ServerBarRow.target)).where(*here).order_by(col(ServerBarRow.target))
