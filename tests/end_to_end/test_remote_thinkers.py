"""A bot whose computer players think in processes of ``python -m bot think``: one of them is lost in the middle of a
thought, another takes it over, and without any the easy player moves and the table says so."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from bot.practice import seed_data
from bot.text import LOCALES, t
from tests.end_to_end.clicking import Clicker
from tests.end_to_end.prestarted import POSSIBLE, Prestarted
from tests.end_to_end.process import BotProcess
from tests.end_to_end.watched_thinker import HANGS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.end_to_end.script import Script

PATIENCE = 60.0
COMMAND = ["--module", "tests.end_to_end.watched_thinker", "--", "think", "--processes", "1"]
STAND_IN = "the easy player answers"


class Thinker:
    """A thinking process, and what it prints."""

    def __init__(self, process: Prestarted) -> None:
        self.process = process
        self.lines: list[str] = []
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, env: dict[str, str]) -> Thinker:
        """From when it takes jobs on."""
        found = cls(await Prestarted.start(COMMAND, env))
        await until(lambda: found.said("waiting for thoughts"), "a thinker")
        return found

    def said(self, text: str) -> bool:
        return any(text in line for line in self.lines)

    async def _read(self) -> None:
        async for line in self.process.stdout:
            self.lines.append(line.decode().rstrip())

    async def end(self, number: int) -> int | None:
        """Its exit status."""
        self.process.send_signal(number)
        status = await asyncio.wait_for(self.process.wait(), PATIENCE)
        await asyncio.wait([self._reading], timeout=2)
        return status


async def until(condition: Callable[[], object], what: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert condition(), what


async def play(table: Clicker, condition: Callable[[], bool]) -> None:
    """People do what they can until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            for person in table.people:
                if not condition() and not await table.step(person):
                    await asyncio.sleep(0.05)


@pytest.mark.skipif(not POSSIBLE, reason="thinkers are forked here")
async def test_thoughts_outlive_a_lost_thinker(script: Script, tmp_path: Path, postgresql: str) -> None:
    env = {"DATABASE_URL": postgresql, "THINKERS": "remote", "LOG_LEVEL": "INFO"}
    bot = BotProcess(script, "tests.end_to_end.seeded_bot", "run", data_dir=tmp_path, env=env)
    channel = script.directory.create_channel(script.directory.guilds[seed_data.GRAND_FROID], "denkt-anderswo")
    table = Clicker(script, channel, [script.directory.users[seed_data.KIM]], seed=3)
    async with AsyncExitStack() as left:
        _, lost = await asyncio.gather(bot.start(), Thinker.start({**bot.env, HANGS: "1"}))
        left.callback(lost.process.kill)
        await table.open(computers=1, strength="normal", options=("artifact_card=deal",))
        await play(table, lambda: lost.said("it hangs"))
        other = await Thinker.start(bot.env)
        left.callback(other.process.kill)
        await lost.end(signal.SIGKILL)
        await until(lambda: other.said("a lost process's job is taken over"), "the other takes it over")
        clicks = table.clicks
        await play(table, lambda: table.clicks > clicks + 6)
        assert STAND_IN not in bot.log
        assert await other.end(signal.SIGTERM) == 0
        await play(table, lambda: STAND_IN in bot.log)
        told = [t(locale, "game.stand_in.failed", players="").strip("🤖 ") for locale in LOCALES]
        await until(lambda: any(each in message.text for each in told for message in table.messages), "it is told")
    assert table.failed == []
    assert bot.tracebacks() == []
    assert "no thinking process runs; start python -m bot think" in bot.log
    assert not [line for each in (lost, other) for line in each.lines if len(line) > 300]
