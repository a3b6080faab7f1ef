"""The packs of a server: who may manage it adds one from a file, and removes it when no game needs it."""

from dataclasses import dataclass
from typing import Final

from bot.app.tables.model import Caller, TableRefusal
from bot.app.tables.pack_registry import OfferedPack, packed
from bot.app.tables.table_permissions import Operation, demand_in_server
from bot.app.tables.table_repository import TableRepository
from bot.engine.components import Pack
from bot.engine.packs import Untranslated
from bot.engine.packs.sources import printable
from bot.game_files.pack_files import LARGEST, PackRefused, pack_from
from bot.game_files.pack_process import PackProcess, TooManyPacks
from bot.store.server_packs import OfferedRow, ServerPacks

MOST_PACKS: Final = 15
"""Packs that one server offers at once."""


class PackFileRefused(Exception):
    """A file is no pack that could be played with. ``more`` mistakes are not listed."""

    def __init__(self, refused: PackRefused) -> None:
        super().__init__("\n".join(map(str, refused.mistakes)))
        self.mistakes, self.more = refused.mistakes, refused.more


@dataclass(frozen=True, slots=True)
class AddedPack:
    """What came of a file. ``before``: the version that it takes the place of; ``again``: this very pack was offered
    already, and nothing has changed."""

    pack: Pack
    warnings: tuple[Untranslated, ...]
    before: str | None = None
    again: bool = False


class ServerPackOffers:
    """Adding, removing and listing.

    :raises TableRefusal: from :meth:`add` and :meth:`remove`: ``not_allowed``, and what is named.
    """

    def __init__(self, repository: TableRepository, store: ServerPacks | None) -> None:
        self._repository = repository
        self._packs = repository.packs
        self._store = store
        self._process = PackProcess()

    async def offered(self, guild: int) -> tuple[OfferedPack, ...]:
        """What new tables of a server can choose: the packs for everybody, then its own."""
        return await self._packs.offered(guild)

    def demand(self, caller: Caller) -> None:
        """:raises TableRefusal: ``not_allowed``."""
        demand_in_server(Operation.PACKS, caller)

    async def add(self, caller: Caller, data: bytes, name: str) -> AddedPack:
        """Offer the pack in a file, in place of the one with its identifier. Running games keep what they have.

        :raises TableRefusal: ``pack_large``, ``pack_busy``, ``pack_full``; ``pack_id``: a pack for everybody has that
            identifier.
        :raises PackFileRefused: with every mistake.
        """
        self.demand(caller)
        pack, warnings = await self._read(data, name)
        if self._packs.is_for_all(pack.id):
            raise TableRefusal("pack_id", pack=pack.id)
        async with self._packs.changing:
            own = {each.pack.id: each.pack for each in await self._packs.own(caller.guild)}
            before = own.get(pack.id)
            if before is not None and before.hash == pack.hash:
                return AddedPack(pack, warnings, again=True)
            if before is None and len(own) >= MOST_PACKS:
                raise TableRefusal("pack_full", most=MOST_PACKS)
            await self._offer(caller, pack)
        return AddedPack(pack, warnings, before=before.version if before else None)

    async def _read(self, data: bytes, name: str) -> tuple[Pack, tuple[Untranslated, ...]]:
        if len(data) > LARGEST:
            raise TableRefusal("pack_large", most=LARGEST // 1024 // 1024)
        try:
            found = await self._process.read(data, printable(name))
        except TooManyPacks:
            raise TableRefusal("pack_busy") from None
        if isinstance(found, PackRefused):
            raise PackFileRefused(found)
        return pack_from(found), found.warnings

    async def _offer(self, caller: Caller, pack: Pack) -> None:
        digest, body = packed(pack)
        row = OfferedRow(digest, pack.id, caller.user, self._repository.now())
        await self._kept().offer(caller.guild, row, body)
        self._packs.forget(await self._kept().sweep())

    async def remove(self, caller: Caller, pack: str) -> Pack:
        """Offer a pack no longer. Games that are over keep it as long as they are kept.

        :raises TableRefusal: ``unknown_pack``; ``pack_needed``: open tables have it (``games`` are their numbers).
        """
        self.demand(caller)
        async with self._packs.changing:
            own = await self._packs.own(caller.guild)
            found = next((each.pack for each in own if each.pack.id == pack), None)
            if found is None:
                raise TableRefusal("unknown_pack", pack=pack)
            if games := await self._needing(caller.guild, found):
                raise TableRefusal("pack_needed", pack=found.id, games=", ".join(map(str, games)))
            await self._kept().withdraw(caller.guild, pack)
            self._packs.forget(await self._kept().sweep())
        return found

    async def _needing(self, guild: int, pack: Pack) -> list[int]:
        """The open tables of a server that are played with a pack, or are about to be."""
        here = [game for game, (place, _) in self._repository.places.items() if place == guild]
        tables = [await self._repository.get(game) for game in sorted(here)]
        return [
            each.id for each in tables if each.pack == pack.hash or (each.pack is None and each.body.pack == pack.id)
        ]

    def _kept(self) -> ServerPacks:
        assert self._store is not None, "packs of servers need a store"
        return self._store
