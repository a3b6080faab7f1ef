"""A PostgreSQL server as the database: its tables, and what is said where it cannot be used."""

import asyncio
import traceback

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from pydantic import SecretStr
from sqlalchemy import Connection, text

from bot.cli.host_checks import check_database
from bot.exits import Exit
from bot.settings import Settings
from bot.store import NewerDatabase, Store, StoreProblem
from bot.store.database import connect
from bot.store.migrate import REVISIONS, bring_up_to_date, revision_of
from bot.store.sql.preference_tables import Table
from tests.postgresql_server import PostgresqlServer


@pytest.fixture
def empty(postgresql_server: PostgresqlServer) -> str:
    """The address of a database without tables."""
    postgresql_server.execute("DROP DATABASE IF EXISTS empty_one")
    postgresql_server.execute("CREATE DATABASE empty_one")
    return postgresql_server.address("empty_one")


def differences(connection: Connection) -> object:
    return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), Table.metadata)


async def test_first_starts_at_once(empty: str) -> None:
    """The tables are made once, and are what the program's tables say; a difference needs a migration."""
    databases = [connect(empty) for _ in range(3)]
    await asyncio.gather(*map(bring_up_to_date, databases))
    assert await databases[0].read(differences) == []
    assert await databases[0].read(lambda connection: revision_of(connection, "it")) == REVISIONS[-1]
    for each in databases:
        await each.close()


async def test_a_newer_database_is_refused(postgresql: str, postgresql_server: PostgresqlServer) -> None:
    postgresql_server.execute("UPDATE alembic_version SET version_num = '9999'", postgresql.split("/")[3].split("?")[0])
    with pytest.raises(NewerDatabase, match=r"PostgreSQL.*9999.*Nothing was changed.*newer version"):
        await Store.open(postgresql)


async def test_another_program_s_database(empty: str, postgresql_server: PostgresqlServer) -> None:
    postgresql_server.execute("CREATE TABLE shopping (item text)", "empty_one")
    with pytest.raises(StoreProblem, match=r"another program's tables. Nothing was changed"):
        await Store.open(empty)


@pytest.mark.parametrize(
    ("user", "database", "told"),
    [
        ("nobody_known", "postgres", "refuses the user or the password; correct DATABASE_URL"),
        ("hasnopower:hunter22", "test_of_rights", "may not do this there"),
        ("revive", "no_such_one", "no database of that name"),
    ],
)
async def test_what_the_server_refuses(
    postgresql_server: PostgresqlServer, user: str, database: str, told: str
) -> None:
    """It is said without user, password, host or name."""
    postgresql_server.execute("DROP DATABASE IF EXISTS test_of_rights")
    postgresql_server.execute("CREATE DATABASE test_of_rights")
    postgresql_server.execute("REVOKE CREATE ON SCHEMA public FROM public", "test_of_rights")
    postgresql_server.execute("DROP ROLE IF EXISTS hasnopower")
    postgresql_server.execute("CREATE ROLE hasnopower LOGIN")
    address = f"postgresql://{user}@/{database}?host={postgresql_server.folder}"
    with pytest.raises(StoreProblem, match=told) as problem:
        await Store.open(address)
    said = "".join(traceback.format_exception(problem.value))
    assert not [each for each in ("hunter22", "nobody_known", "no_such_one") if each in said]
    assert problem.value.status == Exit.DATABASE


@pytest.mark.parametrize("address", ["postgresql://me:hunter22@127.0.0.1:1/db", "postgres://me:hunter22@[::1]:1/db"])
async def test_a_server_that_is_away_at_the_start(address: str) -> None:
    with pytest.raises(StoreProblem, match="the PostgreSQL database: it cannot be reached; start it") as problem:
        await Store.open(address)
    assert "hunter22" not in "".join(traceback.format_exception(problem.value))
    assert problem.value.status == Exit.DATABASE_AWAY


async def test_what_is_read_together_is_of_one_moment(postgresql: str, postgresql_server: PostgresqlServer) -> None:
    """Whatever is changed between two statements of a transaction that reads."""
    query = text("SELECT count(*) FROM synced_commands")

    def work(connection: Connection) -> tuple[object, object]:
        first = connection.execute(query).scalar_one()
        statement = "INSERT INTO synced_commands VALUES (1, 'x', now())"
        postgresql_server.execute(statement, postgresql.split("/")[3].split("?")[0])
        return first, connection.execute(query).scalar_one()

    database = connect(postgresql)
    assert await database.read(work) == (0, 0)
    assert await database.read(lambda connection: connection.execute(query).scalar_one()) == 1
    await database.close()


async def test_a_copy_is_made_with_the_server_s_own_tool(postgresql: str) -> None:
    async with await Store.open(postgresql) as store:
        assert store.file is None
        with pytest.raises(StoreProblem, match="pg_dump"):
            await store.back_up()


def test_what_the_doctor_says(empty: str) -> None:
    settings = Settings(database_url=SecretStr(empty))
    [found] = check_database(settings)
    assert (found.level, found.text) == ("ok", "the PostgreSQL database has no tables yet; the first start makes them")
    asyncio.run(begun(empty))
    [found] = check_database(settings)
    assert found.text.endswith(f"answers, revision {REVISIONS[-1]}")


async def begun(address: str) -> None:
    async with await Store.open(address):
        pass


async def test_a_server_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("psycopg")

    monkeypatch.setattr("bot.store.postgresql.create_engine", missing)
    with pytest.raises(StoreProblem, match=r"revive-referee\[postgresql\]"):
        await Store.open("postgresql://somewhere/db")
