"""Whole games by clicking while the bot is killed again and again: the last press of each shows its outcome, and after
a start each channel has its final score. One game in ``make test``; fifty in ``make soak``, half of them with the
expansion, in each language and with two, three and four people."""

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from bot.practice import seed_data
from bot.practice.discord_state import Config
from bot.practice.model import Channel, Interaction, Message, User
from bot.practice.server import LoopbackServer
from tests.end_to_end.clicking import Clicker, ids
from tests.end_to_end.conftest import openapi
from tests.end_to_end.edit_pace import REAL_PACE
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Script

FINAL = ("Endstand", "score final", "final score")
PATIENCE = 90.0
AT_ONCE = 5
"""Games that are played beside each other; a kill hits all of them."""
WRITING = 0.3
"""Within so many seconds after a press a kill comes, so that it hits all that follows from it."""
BETWEEN = (100, 400)
"""So many presses lie between two kills: presses and not seconds, so that a game gets on where a start takes long."""


class Killer:
    """Kills the bot and starts it again; people wait while it is away."""

    def __init__(self, bot: BotProcess, seed: int) -> None:
        self.bot, self.random = bot, random.Random(seed)
        self.there = asyncio.Event()
        self.there.set()
        self.kills: list[float] = []
        self._one = asyncio.Lock()
        self._waiting: list[Interaction] = []
        self._left = self.random.randint(*BETWEEN)
        self.presses = 0
        self._news = asyncio.Event()
        self._enough = False

    async def kill(self) -> None:
        """Now, unless it is just being done."""
        if self._one.locked():
            return
        async with self._one:
            self.there.clear()
            self.kills.append(time.monotonic())
            await self.bot.vanish()
            self._cut_off()
            await self.bot.start()
            print(f"kill {len(self.kills)} at {self.presses} presses", flush=True)
            self.there.set()

    def _cut_off(self) -> None:
        """What the killed bot has not answered, nobody will: people see that at once and not after Discord's time."""
        script = self.bot.script
        with script.state.journal.collecting("no-response"):
            for i in self._waiting:
                script.client.run_out(i)

    @contextmanager
    def pressed(self, i: Interaction) -> Iterator[None]:
        """Somebody has pressed something, and waits for its answer in the block."""
        self.presses += 1
        self._left -= 1
        if self._left == 0:
            self._news.set()
        self._waiting.append(i)
        try:
            yield
        finally:
            self._waiting.remove(i)

    async def go_on(self) -> None:
        """Again and again, until :meth:`enough`; a kill that has begun is carried out."""
        while not self._enough:
            await self._news.wait()
            self._news.clear()
            if not self._enough:
                await asyncio.sleep(self.random.uniform(0, WRITING))
                await self.kill()
                self._left = self.random.randint(*BETWEEN)

    def enough(self) -> None:
        """Let :meth:`go_on` end."""
        self._enough = True
        self._news.set()


class Hunted(Clicker):
    """People at a table whose bot is killed."""

    def __init__(self, script: Script, channel: Channel, people: list[User], seed: int, killer: Killer) -> None:
        super().__init__(script, channel, people, seed)
        self.killer = killer
        self.last: tuple[User, Message, str, Interaction] | None = None

    async def _answered(self, i: Interaction) -> Interaction:
        with self.killer.pressed(i):
            await i.acked.wait()
        self.clicks += 1
        return i

    async def click(self, user: User, message: Message, custom_id: str) -> Interaction:
        await self.killer.there.wait()
        i = await super().click(user, message, custom_id)
        self.last = (user, message, custom_id, i)
        return i

    async def choose(self, user: User, message: Message, custom_id: str, values: list[str]) -> Interaction:
        await self.killer.there.wait()
        i = await super().choose(user, message, custom_id, values)
        self.last = (user, message, custom_id, i)
        return i

    async def play_on(self) -> None:
        """To the end; often the bot is killed just after the last press."""
        await self.script.wait_for(lambda: self.table, PATIENCE, "the table")
        idle = time.monotonic()
        while not self.is_over:
            acted = False
            for person in self.people:
                while not self.is_over and await self.step(person):
                    acted, idle = True, time.monotonic()
            if not acted:
                assert time.monotonic() - idle < PATIENCE, f"nobody can do anything in {self.channel.name}"
                await asyncio.sleep(0.2)
        if self.random.random() < 0.7:
            await asyncio.sleep(self.random.uniform(0, WRITING))
            await self.killer.kill()
        print(f"{self.channel.name}: over after {self.clicks} clicks, {len(self.killer.kills)} kills", flush=True)

    @property
    def is_over(self) -> bool:
        """Whether somebody has seen the end, or the channel says it."""
        return self.final is not None or (self.last is not None and shows_end(self.last[3]))

    async def assert_last_press_told(self) -> None:
        """The last press shows the final score; one that a kill cut off shows it when it is repeated."""
        assert self.last is not None
        user, message, custom_id, i = self.last
        if not shows_end(i):
            assert any(at >= i.sent_at - 1 for at in self.killer.kills), (self.channel.name, custom_id, i.log)
            assert custom_id in ids(message, "table:"), "the panel is as it was"
            i = await self.click(user, message, custom_id)
            await self.script.wait_for(lambda: shows_end(i), PATIENCE, f"the outcome of {custom_id}: {i.log}")


