"""A process that is killed while it writes loses nothing that it has confirmed."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store import Scope, Store

WRITER = """
import asyncio, sys
from bot.store import Scope, Store

async def write():
    async with await Store.open(sys.argv[1]) as store:
        for person in range(int(sys.argv[2]), 1 << 40):
            await store.preferences.set_language(Scope.PERSON, person, "fr")
            print(person, flush=True)

asyncio.run(write())
"""


def confirmed_before_kill(address: str, first: int, enough: int) -> int:
    """Let a process write from person ``first`` on and kill it; the last person it confirmed."""
    command = [sys.executable, "-c", WRITER, address, str(first)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        last = first - 1
        for _ in range(enough):
            last = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read().split("\n")[:-1]
    return int(rest[-1]) if rest else last


def kill_often(tmp_path: Path, kills: int) -> None:
    address = f"sqlite+aiosqlite:///{tmp_path / 'killed.sqlite3'}"
    last = -1
    for round_ in range(kills):
        last = confirmed_before_kill(address, last + 1, 5 + round_ % 7)
    languages = asyncio.run(_languages(address, last))
    assert languages == ["fr"] * (last + 1)


async def _languages(address: str, last: int) -> list[str | None]:
    async with await Store.open(address) as store:
        return [store.preferences.language(Scope.PERSON, person) for person in range(last + 1)]


def test_confirmed_settings_survive_kills(tmp_path: Path) -> None:
    kill_often(tmp_path, 3)


@pytest.mark.soak
def test_confirmed_settings_survive_many_kills(tmp_path: Path) -> None:
    kill_often(tmp_path, 200)
