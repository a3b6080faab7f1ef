"""Reading a file of results in a process of its own (``bot.game_files.limited_process``)."""

import asyncio
import logging
import time
from typing import Final

import msgspec

from bot.app.result_files.result_file_model import FileOrder, FileRefused, ReadFile
from bot.game_files.limited_process import ProcessAnswer, run_limited, run_limited_here
from bot.game_files.process_limits import LATEST

log = logging.getLogger(__name__)

READER: Final = "bot.app.result_files.result_reading"
LARGEST: Final = 8 * 1024 * 1024
"""Bytes of a file that is read at all."""
MOST_WAITING: Final = 4
"""Files being read and waiting at once; one more is refused."""
_encoder = msgspec.msgpack.Encoder()
_decoder: Final[msgspec.msgpack.Decoder[ReadFile | FileRefused]] = msgspec.msgpack.Decoder(ReadFile | FileRefused)


class TooManyFiles(Exception):
    """Enough files are being read already."""


class ResultFiles:
    """Reads one file at a time."""

    def __init__(self, seconds: float = LATEST) -> None:
        """``seconds``: so long a file is waited for at most."""
        self._seconds = seconds
        self._turn = asyncio.Semaphore(1)
        self._under_way = 0

    async def read(self, data: bytes) -> ReadFile | FileRefused:
        """What is in a file; nothing is kept of it.

        :raises TooManyFiles: too many files are being read.
        """
        if len(data) > LARGEST:
            return _too_large()
        if self._under_way >= MOST_WAITING:
            raise TooManyFiles
        self._under_way += 1
        try:
            async with self._turn:
                return _answered(await run_limited(_order(data), self._seconds, READER))
        finally:
            self._under_way -= 1


def read_file_here(data: bytes) -> ReadFile | FileRefused:
    """The same for the command line."""
    return _too_large() if len(data) > LARGEST else _answered(run_limited_here(_order(data), LATEST, READER))


def _too_large() -> FileRefused:
    return FileRefused("large", {"most": str(LARGEST // 1024 // 1024)})


def _order(data: bytes) -> bytes:
    return _encoder.encode(FileOrder(data, time.time()))


def _answered(found: ProcessAnswer) -> ReadFile | FileRefused:
    """What a process answered. One that was ended has met a limit; whatever else went wrong there, the file did it."""
    if found.status == 0:
        return _decoder.decode(found.answer)
    log.warning("a file of results could not be read in its limits", extra={"status": found.status})
    return FileRefused("heavy" if found.status < 0 else "broken")
