"""What two processes bear beside one: presses a second with a share of a processor each, and processor time a press.
``make soak``; the figures are in docs/measurements/several_processes.md."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.end_to_end.processor_limit import limited
from tests.end_to_end.test_sharded_bots import SHARDS, two_bots
from tests.end_to_end.test_table_load import Loaded, processor_seconds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.end_to_end.test_sharded_bots import Bots

TABLES = int(os.environ.get("LOAD_TABLES", "12"))
"""On each shard; somebody presses at each as soon as they have their answer."""
WARMING = int(os.environ.get("LOAD_WARMING", "300"))
"""Presses of each process before it is measured, without a pace: the first ones read code and draw what is kept from
then on."""
PRESSES = int(os.environ.get("LOAD_PRESSES", "2000"))
"""In all, while it is measured."""
PACE = float(os.environ.get("LOAD_PACE", "0"))
"""Presses a second in all, so few that none waits: a process that lacks a processor shows several presses in one
picture, and so needs less time for each. 0: whoever has an answer presses again."""
SHARE = float(os.environ.get("LOAD_SHARE", "0.5"))
"""Of a processor, for each process."""


async def opened(bots: Bots) -> list[Loaded]:
    """Running games on both shards."""
    tables = []
    for number in range(TABLES * SHARDS):
        table = Loaded(bots.script, bots.channel(number % SHARDS, f"load-{number}"), bots.people[:2], number)
        await table.open()
        tables.append(table)
    await bots.script.settle(1.0)
    return tables


async def presses(tables: Sequence[Loaded], wanted: int, pace: float) -> float:
    """In how many seconds so many presses were answered."""
    began, left = time.monotonic(), wanted

    async def on_and_on(table: Loaded) -> None:
        nonlocal left
        while left > 0:
            left -= 1
            if pace:
                await asyncio.sleep(max(0.0, began + (wanted - left) / pace - time.monotonic()))
            await table.one()

    await asyncio.gather(*(on_and_on(table) for table in tables))
    return time.monotonic() - began


def thread_seconds(process: int) -> dict[str, float]:
    """Processor time of the main thread and of all others, so far."""
    used = {"main thread": 0.0, "other threads": 0.0}
    for thread in Path(f"/proc/{process}/task").iterdir():
        fields = (thread / "stat").read_text().rpartition(")")[2].split()
        kind = "main thread" if thread.name == str(process) else "other threads"
        used[kind] += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used


async def measured(bots: Bots, share: float | None) -> None:
    """Print what the processes bear; ``share`` of a processor each, None for as much as they get."""
    tables = await opened(bots)
    await presses(tables, WARMING * len(bots.processes), 0)
    ids = [bot.pid for bot in bots.processes]
    with ExitStack() as limits:
        groups = [limits.enter_context(limited(f"revive-{process}", [process])) for process in ids] if share else []
        for group in groups:
            if group is not None and share is not None:
                group.allow(share)
        waited = [group.waited() for group in groups if group]
        before, threads = sum(map(processor_seconds, ids)), [thread_seconds(process) for process in ids]
        here = time.process_time()
        done, took = PRESSES, await presses(tables, PRESSES, PACE)
        used, mine = sum(map(processor_seconds, ids)) - before, time.process_time() - here
        names = {
            kind: sum(thread_seconds(p)[kind] - t[kind] for p, t in zip(ids, threads, strict=True))
            for kind in threads[0]
        }
        periods = [
            f"{100 * (group.waited()[1] - old[1]) / max(1, group.waited()[0] - old[0]):.0f} %"
            for group, old in zip([group for group in groups if group], waited, strict=True)
        ]
    print(f"{len(ids)} processes, {share or 'no limit'}: {done} presses in {took:.0f} s, {done / took:.1f} a second")
    print(f"  {1000 * used / done:.1f} ms of processor time a press, {used / took:.2f} processors in all")
    print("  " + ", ".join(f"{kind} {1000 * each / done:.1f} ms" for kind, each in names.items()))
    print(f"  periods at the limit: {', '.join(periods) or 'none'}; this test {1000 * mine / done:.1f} ms a press")
    print("  load average", *(f"{value:.1f}" for value in os.getloadavg()), flush=True)
    await bots.script.settle(2.0)
    assert [failed for table in tables for failed in table.failed] == []


@pytest.mark.soak
@pytest.mark.parametrize("share", [SHARE, None], ids=["limited", "unlimited"])
@pytest.mark.parametrize("processes", [1, 2])
async def test_presses_of_processes(tmp_path: Path, postgresql: str, processes: int, share: float | None) -> None:
    """No press fails; the figures are printed, never asserted."""
    async with two_bots(tmp_path, postgresql, processes, fresh=True) as bots:
        await measured(bots, share)
