"""A process that is killed while people play: afterwards the game stands at the last answered action or the one after,
old buttons work, and nothing happens twice."""

import asyncio
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.app.tables import Caller, TableRefusal, Tables
from bot.app.tables.integrity_check import problems
from bot.engine import legal
from bot.engine.actions import Choose
from tests.app.tables.table_fixture import CHANNEL, GUILD, KIM, world

ROOT = Path(__file__).parents[3]
PLAYING = """
import asyncio, sys
from pathlib import Path
from bot.players import RandomPlayer
from tests.app.tables.table_fixture import ALEX, CHANNEL, KIM, caller, picked, world
from bot.app.tables import Caller

async def play(path, seed):
    interaction, player = seed * 10**12, RandomPlayer(seed)
    async with world(Path(path)) as w:
        while True:
            if CHANNEL not in w.tables.repository.by_channel:
                await w.game(KIM, ALEX)
            game = w.tables.here(CHANNEL)
            status = await w.tables.status(game)
            if status.stage == "lobby":  # killed before it was started
                await w.tables.lobby.cancel(caller(KIM), game)
                continue
            seat = next(iter(status.waiting), status.active)
            user, interaction = status.seats[seat].user, interaction + 1
            controls = await w.tables.play.offers(game, user)
            who = Caller(user=user, name="somebody", channel=CHANNEL, guild=9001, interaction=interaction)
            acted = await w.tables.play.act(who, controls.token, picked(controls, player))
            print(game, acted.records[-1].number + 1, interaction, user, controls.token, flush=True)

asyncio.run(play(sys.argv[1], int(sys.argv[2])))
"""


class Answered(NamedTuple):
    """What the killed process had answered last."""

    game: int
    records: int
    interaction: int
    user: int
    token: str


def play_until_killed(path: Path, seed: int, enough: int, grace: float) -> Answered:
    """Let a process play and kill it ``grace`` seconds after so many answers; its last answer."""
    command = [sys.executable, "-c", PLAYING, str(path), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(enough)]
        try:
            process.wait(grace)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        lines += process.stdout.read().split("\n")[:-1]
    game, records, interaction, user, token = lines[-1].split()
    return Answered(int(game), int(records), int(interaction), int(user), token)


async def look_at_the_wreck(path: Path, last: Answered) -> None:
    async with world(path) as w:
        stored = await w.store.games.get(last.game)
        assert stored is not None
        assert stored.records in (last.records, last.records + 1)
        assert await problems(w.tables.repository, stored) == []
        who = Caller(user=last.user, name="", channel=CHANNEL, guild=GUILD, interaction=last.interaction)
        repeated = await w.tables.play.act(who, last.token, Choose(seat=int(last.token.split(".")[1][0]), answer=(0,)))
        assert repeated.again
        assert repeated.records[-1].number + 1 == last.records
        if stored.stage == "running":
            await old_buttons_work(w.tables, last.game, stored.records)


async def old_buttons_work(tables: Tables, game: int, records: int) -> None:
    """Whoever is on can act with the buttons they have, once."""
    status = await tables.status(game)
    seat = next(iter(status.waiting), status.active) or 0
    table = await tables.repository.get(game)
    action = legal(table.playable(), seat)[0].action
    user = status.seats[seat].user or KIM
    acted = await tables.play.act(Caller(user=user, name="", channel=CHANNEL, guild=GUILD), status.tokens[seat], action)
    assert acted.records[0].number == records
    with pytest.raises(TableRefusal):
        await tables.play.act(Caller(user=user, name="", channel=CHANNEL, guild=GUILD), status.tokens[seat], action)


def kill_often(path: Path, kills: int) -> None:
    chance = random.Random(kills)
    for seed in range(1, kills + 1):
        last = play_until_killed(path, seed, chance.randrange(1, 25), chance.uniform(0, 0.15))
        asyncio.run(look_at_the_wreck(path, last))


def test_nothing_answered_is_lost_by_kills(path: Path) -> None:
    kill_often(path, 3)


@pytest.mark.soak
def test_nothing_answered_is_lost_by_many_kills(path: Path) -> None:
    kill_often(path, 200)
