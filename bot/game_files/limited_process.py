"""A process of its own for one file that somebody sent: it has limits, no secrets in its environment, and cannot stop
the bot."""

import asyncio
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import bot

ROOT: Final = Path(bot.__file__).parents[1]
READER: Final = "bot.game_files"
"""The module that reads games and packs."""
KEPT_NAMES: Final = ("PATH", "SYSTEMROOT", "LANG", "LC_ALL", "LD_LIBRARY_PATH")
"""What the process gets of the surroundings. No token is among it."""


@dataclass(frozen=True, slots=True)
class ProcessAnswer:
    """What came of an order: the exit status (negative: it was ended, having met a limit) and what was answered, which
    is empty unless the status is 0."""

    status: int
    answer: bytes


async def run_limited(order: bytes, seconds: float, reader: str = READER) -> ProcessAnswer:
    """Have an order (MessagePack) carried out. ``seconds``: so long it is waited for at most; ``reader``: the module
    that is run."""
    child = _Child(reader)
    try:
        return await asyncio.to_thread(child.run, order, seconds)
    except asyncio.CancelledError:
        child.kill()
        raise


def run_limited_here(order: bytes, seconds: float, reader: str = READER) -> ProcessAnswer:
    """The same for the command line, which has nothing else to do meanwhile."""
    return _Child(reader).run(order, seconds)


class _Child:
    """One process: run once, in a thread; killed from any."""

    def __init__(self, reader: str = READER) -> None:
        self._reader = reader
        self._process: subprocess.Popen[bytes] | None = None
        self._killed = False

    def run(self, order: bytes, seconds: float) -> ProcessAnswer:
        with self._started() as process:
            self._process = process
            if self._killed:
                process.kill()
            try:
                answer, _ = process.communicate(order, seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
        return ProcessAnswer(process.returncode, answer if process.returncode == 0 else b"")

    def _started(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", self._reader],
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
