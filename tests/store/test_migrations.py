"""Old databases are brought up to date, newer ones are left alone."""

import hashlib
import sqlite3
from pathlib import Path

import pytest
from alembic import command, op
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.store import NewerDatabase, Scope, Store
from bot.store.database import Database, connect
from bot.store.migrate import REVISIONS, alembic_config, bring_up_to_date
from bot.store.sql.preference_tables import Table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "revive.sqlite3"


def at(path: Path) -> Database:
    return connect(f"sqlite+aiosqlite:///{path}")


async def migrate(database: Database, revision: str, *, down: bool = False) -> None:
    def work(connection: Connection) -> None:
        config = alembic_config()
        config.attributes["connection"] = connection
        (command.downgrade if down else command.upgrade)(config, revision)

    async with database.engine.connect() as connection:
        await connection.run_sync(work)
        await connection.commit()


def test_the_list_of_revisions_is_the_folder_s() -> None:
    script = ScriptDirectory.from_config(alembic_config())
    assert tuple(revision.revision for revision in script.walk_revisions())[::-1] == REVISIONS


async def test_the_migrations_make_the_tables(path: Path) -> None:
    """What the migrations make is what the program's tables say; a difference needs a migration."""
    database = at(path)
    await bring_up_to_date(database)
    async with database.engine.connect() as connection:
        difference = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync, opts={"compare_type": True}), Table.metadata)
        )
    await database.close()
    assert difference == []


@pytest.mark.parametrize("revision", REVISIONS[:-1])
async def test_an_old_database_is_copied_and_migrated(path: Path, revision: str) -> None:
    database = at(path)
    await migrate(database, revision)
    await database.close()
    with sqlite3.connect(path) as raw:
        raw.execute(
            "INSERT INTO preferences (scope, owner, language, changed_at) "
            "VALUES ('person', 7, 'fr', '2026-01-01 00:00:00')"
        )
    async with await Store.open(f"sqlite+aiosqlite:///{path}") as store:
        assert store.preferences.language(Scope.PERSON, 7) == "fr"
        await store.search_feedback.record_miss("?", "de")
    [copy] = (path.parent / "backups").iterdir()
    with sqlite3.connect(copy) as raw:
        assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [(revision,)]
        assert raw.execute("SELECT owner FROM preferences").fetchall() == [(7,)]


async def test_results_from_before_are_ordered_by_the_day_that_is_told(path: Path) -> None:
    database = at(path)
    await migrate(database, "0021")
    await database.close()
    told = (
        None,
        '{"details": {"played": "2026-01-31"}}',
        '{"details": {"played": "2026-03-04"}}',
        '{"x": "\\"played\\""}',
    )
    with sqlite3.connect(path) as raw:
        for number, body in enumerate(told, 1):
            closed = f"2026-03-0{number} 10:00:00.000000" if body else None
            row = (number, (body or "{}").encode(), "2026-01-01 00:00:00.000000", closed)
            raw.execute(
                "INSERT INTO tallies (id, place, channel, body, started_at, closed_at, version, shown) "
                "VALUES (?, 1, 1, ?, ?, ?, 0, 0)",
                row,
            )
    async with await Store.open(f"sqlite+aiosqlite:///{path}") as store:
        assert [stored.id for stored in await store.score_pads.played_at(1)] == [4, 3, 2]
        assert [stored.id for stored in await store.score_pads.closed_at(1)] == [4, 3, 2]
    with sqlite3.connect(path) as raw:
        played = [at for (at,) in raw.execute("SELECT played_at FROM tallies ORDER BY id")]
    days = (None, "2026-01-31 12:00:00.000000", "2026-03-03 10:00:00.000000", "2026-03-04 10:00:00.000000")
    assert played == list(days)


async def test_a_new_database_and_a_current_one_are_not_copied(path: Path) -> None:
    for _ in range(2):
        async with await Store.open(f"sqlite+aiosqlite:///{path}"):
            pass
    assert not (path.parent / "backups").exists()


async def test_migrations_can_be_taken_back(path: Path) -> None:
    database = at(path)
    await bring_up_to_date(database)
    await migrate(database, "base", down=True)
    async with database.engine.connect() as connection:
        tables = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    await database.close()
    assert tables == ["alembic_version"]


async def test_a_newer_database_is_refused_and_untouched(path: Path) -> None:
    async with await Store.open(f"sqlite+aiosqlite:///{path}"):
        pass
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
        raw.execute("CREATE TABLE from_the_future (x)")
    raw.close()
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    with pytest.raises(NewerDatabase, match=r"revive\.sqlite3.*9999.*Nothing was changed.*newer version"):
        await Store.open(f"sqlite+aiosqlite:///{path}")
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before
    assert {file.name for file in path.parent.iterdir()} == {"revive.sqlite3", "revive.sqlite3-marker"}


async def test_a_failed_migration_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Table changes are in the transaction too."""
    database = at(path)
    await migrate(database, "0001")
    monkeypatch.setattr("alembic.op.create_table", _fail_at_the_second())
    with pytest.raises(RuntimeError, match="power cut"):
        await bring_up_to_date(database)
    async with database.engine.connect() as connection:
        tables = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    await database.close()
    assert "question_misses" not in tables


def _fail_at_the_second() -> object:
    real, calls = op.create_table, iter((True, False))

    def create_table(*args: object, **options: object) -> object:
        if not next(calls):
            raise RuntimeError("power cut")
        return real(*args, **options)  # type: ignore[arg-type]

    return create_table


async def test_the_file_keeps_what_was_confirmed(path: Path) -> None:
    """Write-ahead log with every commit forced to the disk."""
    async with await Store.open(f"sqlite+aiosqlite:///{path}") as store, store._database.engine.connect() as connection:
        mode = (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar()
        synchronous = (await connection.exec_driver_sql("PRAGMA synchronous")).scalar()
    assert (mode, synchronous) == ("wal", 2)
