"""Packs that belong to one server: which are offered there, and what is kept for games that were begun with them."""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, exists, insert, select, update
from sqlmodel import col

from bot.store.database import Database
from bot.store.sql.game_tables import GameRow, PackRow, ServerPackRow


@dataclass(frozen=True, slots=True)
class OfferedRow:
    """A pack that a server offers: its hash and identifier, who added it, and when."""

    hash: str
    pack: str
    person: int
    added_at: datetime


class ServerPacks:
    """The packs of all servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def offered(self, guild: int) -> list[OfferedRow]:
        """What new tables of a server can choose, oldest first."""
        columns: tuple[Any, ...] = tuple(getattr(ServerPackRow, each.name) for each in fields(OfferedRow))
        chosen = select(*columns).where(col(ServerPackRow.guild) == guild, col(ServerPackRow.offered))
        ordered = chosen.order_by(col(ServerPackRow.added_at), col(ServerPackRow.pack))
        return await self._database.read(lambda connection: [OfferedRow(*row) for row in connection.execute(ordered)])

    async def owners(self, digest: str) -> frozenset[int]:
        """The servers that a pack belongs to, whether they offer it or not; none: it belongs to nobody."""
        chosen = select(col(ServerPackRow.guild)).where(col(ServerPackRow.hash) == digest)
        return await self._database.read(lambda connection: frozenset(connection.execute(chosen).scalars()))

    async def offer(self, guild: int, row: OfferedRow, body: bytes) -> None:
        """Offer a pack in a server in place of the one of that identifier. ``body``: the pack as it is kept. On return
        it is on the disk."""

        def write(connection: Connection) -> None:
            same = col(ServerPackRow.pack) == row.pack
            connection.execute(
                update(ServerPackRow).where(col(ServerPackRow.guild) == guild, same).values(offered=False)
            )
            connection.execute(
                delete(ServerPackRow).where(col(ServerPackRow.guild) == guild, col(ServerPackRow.hash) == row.hash)
            )
            values = {"hash": row.hash, "pack": row.pack, "person": row.person, "added_at": row.added_at}
            connection.execute(insert(ServerPackRow).values(guild=guild, offered=True, **values))
            if not connection.execute(select(col(PackRow.hash)).where(col(PackRow.hash) == row.hash)).first():
                connection.execute(insert(PackRow).values(hash=row.hash, body=body))

        await self._database.write(write)

    async def withdraw(self, guild: int, pack: str) -> None:
        """Offer a pack no longer. It is kept as long as a game was begun with it (:meth:`sweep`)."""
        chosen = (col(ServerPackRow.guild) == guild, col(ServerPackRow.pack) == pack)
        await self._database.write(
            lambda connection: connection.execute(update(ServerPackRow).where(*chosen).values(offered=False))
        )

    async def sweep(self) -> tuple[str, ...]:
        """Forget every pack that no server offers and that no game was begun with; the hashes of those that are gone
        altogether."""

        def write(connection: Connection) -> tuple[str, ...]:
            unused = ~exists().where(col(GameRow.pack) == col(ServerPackRow.hash))
            chosen = select(col(ServerPackRow.guild), col(ServerPackRow.hash)).where(
                ~col(ServerPackRow.offered), unused
            )
            gone = [(guild, digest) for guild, digest in connection.execute(chosen)]
            for guild, digest in gone:
                connection.execute(
                    delete(ServerPackRow).where(col(ServerPackRow.guild) == guild, col(ServerPackRow.hash) == digest)
                )
            return tuple(digest for digest in {digest for _, digest in gone} if remove_if_unused(connection, digest))

        return await self._database.write(write)


def remove_if_unused(connection: Connection, digest: str) -> bool:
    """Delete a pack's content where no server and no game has it any more; whether it is gone."""
    kept = (
        select(col(ServerPackRow.hash)).where(col(ServerPackRow.hash) == digest),
        select(col(GameRow.pack)).where(col(GameRow.pack) == digest).limit(1),
    )
    if any(connection.execute(chosen).first() for chosen in kept):
        return False
    return bool(connection.execute(delete(PackRow).where(col(PackRow.hash) == digest)).rowcount)
