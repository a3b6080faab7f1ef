"""Whoever asks for it is forgotten: no id or name is left, games still replay, and results keep their numbers."""

import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import BigInteger

from bot.app.privacy import PersonalData
from bot.app.result_files import KINDS, results_files
from bot.app.results import Claiming, count_results
from bot.app.score_pad import Closing, Options, PadUser, Player, ScorePad, ScorePads, Sheet
from bot.app.tables import Caller, TableRefusal
from bot.app.tables.integrity_check import inspect_game
from bot.players import RandomPlayer
from bot.store import Scope
from bot.store.person_data import BODIES, EMPTIED, KEPT, NOBODY_S, OF_A_PERSON, OTHER_IDS, TABLES
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


def bytes_with(files: Iterable[Path], *wanted: str) -> list[str]:
    """Where something stands in the bytes of files, in what was deleted, too; an id also as SQLite writes it."""
    looked = [each.encode() for each in wanted]
    looked += [int(each).to_bytes(8, "big") for each in wanted if each.isdigit()]
    return [f"{file.name}: {each!r}" for file in files for each in looked if each in file.read_bytes()]


async def everything(w: World) -> int:
    """Ann does whatever leaves something; the number of her finished game."""
    finished = await w.game(ANN, BEN, channel=1)
    await w.settle_setup(finished.game)
    await w.play_on(finished.game, RandomPlayer(3))
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
    return finished.game


async def test_nothing_is_left_of_somebody_who_did_everything(w: World, path: Path) -> None:
    finished = await everything(w)
    before = (await w.tables.status(finished)).sheets
    assert traces(path, str(ANN), ANNS_NAME)

    await forget(w, ANN)

    assert traces(path, str(ANN), ANNS_NAME, "annie") == []
    await count_results(w.store, GUILD)
    people, _ = await w.store.result_statistics.players(GUILD, EVERYTHING)
    assert [(each.name, each.tally.games) for each in people] == [("Ben", 3)]
    assert traces(path, str(ANN), ANNS_NAME, "annie") == []
    after = await w.tables.status(finished)
    assert after.sheets == before
    assert [(seat.user, seat.name) for seat in after.seats] == [(None, ""), (BEN, "Ben")]
    stored = await w.store.games.get(finished)
    assert stored is not None
    assert (await inspect_game(w.tables.repository, stored)).problems == []


async def test_no_file_made_after_has_a_trace_of_them(w: World, path: Path, tmp_path: Path) -> None:
    finished = await everything(w)
    held = (str(ANN), ANNS_NAME)
    assert {each.partition(" ")[2] for each in bytes_with(tmp_path.glob("*.sqlite3*"), *held)} == {
        repr(each) for each in (*(each.encode() for each in held), ANN.to_bytes(8, "big"))
    }
    exported = await results_files(w.store, GUILD, "json", "en")
    assert ANNS_NAME.encode() in exported[0].data

    await forget(w, ANN)

    backup = await w.store.back_up()
    assert backup is not None
    folder = tmp_path / "exported"
    folder.mkdir()
    for kind in KINDS:
        for number, each in enumerate(await results_files(w.store, GUILD, kind, "en")):
            (folder / f"{number}{each.ending}").write_bytes(each.data)
    for game in (finished, finished + 2):
        exported_game = await w.tables.files.export(caller(BEN), game)
        (folder / exported_game.name).write_bytes(exported_game.data)
    (folder / "person.json").write_bytes(await data_of(w).as_file(BEN))
    made = [each for each in tmp_path.rglob("*") if each.is_file()]
    assert {path, backup} < set(made)
    assert len(list(folder.iterdir())) == len(KINDS) + 3
    assert bytes_with(made, *held, "annie", "Annie") == []


async def test_what_they_wrote_of_a_result_goes_and_what_names_them(w: World, path: Path) -> None:
    """The day, the parts and what others wrote stay."""
    await keep(w.store, [result(ANN, Player(ANNS_NAME, ANN), Player("Ben", BEN))], GUILD)
    pads, number = ScorePads(w.store.score_pads), 1
    ann, ben = PadUser(ANN, ANNS_NAME), PadUser(BEN, "Ben")
    await pads.set_details(
        number, GUILD, ann, {"played": "2026-01-31", "place": "Attic", "note": "Great", "starter": "1"}
    )
    await pads.set_details(
        number, GUILD, ben, {"played": "2026-01-31", "place": "Cellar", "note": f"With {ANNS_NAME}!"}
    )
    file = await data_of(w).as_file(ANN)
    assert b"Attic" in file
    assert b"Cellar" not in file

    await forget(w, ANN)

    assert traces(path, str(ANN), ANNS_NAME, "Attic", "Great") == []
    details = (await pads.find(number, GUILD)).pad.details
    assert (str(details.played), details.place, details.note) == ("2026-01-31", "Cellar", "")


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


async def test_a_server_s_bar_is_shown_and_stays(w: World) -> None:
    """Otherwise whoever is barred could lift their own bar. A role with the same number is nobody's."""
    await w.store.games.rules.set_barred(GUILD, [CLEO], [ANN])
    stored = msgspec.json.decode(await data_of(w).as_file(ANN))["stored"]
    assert [row["guild"] for row in stored["server_bars"]] in ([GUILD], [str(GUILD)])
    assert msgspec.json.decode(await data_of(w).as_file(CLEO))["stored"] == {}
    await forget(w, ANN)
    assert (await w.store.games.rules.of(GUILD)).people == (ANN,)
    with pytest.raises(TableRefusal, match="opening_barred"):
        await w.tables.lobby.open(caller(ANN))


async def test_an_archived_game_waits_for_the_table_to_decide(w: World) -> None:
    game = (await w.game(ANN, BEN, CLEO)).game
    await w.settle_setup(game)
    for days in (47, 8, 8):
        w.clock.turn(days=days)
        await w.tables.notice_clock.tick()
    assert (await w.tables.status(game)).stage == "archived"
    await forget(w, ANN)
    assert (await w.tables.status(game)).stage == "archived"
    status = await w.tables.archive.bring_back(caller(BEN), game)
    assert (status.stage, status.owner, status.seats[0].user) == ("paused", BEN, None)


def test_every_id_in_the_tables_is_classified() -> None:
    """A new column of ids must say whose it is, so that nobody is forgotten in part."""
    ids = {
        f"{table.name}.{column.name}"
        for table in TABLES.values()
        for column in table.columns
        if isinstance(column.type, BigInteger)
    }
    known = set(OF_A_PERSON) | set(EMPTIED) | set(NOBODY_S) | set(KEPT) | OTHER_IDS
    assert ids - known == set()
    assert all(name.partition(".")[2] in TABLES[name.partition(".")[0]].columns for name in (*known, *BODIES))
