"""Several processes on one PostgreSQL server: each holds its shards, and hears what the others change."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from bot.exits import Exit
from bot.store import Scope, Store, StoreProblem, shard_session
from bot.store.announcements import About
from bot.store.shard_session import ShardSession, one_process_only
from bot.store.shards import Shards
from tests.postgresql_server import PostgresqlServer

FIRST, SECOND = Shards.of(2, [0]), Shards.of(2, [1])
PATIENCE = 30.0


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a shard, and what a process announces is heard by the same process, too: it is another
    process's in these tests."""
    monkeypatch.setattr(shard_session, "PATIENCE", 0.0)
    monkeypatch.setattr(shard_session, "AGAIN", 0.05)
    monkeypatch.setattr("bot.store.announcements.PROCESS", "mine")
    monkeypatch.setattr("bot.store.shard_session.heard", lambda payload: heard_by_others(payload))


def heard_by_others(payload: str) -> tuple[About, str]:
    _, about, which = payload.split(" ", 2)
    return About(about), which


@dataclass
class Process:
    """A store, its session, and what it has heard."""

    store: Store
    session: ShardSession
    heard: list[tuple[About, str]] = field(default_factory=list)
    missed: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> None:
        await self.session.run(self._hear, self._miss)

    async def _hear(self, about: About, which: str) -> None:
        if about == About.PREFERENCES:
            scope, _, owner = which.partition(":")
            await self.store.preferences.load_one(Scope(scope), int(owner))
        self.heard.append((about, which))
        self.news.set()

    async def _miss(self) -> None:
        await self.store.preferences.load()
        self.missed += 1
        self.news.set()

    async def until(self, condition: object) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():  # type: ignore[operator]
                self.news.clear()
                await self.news.wait()


@asynccontextmanager
async def process(address: str, shards: Shards) -> AsyncIterator[Process]:
    async with await Store.open(address, shards) as store:
        made = Process(store, ShardSession(store.database))
        await made.session.open()
        running = asyncio.create_task(made.run())
        try:
            await made.until(lambda: made.missed)
            yield made
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await made.session.close()


async def refused(address: str, shards: Shards) -> str:
    async with await Store.open(address, shards) as store:
        session = ShardSession(store.database)
        try:
            with pytest.raises(StoreProblem) as problem:
                await session.open()
            assert problem.value.status == Exit.DATABASE_AWAY
        finally:
            await session.close()
    return str(problem.value)


async def test_a_shard_has_one_process(postgresql: str) -> None:
    """The second is refused, and told who has it; with shards of its own it runs."""
    me = f"process {os.getpid()} on "
    async with process(postgresql, FIRST):
        assert (await refused(postgresql, FIRST)).startswith(f"SHARD_IDS: shard 0 is held by {me}")
        assert (await refused(postgresql, Shards.of(2, None))).startswith(f"SHARD_IDS: shard 0 is held by {me}")
        assert (await refused(postgresql, Shards.of(3, [2]))).startswith(f"SHARD_COUNT: found 3, but {me}")
        assert (await refused(postgresql, Shards.of(None, None))).startswith("SHARD_COUNT: found 1, but")
        async with process(postgresql, SECOND):
            assert "shard 1 is held" in await refused(postgresql, SECOND)
        async with process(postgresql, SECOND):
            pass
    async with process(postgresql, Shards.of(None, None)):
        assert (await refused(postgresql, Shards.of(None, None))).startswith("The bot already runs on this database: ")


async def test_a_preference_set_in_one_is_seen_in_the_other(postgresql: str) -> None:
    async with process(postgresql, FIRST) as here, process(postgresql, SECOND) as there:
        await here.store.preferences.set_language(Scope.PERSON, 5, "de")
        await here.store.preferences.set_message_mode(8, "silent")
        await here.store.preferences.set_players_role(9, 77)
        await there.until(lambda: len(there.heard) == 3)
        assert there.store.preferences.language(Scope.PERSON, 5) == "de"
        assert there.store.preferences.message_mode(8) == "silent"
        assert there.store.preferences.players_role(9) == 77
        await there.store.preferences.set_language(Scope.PERSON, 5, None)
        await here.until(lambda: len(here.heard) == 4)
        assert here.store.preferences.language(Scope.PERSON, 5) is None


async def test_a_lost_connection_comes_back(postgresql: str, postgresql_server: PostgresqlServer) -> None:
    """What was changed meanwhile is read, and the shard is held again."""
    async with process(postgresql, FIRST) as here, await Store.open(postgresql, SECOND) as there:
        postgresql_server.end_connections()
        await there.preferences.set_language(Scope.SERVER, 5, "fr")
        await here.until(lambda: here.missed == 2)
        await here.until(lambda: here.store.preferences.language(Scope.SERVER, 5) == "fr")  # read anew, or heard
        assert "shard 0 is held" in await refused(postgresql, FIRST)
        await there.preferences.set_language(Scope.SERVER, 5, "de")
        await here.until(lambda: here.store.preferences.language(Scope.SERVER, 5) == "de")


async def test_a_shard_that_was_lost_to_another_ends_the_process(
    postgresql: str, postgresql_server: PostgresqlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Store.open(postgresql, FIRST) as store:
        lost = Process(store, ShardSession(store.database))
        await lost.session.open()
        running = asyncio.create_task(lost.run())
        await lost.until(lambda: lost.missed)
        monkeypatch.setattr(shard_session, "AGAIN", 1.0)
        held = asyncio.Event()
        again = lost.session._connect

        async def late() -> None:
            await held.wait()
            await again()

        monkeypatch.setattr(lost.session, "_connect", late)
        postgresql_server.end_connections()
        async with process(postgresql, FIRST):
            held.set()
            with pytest.raises(StoreProblem, match="SHARD_IDS: shard 0 is held by process"):
                await running
        await lost.session.close()


async def test_one_process_after_another(postgresql: str) -> None:
    """Whoever waits begins when the first has ended."""
    done: list[str] = []
    async with await Store.open(postgresql, FIRST) as here, await Store.open(postgresql, SECOND) as there:

        async def second() -> None:
            async with one_process_only(there.database, "commands"):
                done.append("second")

        async with one_process_only(here.database, "commands"):
            waiting = asyncio.create_task(second())
            async with one_process_only(there.database, "emojis"):
                done.append("something else")
            await asyncio.sleep(0.1)
            done.append("first")
        await waiting
    assert done == ["something else", "first", "second"]
