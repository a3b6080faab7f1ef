"""A long game of four step by step: every step forward and back, and jumps, each with its position and its map.

Processor time of the whole process, so that whatever else the machine does is not counted.
"""

import asyncio
import gc
import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from bot.app.tables import Caller, Tables
from bot.app.tables.game_history import GameHistories
from bot.cli.bench_command import Figure, quantiles
from bot.engine.packs import field_with_expansion
from bot.engine.state import Options
from bot.pictures.render.renderer import Renderer
from bot.players import RandomPlayer
from bot.store import Store

TITLE = "a game step by step (position and map)"
SEATS: Final = 4
SEED: Final = 3
MOST: Final = 6000
JUMPS: Final = 300
LOOKS: Final = 7
AHEAD: Final = 2.0
"""Seconds in which the positions that nobody has asked for yet are made ready: they are no part of a step."""
GOAL: Final = "≤ 100 ms"
_numbers = count(1)


def measure() -> Iterator[Figure]:
    """Milliseconds for each step; the goal is for every one of them."""
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder) / "bench.sqlite3"))


async def _measured(path: Path) -> list[Figure]:
    async with await Store.open(f"sqlite+aiosqlite:///{path}") as store:
        tables, renderer = Tables(store.games, [field_with_expansion()], seeds=lambda: SEED), Renderer()
        await tables.load()
        await renderer.warm_up(field_with_expansion())
        try:
            game = await _played(tables)
            gc.collect()
            gc.freeze()  # as a running bot does
            return await _steps(tables, renderer, game)
        finally:
            renderer.close()
            await tables.computers.stop()


async def _played(tables: Tables) -> int:
    """A whole game at random, with the expansion."""
    game, player = (await tables.lobby.open(_caller(1), Options(abyss=True))).game, RandomPlayer(SEED)
    for user in range(2, SEATS + 1):
        await tables.lobby.join(_caller(user), game)
    status = await tables.lobby.start(_caller(1), game)
    for _ in range(MOST):
        if status.stage != "running":
            break
        seat = next(iter(status.waiting), status.active) or 0
        user = status.seats[seat].user or 1
        controls = await tables.play.offers(game, user)
        action = player.pick(list(controls.offers), controls.decision)
        status = (await tables.play.act(_caller(user), controls.token, action)).status
    return game


def _caller(user: int) -> Caller:
    return Caller(user=user, name=f"player {user}", channel=1, guild=1, interaction=next(_numbers))


async def _steps(tables: Tables, renderer: Renderer, game: int) -> list[Figure]:
    fresh = GameHistories(tables.repository)
    last = (await fresh.step(game, 1, 0)).of
    await asyncio.sleep(AHEAD)
    found = [
        Figure("records of the game", str((await tables.status(game)).version)),
        Figure("steps", str(last)),
    ]
    for what, steps in (
        ("forward", range(last + 1)),
        ("back", range(last, -1, -1)),
        ("jumps", Random(1).choices(range(last + 1), k=JUMPS)),
    ):
        taken = [await _step(fresh, renderer, game, step) for step in steps]
        found += _figures(what, taken)
    for step in (0, last // 2, last):
        first = []
        for _ in range(LOOKS):
            first.append(await _position(GameHistories(tables.repository), game, step))
            await asyncio.sleep(AHEAD)
        found += _figures(f"first look, at step {step}, position", first)
    return found


def _figures(what: str, taken: Iterable[float]) -> Iterator[Figure]:
    seconds = list(taken)
    for name, value in (*quantiles(seconds), ("most", max(seconds))):
        yield Figure(f"{what}, {name}", f"{1000 * value:.1f} ms", GOAL)


async def _step(histories: GameHistories, renderer: Renderer, game: int, step: int) -> float:
    began = time.process_time()
    shown = await histories.step(game, 1, step)
    await renderer.table_map(shown.seen, "de", "dark", names=("Kim", "Alex", "Robin", "Sascha"))
    return time.process_time() - began


async def _position(histories: GameHistories, game: int, step: int) -> float:
    began = time.process_time()
    await histories.step(game, 1, step)
    return time.process_time() - began
