"""The running bot removes what the host keeps no longer, and the data of servers that it was removed from."""

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.app.tables.model import Caller, TableRefusal
from bot.client import Client
from bot.store import Scope
from cogs.general.data_retention_cog import DataRetention

NOW = datetime.now(UTC)
LATER = NOW + timedelta(days=31)
GUILD, OTHER = 11, 12


async def test_the_running_bot_removes_it(client: Client) -> None:
    assert client.get_cog("DataRetention") is not None
    cog = DataRetention(client)
    store = client.services.store
    await store.search_feedback.record_miss("what about it", "en")
    assert len(await store.search_feedback.misses()) == 1
    await cog.remove(NOW + timedelta(days=364))
    assert len(await store.search_feedback.misses()) == 1
    await cog.remove(NOW + timedelta(days=366))
    assert await store.search_feedback.misses() == []


def _is_on(client: Client, *guilds: int) -> None:
    """As Discord says it at the start: every server, none of which can be reached yet."""
    for guild in guilds:
        client._connection._add_guild_from_data(cast("Any", {"id": str(guild), "unavailable": True}))


async def test_what_cannot_be_reached_is_not_left(client: Client) -> None:
    cog, servers = DataRetention(client), client.services.store.joined_servers
    client.loop = asyncio.get_running_loop()
    _is_on(client, GUILD, OTHER)
    await cog.compare(NOW)
    client._connection.parse_guild_delete(cast("Any", {"id": str(GUILD), "unavailable": True}))
    await cog.compare(NOW)
    assert await servers.left_before(LATER) == []
    client._connection.parse_guild_delete(cast("Any", {"id": str(GUILD)}))
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name().startswith("discord.py")))
    assert await servers.left_before(LATER) == [GUILD]


async def test_the_data_of_a_left_server_goes_from_memory_too(client: Client) -> None:
    cog, store = DataRetention(client), client.services.store
    game = (await client.services.tables.lobby.open(Caller(user=3, name="Ann", channel=5, guild=GUILD))).game
    await store.preferences.set_language(Scope.SERVER, GUILD, "de")
    await cog.on_guild_remove(cast("Any", SimpleNamespace(id=GUILD)))
    await cog.remove(NOW + timedelta(days=29))
    assert client.services.tables.open_in(GUILD) == [(game, 5)]
    await cog.remove(LATER)
    assert client.services.tables.open_in(GUILD) == []
    assert store.preferences.language(Scope.SERVER, GUILD) is None
    with pytest.raises(TableRefusal, match="no_such_game"):
        await client.services.tables.status(game)


async def test_a_server_that_adds_the_bot_again_keeps_its_data(client: Client) -> None:
    cog, guild = DataRetention(client), cast("Any", SimpleNamespace(id=GUILD))
    await client.services.tables.lobby.open(Caller(user=3, name="Ann", channel=5, guild=GUILD))
    await cog.on_guild_remove(guild)
    await cog.on_guild_join(guild)
    await cog.remove(LATER)
    assert len(client.services.tables.open_in(GUILD)) == 1
