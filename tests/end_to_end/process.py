"""The bot as a child process: start, kill -9, restart; the loopback Discord keeps its state meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.practice.launch import REFUSED

if TYPE_CHECKING:
    from tests.end_to_end.script import Script

TRACE = r"Traceback \(most recent call last\):\n(?:[ ].*\n?)*.*\n?"
TRACEBACK = re.compile(TRACE)
RECONNECT = re.compile(rf"^.*Attempting a reconnect.*\n(?:\s*{TRACE})+", re.MULTILINE)


def _threads(pid: int) -> list[Path]:
    try:
        return list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return []


def _state(thread: Path) -> str:
    """R running, D waiting for the disk, S asleep …; Z for one that has gone. proc(5)."""
    try:
        return (thread / "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def _family(pid: int) -> list[int]:
    """The process and all its descendants."""
    found = [pid]
    for thread in _threads(pid):
        with contextlib.suppress(OSError):
            found += [p for child in (thread / "children").read_text().split() for p in _family(int(child))]
    return found


def is_awake(pid: int) -> bool:
    """Whether a process or a child of its computes, or waits for a processor or the disk. Only Linux says so."""
    return any(_state(thread) in "RD" for each in _family(pid) for thread in _threads(each))


class BotProcess:
    """One process of a bot; several may run against one loopback Discord."""

    def __init__(
        self, script: Script, module: str, *args: str, data_dir: Path, env: dict[str, str] | None = None
    ) -> None:
        self.script = script
        self.command = [sys.executable, "-m", "bot.practice.launch", "--module", module, "--", *args]
        self.env = {
            **os.environ,
            "PYTHONUNBUFFERED": "1",
            "DISCORD_STAGE_URL": script.state.url,
            "DISCORD_TOKEN": script.state.token,
            "DATA_DIR": str(data_dir),
            "LOG_FORMAT": "console",
            "STRICT_TEXTS": "true",
            **(env or {}),
        }
        self.lines: list[str] = []
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        script.bots.append(self)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        """The process's number; 0 before the start."""
        return self._process.pid if self._process is not None else 0

    def busy(self) -> bool:
        """Whether it is awake."""
        return self.running and is_awake(self.pid)

    @property
    def log(self) -> str:
        """Everything it has printed."""
        return "\n".join(self.lines)

    def tracebacks(self) -> list[str]:
        """Every traceback it has printed, but for those with which discord.py announces that it connects again."""
        log = RECONNECT.sub("", self.log)
        return TRACEBACK.findall(log)

    def outside(self) -> list[str]:
        """Every attempt to reach something other than this machine."""
        return [line for line in self.lines if REFUSED in line]

    async def start(self, *, patience: float = 90.0) -> BotProcess:
        """Start it and wait until its session is up and its commands are there."""
        self._process = await asyncio.create_subprocess_exec(
            *self.command,
            env=self.env,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=1 << 20,
        )
        self._reader = asyncio.create_task(self._read(self._process))
        try:
            await self.script.wait_for(self._is_ready, patience, "the bot")
        except TimeoutError:
            raise TimeoutError("the bot did not come up:\n" + "\n".join(self.lines[-40:])) from None
        return self

    def _is_ready(self) -> bool:
        if not self.running:
            raise RuntimeError("the bot has ended:\n" + "\n".join(self.lines[-40:]))
        up = [s for s in self.script.state.sessions.live() if s.connected and s.ready]
        return bool(up and self.script.state.directory.commands)

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout
        async for line in process.stdout:
            self.lines.append(line.decode("utf-8", "replace").rstrip("\n"))
        self.script.wake()

    async def kill(self) -> None:
        """SIGKILL: no goodbye."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int | None:
        """SIGTERM; the exit status."""
        return await self._end(signal.SIGTERM)

    async def _end(self, number: int) -> int | None:
        if self._process is None:
            return None
        if self.running:
            self._process.send_signal(number)
            try:
                await asyncio.wait_for(self._process.wait(), 60)
            except TimeoutError:
                self._process.kill()
                await self._process.wait()
        if self._reader:
            await asyncio.wait([self._reader], timeout=2)
        return self._process.returncode

    async def restart(self) -> BotProcess:
        """kill -9, and start again."""
        await self.kill()
        # the kernel closes the killed process's sockets: wait until the gateway has seen that
        await self.script.wait_for(
            lambda: not any(s.connected for s in self.script.state.sessions.live()), 60, "the end"
        )
        return await self.start()

    async def __aenter__(self) -> BotProcess:
        return await self.start()

    async def __aexit__(self, *exc: Any) -> None:
        await self.stop()
