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
from tests.end_to_end import prestarted
from tests.end_to_end.prestarted import Prestarted
from tests.new_database import NAME, prepare

if TYPE_CHECKING:
    from bot.practice.gateway_sessions import Session
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


def family(pid: int) -> list[int]:
    """The process and all its descendants."""
    found = [pid]
    for thread in _threads(pid):
        with contextlib.suppress(OSError):
            found += [p for child in (thread / "children").read_text().split() for p in family(int(child))]
    return found


def is_awake(pid: int) -> bool:
    """Whether a process or a child of its computes, or waits for a processor or the disk. Only Linux says so."""
    return any(_state(thread) in "RD" for each in family(pid) for thread in _threads(each))


class BotProcess:
    """One process of a bot; several may run against one loopback Discord.

    ``fresh``: started from nothing, as users do it; without, forked from a process that has the imports already, with a
    new database that is migrated already.
    """

    def __init__(
        self,
        script: Script,
        module: str,
        *args: str,
        data_dir: Path,
        env: dict[str, str] | None = None,
        fresh: bool = False,
    ) -> None:
        self.script = script
        self.fresh = fresh or not prestarted.POSSIBLE
        self.command = ["--module", module, "--", *args]
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
        self._shard = (env or {}).get("SHARD_IDS")
        self.lines: list[str] = []
        self._process: asyncio.subprocess.Process | Prestarted | None = None
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
        await self._launch()
        try:
            await self.script.wait_for(self._is_ready, patience, "the bot")
        except TimeoutError:
            raise TimeoutError("the bot did not come up:\n" + "\n".join(self.lines[-40:])) from None
        return self

    async def refused(self) -> int | None:
        """Start it where it ends by itself; the exit status."""
        process = await self._launch()
        status = await process.wait()
        if self._reader:
            await asyncio.wait([self._reader], timeout=2)
        return status

    async def _launch(self) -> asyncio.subprocess.Process | Prestarted:
        if not self.fresh and not self.env.get("DATABASE_URL"):
            await prepare(Path(self.env["DATA_DIR"]) / NAME)
        self._process = await (self._spawned() if self.fresh else Prestarted.start(self.command, self.env))
        self._reader = asyncio.create_task(self._read(self._process))
        return self._process

    async def _spawned(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot.practice.launch", *self.command),
            env=self.env,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=1 << 20,
        )

    def _is_ready(self) -> bool:
        if not self.running:
            raise RuntimeError("the bot has ended:\n" + "\n".join(self.lines[-40:]))
        return any(s.ready for s in self._sessions()) and bool(self.script.state.directory.commands)

    def _sessions(self) -> list[Session]:
        """Its sessions that are connected; where several processes have a shard each, those of its shard."""
        live = [s for s in self.script.state.sessions.live() if s.connected]
        return [s for s in live if self._shard is None or str(s.shard[0]) == self._shard]

    async def _read(self, process: asyncio.subprocess.Process | Prestarted) -> None:
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

    async def vanish(self) -> None:
        """kill -9, and wait until the gateway has seen that the kernel has closed the process's sockets."""
        await self.kill()
        await self.script.wait_for(lambda: not self._sessions(), 60, "the end")

    async def restart(self) -> BotProcess:
        """kill -9, and start again."""
        await self.vanish()
        return await self.start()

    async def __aenter__(self) -> BotProcess:
        return await self.start()

    async def __aexit__(self, *exc: Any) -> None:
        await self.stop()
