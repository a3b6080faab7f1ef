"""Two processes share a PostgreSQL database and have a shard each: each looks after its own tables alone, and hears
what the other does there."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app.tables import TableRefusal
from bot.app.tables.notices import LOBBIES_LAST
from bot.players import RandomPlayer
from bot.store.announcements import About
from bot.store.shard_session import ShardSession
from bot.store.shards import GUEST, Shards
from bot.store.stored_games import StoredGame
from tests.app.tables.table_fixture import ALEX, CHANNEL, GUILD, KIM, ROBIN, World, caller, picked, world

NOWHERE = Path("unused")
THERE, THERE_CHANNEL = GUILD + (1 << 22), CHANNEL + 100
"""A server of the second shard, and a channel in it."""
PATIENCE = 30.0


def heard_by_others(payload: str) -> tuple[About, str]:
    _, about, which = payload.split(" ", 2)
    return About(about), which


@pytest.fixture(autouse=True)
def as_of_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are one process here."""
    monkeypatch.setattr("bot.store.shard_session.heard", heard_by_others)


@asynccontextmanager
async def process(address: str, shard: int) -> AsyncIterator[World]:
    """One of two, which hears the other."""
    async with world(NOWHERE, address=address, shards=Shards.of(2, [shard])) as w:
        session = ShardSession(w.store.database)
        await session.open()

        async def hear(about: About, which: str) -> None:
            if about == About.GAMES:
                await w.tables.changed_elsewhere(which)
            if about == About.NOTICES:
                w.tables.notice_clock.wake()

        running = asyncio.create_task(session.run(hear, lambda: w.tables.changed_elsewhere("")))
        try:
            yield w
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await session.close()


@pytest.fixture
async def here(postgresql: str) -> AsyncIterator[World]:
    async with process(postgresql, 0) as made:
        yield made


@pytest.fixture
async def there(postgresql: str) -> AsyncIterator[World]:
    async with process(postgresql, 1) as made:
        yield made


async def holds(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.01)


async def until(w: World, what: str) -> None:
    """Until a process has told of such a change that another has made."""
    await holds(lambda: any(each.what == what and each.elsewhere for each in w.told))


async def test_each_looks_after_its_own(postgresql: str, here: World, there: World) -> None:
    """What is open, what is due, what is idle, and whose computer players move: each thing is one process's."""
    mine = (await here.game(KIM, ALEX)).game
    await there.settle_setup(game := (await there.game(KIM, ALEX, channel=THERE_CHANNEL, guild=THERE)).game)
    lobby = (await there.tables.lobby.open(caller(ROBIN, channel=THERE_CHANNEL + 1, guild=THERE), None)).game
    for w in (here, there):
        await w.tables.load()
    assert [found for found, _ in here.tables.all_open()] == [mine]
    assert [found for found, _ in there.tables.all_open()] == [game, lobby]
    assert game not in await here.tables.behind()
    assert game in await there.tables.behind()
    later = there.tables.now() + timedelta(days=300)
    assert {due.game for due in (await here.store.games.dues.due(later))[0]} <= {mine}
    assert {due.game for due in (await there.store.games.dues.due(later))[0]} == {game}
    for w in (here, there):
        w.clock.turn(days=LOBBIES_LAST.days + 1)
    await here.tables.notice_clock.tick()
    assert (await here.tables.status(lobby)).stage == "lobby"
    assert game not in {notice.game for notice in here.box.sent}
    await there.tables.notice_clock.tick()
    assert (await here.tables.status(lobby)).stage == "expired"
    assert {notice.game for notice in there.box.sent} == {game}


async def test_a_press_in_a_direct_message(here: World, there: World) -> None:
    """Direct messages arrive at the first shard. What is done there is stored, the process that looks after the table
    hears it and tells of it, and its computer player moves."""
    game = (await there.game(KIM, computers=1, channel=THERE_CHANNEL, guild=THERE)).game
    await there.settle_setup(game)
    there.told.clear()
    moves = len(await here.store.games.records(game))
    await here.play_one(game, KIM, RandomPlayer(1))
    await until(there, "acted")
    assert [each for each in here.told if each.game == game] == []
    assert len(await here.store.games.records(game)) > moves
    assert await there.tables.status(game) == await here.tables.status(game)
    await here.play_on(game, RandomPlayer(2), 40)
    await there.tables.computers.settle()
    stored = await there.store.games.get(game)
    assert stored is not None
    assert stored.records == len(await there.store.games.records(game))


