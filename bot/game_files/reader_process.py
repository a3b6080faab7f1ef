"""Reading a file in a process of its own: it has limits, no secrets in its surroundings, and cannot stop the bot."""

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import msgspec

import bot
from bot.game_files.file_replay import Declined, Outcome, PackNeeded, ReadRequest, ReplayedGame
from bot.game_files.process_limits import LATEST

log = logging.getLogger(__name__)

ROOT: Final = Path(bot.__file__).parents[1]
MOST_WAITING: Final = 4
"""Files being read and waiting at once; one more is refused."""
KEPT_NAMES: Final = ("PATH", "SYSTEMROOT", "LANG", "LC_ALL", "LD_LIBRARY_PATH")
"""What the process gets of the surroundings. No token is among it."""
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
        child = _Child()
        try:
            return await asyncio.to_thread(child.run, _encoder.encode(order), self._seconds)
        except asyncio.CancelledError:
            child.kill()
            raise


class _Child:
    """One process: run once, in a thread; killed from any."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._killed = False

    def run(self, order: bytes, seconds: float) -> Outcome:
        with self._started() as process:
            self._process = process
            if self._killed:
                process.kill()
            try:
                answer, _ = process.communicate(order, seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
        return _outcome(process.returncode, answer if process.returncode == 0 else b"")

    def _started(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", "bot.game_files"],
            cwd=ROOT,
            env={name: os.environ[name] for name in KEPT_NAMES if name in os.environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        self._killed = True
        if self._process is not None:
            self._process.kill()


def _outcome(status: int, answer: bytes) -> Outcome:
    """What a process answered. One that was ended (a negative status) has met a limit; whatever else went wrong there,
    the file did it."""
    if status == 0:
        return _decoder.decode(answer)
    log.warning("a file could not be read in its limits", extra={"status": status})
    return Declined(reason="import_heavy" if status < 0 else "import_broken", replayed=True)
