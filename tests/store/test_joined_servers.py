"""Servers that the bot is on or was removed from: of one that it was removed from all goes, of others nothing."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import BigInteger, Connection, Table, insert, select
from sqlmodel.sql.sqltypes import AutoString

from bot.store import Store, joined_servers
from bot.store.joined_servers import OF_SERVERS, RemovedData
from bot.store.old_data import OF_GAMES, TABLES
from bot.store.shards import STEP as SHARD
from bot.store.shards import Shards
from bot.store.sql.preference_tables import UtcDateTime

NOW = datetime.now(UTC)
LONG_AGO = NOW - timedelta(days=40)
BEFORE = NOW - timedelta(days=30)
GONE, OTHER = 7_000_001, 8_000_001
NUMBERS = {GONE: (1, 2, 3), OTHER: (4, 5, 6)}
"""Of the games and score pads of each server."""
FILLED = [*OF_SERVERS, *(TABLES[name] for name in (*OF_GAMES, "packs", "tally_drafts"))]
KINDS: dict[type[Any], type] = {UtcDateTime: datetime, AutoString: str}
VALUES = {bool: False, bytes: b"x", date: NOW.date(), datetime: NOW}


@pytest.fixture
async def store(database_address: str) -> AsyncIterator[Store]:
    async with await Store.open(database_address) as opened:
        await opened.database.write(_fill)
        yield opened


def _fill(connection: Connection) -> None:
    for table in dict.fromkeys(each for each in TABLES.values() if each in FILLED):
        for guild, numbers in NUMBERS.items():
            rows = [_row(table, guild, number) for number in numbers]
            distinct = {tuple(row[key.name] for key in table.primary_key): row for row in rows}
            connection.execute(insert(table), list(distinct.values()))
    shared = _row(TABLES["server_packs"], OTHER, 1)  # the pack of the other server, too
    connection.execute(insert(TABLES["server_packs"]).values(shared))
    settings: dict[str, Any] = {"changed_at": NOW, "language": "de"}
    for scope, owner in (("person", GONE), ("server", GONE), ("server", OTHER), ("channel", 1), ("channel", 4)):
        connection.execute(insert(TABLES["preferences"]).values(scope=scope, owner=owner, **settings))


def _row(table: Table, guild: int, number: int) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for column in table.columns:
        kind = KINDS.get(type(column.type)) or column.type.python_type
        row[column.name] = (VALUES | {int: number, str: f"x{number}"})[kind]
        if column.name in ("guild", "place"):
            row[column.name] = guild
    return row


async def _found(store: Store, table: Table, column: str) -> set[Any]:
    chosen = select(table.c[column]).distinct()
    return await store.database.read(lambda connection: set(connection.execute(chosen).scalars()))


async def _ids(store: Store) -> set[str]:
    """Every column in which the id of the server that is gone stands, but those of persons."""
    found = set()
    for table in TABLES.values():
        for column in table.columns:
            if isinstance(column.type, BigInteger):
                found |= {f"{table.name}.{column.name}"} if GONE in await _found(store, table, column.name) else set()
    return found


async def test_everything_of_the_server_goes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joined_servers, "STEP", 2)
    assert {f"{table.name}.{column.name}" for table, column in OF_SERVERS.items()} <= await _ids(store)
    servers = store.joined_servers
    await servers.leave(GONE, LONG_AGO)
    assert await servers.left_before(BEFORE) == [GONE]
    assert await servers.remove_data(GONE, BEFORE) == RemovedData(3, 3, ("x2", "x3"), complete=True)
    assert await _ids(store) == {"preferences.owner"}  # a person of that number, and what they have set
    assert await _found(store, TABLES["preferences"], "scope") == {"person", "server", "channel"}
    assert await _found(store, TABLES["preferences"], "owner") == {GONE, OTHER, 4}
    assert await _found(store, TABLES["packs"], "hash") == {"x1", "x4", "x5", "x6"}
    assert await _found(store, TABLES["tally_drafts"], "tally") == {4, 5, 6}
    for name in OF_GAMES:
        assert await _found(store, TABLES[name], "game") == {4, 5, 6}, name
    for table, column in OF_SERVERS.items():
        assert await _found(store, table, column.name) == {OTHER}, table.name
    assert await servers.left_before(NOW) == []


async def test_nothing_of_it_is_left_in_the_file(tmp_path: Path) -> None:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'revive.sqlite3'}") as store:
        await store.score_pads.add(GONE, 1, b"what they typed there", closed=True)
        await store.joined_servers.leave(GONE, LONG_AGO)
        assert [each for each in tmp_path.iterdir() if b"what they typed there" in each.read_bytes()]
        await store.joined_servers.remove_data(GONE, BEFORE)
        assert not [each for each in tmp_path.iterdir() if b"what they typed there" in each.read_bytes()]


async def test_of_a_server_that_is_back_nothing_goes(store: Store) -> None:
    servers = store.joined_servers
    await servers.leave(GONE, LONG_AGO)
    assert await servers.join(GONE)
    assert not await servers.join(GONE)
    before = await _ids(store)
    assert await servers.remove_data(GONE, BEFORE) == RemovedData()
    assert await _ids(store) == before


async def test_a_server_that_comes_back_meanwhile_keeps_the_rest(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joined_servers, "STEP", 1)
    servers, step = store.joined_servers, joined_servers._step
    await servers.leave(GONE, LONG_AGO)

    def back(connection: Connection, guild: int, before: datetime) -> RemovedData | None:
        found = step(connection, guild, before)
        connection.execute(TABLES["servers"].update().values(left_at=None))
        return found

    monkeypatch.setattr(joined_servers, "_step", back)
    assert await servers.remove_data(GONE, BEFORE) == RemovedData(1, 1, complete=False)
    assert await _found(store, TABLES["games"], "id") == {2, 3, 4, 5, 6}


async def test_what_was_left_is_noticed_at_the_next_look(database_address: str) -> None:
    async with await Store.open(database_address) as store:
        servers = store.joined_servers
        await store.score_pads.add(9, 1, b"")  # used there, without the bot on the server
        assert await servers.compare([1, 2], LONG_AGO) == ((), ())
        assert await servers.compare([2, 3], LONG_AGO) == ((1,), ())
        assert await servers.compare([2, 3], NOW) == ((), ())
        assert await servers.left_before(BEFORE) == [1]
        assert await servers.compare([1, 2, 3], NOW) == ((), (1,))
        assert await servers.left_before(NOW) == []
        await servers.leave(2, LONG_AGO)
        assert await servers.compare([1, 3], NOW) == ((), ())
        assert await servers.left_before(BEFORE) == [2]  # since it was removed, not since the look


async def test_a_process_looks_at_its_own_servers(database_address: str) -> None:
    """Server 0 is one of shard 0, server SHARD one of shard 1."""
    async with await Store.open(database_address, Shards.of(2, [1])) as second:
        await second.joined_servers.compare([SHARD], LONG_AGO)
        async with await Store.open(database_address, Shards.of(2, [0])) as first:
            assert await first.joined_servers.compare([0], NOW) == ((), ())
            await second.joined_servers.leave(SHARD, LONG_AGO)
            assert await first.joined_servers.left_before(NOW) == []
        assert await second.joined_servers.left_before(NOW) == [SHARD]
