"""Whatever happens to the database's files: a sentence with what to do, and never an empty bot instead."""

import asyncio
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.exits import Exit
from bot.store import NotStored, Scope, Store, StoreProblem
from bot.store.database_marker import Marker, Notes
from bot.store.migrate import REVISIONS
from bot.store.stored_games import GameColumns

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LONG = 60
"""Seconds that a process may take on a busy machine."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "revive.sqlite3"


def at(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


async def filled(path: Path, games: int = 3, people: int = 5) -> None:
    async with await Store.open(at(path)) as store:
        for channel in range(games):
            await store.games.add(GameColumns(1, channel, True, "lobby", 1, b"x" * 5000), NOW)
        for person in range(people):
            await store.preferences.set_language(Scope.PERSON, person, "fr")


async def refused(path: Path) -> str:
    """What is said at the start; the database is left as it is."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(StoreProblem) as problem:
        await Store.open(at(path))
    assert (path.read_bytes() if path.is_file() else None) == before
    assert problem.value.status is Exit.DATABASE
    assert "\n" not in str(problem.value)
    assert str(path) in str(problem.value)
    return str(problem.value)


def killed(path: Path, work: str) -> None:
    """Let a process open the store, do ``work`` in it, and die with it open."""
    code = f"""
import asyncio, os, signal, sys
from tests.store.test_database_errors import *

async def main():
    store = await Store.open(at(Path(sys.argv[1])))
    {work}
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""
    ended = subprocess.run([sys.executable, "-c", code, str(path)], timeout=LONG, check=False)
    assert ended.returncode == -signal.SIGKILL


ONE_MORE = "await store.preferences.set_language(Scope.PERSON, 77777, 'de')"


# ---- the marker ---------------------------------------------------------------------------------------------------


async def test_the_marker_says_what_was_last_known(path: Path) -> None:
    marker = Marker(path)
    async with await Store.open(at(path)) as store:
        assert (notes := marker.read()) is not None
        assert (notes.state, notes.schema, notes.highest_game) == ("in use", REVISIONS[-1], 0)
        game = await store.games.add(GameColumns(1, 2, True, "lobby", 1, b""), NOW)
        await store.games.delete(game)
        assert (after := marker.read()) is not None
        assert (after.state, after.highest_game) == ("in use", game)
        assert after.changes == notes.changes + 2
    assert marker.read() == Notes("cleanly closed", REVISIONS[-1], game, after.changes)


async def test_who_closes_last_says_closed(path: Path) -> None:
    marker = Marker(path)
    one, other = await Store.open(at(path)), await Store.open(at(path))
    await other.close()
    assert (notes := marker.read()) is not None
    assert notes.state == "in use"
    await one.close()
    assert (notes := marker.read()) is not None
    assert notes.state == "cleanly closed"


async def test_an_action_is_stored_where_the_marker_cannot_be(path: Path) -> None:
    async with await Store.open(at(path)) as store:
        beside(path, "-marker").unlink()
        beside(path, "-marker").mkdir()
        await store.preferences.set_language(Scope.PERSON, 1, "de")
        beside(path, "-marker").rmdir()
    async with await Store.open(at(path)) as store:
        assert store.preferences.language(Scope.PERSON, 1) == "de"


async def test_a_marker_that_cannot_be_read_says_nothing(path: Path) -> None:
    await filled(path)
    beside(path, "-marker").write_text("nonsense")
    async with await Store.open(at(path)) as store:
        assert store.preferences.language(Scope.PERSON, 3) == "fr"
    assert Marker(path).read() is not None


@pytest.mark.parametrize("memory", [True, False])
async def test_closing_waits_for_what_is_under_way(path: Path, memory: bool) -> None:
    store = await Store.open("sqlite+aiosqlite:///:memory:" if memory else at(path))
    writers = [asyncio.create_task(store.games.add(GameColumns(1, n, True, "lobby", 1, b""), NOW)) for n in range(20)]
    await asyncio.sleep(0)
    await store.close()
    ended = await asyncio.gather(*writers, return_exceptions=True)
    assert all(isinstance(each, int | StoreProblem) for each in ended)
    with pytest.raises(StoreProblem, match="it is closed"):
        await store.preferences.set_language(Scope.PERSON, 1, "de")
    for read in (store.games.listed, store.preferences.load):
        with pytest.raises(StoreProblem, match="it is closed"):
            await read()


# ---- lost and foreign files ---------------------------------------------------------------------------------------


async def test_a_missing_log_after_a_crash(path: Path) -> None:
    await filled(path)
    killed(path, ONE_MORE)
    log = beside(path, "-wal")
    aside = shutil.move(log, beside(path, "-aside"))
    said = await refused(path)
    assert "revive.sqlite3-wal with its last changes is missing" in said
    assert "Put revive.sqlite3-wal back" in said
    shutil.move(aside, log)
    async with await Store.open(at(path)) as store:
        assert store.preferences.language(Scope.PERSON, 77777) == "de"


async def test_going_on_without_what_is_lost_is_the_host_s_choice(path: Path) -> None:
    await filled(path)
    killed(path, ONE_MORE)
    beside(path, "-wal").unlink()
    named = re.search(r"move (\S+) away", await refused(path))
    assert named is not None
    Path(named[1]).unlink()
    async with await Store.open(at(path)) as store:
        assert store.preferences.language(Scope.PERSON, 3) == "fr"
        assert store.preferences.language(Scope.PERSON, 77777) is None


async def test_a_look_at_it_after_a_crash_is_no_loss(path: Path) -> None:
    """Any SQLite tool takes the log into the file when it closes: the log is gone, and nothing else."""
    await filled(path)
    killed(path, ONE_MORE)
    raw = sqlite3.connect(path)
    assert raw.execute("SELECT count(*) FROM games").fetchone() == (3,)
    raw.close()
    assert not beside(path, "-wal").exists()
    async with await Store.open(at(path)) as store:
        assert store.preferences.language(Scope.PERSON, 77777) == "de"


async def test_a_crash_alone_is_no_trouble(path: Path) -> None:
    await filled(path)
    killed(path, ONE_MORE)
    async with await Store.open(at(path)) as store:
        assert store.preferences.language(Scope.PERSON, 77777) == "de"


async def test_an_older_copy(path: Path) -> None:
    await filled(path)
    older = shutil.copy(path, beside(path, "-older"))
    await filled_once_more(path)
    shutil.copy(older, path)
    said = await refused(path)
    assert "(games up to 3, known up to 4)" in said
    assert "Put the newer file back" in said


async def filled_once_more(path: Path) -> None:
    async with await Store.open(at(path)) as store:
        await store.games.add(GameColumns(1, 99, True, "lobby", 1, b""), NOW)


async def test_a_backup_can_be_used_in_its_place(path: Path) -> None:
    async with await Store.open(at(path)) as store:
        await store.preferences.set_language(Scope.PERSON, 1, "de")
        copy = await store.back_up()
    assert copy is not None
    shutil.copy(copy, path)
    async with await Store.open(at(path)) as store:
        assert store.preferences.language(Scope.PERSON, 1) == "de"


@pytest.mark.parametrize("lost", [Path.unlink, lambda path: path.write_bytes(b"")], ids=["missing", "empty"])
async def test_a_lost_database_is_not_begun_anew(path: Path, lost: Callable[[Path], object]) -> None:
    await filled(path)
    lost(path)
    said = await refused(path)
    assert "shows that there was a database" in said
    assert str(beside(path, "-marker")) in said
    assert not path.exists() or path.stat().st_size == 0


async def test_an_empty_file_does_not_cost_its_log(path: Path) -> None:
    await filled(path)
    killed(path, ONE_MORE)
    path.write_bytes(b"")
    beside(path, "-marker").unlink()
    log = beside(path, "-wal").read_bytes()
    assert "revive.sqlite3-wal shows" in await refused(path)
    assert beside(path, "-wal").read_bytes() == log


async def test_an_empty_file_beside_backups_of_a_version_without_marker(path: Path) -> None:
    path.write_bytes(b"")
    (path.parent / "backups").mkdir()
    (path.parent / "backups" / "revive-20260101-000000-000000-before-0006.sqlite3").write_bytes(b"x")
    assert "before-0006.sqlite3 shows" in await refused(path)


async def test_a_new_empty_file_is_a_new_database(path: Path) -> None:
    path.write_bytes(b"")
    async with await Store.open(at(path)) as store:
        assert await store.search_feedback.misses() == []


def changed(path: Path, *statements: str) -> None:
    raw = sqlite3.connect(path)
    for statement in statements:
        raw.execute(statement)
    raw.commit()
    raw.close()


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM alembic_version",
        "INSERT INTO alembic_version VALUES ('0001')",
        "UPDATE alembic_version SET version_num = 'ae1027a6acf'",
    ],
)
async def test_no_single_version_of_the_tables(path: Path, statement: str) -> None:
    await filled(path)
    changed(path, statement)
    assert "does not say which version" in await refused(path)


async def test_a_lost_table(path: Path) -> None:
    await filled(path)
    changed(path, "DROP TABLE game_turns")
    assert "it is damaged (no table game_turns)" in await refused(path)


async def test_another_program_s_database(path: Path) -> None:
    changed(path, "CREATE TABLE bookmarks (x)")
    assert "another program's tables" in await refused(path)


@pytest.mark.parametrize("place", [0.2, 0.5, 0.8])
async def test_garbage_in_the_middle(path: Path, place: float) -> None:
    await filled(path)
    many = "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)"
    changed(
        path,
        f"INSERT INTO preferences (scope, owner, language, changed_at) {many} "
        "SELECT 'person', i, 'fr', '2026-01-01 00:00:00' FROM n",
    )
    pages = path.stat().st_size // 4096
    with path.open("r+b") as file:
        file.seek(int(pages * place) * 4096)
        file.write(b"\xa5" * 3 * 4096)
    said = await refused(path)
    assert "damaged" in said
    assert "backups/" in said


@pytest.mark.parametrize("statement", ["changed_at = 'yesterday'", "language = CAST(x'ff' AS TEXT)"])
async def test_garbage_in_a_value(path: Path, statement: str) -> None:
    await filled(path)
    changed(path, f"UPDATE preferences SET {statement} WHERE owner = 3")
    with pytest.raises(StoreProblem, match=r"revive\.sqlite3: it is damaged \(a value cannot be read\); .*backups/"):
        await Store.open(at(path))


async def test_a_folder_instead_of_a_file(path: Path) -> None:
    path.mkdir()
    assert "cannot be opened" in await refused(path)


# ---- two at once --------------------------------------------------------------------------------------------------


def test_first_starts_at_once(path: Path) -> None:
    code = """
