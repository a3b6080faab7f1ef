"""What a running bot has to do with others on its database: it holds its shards, and takes in what they change."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.client import Client
from bot.store import Preferences, Scope, Store
from bot.store.announcements import About
from bot.store.shard_session import ShardSession
from cogs.core.services import Services
from cogs.game.publishing.message_updates import messages_of


@asynccontextmanager
async def held_shards(store: Store) -> AsyncIterator[ShardSession | None]:
    """The shards of this process, held until the end; None on SQLite, where there is only one process.

    :raises StoreProblem: another process has one of them.
    """
    if not store.database.on_server:
        yield None
        return
    session = ShardSession(store.database)
    try:
        await session.open()
        yield session
    finally:
        await session.close()


async def hear(session: ShardSession | None, client: Client, stop: asyncio.Event) -> None:
    """Take in what other processes change, until ``stop``.

    :raises StoreProblem: a shard was lost to another process.
    """
    services = client.services

    async def missed() -> None:
        """What has been missed may be anything."""
        await services.read_anew()
        if client.is_ready():  # a start brings messages up to date by itself
            await messages_of(client).catch_up()

    await client.loaded.wait()
    if session is None:
        await stop.wait()
    else:
        await session.run(lambda about, which: _take_in(services, about, which), missed)


async def _take_in(services: Services, about: About, which: str) -> None:
    match about:
        case About.PREFERENCES:
            await _read_preferences(services.store.preferences, which)
        case About.GAMES:
            await services.tables.changed_elsewhere(which)
        case About.NOTICES:
            services.tables.notice_clock.wake()
        case About.RESULTS:
            services.ratings.forget(int(which) if which else None)


async def _read_preferences(preferences: Preferences, which: str) -> None:
    scope, _, owner = which.partition(":")
    if which:
        await preferences.load_one(Scope(scope), int(owner))
    else:
        await preferences.load()
