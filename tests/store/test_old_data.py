"""What has long been over goes, with all that belongs to it; whatever is still in use stays."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select
from typer.testing import CliRunner

from bot.__main__ import app
from bot.store import Store, old_data
from bot.store.database import connect
from bot.store.old_data import OF_GAMES, TABLES, Limits, OldRows

NOW = datetime.now(UTC)
OLD, FRESH = NOW - timedelta(days=400), NOW - timedelta(days=200)
YEAR_AGO = NOW - timedelta(days=365)
SECRET = b"what somebody did at that table"
GAMES = [("over", OLD), ("ended", OLD), ("expired", OLD), ("over", FRESH), ("running", OLD), ("lobby", OLD)]
"""Games 1 and up. The final scores of 1 and 4 are among the results."""
STAY = {4, 5, 6}


@pytest.fixture(params=["file", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgresql"))
    return f"sqlite+aiosqlite:///{tmp_path / 'revive.sqlite3'}"


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    async with await Store.open(address) as opened:
        database = connect(address)
        await database.write(_fill)
        await database.close()
        yield opened


def _fill(connection: Connection) -> None:
    def add(table: str, *rows: dict[str, object]) -> None:
        for row in rows:
            connection.execute(insert(TABLES[table]).values(**row))

    pad = {"place": 11, "channel": 12, "body": SECRET, "version": 0, "shown": 0}
    add("tallies", *(pad | {"started_at": OLD, "closed_at": at} for at in (OLD, FRESH, None)))
    add("tallies", pad | {"started_at": OLD, "changed_at": FRESH})
    for number, (stage, at) in enumerate(GAMES, 1):
        told = {"guild": 1, "channel": number, "stage": stage, "version": 1, "owner": 3, "body": SECRET}
        add("games", told | {"records": 1, "computing": False, "opened_at": OLD, "changed_at": at})
        add("game_records", {"game": number, "number": 0, "body": SECRET, "person": 3, "happened_at": at})
        add("game_turns", {"game": number, "records": 0, "snapshot": SECRET})
        add("game_people", {"game": number, "person": 3})
    for game, tally in ((1, 1), (2, None), (4, 2)):
        told = {"game": game, "guild": 1, "channel": game, "body": b"score", "tally": tally}
        add("game_results", told | {"ended_at": OLD})
    desk = {"owner": 3, "body": SECRET, "version": 0, "shown": 0, "started_at": OLD}
    add("desks", desk | {"closed_at": OLD}, desk | {"closed_at": FRESH}, desk | {"changed_at": FRESH}, desk)
    draft = {"person": 3, "form": "points", "body": SECRET}
    add("tally_drafts", draft | {"tally": 3, "typed_at": FRESH}, draft | {"tally": 4, "typed_at": FRESH})
    add("tally_drafts", draft | {"tally": 4, "typed_at": OLD})
    for at in (OLD, FRESH):
        add("question_misses", {"question": "what about it", "language": "en", "asked_at": at})


async def _left(address: str, table: str, column: str) -> list[int]:
    database = connect(address)
    chosen = TABLES[table].c[column]
    found = await database.read(lambda connection: list(connection.execute(select(chosen).order_by(chosen)).scalars()))
    await database.close()
    return found


async def test_counting_changes_nothing(store: Store, address: str) -> None:
    wanted = OldRows(games=3, pads=1, desks=2, drafts=2, questions=1, results=0)
    assert await store.old_data.count(YEAR_AGO) == wanted
    assert await store.old_data.count(YEAR_AGO, results=True) == OldRows(3, 1, 2, 2, 1, 1)
    assert len(await _left(address, "games", "id")) == len(GAMES)


async def test_what_is_over_goes_and_the_rest_stays(store: Store, address: str) -> None:
    assert await store.old_data.purge(YEAR_AGO) == OldRows(3, 1, 2, 2, 1, 0)
    assert set(await _left(address, "games", "id")) == STAY
    for table in ("game_records", "game_turns", "game_people"):
        assert set(await _left(address, table, "game")) == STAY
    assert await _left(address, "tallies", "id") == [1, 2, 4]
    assert await _left(address, "game_results", "game") == [1, 4]  # 1: its result is still listed
    assert await _left(address, "tally_drafts", "tally") == [4]
    assert await store.old_data.count(YEAR_AGO) == OldRows(0, 0, 0, 0, 0, 0)


async def test_results_go_where_they_are_to(store: Store, address: str) -> None:
    await store.old_data.purge(YEAR_AGO, results=True)
    assert await _left(address, "tallies", "id") == [2, 4]
    assert await _left(address, "game_results", "game") == [4]


async def test_step_by_step_the_same_goes(store: Store, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(old_data, "STEP", 1)
    limits = Limits.all_before(YEAR_AGO, results=True)
    assert await store.old_data.purge_in_steps(limits) == OldRows(3, 1, 2, 2, 1, 1)
    assert set(await _left(address, "games", "id")) == STAY
    assert await _left(address, "tallies", "id") == [2, 4]
    assert await _left(address, "tally_drafts", "tally") == [4]
    assert await store.old_data.purge_in_steps(limits) == OldRows(0, 0, 0, 0, 0, 0)


async def test_each_kind_has_its_own_time(store: Store, address: str) -> None:
    assert await store.old_data.purge_in_steps(Limits(games=YEAR_AGO)) == OldRows(3, 0, 0, 0, 0, 0)
    assert await _left(address, "tallies", "id") == [1, 2, 3, 4]
    assert await _left(address, "game_results", "game") == [1, 4]
    await store.old_data.purge_in_steps(Limits(results=YEAR_AGO))
    assert await _left(address, "game_results", "game") == [4]  # 1: nobody needs the final score any more


async def test_everything_old_leaves_the_file(tmp_path: Path) -> None:
    address = f"sqlite+aiosqlite:///{tmp_path / 'revive.sqlite3'}"
    async with await Store.open(address) as store:
        database = connect(address)
        await database.write(_fill)
        await database.write(lambda connection: connection.execute(TABLES["games"].update().values(stage="ended")))
        await database.close()
        await store.old_data.purge(NOW - timedelta(days=100), results=True)
        for table in ("games", "tallies", "desks", "tally_drafts", "question_misses", *OF_GAMES):
            assert await _left(address, table, next(iter(TABLES[table].c.keys()))) == []
        assert not [each for each in tmp_path.iterdir() if SECRET in each.read_bytes()]


def test_the_command_counts_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("DATABASE_URL", "DATA_DIR", "DISCORD_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    run = CliRunner()
    assert run.invoke(app, ["data", "purge"]).exit_code != 0
    assert run.invoke(app, ["data", "purge", "--older-than", "0"]).exit_code != 0
    counted = run.invoke(app, ["data", "purge", "--older-than", "365"])
    assert (counted.exit_code, "Nothing was removed" in counted.output) == (0, True)
    removed = run.invoke(app, ["data", "purge", "--older-than", "365", "--results", "--yes"])
    assert (removed.exit_code, "Removed." in removed.output, " results\n" in removed.output) == (0, True, True)
