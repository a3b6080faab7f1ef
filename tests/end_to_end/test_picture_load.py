"""A hundred tables whose people look at pictures: how long one waits for the text and for the picture, and how much
memory the bot takes. ``make soak``; the figures are in docs/measurements/picture_speed.md."""

from __future__ import annotations

import asyncio
import os
import time
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.practice import seed_data
from bot.practice.discord_state import Config
from bot.practice.model import Message
from bot.practice.server import LoopbackServer
from tests.end_to_end.clicking import ids
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Script
from tests.end_to_end.test_table_load import A_SECOND, TABLES, Loaded, opened, quantile

SECONDS = 30
RATE = int(os.environ.get("PICTURE_LOAD", A_SECOND))
"""Interactions a second; fewer where other work takes most of the machine."""
MEGABYTES = 250
LOOKS = ("table:own:", "table:market:", "table:score:")
"""Buttons of the overview that bring a picture."""
LATE = 5.0
"""Seconds after which a picture is not waited for any more."""


class Seen(NamedTuple):
    """Seconds from a click to the text and to the picture; None for a picture that never came."""

    text: float
    picture: float | None


async def look(table: Loaded, control: str) -> Seen:
    """Somebody goes from the overview to a panel with a picture."""
    async with table.one_at_a_time:
        person, live = table.people[0], table.with_control("table:overview:") or table.final
        assert live is not None
        ways = ids(live, "table:overview:")
        shown = (await table.click(person, live, ways[0])).original if ways else live
        assert shown is not None
        found = ids(shown, control) or ids(shown, "table:score:")
        began = time.monotonic()
        i = await table.click(person, shown, found[0])
        text = time.monotonic() - began
        return Seen(text, await _until_pictured(table.script, i.original, began))


async def _until_pictured(script: Script, message: Message | None, began: float) -> float | None:
    try:
        await script.wait_for(lambda: message is not None and message.files, LATE, "a picture")
    except TimeoutError:
        return None
    return time.monotonic() - began


async def load(tables: list[Loaded]) -> list[Seen]:
    """Interactions at a fixed rate: every other one a move, every other one a look."""
    looks, moves = list[asyncio.Task[Seen]](), list[asyncio.Task[object]]()
    controls, began = cycle(LOOKS), time.monotonic()
    for number in range(RATE * SECONDS):
        await asyncio.sleep(max(0.0, began + number / RATE - time.monotonic()))
        table = tables[number % len(tables)]
        if number % 2:
            moves.append(asyncio.create_task(table.in_turn()))
        else:
            looks.append(asyncio.create_task(look(table, next(controls))))
    await asyncio.gather(*moves)
    return list(await asyncio.gather(*looks))


def megabytes(bot: BotProcess, what: str = "VmRSS") -> float | None:
    """The memory that the bot holds, or with ``VmHWM`` the most so far; None where the system does not tell."""
    status = Path(f"/proc/{bot.pid}/status")
    if not status.exists():
        return None
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
    return int(lines[what].split()[0]) / 1024


def processor(bot: BotProcess) -> float:
    """Seconds of processor time that the bot has used; 0 where the system does not tell."""
    stat = Path(f"/proc/{bot.pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def told(seen: list[Seen]) -> None:
    """Print the figures, in milliseconds, with the load of the machine."""
    missing = sum(each.picture is None for each in seen)
    found = [each.picture for each in seen if each.picture is not None]
    for what, values in (("text", [each.text for each in seen]), ("picture", found)):
        shares = ", ".join(f"p{100 * q:.0f} {1000 * quantile(values, q):.0f}" for q in (0.5, 0.9, 0.99))
        most = f"most {1000 * max(values):.0f} ms ({len(values)})"
        print(f"{TABLES} tables, {RATE} a second: {what} {shares}, {most}")
    print(f"{missing} without a picture; load average", *(f"{value:.1f}" for value in os.getloadavg()))


@pytest.mark.soak
async def test_pictures_under_load(tmp_path: Path) -> None:
    """Nothing fails under it, and the bot stays small; times are printed, never asserted."""
    made = LoopbackServer(Config(app_id=seed_data.APP_ID))
    seed_data.build(made.state.directory)
    async with made:
        script = Script(made)
        async with BotProcess(script, "bot", "run", data_dir=tmp_path, fresh=True) as bot:
            tables = await opened(script)
            print(f"{TABLES} tables opened: {megabytes(bot)} MB")
            before = processor(bot)
            told(await load(tables))
            share = (processor(bot) - before) / (RATE * SECONDS)
            await script.settle(2.0)
            used = megabytes(bot)
            print(f"{1000 * share:.0f} ms of processor time for each")
            print(f"after it: {used} MB, at most {megabytes(bot, 'VmHWM')} MB")
    script.assert_clean()
    assert [failed for table in tables for failed in table.failed] == []
    assert used is None or used <= MEGABYTES
