"""Tables on a PostgreSQL server: whole games, two programs on one database, and a server that goes away."""

import asyncio
from pathlib import Path

import pytest

from bot.app.tables import TableRefusal
from bot.players import RandomPlayer
from bot.store import NotStored, Store
from bot.store.stored_games import Shown
from tests.app.tables.table_fixture import ALEX, CHANNEL, KIM, ROBIN, caller, person_on, picked, world
from tests.postgresql_server import PostgresqlServer

NOWHERE = Path("unused")


@pytest.mark.parametrize("seats", [2, 3])
async def test_whole_games(postgresql: str, seats: int) -> None:
    """Every record and the result are there after a restart, and the games replay to where they ended."""
    async with world(NOWHERE, address=postgresql) as w:
        game = (await w.game(*(KIM, ALEX)[: seats - 1], computers=1)).game
        assert (await w.play_on(game, RandomPlayer(seats))).stage == "over"
        log = await w.tables.play.log(game, None, 0)
    async with world(NOWHERE, address=postgresql) as w:
        assert await w.tables.play.log(game, None, 0) == log
        result = await w.store.games.result(game)
        assert result is not None
        assert result.tally is not None
        assert [line.record.number for line in log] == list(range(len(log)))


async def test_tables_beside_each_other(postgresql: str) -> None:
    """Their commits run at the same time and write what each other's messages show: none waits for another for ever."""
    async with world(NOWHERE, address=postgresql) as w:
        games = [(await w.game(KIM, computers=1, channel=CHANNEL + number)).game for number in range(6)]

        async def play(game: int) -> None:
            for step in range(25):
                status = await w.tables.status(game)
                if (user := person_on(status)) is not None:
                    await w.play_one(game, user, RandomPlayer(step))
                for other in games:
                    w.tables.note_shown(other, Shown(step, step, step))

        await asyncio.wait_for(asyncio.gather(*map(play, games)), 120)
    async with await Store.open(postgresql) as store:  # no computer player moves any more
        for game in games:
            stored = await store.games.get(game)
            assert stored is not None
            assert stored.records == len(await store.games.records(game))


async def test_two_programs_change_a_game_at_once(postgresql: str) -> None:
    """One of them is too late, is told so, and has changed nothing."""
    async with world(NOWHERE, address=postgresql) as here, world(NOWHERE, address=postgresql) as there:
        game = (await here.game(KIM, ALEX)).game
        controls = await here.tables.play.offers(game, KIM)
        await there.tables.load()
        assert (await there.tables.play.offers(game, KIM)).token == controls.token
        act = picked(controls, None)
        found = await asyncio.gather(
            here.tables.play.act(caller(KIM), controls.token, act),
            there.tables.play.act(caller(KIM), controls.token, act),
            return_exceptions=True,
        )
        refused = [each for each in found if isinstance(each, TableRefusal)]
        assert len(refused) == 1
        stored = await here.store.games.get(game)
        assert stored is not None
        assert stored.records == len(await there.store.games.records(game))


async def test_a_channel_holds_one_table_whoever_opens_it(postgresql: str) -> None:
    async with world(NOWHERE, address=postgresql) as here, world(NOWHERE, address=postgresql) as there:
        opened = await asyncio.gather(
            here.tables.lobby.open(caller(KIM), None),
            there.tables.lobby.open(caller(ROBIN), None),
            return_exceptions=True,
        )
        assert sum(isinstance(each, TableRefusal) for each in opened) == 1
        assert len(await here.store.games.open_tables()) == 1


async def test_lost_connections_are_not_noticed(postgresql: str, postgresql_server: PostgresqlServer) -> None:
    """Between two presses every connection is ended, five times."""
    async with world(NOWHERE, address=postgresql) as w:
        game = (await w.game(KIM, computers=1)).game
        for _ in range(5):
            postgresql_server.end_connections()
            await w.play_on(game, RandomPlayer(3), 4)
        stored = await w.store.games.get(game)
        assert stored is not None
        assert stored.records == len(await w.store.games.records(game)) > 10


async def test_a_server_that_goes_away(postgresql: str, postgresql_server: PostgresqlServer) -> None:
    """A press is refused and changes nothing; as soon as the server is back the same press counts."""
    async with world(NOWHERE, address=postgresql) as w:
        game = (await w.game(KIM, ALEX)).game
        controls = await w.tables.play.offers(game, KIM)
        before = await w.store.games.get(game)
        postgresql_server.stop()
        try:
            with pytest.raises(NotStored, match=r"cannot be reached.*Nothing was stored") as refused:
                await w.tables.play.act(caller(KIM), controls.token, picked(controls, None))
            assert str(postgresql_server.folder) not in str(refused.value)
        finally:
            postgresql_server.start()
        assert await w.store.games.get(game) == before
        await w.tables.play.act(caller(KIM), controls.token, picked(controls, None))
        after = await w.store.games.get(game)
        assert after is not None
        assert before is not None
        assert after.records == before.records + 1


async def test_numbers_beyond_all_games_are_not_found(postgresql: str) -> None:
    async with await Store.open(postgresql) as store:
        assert await store.games.get(2**62) is None
        assert await store.score_pads.get(2**62) is None
