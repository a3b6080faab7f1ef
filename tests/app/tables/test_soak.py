"""The big runs: a thousand games through the tables, and a start with ten thousand stored ones."""

import asyncio
import resource
import sqlite3
import sys
import time
from pathlib import Path

import pytest

from bot.players import RandomPlayer
from tests.app.tables.table_fixture import ALEX, KIM, ROBIN, SASCHA, World, caller, world

GAMES = 1000
SIDE_BY_SIDE = 8
MEGABYTES = 250


def megabytes() -> float:
    """The most memory that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "linux" else 1024 * 1024)


async def one_game(w: World, number: int) -> None:
    people = (KIM, ALEX)[: 1 + (number % 5 == 0)]
    game = (await w.game(*people, computers=1 + number % (4 - len(people)), channel=number)).game
    status = await w.play_on(game, RandomPlayer(number))
    assert status.stage == "over", status


@pytest.mark.soak
async def test_a_thousand_games_in_little_memory(path: Path) -> None:
    """Computer players and a random person or two, eight tables at a time; every game ends with a result."""
    began = time.perf_counter()
    async with world(path) as w:
        numbers = iter(range(1, GAMES + 1))

        async def play() -> None:
            for number in numbers:
                await one_game(w, number)
                w.told.clear()

        await asyncio.gather(*(play() for _ in range(SIDE_BY_SIDE)))
        assert len(await w.store.games.results(9001, limit=2 * GAMES)) == GAMES
        print(f"{GAMES} games in {time.perf_counter() - began:.0f} s, {megabytes():.0f} MB")
    assert megabytes() <= MEGABYTES


async def test_a_start_reads_no_game(path: Path) -> None:
    """However many there are: only which tables are open."""
    async with world(path) as w:
        await w.game(KIM, ALEX)
        game = (await w.game(ROBIN, SASCHA, channel=2)).game
        await w.tables.administration.end(caller(ROBIN), game)
    with sqlite3.connect(path) as database:
        copy_many(database, 1, 300)
    async with world(path) as w:
        assert len(w.tables.repository.by_channel) == 301
        assert not w.tables.repository._cache
        newest = w.tables.here(10_000 + 300)
        assert (await w.tables.status(newest)).stage == "running"


def copy_many(database: sqlite3.Connection, game: int, times: int) -> None:
    """Store a game many times more, each in a channel of its own."""
    columns = [
        row[1] for row in database.execute("PRAGMA table_info(games)") if row[1] not in ("id", "holds", "channel")
    ]
    names = ", ".join(columns)
    database.executemany(
        f"INSERT INTO games (channel, holds, {names}) SELECT ?, ?, {names} FROM games WHERE id = ?",
        [(10_000 + number, 10_000 + number, game) for number in range(1, times + 1)],
    )