async def played(tables: Sequence[Hunted], killers: Sequence[Killer]) -> None:
    """Play all games to their end while the bots are killed, and kill each bot once more. The first failure, also that
    of a bot that does not come back, ends all."""
    async with asyncio.TaskGroup() as group:
        for killer in killers:
            group.create_task(killer.go_on())
        await asyncio.wait([group.create_task(table.play_on()) for table in tables])
        for killer in killers:
            killer.enough()
    for killer in killers:
        await killer.kill()


async def judged(tables: Sequence[Hunted]) -> None:
    """Each channel has one final score and nothing that looks like a running table; each last press was answered."""
    script = tables[0].script
    for table in tables:
        await script.wait_for(partial(final_of, table), PATIENCE, f"the score in {table.channel.name}")
        await table.assert_last_press_told()
    await script.settle(2)
    for table in tables:
        assert len([message for message in table.messages if ids(message, "table:rematch:")]) == 1, table.channel.name
        assert [m for m in table.messages if ids(m, "table:overview:")] == [], "a table that looks alive"


def shows_end(i: Interaction) -> bool:
    return i.original is not None and any(words in i.original.text for words in FINAL)


def final_of(table: Clicker) -> Message | None:
    return table.final


async def killed_games(data_dir: Path, numbers: list[int], seed: int, database: str = "") -> None:
    """Games of people beside each other, killed on their way and at their end. ``database``: where it is no file."""
    made = LoopbackServer(Config(app_id=seed_data.APP_ID, openapi=openapi(), response_deadline=PATIENCE))
    seed_data.build(made.state.directory)
    async with made:
        script = Script(made)
        env = {"DATABASE_URL": database, REAL_PACE: "1"}
        async with BotProcess(script, "tests.end_to_end.seeded_bot", "run", data_dir=data_dir, env=env) as bot:
            killer = Killer(bot, seed)
            tables = [await _opened(script, killer, number) for number in numbers]
            began = time.monotonic()
            with script.pressing_what_moves(killing=True):
                await played(tables, [killer])
                await judged(tables)
            clicks = sum(table.clicks for table in tables)
            took = f"{clicks} clicks in {time.monotonic() - began:.0f} s"
            print(f"{len(tables)} games with {len(killer.kills)} kills: {took}")
            assert not [line for line in bot.lines if "[error" in line]
            script.assert_clean()


async def _opened(script: Script, killer: Killer, number: int) -> Hunted:
    directory = script.directory
    guild = directory.guilds[seed_data.EISZEIT if number % 2 else seed_data.GRAND_FROID]
    keys = [
        (seed_data.KIM, seed_data.CAMILLE, seed_data.ALEX)[number % 3],
        seed_data.TONI,
        seed_data.DOMINIQUE,
        seed_data.ROBIN,
    ]
    people = [directory.users[key] for key in keys][: 2 + number % 3]
    table = Hunted(script, directory.create_channel(guild, f"killed-{number}"), people, number, killer)
    await table.open(options=("artifact_card=deal", *(("abyss=on",) if number // 3 % 2 else ())))
    return table


async def test_a_killed_game(tmp_path: Path) -> None:
    await killed_games(tmp_path, [0], seed=1)


@pytest.mark.soak
async def test_killed_games_on_postgresql(tmp_path: Path, postgresql: str) -> None:
    await killed_games(tmp_path, list(range(AT_ONCE)), seed=2, database=postgresql)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 50, AT_ONCE))
async def test_fifty_killed_games(tmp_path: Path, first: int) -> None:
    await killed_games(tmp_path, list(range(first, first + AT_ONCE)), seed=first)
