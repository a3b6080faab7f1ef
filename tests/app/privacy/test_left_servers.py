"""The data of a server goes thirty days after the bot was removed, unless it is back; the log tells the host."""

import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.app.privacy.left_servers import LeftServers
from bot.settings import Settings
from bot.store import Store

NOW = datetime(2026, 3, 1, tzinfo=UTC)
LATER = NOW + timedelta(days=31)
GUILD, OTHER = 11, 12


@pytest.fixture
async def store(database_address: str, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Store]:
    caplog.set_level(logging.INFO, "bot.app.privacy.left_servers")
    async with await Store.open(database_address) as opened:
        await opened.joined_servers.compare([GUILD, OTHER], NOW)
        await opened.score_pads.add(GUILD, 1, b"", closed=True)
        yield opened


async def _pads(store: Store) -> int:
    return len(await store.score_pads.closed_at(GUILD))


async def test_the_data_goes_after_thirty_days(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    servers = LeftServers(store.joined_servers, Settings().retention_left_servers_days)
    await servers.leave(GUILD, NOW)
    assert vars(caplog.records[-1])["data_is_kept"] == "until 2026-03-31"
    assert await servers.remove_due(lambda guild: False, NOW + timedelta(days=29)) == []
    assert await _pads(store) == 1
    assert len(await servers.remove_due(lambda guild: False, LATER)) == 1
    assert await _pads(store) == 0
    assert [each.message for each in caplog.records] == [
        "the bot was removed from a server",
        "the data of a server is being removed: the bot was taken off it",
        "the data of a server is removed",
    ]
    assert await servers.remove_due(lambda guild: False, LATER) == []


async def test_a_removal_while_the_bot_was_offline_counts_from_the_start(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    servers = LeftServers(store.joined_servers, 30)
    await servers.compare([OTHER], NOW)
    assert [(each.message, vars(each)["guild"]) for each in caplog.records] == [
        ("the bot was removed from a server", GUILD)
    ]
    await servers.remove_due(lambda guild: False, LATER)
    assert await _pads(store) == 0


@pytest.mark.parametrize("offline", [False, True])
async def test_added_again_it_keeps_everything(store: Store, offline: bool, caplog: pytest.LogCaptureFixture) -> None:
    servers = LeftServers(store.joined_servers, 30)
    await servers.leave(GUILD, NOW)
    await (servers.compare([GUILD, OTHER], LATER) if offline else servers.join(GUILD))
    assert caplog.records[-1].message == "the bot is on a server again: its data stays"
    assert await servers.remove_due(lambda guild: False, LATER) == []
    assert await _pads(store) == 1


async def test_a_server_that_the_bot_is_on_keeps_everything(store: Store) -> None:
    """Whatever the database says, for instance an older copy of it."""
    servers = LeftServers(store.joined_servers, 30)
    await servers.leave(GUILD, NOW)
    assert await servers.remove_due(lambda guild: guild == GUILD, LATER) == []
    assert await _pads(store) == 1


async def test_a_host_may_keep_it_for_good(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    servers = LeftServers(store.joined_servers, 0)
    await servers.leave(GUILD, NOW)
    assert vars(caplog.records[-1])["data_is_kept"] == "for good"
    assert await servers.remove_due(lambda guild: False, LATER) == []
    assert await _pads(store) == 1
