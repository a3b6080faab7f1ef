"""Copies of the database: made on schedule, pruned, listed and put back."""

import asyncio
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.store import NewerDatabase, Scope, Store, StoreProblem
from bot.store.backup_files import SCHEDULED, backup_path, backups_of, folder_of, prune
from bot.store.errors import DatabaseBusy
from bot.store.restore_backup import contents, restore
from bot.store.scheduled_backups import BackupSchedule, back_up_on_schedule, back_up_once

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAILY = BackupSchedule(timedelta(days=1), keep=2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "revive.sqlite3"


async def opened(path: Path) -> Store:
    return await Store.open(f"sqlite+aiosqlite:///{path}")


def wait_for_a_copy(path: Path) -> None:
    while not backups_of(path):
        time.sleep(0.01)


async def language_of(path: Path, person: int) -> str | None:
    async with await opened(path) as store:
        return store.preferences.language(Scope.PERSON, person)


def made(path: Path, *labels_and_days: tuple[str, int]) -> None:
    folder_of(path).mkdir(exist_ok=True)
    for label, day in labels_and_days:
        backup_path(path, label, NOW - timedelta(days=day)).write_bytes(b"x")


def test_only_scheduled_copies_beyond_the_number_are_removed(path: Path) -> None:
    made(path, (SCHEDULED, 1), (SCHEDULED, 2), (SCHEDULED, 3), ("on-request", 9), ("before-0012", 8))
    (folder_of(path) / "revive-notes.sqlite3").write_bytes(b"mine")
    gone = prune(path, 2)
    assert [each.name for each in gone] == [backup_path(path, SCHEDULED, NOW - timedelta(days=3)).name]
    assert [each.label for each in backups_of(path)] == [SCHEDULED, SCHEDULED, "before-0012", "on-request"]
    assert (folder_of(path) / "revive-notes.sqlite3").exists()


@pytest.mark.parametrize(
    ("newest", "hours"),
    [(None, 0), (0, 24), (1, 0), (30, 0), (-400, 24)],
    ids=["never", "just now", "a day ago", "long ago", "in the future, by a clock that was set back"],
)
def test_when_the_next_copy_is_due(path: Path, newest: int | None, hours: int) -> None:
    if newest is not None:
        made(path, (SCHEDULED, newest))
    assert DAILY.wait(path, NOW) == timedelta(hours=hours)


async def test_the_running_bot_makes_copies_by_itself(path: Path) -> None:
    async with await opened(path) as store:
        running = asyncio.create_task(back_up_on_schedule(store, DAILY))
        await asyncio.to_thread(wait_for_a_copy, path)
        running.cancel()
    (copy,) = backups_of(path)
    assert copy.label == SCHEDULED
    assert contents(copy.path).games == 0


async def test_a_copy_that_cannot_be_made_stops_nothing(path: Path) -> None:
    async with await opened(path) as store:
        folder_of(path).write_text("a file where the folder should be")
        assert not await back_up_once(store, DAILY)
        await store.preferences.set_language(Scope.PERSON, 7, "fr")
    assert await language_of(path, 7) == "fr"


async def test_a_copy_takes_the_place_of_the_database(path: Path) -> None:
    async with await opened(path) as store:
        await store.preferences.set_language(Scope.PERSON, 7, "fr")
        copy = await store.back_up()
        await store.preferences.set_language(Scope.PERSON, 7, "de")
    assert copy is not None
    replaced = restore(path, copy, NOW)
    assert await language_of(path, 7) == "fr"
    assert copy.exists()
    assert replaced is not None
    assert restore(path, replaced, NOW + timedelta(hours=1)) is not None
    assert await language_of(path, 7) == "de"


async def test_after_a_crash_the_log_goes_with_what_is_replaced(path: Path) -> None:
    """The log of the old database beside the restored one would be read into it."""
    async with await opened(path) as store:
        copy = await store.back_up()
    assert copy is not None
    path.with_name("revive.sqlite3-wal").write_bytes(b"the last changes before a crash")
    path.with_name("revive.sqlite3-shm").unlink(missing_ok=True)
    path.write_bytes(b"damaged" * 1000)
    replaced = restore(path, copy, NOW)
    assert replaced is not None
    assert replaced.with_name(replaced.name + "-wal").read_bytes() == b"the last changes before a crash"
    assert not path.with_name("revive.sqlite3-wal").exists()
    assert await language_of(path, 7) is None


async def test_a_database_in_use_is_not_replaced(path: Path) -> None:
    async with await opened(path) as store:
        copy = await store.back_up()
        assert copy is not None
        with pytest.raises(DatabaseBusy, match="stop it first"):
            restore(path, copy, NOW)
        await store.preferences.set_language(Scope.PERSON, 7, "fr")
    assert await language_of(path, 7) == "fr"


async def test_what_is_no_copy_is_refused_and_changes_nothing(path: Path, tmp_path: Path) -> None:
    async with await opened(path) as store:
        await store.preferences.set_language(Scope.PERSON, 7, "fr")
    before = path.read_bytes()
    text, foreign, newer = tmp_path / "text", tmp_path / "foreign", tmp_path / "newer"
    text.write_text("not a database" * 100)
    made_by(foreign, "CREATE TABLE mine (x)")
    made_by(newer, "CREATE TABLE alembic_version AS SELECT '2999' AS version_num")
    for wrong in (tmp_path / "none", text, foreign, newer):
        kind = NewerDatabase if wrong == newer else StoreProblem
        with pytest.raises(kind) as told:
            restore(path, wrong, NOW)
        assert str(wrong) in str(told.value)
    assert path.read_bytes() == before


def made_by(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute(statement)
