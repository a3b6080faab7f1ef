"""Hostile imports, made by Hypothesis from real exports: none leaves anything behind, none keeps the bot from others.

HOSTILE_FILES sets how many the big run makes (``make soak``: 1,000)."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import statistics
import time
from contextlib import closing
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from bot.app.tables import Status, TableRefusal
from bot.app.tables.integrity_check import problems
from bot.engine.packs import field
from bot.engine.state import Options
from bot.game_files.file_format import LARGEST
from bot.game_files.file_replay import Declined, Outcome, ReadRequest, read_game
from bot.players import RandomPlayer
from tests.app.tables.hostile import hostile
from tests.app.tables.table_fixture import ALEX, EVE, KIM, ROBIN, World, caller, world
from tests.app.tables.test_play import playing

if TYPE_CHECKING:
    from pathlib import Path

PACK = field()
PAUSE = 0.002
"""Seconds between two looks at the event loop."""
TABLES = ("games", "game_records", "game_turns", "game_dues", "game_interactions", "game_results", "tallies", "packs")


async def exports(w: World) -> list[bytes]:
    """Full exports: just begun, in the middle, over, with three, and a game alone."""
    files = []
    for actions, people, options in (
        (3, (KIM, ALEX), None),
        (70, (KIM, ALEX, ROBIN), None),
        (5000, (KIM, ALEX), None),
        (30, (KIM,), Options(alone="mautoma")),
    ):
        if options is None:
            game = await playing(w, *people)
        else:
            game = (await w.game(*people, options=options)).game
            await w.settle_setup(game)
        await w.play_on(game, RandomPlayer(actions), actions)
        files.append((await w.tables.files.export(caller(0, host=True), game)).data)
        if (await w.tables.status(game)).stage == "running":
            await w.tables.administration.end(caller(KIM), game)
    return files


def counts(path: Path) -> dict[str, int]:
    """How much is in the database."""
    with closing(sqlite3.connect(path)) as database:
        return {name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in TABLES}


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    async def made() -> list[bytes]:
        async with world(tmp_path_factory.mktemp("real") / "revive.sqlite3") as w:
            return await exports(w)

    return asyncio.run(made())


@pytest.mark.parametrize("examples", [60, pytest.param(600, marks=pytest.mark.soak)])
def test_hostile_files_end_in_a_refusal_or_a_sound_game(real: list[bytes], examples: int) -> None:
    """In the process that reads files, without its limits: nothing but a reason or a game comes out."""

    @seed(9)
    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
    @given(hostile([data for data in real if len(data) < 400_000]))
    def tried(data: bytes) -> None:
        found = read_game(ReadRequest(data=data, reseed=1), {PACK.hash: PACK})
        assert not isinstance(found, Declined) or found.reason.startswith("import_")
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(found), type=Outcome) == found

    tried()


class Lag:
    """How long the event loop was kept from its work, in milliseconds: by the clock (``waited``, the machine's other
    work included), and what this process was computing meanwhile (``blocked``)."""

    def __init__(self) -> None:
        self.waited: list[float] = []
        self.blocked: list[float] = []

    async def watch(self) -> None:
        while True:
            began, computed = time.perf_counter(), time.process_time()
            await asyncio.sleep(PAUSE)
            waited = time.perf_counter() - began - PAUSE
            self.waited.append(waited * 1000)
            self.blocked.append(min(waited, time.process_time() - computed) * 1000)

    async def while_idle(self, seconds: float) -> None:
        """What the machine itself makes it wait."""
        watching = asyncio.create_task(self.watch())
        await asyncio.sleep(seconds)
        watching.cancel()

    def told(self) -> str:
        waited, blocked = statistics.quantiles(self.waited, n=1000), statistics.quantiles(self.blocked, n=1000)
        return (
            f"waited p50 {waited[499]:.1f}, p99 {waited[989]:.1f}, most {max(self.waited):.1f} ms; "
            f"blocked p50 {blocked[499]:.1f}, p99 {blocked[989]:.1f}, most {max(self.blocked):.1f} ms"
        )


async def bombard(w: World, path: Path, files: list[bytes]) -> tuple[int, list[int]]:
    """Import them all, each in a channel of its own; how many were refused, and which games came of the others."""
    refused, taken = 0, []
    for number, data in enumerate(files):
        before, channel = await asyncio.to_thread(counts, path), 10_000 + number
        w.clock.turn(minutes=11)
        status = await imported(w, channel, data)
        if status is None:
            assert await asyncio.to_thread(counts, path) == before, "nothing is left behind"
            assert channel not in w.tables.repository.by_channel
            refused += 1
            continue
        assert status.stage == "over" or status.practice
        assert all(seat.user in (None, EVE) for seat in status.seats)
        taken.append(status.game)
        if status.stage == "running":
            await w.tables.administration.end(caller(EVE, channel=channel), status.game)
    return refused, taken


async def imported(w: World, channel: int, data: bytes) -> Status | None:
    """What comes of a file; None where it is refused."""
    try:
        return await w.tables.files.import_(caller(EVE, channel=channel), data)
    except TableRefusal as refusal:
        if not refusal.reason.startswith("import_"):
            raise
        return None


async def sound(w: World, games: list[int]) -> None:
    """They come out of their records, and none has a result."""
    for game in games:
        stored = await w.store.games.get(game)
        assert stored is not None
        assert await problems(w.tables.repository, stored) == []
        assert await w.store.games.result(game) is None


def drawn(real: list[bytes], number: int) -> list[bytes]:
    """So many hostile files."""
    found: list[bytes] = []

    @seed(22)
    @settings(max_examples=number, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
    @given(hostile(real))
    def drew(data: bytes) -> None:
        found.append(data)

    while len(found) < number:
        drew()
    return found[:number]


async def test_hostile_imports_leave_nothing_behind(w: World, path: Path, real: list[bytes]) -> None:
    files = [*drawn(real, 12), b"[" * (LARGEST - 1), real[0]]
    refused, taken = await bombard(w, path, files)
    assert refused + len(taken) == len(files)
    assert taken
    await sound(w, taken)


@pytest.mark.soak
async def test_a_thousand_hostile_imports(path: Path, real: list[bytes]) -> None:
    """Issue 9: none leaves anything behind, none blocks the event loop longer than 50 ms."""
    number = int(os.environ.get("HOSTILE_FILES", "1000"))
    files = drawn(real, number)
    idle, lag = Lag(), Lag()
    async with world(path) as w:
        await idle.while_idle(10)
        watching = asyncio.create_task(lag.watch())
        refused, taken = await bombard(w, path, files)
        watching.cancel()
        await sound(w, taken)
    print(f"\n{number} files: {refused} refused, {len(taken)} taken over\nidle: {idle.told()}\nbusy: {lag.told()}")
    assert refused + len(taken) == number
    assert max(lag.blocked) <= 50
