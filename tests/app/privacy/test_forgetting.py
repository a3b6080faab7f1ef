"""Whoever asks for it is forgotten: no id or name is left, games still replay, and results keep their numbers."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import BigInteger

from bot.app.privacy import PersonalData
from bot.app.results import Claiming, count_results
from bot.app.score_pad import Closing, Options, PadUser, Player, ScorePad, Sheet
from bot.app.tables import Caller, TableRefusal
from bot.app.tables.integrity_check import inspect_game
from bot.players import RandomPlayer
from bot.store import Scope
from bot.store.person_data import BODIES, EMPTIED, NOBODY_S, OF_A_PERSON, OTHER_IDS, TABLES
from bot.store.result_statistics import EVERYTHING
from tests.app.results.sample_results import keep
from tests.app.tables.table_fixture import GUILD, NAMES, World, caller, world

ANN, BEN, CLEO = 710_000_000_000_000_101, 710_000_000_000_000_202, 710_000_000_000_000_303
ANNS_NAME = "Ann-Sophie Unmistakable"
PLAYERS = {ANN: ANNS_NAME, BEN: "Ben", CLEO: "Cleo"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "revive.sqlite3"


@pytest.fixture
async def w(path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    for person, name in PLAYERS.items():
        monkeypatch.setitem(NAMES, person, name)
    async with world(path) as made:
        yield made


def data_of(w: World) -> PersonalData:
    return PersonalData(w.store, w.tables)


async def forget(w: World, person: int) -> None:
    await data_of(w).forget(Caller(user=person, name=PLAYERS[person], channel=0, guild=0))


def traces(path: Path, *wanted: str) -> list[str]:
    """Where in the database something stands: as text, as digits in text, or as the number itself."""
    found = []
    with closing(sqlite3.connect(path)) as raw:
        for (table,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in raw.execute(f"SELECT * FROM {table}").fetchall():
                for value in row:
                    held = value if isinstance(value, bytes) else str(value).encode()
                    found += [f"{table}: {each}" for each in wanted if each.encode() in held]
    return found


def result(owner: int, *players: Player) -> ScorePad:
    sheets = tuple(Sheet(whole=100 - 10 * seat) for seat in range(len(players)))
    return ScorePad(owner, "en", players, sheets, Options(), Closing(owner, PLAYERS[owner]))


async def test_nothing_is_left_of_somebody_who_did_everything(w: World, path: Path) -> None:
    finished = await w.game(ANN, BEN, channel=1)
    await w.settle_setup(finished.game)
    await w.play_on(finished.game, RandomPlayer(3))
    before = (await w.tables.status(finished.game)).sheets
    lobby = await w.tables.lobby.open(caller(ANN, channel=2))
    await w.tables.lobby.join(caller(BEN, channel=2), lobby.game)
    running = await w.game(BEN, ANN, channel=3)
    await w.tables.administration.pause(caller(BEN, channel=3), running.game)
    pads = [result(ANN, Player(ANNS_NAME, ANN), Player("Ben", BEN)), result(BEN, Player("annie"), Player("Ben", BEN))]
    await keep(w.store, pads, GUILD)
    await count_results(w.store, GUILD)
    claim = await Claiming(w.store).claim(GUILD, "Annie", PadUser(ANN, ANNS_NAME), server=True)
    await Claiming(w.store).settle(claim.id, GUILD, "confirm", PadUser(BEN, "Ben"))
    await count_results(w.store, GUILD)
    await w.store.preferences.set_language(Scope.PERSON, ANN, "fr")
    assert traces(path, str(ANN), ANNS_NAME)

    await forget(w, ANN)

    assert traces(path, str(ANN), ANNS_NAME, "annie") == []
    await count_results(w.store, GUILD)
    people, _ = await w.store.result_statistics.players(GUILD, EVERYTHING)
    assert [(each.name, each.tally.games) for each in people] == [("Ben", 3)]
    assert traces(path, str(ANN), ANNS_NAME, "annie") == []
    after = await w.tables.status(finished.game)
    assert after.sheets == before
    assert [(seat.user, seat.name) for seat in after.seats] == [(None, ""), (BEN, "Ben")]
    stored = await w.store.games.get(finished.game)
    assert stored is not None
    assert (await inspect_game(w.tables.repository, stored)).problems == []


async def test_a_running_game_pauses_and_its_table_decides(w: World) -> None:
    game = (await w.game(ANN, BEN, CLEO)).game
    await forget(w, ANN)
    status = await w.tables.status(game)
    assert (status.stage, status.owner, status.seats[0].user, status.seats[0].name) == ("paused", BEN, None, "")
    await w.tables.administration.replace_by_computer(caller(BEN), game, 0, "random")
    await w.tables.administration.resume(caller(BEN), game)
    await w.settle_setup(game)
    assert (await w.play_on(game, RandomPlayer(5))).stage == "over"


async def test_a_game_with_nobody_left_ends(w: World) -> None:
    game = (await w.game(ANN, computers=1)).game
    await forget(w, ANN)
    assert (await w.tables.status(game)).stage == "ended"


async def test_a_lobby_goes_on_without_them(w: World) -> None:
    game = (await w.tables.lobby.open(caller(ANN))).game
    await w.tables.lobby.join(caller(BEN), game)
    await forget(w, ANN)
    status = await w.tables.status(game)
    assert (status.stage, status.owner, [seat.user for seat in status.seats]) == ("lobby", BEN, [BEN])


async def test_nobody_else_is_touched(w: World, path: Path) -> None:
    game = (await w.game(ANN, BEN)).game
    await w.store.preferences.set_language(Scope.PERSON, BEN, "de")
    await forget(w, CLEO)
    assert (await w.tables.status(game)).stage == "running"
    await forget(w, ANN)
    assert w.store.preferences.language(Scope.PERSON, BEN) == "de"
    assert [seat.user for seat in (await w.tables.status(game)).seats] == [None, BEN]
    with pytest.raises(TableRefusal):
        await w.tables.play.offers(game, ANN)


async def test_the_file_holds_ones_own_part_alone(w: World) -> None:
    await w.game(ANN, BEN)
    await keep(w.store, [result(ANN, Player(ANNS_NAME, ANN), Player("Ben", BEN))], GUILD)
    await w.store.preferences.set_language(Scope.PERSON, ANN, "fr")
    file = await data_of(w).as_file(ANN)
    stored = msgspec.json.decode(file)["stored"]
    assert {"games", "game_people", "tallies", "preferences"} <= set(stored)
    assert stored["games"][0]["body"] == [
        {"user": ANN, "name": ANNS_NAME, "tribe": stored["games"][0]["body"][0]["tribe"]}
    ]
    assert stored["tallies"][0]["body"]["sheets"] == [{"whole": 100}]
    assert str(BEN).encode() not in file
    assert msgspec.json.decode(await data_of(w).as_file(CLEO))["stored"] == {}


def test_every_id_in_the_tables_is_classified() -> None:
    """A new column of ids must say whose it is, so that nobody is forgotten in part."""
    ids = {
        f"{table.name}.{column.name}"
        for table in TABLES.values()
        for column in table.columns
        if isinstance(column.type, BigInteger)
    }
    known = set(OF_A_PERSON) | set(EMPTIED) | set(NOBODY_S) | OTHER_IDS
    assert ids - known == set()
    assert all(name.partition(".")[2] in TABLES[name.partition(".")[0]].columns for name in (*known, *BODIES))
