"""The packs of this process: those on offer, and those that older games were begun with, from the store."""

import zlib
from collections.abc import Iterable

import msgspec

from bot.engine.components import Pack
from bot.store.games import GameRepository

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Pack)


class PackRegistry:
    """Packs by their hash. ``first`` is the pack of new tables."""

    def __init__(self, store: GameRepository, packs: Iterable[Pack]) -> None:
        """:raises ValueError: no pack."""
        self._store = store
        self.known = {pack.hash: pack for pack in packs}
        if not self.known:
            raise ValueError("no pack to play with")
        self.first = next(iter(self.known.values()))
        self._kept: set[str] = set()

    async def need(self, digest: str) -> Pack | None:
        """The pack of that hash; None where nobody has it (any more)."""
        if digest not in self.known:
            body = await self._store.pack(digest)
            pack = _read(body) if body else None
            if pack is None or pack.hash != digest:
                return None
            self.known[digest] = pack
        return self.known[digest]

    async def body(self, digest: str) -> bytes | None:
        """The same as MessagePack."""
        found = await self.need(digest)
        return None if found is None else _encoder.encode(found)

    async def keep(self, pack: Pack) -> None:
        """Store a pack with the games that are begun with it."""
        if pack.hash not in self._kept:
            await self._store.keep_pack(*packed(pack))
            self._kept.add(pack.hash)


def packed(pack: Pack) -> tuple[str, bytes]:
    """A pack as it is kept: its hash and its bytes."""
    return pack.hash, zlib.compress(_encoder.encode(pack))


def _read(body: bytes) -> Pack | None:
    try:
        return _decoder.decode(zlib.decompress(body))
    except (zlib.error, msgspec.MsgspecError):
        return None
