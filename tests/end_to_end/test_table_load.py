"""Many tables at once through the loopback Discord: how long a click waits for its first sign and for its answer, how
many clicks a second can be borne, and what a hundred at once do. ``make soak``; the figures are in
docs/measurements/table_load.md."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.practice import seed_data
from bot.practice.discord_state import Config
from bot.practice.model import Channel, Interaction, User
from bot.practice.server import LoopbackServer
from tests.end_to_end.clicking import Clicker, ids, led_on
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Script

TABLES = 100
A_SECOND = 20
SECONDS = 60
SUSTAINED_SECONDS = 30
AT_ONCE = 40
"""Tables at which somebody clicks all the time, for the sustained rate."""


class Taken(NamedTuple):
    """Seconds of one click: to the first sign, and to its answer."""

    first: float
    final: float


class Loaded(Clicker):
    """A table at which one click is one interaction, whoever it is that can do something."""

    def __init__(self, script: Script, channel: Channel, people: Sequence[User], seed: int) -> None:
        super().__init__(script, channel, people, seed)
        self.one_at_a_time = asyncio.Lock()

    async def in_turn(self) -> Taken:
        """One click of somebody, when the one before has its answer."""
        async with self.one_at_a_time:
            return await self.one()

    async def one(self) -> Taken:
        """One click of somebody."""
        for person in self.people:
            panel = self.panels.get(person.id)
            if panel is not None and not panel.deleted and led_on(panel):
                return await self._one(person)
        self.people.append(self.people.pop(0))
        return await self._opened(self.people[0])

    async def _one(self, person: User) -> Taken:
        panel = self.panels[person.id]
        control = self._pick(led_on(panel))
        if control["type"] == 3:
            i = self.script.client.select(person, panel, control["custom_id"], self._values(control))
        else:
            i = self.script.client.click(person, panel, control["custom_id"])
        return await self._taken(i, person)

    async def _opened(self, person: User) -> Taken:
        table = self.table or self.final
        assert table is not None
        button = (ids(table, "table:turn:") or ids(table, "table:score:"))[0]
        return await self._taken(self.script.client.click(person, table, button), person)

    async def _taken(self, i: Interaction, person: User) -> Taken:
        began = time.monotonic()
        await self._answered(i)
        first = time.monotonic() - began
        if i.callback_type in (5, 6):  # an edit of what was deferred follows, or a message of its own
            await self.script.wait_for(lambda: i.final.is_set() or i.followups, 60, f"the answer to {i.what}")
        if i.original is not None and i.original.ephemeral:
            self.panels[person.id] = i.original
        return Taken(first, time.monotonic() - began)


async def opened(script: Script) -> list[Loaded]:
    """So many running games, each of two people in a channel of its own."""
    directory = script.directory
    guild = directory.guilds[seed_data.EISZEIT]
    pairs = cycle(
        [(seed_data.KIM, seed_data.CAMILLE), (seed_data.ALEX, seed_data.TONI), (seed_data.ROBIN, seed_data.DOMINIQUE)]
    )
    tables = []
    for number, pair in zip(range(TABLES), pairs, strict=False):
        people = [directory.users[key] for key in pair]
        table = Loaded(script, directory.create_channel(guild, f"load-{number}"), people, number)
        await table.open()
        tables.append(table)
    await script.settle(1.0)
    return tables


def quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def processor_seconds(process: int) -> float:
    """What a process has used so far; 0 where the system does not tell."""
    path = Path(f"/proc/{process}/stat")
    if not path.exists():
        return 0.0
    fields = path.read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def told(what: str, taken: Sequence[Taken]) -> None:
    """Print the figures, in milliseconds, with the load of the machine."""
    for name, values in (("first", [t.first for t in taken]), ("final", [t.final for t in taken])):
        shares = ", ".join(f"p{100 * q:.0f} {1000 * quantile(values, q):.0f}" for q in (0.5, 0.9, 0.99))
        print(f"{what}: {name} response {shares}, most {1000 * max(values):.0f} ms ({len(values)} clicks)")
    print("load average", *(f"{value:.1f}" for value in os.getloadavg()))


async def open_load(tables: Sequence[Loaded]) -> list[Taken]:
    """Clicks begin at a fixed rate, whether or not those before have been answered."""
    tasks = list[asyncio.Task[Taken]]()
    began = time.monotonic()
    for number in range(A_SECOND * SECONDS):
        await asyncio.sleep(max(0.0, began + number / A_SECOND - time.monotonic()))
        tasks.append(asyncio.create_task(tables[number % len(tables)].in_turn()))
    return list(await asyncio.gather(*tasks))


async def sustained(tables: Sequence[Loaded]) -> float:
    """Clicks a second where everybody clicks as soon as they have their answer."""
    end, clicks = time.monotonic() + SUSTAINED_SECONDS, 0

    async def on_and_on(table: Loaded) -> None:
        nonlocal clicks
        while time.monotonic() < end:
            await table.one()
            clicks += 1

    await asyncio.gather(*(on_and_on(table) for table in tables))
    return clicks / SUSTAINED_SECONDS


@pytest.mark.soak
async def test_load(tmp_path: Path) -> None:
    """Nothing fails under it; the figures are printed, never asserted but for the burst."""
    made = LoopbackServer(Config(app_id=seed_data.APP_ID))
    seed_data.build(made.state.directory)
    async with made:
        script = Script(made)
        async with BotProcess(script, "bot", "run", data_dir=tmp_path, fresh=True) as bot:
            tables = await opened(script)
            before = processor_seconds(bot.pid)
            taken = await open_load(tables)
            told(f"{TABLES} tables, {A_SECOND} clicks a second", taken)
            used = (processor_seconds(bot.pid) - before) / len(taken)
            print(f"{1000 * used:.0f} ms of processor time a click, pictures and the table's messages with it")
            print(f"sustained: {await sustained(tables[:AT_ONCE]):.0f} clicks a second, {AT_ONCE} at a time")
            await script.settle(2.0)
            burst = await asyncio.gather(*(table.one() for table in tables))
            told(f"a burst of {TABLES}", burst)
            await script.settle(2.0)
    script.assert_clean()
    assert [failed for table in tables for failed in table.failed] == []
    assert max(taken.final for taken in burst) <= 3
