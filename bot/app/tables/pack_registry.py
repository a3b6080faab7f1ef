"""The packs of this process: those on offer, and those that older games were begun with, from the store.

A pack belongs to nobody (the shipped one, and those of the host) or to the servers that added it. To another server it
is as if it were not there.
"""

import asyncio
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from bot.engine.components import Pack
from bot.engine.state import Options
from bot.store.games import GameRepository
from bot.store.server_packs import OfferedRow, ServerPacks

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Pack)


@dataclass(frozen=True, slots=True)
class OfferedPack:
    """A pack that new tables of a server can choose. ``row``: who added it there, None for a pack of the host."""

    pack: Pack
    row: OfferedRow | None = None


class PackRegistry:
    """Packs by their hash. ``first`` is the pack of new tables that choose no other."""

    def __init__(self, store: GameRepository, packs: Iterable[Pack], owned: ServerPacks | None = None) -> None:
        """``packs``: those that every server is offered; ``owned``: those of single servers (None: there are none).

        :raises ValueError: no pack, or two with one identifier.
        """
        self._store = store
        self._owned = owned
        self._for_all = tuple(packs)
        self.known = {each.hash: each for pack in self._for_all for each in (pack, pack.base)}
        self._free = frozenset(self.known)
        if not self._for_all:
            raise ValueError("no pack to play with")
        if len({pack.id for pack in self._for_all}) < len(self._for_all):
            raise ValueError("two packs with one identifier")
        self.first = self._for_all[0]
        self.changing = asyncio.Lock()
        """Held while a pack is added, removed, or kept for a game that begins."""

    # ---- what is on offer ----------------------------------------------------------------------------------------

    async def offered(self, guild: int) -> tuple[OfferedPack, ...]:
        """What new tables of a server can choose: the packs for everybody, then its own. One of its own whose
        identifier the host has given to a pack for everybody since cannot be chosen."""
        own = [each for each in await self.own(guild) if not self.is_for_all(each.pack.id)]
        return (*(OfferedPack(pack) for pack in self._for_all), *own)

    async def own(self, guild: int) -> tuple[OfferedPack, ...]:
        """The packs that a server has added, oldest first."""
        rows = await self._owned.offered(guild) if self._owned is not None else []
        found = [OfferedPack(pack, row) for row in rows if (pack := await self.need(row.hash)) is not None]
        return tuple(found)

    async def chosen(self, guild: int, pack: str | None) -> Pack | None:
        """The pack that a server's table chooses by its identifier (None: the first); None where it is not offered."""
        if pack is None:
            return self.first
        return next((each.pack for each in await self.offered(guild) if each.pack.id == pack), None)

    async def chosen_or_first(self, guild: int, pack: str | None) -> Pack:
        """The same; the first where it is offered no longer."""
        return await self.chosen(guild, pack) or self.first

    def is_for_all(self, pack: str) -> bool:
        """Whether every server is offered a pack of that identifier."""
        return any(each.id == pack for each in self._for_all)

    def for_table(self, pack: Pack, options: Options) -> Pack:
        """The pack that a table begins with. One for everybody leaves its expansion out where that is not played, so
        that it is the same pack whether it has one or not; one of a server is played as it was added."""
        return pack if options.abyss or not self.is_for_all(pack.id) else pack.base

    # ---- by hash -------------------------------------------------------------------------------------------------

    async def need(self, digest: str) -> Pack | None:
        """The pack of that hash; None where nobody has it (any more)."""
        if digest not in self.known:
            body = await self._store.pack(digest)
            pack = _read(body) if body else None
            if pack is None or pack.hash != digest:
                return None
            self.known[digest] = pack
        return self.known[digest]

    async def need_in(self, guild: int, digest: str) -> Pack | None:
        """The same, as a server sees it; None too where the pack belongs to others."""
        owners = await self._owners(digest)
        return await self.need(digest) if not owners or guild in owners else None

    async def body_in(self, guild: int, digest: str) -> bytes | None:
        """The same as MessagePack."""
        found = await self.need_in(guild, digest)
        return None if found is None else _encoder.encode(found)

    async def _owners(self, digest: str) -> frozenset[int]:
        if self._owned is None or digest in self._free:
            return frozenset()
        return await self._owned.owners(digest)

    async def keep(self, pack: Pack) -> None:
        """Store a pack with the games that are begun with it."""
        await self._store.keep_pack(*packed(pack))

    def forget(self, digests: Iterable[str]) -> None:
        """Let go of packs that are no longer stored."""
        gone = set(digests)
        for digest in gone - self._free:
            self.known.pop(digest, None)


def packed(pack: Pack) -> tuple[str, bytes]:
    """A pack as it is kept: its hash and its bytes."""
    return pack.hash, zlib.compress(_encoder.encode(pack))


def _read(body: bytes) -> Pack | None:
    try:
        return _decoder.decode(zlib.decompress(body))
    except (zlib.error, msgspec.MsgspecError):
        return None
