"""Reading a pack that somebody sent, in a process of its own (``bot.game_files.limited_process``)."""

import asyncio
import logging
from typing import Final

import msgspec

from bot.engine.packs import Mistake
from bot.game_files.limited_process import ProcessAnswer, run_limited, run_limited_here
from bot.game_files.pack_files import PackRefused, PackRequest, PackTaken
from bot.game_files.process_limits import LATEST

log = logging.getLogger(__name__)

MOST_WAITING: Final = 4
"""Files being read and waiting at once; one more is refused."""
_encoder = msgspec.msgpack.Encoder()
_decoder: Final[msgspec.msgpack.Decoder[PackTaken | PackRefused]] = msgspec.msgpack.Decoder(PackTaken | PackRefused)


class TooManyPacks(Exception):
    """Enough files are being read already."""


class PackProcess:
    """Reads one pack at a time."""

    def __init__(self, seconds: float = LATEST) -> None:
        """``seconds``: so long a file is waited for at most."""
        self._seconds = seconds
        self._turn = asyncio.Semaphore(1)
        self._under_way = 0

    async def read(self, data: bytes, name: str) -> PackTaken | PackRefused:
        """What becomes of a file. ``name`` is what mistakes call it.

        :raises TooManyPacks: too many files are being read.
        """
        if self._under_way >= MOST_WAITING:
            raise TooManyPacks
        self._under_way += 1
        try:
            async with self._turn:
                order = _encoder.encode(PackRequest(data=data, name=name))
                return _answered(await run_limited(order, self._seconds), name)
        finally:
            self._under_way -= 1


def read_here(data: bytes, name: str) -> PackTaken | PackRefused:
    """The same for the command line."""
    return _answered(run_limited_here(_encoder.encode(PackRequest(data=data, name=name)), LATEST), name)


def _answered(found: ProcessAnswer, name: str) -> PackTaken | PackRefused:
    if found.status == 0:
        return _decoder.decode(found.answer)
    log.warning("a pack could not be read in its limits", extra={"status": found.status})
    what = "what takes more time or memory than a file may" if found.status < 0 else "what cannot be read"
    return PackRefused(mistakes=(Mistake(name, 1, what, "a pack"),))
