"""The queue of thoughts on a PostgreSQL server: every job has one answer, whoever is lost on the way."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from sqlalchemy import text

from bot.cli.host_checks import Finding, check_thinkers
from bot.settings import Settings
from bot.store import asked_thoughts, thought_queue, thought_worker
from bot.store.asked_thoughts import AskedThoughts, NoThinkers, ThinkingFailed
from bot.store.database import Database, connect
from bot.store.thought_queue import SCHEMA, make_queue, thinkers
from bot.store.thought_worker import Carry, serve_thoughts
from tests.postgresql_server import PostgresqlServer

WITHIN = 60.0


@pytest_asyncio.fixture
async def database(postgresql: str) -> AsyncIterator[Database]:
    found = connect(postgresql)
    yield found
    await found.close()


@asynccontextmanager
async def served(database: Database, *carries: Carry) -> AsyncIterator[asyncio.Event]:
    """Thinking processes, each with what it does, from when they are there."""
    stop = asyncio.Event()
    running = [asyncio.create_task(serve_thoughts(database, carry, 1, stop)) for carry in carries]
    await there(database, len(carries))
    try:
        yield stop
    finally:
        stop.set()
        await asyncio.gather(*running)


async def there(database: Database, least: int) -> None:
    async with asyncio.timeout(WITHIN):
        while sum(await thinkers(database)) < 2 * least:  # noqa: ASYNC110 - one that waits for jobs, one that hears
            await asyncio.sleep(0.02)


async def jobs(database: Database) -> int:
    async with database.engine.connect() as connection:
        return int((await connection.execute(text(f"SELECT count(*) FROM {SCHEMA}.procrastinate_jobs"))).scalar() or 0)


async def backwards(_work: str, pack: bytes | None, job: bytes) -> bytes | None:
    return job[::-1] + (pack or b"")


async def unknown(_work: str, _pack: bytes | None, _job: bytes) -> None:
    return None


async def failing(_work: str, _pack: bytes | None, _job: bytes) -> bytes:
    raise ValueError("what only seat 1 may see")


def endless(begun: asyncio.Event) -> Carry:
    async def carry(_work: str, _pack: bytes | None, _job: bytes) -> bytes:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError

    return carry


def held(begun: asyncio.Event, go: asyncio.Event) -> Carry:
    """Says that it has begun, and gives the job back when it may go on."""

    async def carry(_work: str, _pack: bytes | None, job: bytes) -> bytes:
        begun.set()
        await go.wait()
        return job

    return carry


async def test_jobs_are_answered_and_gone(database: Database) -> None:
    """Long answers too, which are told in parts, and several at once by several."""
    long = bytes(range(256)) * 100
    async with AskedThoughts(database) as asked, served(database, backwards, backwards):
        assert await asked.answer("think", None, b"abc") == b"cba"
        assert await asked.answer("review", b"pack", long) == long[::-1] + b"pack"
        found = await asyncio.gather(*(asked.answer("think", None, bytes([n, 1])) for n in range(9)))
        assert found == [bytes([1, n]) for n in range(9)]
    assert await jobs(database) == 0


async def test_two_make_the_queue_at_once(database: Database, postgresql: str) -> None:
    other = connect(postgresql)
    try:
        await asyncio.gather(make_queue(database), make_queue(other))
        await make_queue(database)
        assert await jobs(database) == 0
    finally:
        await other.close()


async def test_an_unknown_pack_and_a_failure_are_told(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "procrastinate.worker")
    async with AskedThoughts(database) as asked:
        async with served(database, unknown):
            assert await asked.answer("think", None, b"a position") is None
        async with served(database, failing):
            with pytest.raises(ThinkingFailed, match="its log says why"):
                await asked.answer("think", None, b"a position")
    assert not [record for record in caplog.records if hasattr(record, "job")]
    assert await jobs(database) == 0


async def test_without_thinkers_nobody_waits(database: Database) -> None:
    async with AskedThoughts(database) as asked:
        with pytest.raises(NoThinkers, match="no thinking process runs"):
            await asked.answer("think", None, b"a position")
    assert await jobs(database) == 0


async def test_another_version_is_left_alone(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = list[bytes]()

    async def old(_work: str, _pack: bytes | None, job: bytes) -> bytes:
        taken.append(job)
        return job

    monkeypatch.setattr(thought_worker, "THINKER", "revive-referee thinks for 0.0.1 rules 1")
    monkeypatch.setattr(thought_worker, "QUEUE", "thoughts 0.0.1 rules 1")
    async with AskedThoughts(database) as asked, served(database, old):
        with pytest.raises(NoThinkers, match=f"has version {thought_queue.VERSION}; update"):
            await asked.answer("think", None, b"a position")
        assert (await thinkers(database))[0] == 0
    assert taken == []


async def test_whoever_stops_waiting_takes_the_job_back(database: Database) -> None:
    begun, go = asyncio.Event(), asyncio.Event()
    async with AskedThoughts(database) as asked, served(database, held(begun, go)):
        first = asyncio.create_task(asked.answer("think", None, b"1"))
        await begun.wait()
        second = asyncio.create_task(asked.answer("think", None, b"2"))
        async with asyncio.timeout(WITHIN):
            while await jobs(database) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        assert await jobs(database) == 1
        go.set()
        assert await first == b"1"


async def test_what_an_end_cuts_short_is_thought_by_another(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thought_worker, "LAST_ANSWERS", 0.05)
    begun = asyncio.Event()
    async with AskedThoughts(database) as asked:
        async with served(database, endless(begun)):
            waiting = asyncio.create_task(asked.answer("think", None, b"abc"))
            await begun.wait()
        async with served(database, backwards):
            assert await asyncio.wait_for(waiting, WITHIN) == b"cba"
    assert await jobs(database) == 0


async def test_thinkers_that_have_gone_are_not_waited_for(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The only process ends while it thinks."""
    monkeypatch.setattr(thought_worker, "LAST_ANSWERS", 0.05)
    monkeypatch.setattr(asked_thoughts, "LOOK", 0.1)
    monkeypatch.setattr(asked_thoughts, "ALONE", 0.3)
    begun = asyncio.Event()
    async with AskedThoughts(database) as asked:
        async with served(database, endless(begun)):
            waiting = asyncio.create_task(asked.answer("think", None, b"a position"))
            await begun.wait()
        with pytest.raises(NoThinkers):
            await asyncio.wait_for(waiting, WITHIN)
    assert await jobs(database) == 0


async def test_lost_connections_lose_no_answer(database: Database, postgresql_server: PostgresqlServer) -> None:
    begun, go = asyncio.Event(), asyncio.Event()
    async with AskedThoughts(database) as asked, served(database, held(begun, go)):
        waiting = asyncio.create_task(asked.answer("think", None, b"a position"))
        await begun.wait()
        postgresql_server.end_connections()
        go.set()
        assert await asyncio.wait_for(waiting, WITHIN) == b"a position"


def test_the_doctor_says_whether_anybody_thinks(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", postgresql)
    monkeypatch.setenv("THINKERS", "remote")
    settings = Settings()
    [alone] = check_thinkers(settings)
    assert (alone.level, alone.text[:9]) == ("warning", "none runs")

    async def with_one() -> list[Finding]:
        database = connect(postgresql)
        try:
            async with served(database, backwards):
                return await asyncio.to_thread(lambda: list(check_thinkers(settings)))
        finally:
            await database.close()

    [together] = asyncio.run(with_one())
    assert (together.level, together.text) == ("ok", f"python -m bot think runs with version {thought_queue.VERSION}")