async def test_two_presses_in_two_processes(here: World, there: World) -> None:
    """Both count where both can: the second is tried once more on what the first has made of the game."""
    game = (await there.game(KIM, ALEX, ROBIN, channel=THERE_CHANNEL, guild=THERE)).game
    asked = [(w, user, await w.tables.play.offers(game, user)) for w, user in ((here, KIM), (there, ALEX))]
    asked += [(here, ROBIN, await here.tables.play.offers(game, ROBIN))]
    assert all(controls.offers for _, _, controls in asked)
    done = await asyncio.gather(
        *(w.tables.play.act(caller(user), controls.token, picked(controls, None)) for w, user, controls in asked),
        return_exceptions=True,
    )
    late = [each for each in done if isinstance(each, TableRefusal)]
    assert [each.reason for each in late] in ([], ["busy"])  # of three at once one may come too late twice
    stored = await here.store.games.get(game)
    assert stored is not None
    assert stored.records == 3 - len(late)


async def test_the_next_game_of_somebody_who_plays_in_both(
    here: World, there: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that the other process looks after is read once for each version, not for each press here."""
    game = (await there.game(KIM, ALEX, channel=THERE_CHANNEL, guild=THERE)).game
    await there.settle_setup(game)
    read: list[int] = []
    get = here.store.games.get

    async def counted(game: int) -> StoredGame | None:
        read.append(game)
        return await get(game)

    monkeypatch.setattr(here.store.games, "get", counted)
    first = [await here.tables.own_games.next(KIM) for _ in range(3)]
    assert [each.status.game for each in first if each] == [game] * 3
    assert read == [game]
    await there.play_one(game, KIM, RandomPlayer(1))
    version = (await there.tables.status(game)).version
    after = (await here.tables.own_games.of(KIM)).open
    assert [each.status.version for each in after] == [version]
    assert read == [game] * 2


async def test_a_game_that_moves_to_another_server(here: World, there: World) -> None:
    """From then on the other process looks after it, and the first channel is free."""
    game = (await here.game(KIM, computers=1)).game
    await there.tables.administration.move(
        caller(KIM, channel=THERE_CHANNEL, guild=THERE, host=True), game, THERE_CHANNEL, THERE
    )
    await holds(lambda: not here.tables.all_open())
    assert there.tables.here(THERE_CHANNEL) == game
    assert (await here.tables.lobby.open(caller(ALEX), None)).stage == "lobby"
    await there.play_on(game, RandomPlayer(2), 10)
    assert (await there.tables.status(game)).message is None


async def test_a_game_that_is_brought_back_by_hand(postgresql: str, here: World) -> None:
    """What the command line changes beside the bot is taken in."""
    game = (await here.game(KIM, computers=1)).game
    await here.play_on(game, RandomPlayer(2), 10)
    before = (await here.tables.status(game)).version
    async with world(NOWHERE, address=postgresql, shards=GUEST) as host:
        await host.tables.administration.repair(caller(0, host=True), game, roll_back=True)
        assert [each for each in host.told if each.game == game] == []
    await until(here, "repaired")
    await here.tables.computers.settle()
    assert (await here.tables.status(game)).version > before
    await here.play_on(game, RandomPlayer(2), 4)


async def test_quiet_hours_set_in_the_other_process(here: World, there: World) -> None:
    """What waits there for somebody is looked at again."""
    woken = asyncio.Event()
    there.tables.notice_clock.wake = woken.set  # type: ignore[method-assign]
    await here.store.games.dues.look_again(KIM, here.tables.now())
    async with asyncio.timeout(PATIENCE):
        await woken.wait()
