"""The editor is killed in the middle of writing: what it has answered is in the files, and every file is whole."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import aiohttp
import pytest

from bot.engine.components import Pack
from bot.engine.packs import load_pack
from tests.packs.conftest import copy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["copy"]

PATIENCE = 60.0
LONGEST = 1.5
"""Seconds after which the editor is killed at the latest."""
Place = tuple[str, int]
"""Sheet and row."""
LINES = (("crates", "get"), ("modules", "get"), ("citizens", "top.get"))


@pytest.fixture
def editor(copy: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A page of a copy of the shipped pack in a process of its own, and its address."""
    command = [sys.executable, "-u", "-m", "bot", "pack", "edit", str(copy)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://[\d.]+:\d+", process.stdout.readline())
        assert found
        yield process, found[0]
        process.kill()


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.soak) for n in range(1, 12))])
async def test_nothing_that_was_answered_is_lost_by_a_kill(
    copy: Path, editor: tuple[subprocess.Popen[str], str], seed: int
) -> None:
    chance, (process, address) = random.Random(seed), editor
    threading.Timer(chance.uniform(LONGEST / 4, LONGEST), process.kill).start()
    answered, under_way = await _type_until_killed(address, chance)
    process.wait(PATIENCE)
    pack = load_pack(copy)
    for place, gears in answered.items():
        assert _gears(pack, place) in {gears, under_way.get(place, gears)}


async def _type_until_killed(address: str, chance: random.Random) -> tuple[dict[Place, int], dict[Place, int]]:
    """What was answered, by place, and what was under way when the answer did not come any more."""
    answered: dict[Place, int] = {}
    end = time.monotonic() + PATIENCE
    async with aiohttp.ClientSession() as session:
        while time.monotonic() < end:
            (sheet, heading), row, gears = chance.choice(LINES), chance.randrange(20), chance.randint(1, 9)
            asked = {"do": "set", "language": "en", "sheet": sheet, "row": row, "heading": heading}
            try:
                body = asked | {"text": f"{gears} gear"}
                async with session.post(f"{address}/ask", json=body, headers={"Origin": address}) as got:
                    await got.read()
            except aiohttp.ClientError:
                return answered, {(sheet, row): gears}
            answered[sheet, row] = gears
    raise TimeoutError


def _gears(pack: Pack, place: Place) -> int:
    sheet, row = place
    component = getattr(pack, sheet)[row]
    [effect] = component.top.get if sheet == "citizens" else component.get
    return int(effect.gear)
