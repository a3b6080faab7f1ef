"""Two processes of the bot on one PostgreSQL database, each with a shard: a server each, one of them killed again and
again. A few presses in ``make test``; whole games in ``make soak``."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.exits import Exit
from bot.practice import seed_data
from bot.practice.discord_state import Config
from bot.practice.model import Channel, User
from bot.practice.server import LoopbackServer
from tests.end_to_end.clicking import Clicker, ids, speak
from tests.end_to_end.conftest import openapi
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import PATIENCE, Script
from tests.end_to_end.seeded_bot import SHARD_PATIENCE
from tests.end_to_end.test_table_killed_games import AT_ONCE, Hunted, Killer, judged, played

SHARDS = 2
OTHER = seed_data.BASE + (1 << 22)
"""A server of the other shard than those of the practice channel."""
FIXED = ("random_seats=off", "artifact_card=deal")
MODES = ("brief", "silent", "full")
"""How much the tables of the big run say, one after another."""
PLAYERS = ((1, 1), (2, 0), (1, 2), (1, 1), (3, 0))
"""People and computer players at them."""


@dataclass
class Bots:
    """The processes by their shards, and a server of each."""

    script: Script
    processes: list[BotProcess]
    guilds: list[int]

    def channel(self, shard: int, name: str) -> Channel:
        """A new channel that the process of that shard looks after."""
        return self.script.directory.create_channel(self.script.directory.guilds[self.guilds[shard]], name)

    @property
    def people(self) -> list[User]:
        return [self.script.directory.users[key] for key in (seed_data.KIM, seed_data.CAMILLE, seed_data.ALEX)]


def shard_of(guild: int) -> int:
    return (guild >> 22) % SHARDS


def env_of(shard: int, address: str) -> dict[str, str]:
    return {"DATABASE_URL": address, "SHARD_COUNT": str(SHARDS), "SHARD_IDS": str(shard)}


@asynccontextmanager
async def two_bots(
    data_dir: Path, address: str, processes: int = SHARDS, *, module: str = "tests.end_to_end.seeded_bot"
) -> AsyncIterator[Bots]:
    """Both start at the same moment. ``processes``: 1 for a single one that has both shards, to compare. ``module``:
    "bot" for the bot as users start it, which edits its messages less often than the one under test."""
    made = LoopbackServer(Config(app_id=seed_data.APP_ID, openapi=openapi(), response_deadline=PATIENCE))
    directory = made.state.directory
    seed_data.build(directory)
    other = directory.create_guild(
        "Anderswo", directory.users[seed_data.TONI], locale="de", id=seed_data.BASE + (1 << 22)
    )
    for key, _, _ in seed_data.PEOPLE:
        if key not in other.members:
            directory.add_member(other, directory.users[key])
    async with made:
        script = Script(made)
        envs = [env_of(shard, address) for shard in range(SHARDS)] if processes > 1 else [{"DATABASE_URL": address}]
        started = [BotProcess(script, module, "run", data_dir=data_dir, env=env, fresh=module == "bot") for env in envs]
        try:
            await asyncio.gather(*(each.start() for each in started))
            yield Bots(script, started, sorted((other.id, seed_data.GRAND_FROID), key=shard_of))
        finally:
            await asyncio.gather(*(each.stop() for each in started))
    script.assert_clean()


async def steps(table: Clicker, times: int) -> None:
    """So many presses of the people, whoever can do something."""
    before, until = table.clicks, time.monotonic() + PATIENCE
    while table.clicks < before + times:
        assert time.monotonic() < until, "nobody can do anything"
        for person in table.people:
            await table.step(person)


async def second_start(bots: Bots, data_dir: Path, address: str, shard: int) -> tuple[int | None, str]:
    """What becomes of a process that is told a shard which another has."""
    env = {**env_of(shard, address), SHARD_PATIENCE: "0"}
    third = BotProcess(bots.script, "tests.end_to_end.seeded_bot", "run", data_dir=data_dir, env=env)
    return await third.refused(), third.log


@pytest.fixture
def empty(postgresql: str, postgresql_server: object) -> str:
    """A database without tables: both processes want to make them."""
    postgresql_server.execute("DROP DATABASE IF EXISTS two_bots")  # type: ignore[attr-defined]
    postgresql_server.execute("CREATE DATABASE two_bots")  # type: ignore[attr-defined]
    return str(postgresql_server.address("two_bots"))  # type: ignore[attr-defined]


async def test_two_bots(tmp_path: Path, empty: str) -> None:
    """Each server is answered by its own process, what a person sets in one server holds in the other, a third process
    is refused, and a kill of one neither stops the other nor loses anything."""
    async with two_bots(tmp_path, empty) as bots:
        script, people = bots.script, bots.people[:2]
        tables = [Clicker(script, bots.channel(shard, f"zwei-{shard}"), people, seed=shard) for shard in range(SHARDS)]
        await asyncio.gather(*(table.open(options=FIXED) for table in tables))
        await asyncio.gather(*(steps(table, 6) for table in tables))
        status, said = await second_start(bots, tmp_path, empty, 1)
        assert status == Exit.DATABASE_AWAY
        assert "SHARD_IDS: shard 1 is held by process" in said
        await script.slash(people[0], tables[0].channel, "settings language", {"language": "fr"})
        async with asyncio.timeout(PATIENCE):
            while "serveur" not in (await script.slash(people[0], tables[1].channel, "about")).text:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await bots.processes[1].kill()
        await steps(tables[0], 4)
        await bots.processes[1].start()
        await asyncio.gather(*(steps(table, 6) for table in tables))
        await script.settle(1.5)
        for table in tables:
            assert len([m for m in table.messages if ids(m, "table:overview:")]) == 1
            assert table.failed == []
        for shard, bot in enumerate(bots.processes):
            told = [table.channel.id for table in tables if f"channel={table.channel.id}" in bot.log]
            assert told == [tables[shard].channel.id]
            assert bot.tracebacks() == []


async def killed_games(data_dir: Path, address: str, numbers: list[int], seed: int) -> None:
    """Games on both shards beside each other; either process is killed on the way and at the end of games."""
    async with two_bots(data_dir, address) as bots:
        script = bots.script
        killers = [Killer(bot, seed + shard) for shard, bot in enumerate(bots.processes)]
        tables = []
        for number in numbers:
            shard = number % SHARDS
            channel = bots.channel(shard, f"killed-{number}")
            await speak(script, channel, MODES[number % len(MODES)])
            people, computers = PLAYERS[number % len(PLAYERS)]
            table = Hunted(script, channel, bots.people[:people], number, killers[shard])
            options = ("artifact_card=deal", *(("abyss=on",) if number // 3 % 2 else ()))
            await table.open(computers=computers, options=options)
            tables.append(table)
        began = time.monotonic()
        with script.pressing_what_moves(killing=True):
            await played(tables, killers)
            await judged(tables)
        kills, clicks = [len(killer.kills) for killer in killers], sum(table.clicks for table in tables)
        print(f"{len(tables)} games, kills {kills}: {clicks} clicks in {time.monotonic() - began:.0f} s", flush=True)
        assert not [line for bot in bots.processes for line in bot.lines if "[error" in line]


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 50, AT_ONCE))
async def test_fifty_games_of_two_killed_bots(tmp_path: Path, postgresql: str, first: int) -> None:
    await killed_games(tmp_path, postgresql, list(range(first, first + AT_ONCE)), seed=first)
