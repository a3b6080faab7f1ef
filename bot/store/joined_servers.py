"""Which servers the bot is on, which it was removed from, and the removal of all that belongs to one of those."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Select,
    Table,
    delete,
    exists,
    func,
    insert,
    select,
    union,
    update,
)

from bot.store.announcements import About, announce
from bot.store.database import Database
from bot.store.old_data import STEP, TABLES, remove_games, remove_orphans
from bot.store.preferences import Scope
from bot.store.server_packs import remove_if_unused
from bot.store.sql.preference_tables import ServerRow

SERVERS: Final = TABLES[str(ServerRow.__tablename__)]


def _of_servers() -> dict[Table, Column[Any]]:
    """Every table whose rows belong to a server, and its column that says to which."""
    columns = [table.c[name] for table in TABLES.values() for name in ("guild", "place") if name in table.c]
    of_servers = {each.table: each for each in columns if isinstance(each.type, BigInteger)}
    return {table: column for table, column in of_servers.items() if table is not SERVERS}


OF_SERVERS: Final = _of_servers()


class Compared(NamedTuple):
    """What has changed since the servers were looked at last: those that the bot was removed from, and those that it
    was removed from before and is on again."""

    left: tuple[int, ...]
    back: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RemovedData:
    """What was removed of a server: numbers of games, and of score pads and results; hashes of packs that nobody has
    any more. ``complete``: nothing is left; else the bot is on the server again."""

    games: int = 0
    pads: int = 0
    packs: tuple[str, ...] = ()
    complete: bool = False


class JoinedServers:
    """The servers that this process looks after."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def compare(self, present: Collection[int], now: datetime) -> Compared:
        """Take in which servers the bot is on: all that this process looks after, those included that cannot be reached
        at the moment. Those that were there before and are not now were left ``now``.

        :raises NotStored: the database cannot be written; nothing is changed.
        """
        here = self._database.shards.where(SERVERS.c.guild)

        def write(connection: Connection) -> Compared:
            chosen = select(SERVERS.c.guild, SERVERS.c.left_at).where(*here).order_by(SERVERS.c.guild)
            known = {row.guild: row.left_at for row in connection.execute(chosen)}
            left = tuple(guild for guild, at in known.items() if at is None and guild not in present)
            back = tuple(guild for guild, at in known.items() if at is not None and guild in present)
            for guild in left:
                _note(connection, guild, now)
            for guild in (*back, *sorted(set(present) - known.keys())):
                _note(connection, guild, None)
            return Compared(left, back)

        return await self._database.write(write)

    async def leave(self, guild: int, now: datetime) -> None:
        """The bot was removed from a server. On return it is on the disk."""
        await self._database.write(lambda connection: _note(connection, guild, now))

    async def join(self, guild: int) -> bool:
        """The bot was added to a server; whether it was there before, and its data is still kept. On return it is on
        the disk."""
        return await self._database.write(lambda connection: _note(connection, guild, None)) is not None

    async def left_before(self, before: datetime) -> list[int]:
        """The servers that were left before a moment, the longest ago first."""
        here = self._database.shards.where(SERVERS.c.guild)
        chosen = select(SERVERS.c.guild).where(SERVERS.c.left_at < before, *here).order_by(SERVERS.c.left_at)
        return await self._database.read(lambda connection: list(connection.execute(chosen).scalars()))

    async def remove_data(self, guild: int, before: datetime) -> RemovedData:
        """Remove everything that belongs to a server which was left before that moment: a little at a time, while
        people play elsewhere, and only as long as the bot is not on the server again.

        :raises NotStored: the database cannot be written; what was removed until then stays so.
        """
        removed = RemovedData()
        while not removed.complete:
            step = await self._database.write(lambda connection: _step(connection, guild, before))
            if step is None:
                break
            removed = replace(step, games=removed.games + step.games, pads=removed.pads + step.pads)
        await self._database.empty_log()
        return removed


def _note(connection: Connection, guild: int, left_at: datetime | None) -> datetime | None:
    """Note since when a server is left, or that it is not; since when it was until now."""
    same = SERVERS.c.guild == guild
    before = connection.execute(select(SERVERS.c.left_at).where(same)).first()
    if before is None:
        connection.execute(insert(SERVERS).values(guild=guild, left_at=left_at))
    else:
        connection.execute(update(SERVERS).where(same).values(left_at=left_at))
    return before[0] if before else None


def _step(connection: Connection, guild: int, before: datetime) -> RemovedData | None:
    """Remove some games and score pads, at the end everything else; None where the bot is on the server again."""
    gone = (SERVERS.c.guild == guild, SERVERS.c.left_at < before)
    if not connection.execute(select(exists().where(*gone))).scalar():
        return None
    games, pads = _some_of(TABLES["games"], guild), _some_of(TABLES["tallies"], guild)
    found = RemovedData(games=_number(connection, games), pads=_number(connection, pads))
    _remove_channel_preferences(connection, guild)
    drafts, tallies = TABLES["tally_drafts"], TABLES["tallies"]
    connection.execute(delete(drafts).where(drafts.c.tally.in_(pads)))
    connection.execute(delete(tallies).where(tallies.c.id.in_(pads)))
    remove_games(connection, games)
    if not found.games and not found.pads:
        found = replace(found, packs=_remove_the_rest(connection, guild), complete=True)
    for about in About:
        announce(connection, about)
    return found


def _number(connection: Connection, chosen: Select[Any]) -> int:
    return int(connection.execute(select(func.count()).select_from(chosen.subquery())).scalar_one())


def _some_of(table: Table, guild: int) -> Select[Any]:
    return select(table.c.id).where(OF_SERVERS[table] == guild).order_by(table.c.id).limit(STEP)


def _remove_channel_preferences(connection: Connection, guild: int) -> None:
    """What was set for the channels that anything of the server tells of."""
    tables = [(table, own) for table, own in OF_SERVERS.items() if "channel" in table.c]
    known = union(*(select(table.c.channel).where(own == guild) for table, own in tables))
    preferences = TABLES["preferences"]
    in_channel = (preferences.c.scope == Scope.CHANNEL.value, preferences.c.owner.in_(known))
    connection.execute(delete(preferences).where(*in_channel))


def _remove_the_rest(connection: Connection, guild: int) -> tuple[str, ...]:
    """Remove what no game and no score pad has taken along, and the server itself; hashes of packs that are gone."""
    packs, preferences = TABLES["server_packs"], TABLES["preferences"]
    digests = list(connection.execute(select(packs.c.hash).where(packs.c.guild == guild)).scalars())
    for table, own in OF_SERVERS.items():
        connection.execute(delete(table).where(own == guild))
    of_server = (preferences.c.scope == Scope.SERVER.value, preferences.c.owner == guild)
    connection.execute(delete(preferences).where(*of_server))
    remove_orphans(connection)
    connection.execute(delete(SERVERS).where(SERVERS.c.guild == guild))
    return tuple(digest for digest in digests if remove_if_unused(connection, digest))
