"""What two processes bear beside one: presses a second with a share of a processor each, and processor time a press.
``make soak``; the figures are in docs/measurements/several_processes.md. With MAP_PROCESS=true in the environment the
bots draw the maps of tables in processes of their own."""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.end_to_end.process import family
from tests.end_to_end.processor_limit import limited
from tests.end_to_end.test_sharded_bots import SHARDS, two_bots
from tests.end_to_end.test_table_load import Loaded, processor_seconds, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.end_to_end.processor_limit import Limit
    from tests.end_to_end.test_sharded_bots import Bots
    from tests.end_to_end.test_table_load import Taken

TABLES = int(os.environ.get("LOAD_TABLES", "12"))
"""On each shard; somebody presses at each as soon as they have their answer."""
WARMING = int(os.environ.get("LOAD_WARMING", "40"))
"""Presses at each table before it is measured, without a pace: the first ones read code and draw what is kept from then
on. At each table, so that all games are equally far when it begins."""
PRESSES = int(os.environ.get("LOAD_PRESSES", "80"))
"""At each table, while it is measured."""
READY = 20.0
"""Seconds in which the search of a bot that was started makes itself ready."""
PACES = [float(pace) for pace in os.environ.get("LOAD_PACES", "0").split(",")]
"""Presses a second of one process, one pace after the other; two are given ``WANTED`` times as many. A process
that lacks a processor shows several presses in one picture, and so needs less time for each: compare paces at which the
answers are as quick. 0: whoever has an answer presses again."""
WANTED = 1.7
"""So much more should two processes bear than one."""
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


async def presses(tables: Sequence[Loaded], wanted: int, pace: float) -> tuple[float, list[Taken]]:
    """In how many seconds so many presses were answered, and how long each took."""
    began, left, taken = time.monotonic(), wanted, []

    async def on_and_on(table: Loaded) -> None:
        nonlocal left
        while left > 0:
            left -= 1
            if pace:
                await asyncio.sleep(max(0.0, began + (wanted - left) / pace - time.monotonic()))
            taken.append(await table.one())

    await asyncio.gather(*(on_and_on(table) for table in tables))
    return time.monotonic() - began, taken


def thread_seconds(process: int) -> dict[str, float]:
    """Processor time of the main thread and of all others, so far."""
    used = {"main thread": 0.0, "other threads": 0.0}
    for thread in Path(f"/proc/{process}/task").iterdir():
        fields = (thread / "stat").read_text().rpartition(")")[2].split()
        kind = "main thread" if thread.name == str(process) else "other threads"
        used[kind] += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used


def seconds_of_all(processes: Sequence[int]) -> float:
    """Processor time of processes and of all that they have started, so far."""
    return sum(processor_seconds(each) for process in processes for each in family(process))


def requests_at(tables: Sequence[Loaded]) -> Counter[tuple[str, str, int]]:
    """What the bots have asked of Discord so far. New and edited messages of channels are those of tables: the fewer a
    press, the more presses are shown in one, or too late."""
    return tables[0].script.state.journal.requests.copy()


async def measured(bots: Bots, share: float | None) -> None:
    """Print what the processes bear; ``share`` of a processor each, None for as much as they get."""
    tables = await opened(bots)
    await presses(tables, WARMING * len(tables), 0)
    await asyncio.sleep(READY)
    ids = [bot.pid for bot in bots.processes]
    with ExitStack() as limits:
        groups = [limits.enter_context(limited(f"revive-{process}", [process])) for process in ids] if share else []
        made = [group for group in groups if group is not None]
        for group in made:
            group.allow(share or 1.0)
        print(f"\n{len(ids)} processes, {share or 'no limit'}")
        for pace in PACES:
            await one_pace(tables, ids, made, pace * (WANTED if len(ids) > 1 else 1.0))
            await bots.script.settle(2.0)
    assert [failed for table in tables for failed in table.failed] == []


async def one_pace(tables: Sequence[Loaded], ids: Sequence[int], groups: Sequence[Limit], pace: float) -> None:
    """Print how quick the answers are at so many presses a second, and what they cost."""
    waited, asked = [group.waited() for group in groups], requests_at(tables)
    before, threads, here = seconds_of_all(ids), [thread_seconds(p) for p in ids], time.process_time()
    took, taken = await presses(tables, PRESSES * len(tables), pace)
    done = len(taken)
    used, mine = seconds_of_all(ids) - before, time.process_time() - here
    names = {
        kind: sum(thread_seconds(p)[kind] - t[kind] for p, t in zip(ids, threads, strict=True)) for kind in threads[0]
    }
    periods = [
        f"{100 * (group.waited()[1] - old[1]) / max(1, group.waited()[0] - old[0]):.0f} %"
        for group, old in zip(groups, waited, strict=True)
    ]
    told(f"{done / took:.1f} presses a second, final response", taken)
    print(f"  {1000 * used / done:.1f} ms of processor time a press, {used / took:.2f} processors in all")
    print("  " + ", ".join(f"{kind} {1000 * each / done:.1f} ms" for kind, each in names.items()))
    for (method, route, _), number in (requests_at(tables) - asked).most_common(5):
        print(f"  {number / done:.2f} a press: {method} {route}")
    print(f"  periods at the limit: {', '.join(periods) or 'none'}; this test {1000 * mine / done:.1f} ms a press")
    print("  load average", *(f"{value:.1f}" for value in os.getloadavg()), flush=True)


@pytest.mark.soak
@pytest.mark.parametrize("share", [SHARE, None], ids=["limited", "unlimited"])
@pytest.mark.parametrize("processes", [1, 2])
async def test_presses_of_processes(tmp_path: Path, postgresql: str, processes: int, share: float | None) -> None:
    """No press fails; the figures are printed, never asserted."""
    async with two_bots(tmp_path, postgresql, processes, module="bot") as bots:
        with bots.script.pressing_what_moves():
            await measured(bots, share)
