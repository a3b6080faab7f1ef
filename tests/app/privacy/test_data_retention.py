"""What is kept for how long, as the host has set it, and which process removes it."""

import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.app.privacy.data_retention import Retention, remove_old_data
from bot.settings import Settings
from bot.store import Store
from bot.store.old_data import NEVER, Limits
from bot.store.shards import Shards

NOW = datetime.now(UTC)


@pytest.fixture
async def store(database_address: str) -> AsyncIterator[Store]:
    async with await Store.open(database_address) as opened:
        yield opened


def test_each_kind_has_its_limit() -> None:
    ago = [NOW - timedelta(days=days) for days in (10, 20)]
    limits = Retention(games=10, results=0, other=20).limits(NOW)
    assert limits == Limits(games=ago[0], results=NEVER, pads=ago[1], desks=ago[1], drafts=ago[1], questions=ago[1])


def test_games_and_results_are_kept_unless_the_host_says_otherwise() -> None:
    usual = Retention.of(Settings())
    assert (usual.games, usual.results, usual.other) == (0, 0, 365)


async def test_what_is_too_old_goes_and_the_log_says_so(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    pads = store.score_pads
    result = await pads.add(11, 12, b"", closed=True, at=NOW - timedelta(days=40))
    kept = await pads.add(11, 12, b"", closed=True, at=NOW - timedelta(days=20))
    caplog.set_level(logging.INFO, "bot.app.privacy.data_retention")
    await remove_old_data(store, Retention(), NOW)
    assert await pads.get(result.id) is not None
    await remove_old_data(store, Retention(results=30), NOW)
    assert await pads.get(result.id) is None
    assert await pads.get(kept.id) is not None
    await remove_old_data(store, Retention(results=30), NOW)
    assert [(each.message, vars(each)["results"]) for each in caplog.records] == [("old data removed", 1)]


async def test_one_process_alone_removes_it(database_address: str) -> None:
    async with await Store.open(database_address, Shards.of(2, [1])) as store:
        pad = await store.score_pads.add(11, 12, b"", closed=True, at=NOW - timedelta(days=40))
        await remove_old_data(store, Retention(results=30), NOW)
        assert await store.score_pads.get(pad.id) is not None
