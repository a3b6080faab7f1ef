"""Forty tables with a ``normal`` computer player each, two thinkers, and people who press once a second: how long the
tables wait for thoughts, and how often the easy player stands in. ``make soak``; the figures are in
docs/measurements/several_processes.md."""

from __future__ import annotations

import asyncio
import os
import time
from itertools import cycle
from typing import TYPE_CHECKING

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.practice import seed_data
from bot.practice.server import free_port
from tests.end_to_end.process import BotProcess
from tests.end_to_end.test_table_load import Loaded, told

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.end_to_end.script import Script
    from tests.end_to_end.test_table_load import Taken

TABLES = 40
SECONDS = float(os.environ.get("LOAD_SECONDS", "60"))
A_SECOND = 1.0
"""Presses of a person."""


async def opened(script: Script) -> list[Loaded]:
    """So many running games, each of a person and a computer player in a channel of its own."""
    directory = script.directory
    people = cycle([seed_data.KIM, seed_data.CAMILLE, seed_data.ALEX, seed_data.TONI, seed_data.ROBIN])
    tables = []
    for number, person in zip(range(TABLES), people, strict=False):
        channel = directory.create_channel(directory.guilds[seed_data.EISZEIT], f"rechner-{number}")
        table = Loaded(script, channel, [directory.users[person]], number)
        await table.open(computers=1, strength="normal")
        tables.append(table)
    return tables


async def pressed(table: Loaded) -> list[Taken]:
    """Presses at a fixed pace; while the computer thinks they are turned away, or look at the table."""
    began = time.monotonic()
    taken: list[Taken] = []
    while (passed := time.monotonic() - began) < SECONDS and table.final is None:
        await asyncio.sleep(max(0.0, len(taken) / A_SECOND - passed))
        taken.append(await table.in_turn())
    return taken


async def metrics(port: int) -> str:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        return await answer.text()


def samples(text: str, name: str) -> Iterator[tuple[dict[str, str], float]]:
    """The figures of one name, with their labels."""
    for family in text_string_to_metric_families(text):
        yield from ((sample.labels, sample.value) for sample in family.samples if sample.name == name)


def waits(text: str) -> str:
    """For each bound of the histogram, the share of the thoughts for which a table waited no longer."""
    bounds = [(x["le"], n) for x, n in samples(text, "revive_thought_seconds_bucket") if x["strength"] == "normal"]
    return ", ".join(f"{100 * number / bounds[-1][1]:.1f} % ≤ {bound} s" for bound, number in bounds)


@pytest.mark.soak
async def test_forty_tables_of_computers(script: Script, tmp_path: Path) -> None:
    """No press fails; the figures are printed, never asserted."""
    port = free_port()
    env = {"THINKERS": "2", "METRICS_PORT": str(port)}
    async with BotProcess(script, "bot", "run", data_dir=tmp_path, env=env, fresh=True):
        tables = await opened(script)
        taken = [each for found in await asyncio.gather(*map(pressed, tables)) for each in found]
        text = await metrics(port)
        told(f"{TABLES} tables with a normal computer player, a press a second at each", taken)
        print(f"thoughts that a table waited for: {waits(text)}")
        print(f"thoughts: {sum(number for _, number in samples(text, 'revive_thought_seconds_count')):.0f}, ", end="")
        print(f"stand-ins: {sum(number for _, number in samples(text, 'revive_stand_ins_total')):.0f}", flush=True)
        await script.settle(2.0)
    assert [failed for table in tables for failed in table.failed] == []
