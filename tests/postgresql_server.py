"""A PostgreSQL server for tests: one for each process that runs tests, started when it is asked for first."""

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from bot.store import Store

MISSING = "no PostgreSQL server is installed here (initdb, pg_ctl): the tests on PostgreSQL were left out"
_SETTINGS = "-c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=60"
_numbers = count(1)


def program(name: str) -> str | None:
    """A program of the server, on the path or where Debian puts it."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return shutil.which(name) or next((str(each / name) for each in places if (each / name).exists()), None)


class PostgresqlServer:
    """A server of its own in a temporary folder, reached by a socket there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.template = "template_of_tests"

    def run(self, name: str, *arguments: str) -> None:
        """Run one of its programs, not as root: the server refuses that."""
        user = "postgres" if os.getuid() == 0 else None
        done = subprocess.run(
            [program(name) or name, "-D", str(self.folder / "data"), *arguments],
            user=user,
            group=pwd.getpwnam(user).pw_gid if user else None,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Start it, and wait until it answers."""
        log = str(self.folder / "log")
        self.run("pg_ctl", "-w", "-l", log, "-o", f"-k {self.folder} {_SETTINGS}", "start")

    def stop(self) -> None:
        """Stop it at once, as a crash would."""
        self.run("pg_ctl", "-w", "-m", "immediate", "stop")

    def address(self, database: str, user: str = "revive") -> str:
        """What DATABASE_URL says of one of its databases."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def execute(self, statement: str, database: str = "postgres") -> None:
        """Run a statement as the owner of all."""
        with psycopg.connect(host=str(self.folder), user="revive", dbname=database, autocommit=True) as connection:
            connection.execute(statement.encode())

    def new_database(self) -> str:
        """The address of a new database with the bot's tables and nothing in them."""
        name = f"test_{next(_numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {self.template}")
        return self.address(name)

    def end_connections(self) -> None:
        """End every connection that others have."""
        self.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")


async def _migrated(address: str) -> None:
    async with await Store.open(address):
        pass


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[PostgresqlServer]:
    """The server; without one installed the test says that it was left out."""
    if program("initdb") is None or program("pg_ctl") is None:
        pytest.skip(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="revive-pg-"))  # a short name: a socket's path has 107 characters at most
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    server = PostgresqlServer(folder)
    server.run("initdb", "-A", "trust", "-U", "revive", "--no-sync", "-E", "UTF8", "--locale=C")
    server.start()
    server.execute(f"CREATE DATABASE {server.template}")
    asyncio.run(_migrated(server.address(server.template)))
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)])
def database_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An address for DATABASE_URL: a file; in the big runs a server, too."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgresql"))
    return f"sqlite+aiosqlite:///{tmp_path / 'revive.sqlite3'}"


@pytest.fixture
def postgresql(postgresql_server: PostgresqlServer) -> str:
    """The address of a database for one test."""
    return postgresql_server.new_database()