import asyncio, sys
from pathlib import Path
from bot.store import Scope, Store

async def main():
    print("ready", flush=True)
    sys.stdin.readline()
    async with await Store.open(sys.argv[1]) as store:
        await store.preferences.set_language(Scope.PERSON, int(sys.argv[2]), "fr")

asyncio.run(main())
"""
    starts = [
        subprocess.Popen(
            [sys.executable, "-c", code, at(path), str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(4)
    ]
    for start in starts:
        assert start.stdout is not None
        assert start.stdout.readline() == "ready\n"
    for start in starts:
        assert start.stdin is not None
        start.stdin.write("go\n")
        start.stdin.flush()
    for start in starts:
        said = start.communicate(timeout=LONG)[1]
        assert start.returncode == 0, said
    assert asyncio.run(languages(path, 4)) == ["fr"] * 4


async def languages(path: Path, people: int) -> list[str | None]:
    async with await Store.open(at(path)) as store:
        return [store.preferences.language(Scope.PERSON, person) for person in range(people)]


# ---- full and read-only disks -------------------------------------------------------------------------------------


def on_every_connection(store: Store, pragma: str) -> None:
    """Set a pragma on the connections that are open, and on later ones."""
    database = store._database
    for engine in (database.engine.sync_engine, database._direct):
        assert engine is not None
        event.listen(engine, "checkout", lambda raw, *_: raw.execute(pragma))


@pytest.mark.parametrize(
    ("trouble", "cure", "told"),
    [
        ("PRAGMA query_only = ON", "PRAGMA query_only = OFF", "it can only be read"),
        ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", "its disk is full"),
    ],
)
async def test_what_cannot_be_stored_is_not_half_stored(path: Path, trouble: str, cure: str, told: str) -> None:
    body = os.urandom(100_000)
    async with await Store.open(at(path)) as store:
        on_every_connection(store, trouble)
        for attempt in attempts(store, body):
            with pytest.raises(NotStored, match=rf"{told} .*Nothing was stored; .* and try again\.") as problem:
                await attempt()
            assert body.hex()[:20] not in str(problem.value)
        assert await store.games.get(1) is None
        on_every_connection(store, cure)
        for attempt in attempts(store, body):
            await attempt()
        assert (await store.games.get(1)) is not None
    async with await Store.open(at(path)) as store:
        assert (await store.games.get(1)) is not None


def attempts(store: Store, body: bytes) -> list[Callable[[], Any]]:
    """One over each of the two ways to the database."""
    return [
        lambda: store.games.add(GameColumns(1, 1, True, "lobby", 1, body), NOW),
        lambda: store.automa_desks.add(1, body),
    ]


async def test_another_program_that_holds_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.database.BUSY_MILLISECONDS", 50)
    async with await Store.open(at(path)) as store:
        raw = sqlite3.connect(path, isolation_level=None)
        raw.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotStored, match="another program holds it") as problem:
            await store.games.set_aside(1, "x")
        assert problem.value.status == Exit.DATABASE_AWAY
        raw.close()
        await store.games.set_aside(1, "x")


async def test_a_database_that_can_only_be_read(path: Path) -> None:
    await filled(path)
    with pytest.raises(StoreProblem, match=r"revive\.sqlite3: it can only be read .* let the bot's user write"):
        await Store.open(f"sqlite+aiosqlite:///file:{path}?mode=ro&uri=true")


def test_a_disk_that_is_full_at_the_start(path: Path) -> None:
    code = """
import asyncio, resource, sys
from bot.store import Store, StoreProblem

resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    asyncio.run(Store.open(sys.argv[1]))
except StoreProblem as problem:
    print(problem)
"""
    for room in (0, 4096, 40_000):
        asked = [sys.executable, "-c", code, at(path), str(room)]
        ended = subprocess.run(asked, capture_output=True, text=True, timeout=LONG, check=False)
        assert "Traceback" not in ended.stderr
        assert re.search(r"revive\.sqlite3: its disk (is full|reports an error)", ended.stdout), ended
    assert asyncio.run(languages(path, 1)) == [None]


async def test_a_copy_that_fails_leaves_nothing(path: Path) -> None:
    await filled(path)
    (path.parent / "backups").write_text("a file")
    async with await Store.open(at(path)) as store:
        with pytest.raises(StoreProblem, match=r"backups: the folder cannot be made \(File exists\)"):
            await store.back_up()
        (path.parent / "backups").unlink()
        on_every_connection(store, "PRAGMA query_only = ON")
        with pytest.raises(StoreProblem, match="the copy was not made"):
            await store.back_up()
        assert list((path.parent / "backups").iterdir()) == []
