"""Bots that are forked from a process which has imported everything already: a start takes a third of the processor
time of ``python -m bot``, and the tests start the bot more than a hundred times. What a user starts is tested by
``BotProcess(…, fresh=True)``, test_start.py and test_installed_wheel.py."""

from __future__ import annotations

import asyncio
import atexit
import multiprocessing
import os
import signal
import sys
from typing import TYPE_CHECKING
from weakref import WeakSet

from bot.practice import launch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerProcess

POSSIBLE = "forkserver" in multiprocessing.get_all_start_methods()
LIVING = WeakSet["Prestarted"]()


class Prestarted:
    """A forked process, with what the tests use of :class:`asyncio.subprocess.Process`."""

    def __init__(self, process: ForkServerProcess, output: asyncio.StreamReader) -> None:
        assert process.pid is not None
        self._process = process
        self.pid, self.stdout = process.pid, output
        LIVING.add(self)

    @classmethod
    async def start(cls, command: Sequence[str], env: Mapping[str, str]) -> Prestarted:
        """Fork a process that does as ``python -m bot.practice.launch`` with these arguments would."""
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tests.end_to_end.prestarted_imports"])
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_run, args=(list(command), dict(env), theirs))
        await asyncio.to_thread(process.start)
        theirs.close()
        output = asyncio.StreamReader(limit=1 << 20)
        pipe = os.fdopen(os.dup(ours.fileno()), "rb", buffering=0)
        ours.close()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(output), pipe)
        return cls(process, output)

    @property
    def returncode(self) -> int | None:
        """The exit status, minus the signal's number where one ended it; None while it runs."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int | None:
        """The exit status, once it has ended."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._process.sentinel, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(self._process.sentinel)
        return self.returncode


def _run(command: list[str], env: dict[str, str], output: Connection) -> None:
    """The life of the forked process."""
    for stream in (1, 2):
        os.dup2(output.fileno(), stream)
    output.close()
    sys.stdout, sys.stderr = (open(n, "w", buffering=1, encoding="utf-8", closefd=False) for n in (1, 2))  # noqa: SIM115
    os.environ.clear()
    os.environ.update(env)
    sys.argv = ["launch", *command]

    launch.main()


def _end_all() -> None:
    """A bot that a failed test has left does not keep pytest waiting."""
    for each in list(LIVING):
        each.kill()


atexit.register(_end_all)
