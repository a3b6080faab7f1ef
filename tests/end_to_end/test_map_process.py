"""A bot that draws the maps of table messages in a process of their own, as MAP_PROCESS asks for."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.practice import seed_data
from tests.end_to_end.clicking import Clicker
from tests.end_to_end.process import BotProcess, family
from tests.end_to_end.script import PATIENCE, Script

if TYPE_CHECKING:
    from bot.practice.model import Message

FIXED = ("random_seats=off", "artifact_card=deal")
MAP = "board.png"


def drawing(pid: int) -> list[int]:
    """The processes that a bot has spawned."""
    return [each for each in family(pid) if each != pid and b"spawn_main" in command(each)]


def command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def map_of(message: Message | None) -> bytes:
    """The map that a table message shows; empty where it shows none."""
    return next((file.data for file in message.files if file.filename == MAP), b"") if message is not None else b""


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="only Linux tells of the processes of others")
async def test_a_table_has_its_map(script: Script, tmp_path: Path) -> None:
    """It goes on when the process is lost, and the process ends with the bot."""
    people = [script.directory.users[key] for key in (seed_data.KIM, seed_data.CAMILLE)]
    channel = script.directory.create_channel(script.directory.guilds[seed_data.EISZEIT], "karten")
    env = {"MAP_PROCESS": "true"}
    async with BotProcess(script, "tests.end_to_end.seeded_bot", "run", data_dir=tmp_path, env=env) as bot:
        table = Clicker(script, channel, people, seed=1)
        await table.open(options=FIXED)
        await table.begun()
        await script.wait_for(lambda: map_of(table.table), PATIENCE, "the map")
        (lost,) = drawing(bot.pid)
        os.kill(lost, signal.SIGKILL)
        before = map_of(table.table)
        async with asyncio.timeout(PATIENCE):
            while map_of(table.table) in (b"", before) or drawing(bot.pid) in ([], [lost]):
                for person in people:
                    await table.step(person)
                await script.settle(0.5)
        (new,) = drawing(bot.pid)
        await bot.kill()
        await script.wait_for(lambda: not command(new), PATIENCE, "the end of the process")
        assert table.failed == []
