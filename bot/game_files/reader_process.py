"""Reading a game file in a process of its own (``bot.game_files.limited_process``)."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from bot.game_files.file_replay import Declined, Outcome, PackNeeded, ReadRequest, ReplayedGame
from bot.game_files.limited_process import ProcessAnswer, run_limited
from bot.game_files.process_limits import LATEST

log = logging.getLogger(__name__)

MOST_WAITING: Final = 4
"""Files being read and waiting at once; one more is refused."""
FindPack = Callable[[str], Awaitable[bytes | None]]
_encoder = msgspec.msgpack.Encoder()
_decoder: Final[msgspec.msgpack.Decoder[Outcome]] = msgspec.msgpack.Decoder(Outcome)


class FileProcess:
    """Reads one file at a time."""

    def __init__(self, seconds: float = LATEST) -> None:
        """``seconds``: so long a file is waited for at most."""
        self._seconds = seconds
        self._turn = asyncio.Semaphore(1)
        self._under_way = 0

    async def read(self, data: bytes, reseed: int | None, pack: FindPack) -> ReplayedGame | Declined:
        """What becomes of a file. ``reseed``: a game that is not over is reordered from this seed; ``pack`` gives a
        pack by its hash (MessagePack), None where nobody has it."""
        if self._under_way >= MOST_WAITING:
            return Declined(reason="import_busy")
        self._under_way += 1
        try:
            async with self._turn:
                return await self._read(data, reseed, pack)
        finally:
            self._under_way -= 1

    async def _read(self, data: bytes, reseed: int | None, pack: FindPack) -> ReplayedGame | Declined:
        found = await self._run(ReadRequest(data=data, reseed=reseed))
        if not isinstance(found, PackNeeded):
            return found
        named, body = found, await pack(found.hash)
        if body is not None:
            found = await self._run(ReadRequest(data=data, reseed=reseed, pack=body))
            if not isinstance(found, PackNeeded):
                return found
        return Declined(reason="import_pack", values={"pack": named.id[:40], "version": named.version[:20]})

    async def _run(self, order: ReadRequest) -> Outcome:
        return _outcome(await run_limited(_encoder.encode(order), self._seconds))


def _outcome(found: ProcessAnswer) -> Outcome:
    """What a process answered. One that was ended has met a limit; whatever else went wrong there, the file did it."""
    if found.status == 0:
        return _decoder.decode(found.answer)
    log.warning("a file could not be read in its limits", extra={"status": found.status})
    return Declined(reason="import_heavy" if found.status < 0 else "import_broken", replayed=True)
