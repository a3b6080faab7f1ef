"""How quick games at tables are: an action with all that is stored, many tables at once, a start among many games."""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.app.tables import Caller, Status, Tables
from bot.cli.bench_command import Figure, each_awaited, quantiles
from bot.engine.packs import field
from bot.players import RandomPlayer
from bot.store import Store

TITLE = "Tables (every action stored, synchronous=FULL)"
ACTIONS = 300
TABLES = 100
A_SECOND = 20
OPEN_LOAD = 400
STORED = 10_000


def measure() -> Iterator[Figure]:
    """Seconds for an action, for many at once, and for a start among many games."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite3"
        yield from asyncio.run(_played(path))
        yield from asyncio.run(_started(path))


async def _played(path: Path) -> list[Figure]:
    async with _tables(path) as tables:
        games = [await _game(tables, channel) for channel in range(1, TABLES + 1)]
        found = _figures("an action at one table", await each_awaited(ACTIONS, lambda: _act(tables, games[0])))
        found += _figures("offers", await each_awaited(ACTIONS, lambda: tables.play.offers(games[1], 1)))
        found += _figures("a view", await each_awaited(ACTIONS, lambda: tables.play.view(games[1], 1)))
        found += _figures(
            f"an action, {TABLES} tables, {A_SECOND} a second", await _open_load(tables, games), "≤ 50 ms (p99)"
        )
        began = time.perf_counter()
        await asyncio.gather(*(_act(tables, game) for game in games))
        burst = time.perf_counter() - began
        found.append(Figure(f"a burst of {TABLES} actions, the last", f"{1000 * burst:.0f} ms", "≤ 3000 ms"))
        found.append(Figure("actions a second in it", f"{TABLES / burst:.0f}", "≥ 40"))
        return found


def _figures(what: str, seconds: list[float], goal: str = "") -> list[Figure]:
    return [Figure(f"{what}, {name}", f"{1000 * value:.2f} ms", goal) for name, value in quantiles(seconds)]


async def _open_load(tables: Tables, games: list[int]) -> list[float]:
    """Actions begin at a fixed rate, whether or not those before have ended."""
    taken: list[float] = []

    async def act(game: int) -> None:
        began = time.perf_counter()
        await _act(tables, game)
        taken.append(time.perf_counter() - began)

    tasks = []
    for number in range(OPEN_LOAD):
        tasks.append(asyncio.create_task(act(games[number % len(games)])))
        await asyncio.sleep(1 / A_SECOND)
    await asyncio.gather(*tasks)
    return taken


async def _started(path: Path) -> list[Figure]:
    """Among how few and how many open tables."""
    few = await _start(path)
    with sqlite3.connect(path) as database:
        _copy_game(database, STORED)
    many = await _start(path)
    return [
        Figure(f"start among {TABLES} stored games", f"{1000 * few:.0f} ms"),
        Figure(f"start among {STORED + TABLES} stored games", f"{1000 * many:.0f} ms", "≤ 300 ms more"),
    ]


async def _start(path: Path) -> float:
    began = time.perf_counter()
    async with _tables(path):
        return time.perf_counter() - began


def _copy_game(database: sqlite3.Connection, times: int) -> None:
    columns = [
        row[1] for row in database.execute("PRAGMA table_info(games)") if row[1] not in ("id", "holds", "channel")
    ]
    names = ", ".join(columns)
    channels = [(10_000 + number, 10_000 + number) for number in range(times)]
    copied = f"INSERT INTO games (channel, holds, {names}) SELECT ?, ?, {names} FROM games WHERE id = 1"
    database.executemany(copied, channels)


@asynccontextmanager
async def _tables(path: Path) -> AsyncIterator[Tables]:
    async with await Store.open(f"sqlite+aiosqlite:///{path}") as store:
        tables = Tables(store.games, [field()])
        await tables.load()
        try:
            yield tables
        finally:
            await tables.computers.stop()


async def _game(tables: Tables, channel: int) -> int:
    game = (await tables.lobby.open(_caller(1, channel))).game
    await tables.lobby.join(_caller(2, channel), game)
    await tables.lobby.start(_caller(1, channel), game)
    return game


async def _act(tables: Tables, game: int) -> Status:
    """One random action of whoever is on, with the offers that it is chosen from."""
    status = await tables.status(game)
    if status.stage != "running":
        return status
    seat = next(iter(status.waiting), status.active) or 0
    user = status.seats[seat].user or 1
    controls = await tables.play.offers(game, user)
    action = RandomPlayer(status.version).pick(list(controls.offers), controls.decision)
    return (await tables.play.act(_caller(user, status.channel), controls.token, action)).status


def _caller(user: int, channel: int) -> Caller:
    return Caller(user=user, name=f"player {user}", channel=channel, guild=1)
