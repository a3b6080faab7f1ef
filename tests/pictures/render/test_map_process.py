"""Maps of table messages drawn in a process of their own: the same pictures, whatever becomes of the process."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import replace

import msgspec
import pytest
import pytest_asyncio

from bot.engine import View, view
from bot.pictures import Renderer
from bot.pictures.render import map_process
from bot.pictures.render.map_process import MapProcess
from tests.pictures.conftest import NAMES, played


@pytest_asyncio.fixture
async def maps() -> AsyncIterator[MapProcess]:
    found = MapProcess()
    yield found
    found.close()


@pytest_asyncio.fixture
async def beside(maps: MapProcess) -> AsyncIterator[Renderer]:
    """A renderer whose maps the process draws."""
    found = Renderer(maps=maps)
    yield found
    found.close()


@pytest_asyncio.fixture
async def alone() -> AsyncIterator[Renderer]:
    """One whose thread draws all."""
    found = Renderer()
    yield found
    found.close()


async def test_it_draws_what_the_thread_would(
    beside: Renderer, alone: Renderer, maps: MapProcess, first: View, middle: View
) -> None:
    assert maps.process_ids == ()
    for seen in (first, middle):
        drawn = await beside.table_map(seen, "fr", "light", names=NAMES)
        assert drawn is not None
        assert drawn == await alone.table_map(seen, "fr", "light", names=NAMES)
    assert len(maps.process_ids) == 1


async def test_a_table_s_own_pack_is_sent_along(maps: MapProcess, alone: Renderer, middle: View) -> None:
    own = replace(middle, pack=msgspec.structs.replace(middle.pack, version="of our own"))
    assert own.pack.hash != middle.pack.hash
    drawn = await maps.draw(own, "en", "dark", NAMES)
    assert drawn is not None
    assert drawn == await alone.table_map(own, "en", names=NAMES)


async def test_a_lost_process_is_replaced(
    beside: Renderer, alone: Renderer, maps: MapProcess, first: View, middle: View, caplog: pytest.LogCaptureFixture
) -> None:
    """The map that it was asked for is drawn by the thread."""
    await beside.table_map(first, "de", names=NAMES)
    lost = maps.process_ids
    for process in lost:
        os.kill(process, signal.SIGKILL)
    expected = await alone.table_map(middle, "de", names=NAMES)
    assert expected is not None
    assert await beside.table_map(middle, "de", names=NAMES) == expected
    assert "the drawing process was lost" in caplog.text
    await beside.table_map(middle, "de", "light", names=NAMES)
    assert len(maps.process_ids) == 1
    assert maps.process_ids != lost


async def test_a_process_that_hangs_is_replaced(
    beside: Renderer, maps: MapProcess, first: View, middle: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    await beside.table_map(first, "de", names=NAMES)
    for process in maps.process_ids:
        os.kill(process, signal.SIGSTOP)
    monkeypatch.setattr(map_process, "PATIENCE", 0.1)
    assert await beside.table_map(middle, "de", names=NAMES) is not None
    assert maps.process_ids == ()


async def test_many_at_once_are_all_drawn(beside: Renderer, alone: Renderer) -> None:
    """Each gets its own, also one that is asked for twice."""
    seen = [view(played(2, seed, 3), None) for seed in range(5)]
    drawn = await asyncio.gather(*(beside.table_map(each, "fr", names=NAMES) for each in seen * 2))
    assert drawn[:5] == drawn[5:]
    assert drawn[:5] == [await alone.table_map(each, "fr", names=NAMES) for each in seen]
    assert len({picture.png for picture in drawn if picture is not None}) == 5


async def test_what_cannot_be_drawn_is_logged(
    beside: Renderer, maps: MapProcess, first: View, middle: View, caplog: pytest.LogCaptureFixture
) -> None:
    """And the process goes on."""
    await beside.table_map(first, "de", names=NAMES)
    begun = maps.process_ids
    assert await beside.table_map(replace(middle, backs={}), "de", names=NAMES) is None
    assert "picture not drawn" in caplog.text
    assert await beside.table_map(middle, "de", names=NAMES) is not None
    assert maps.process_ids == begun
