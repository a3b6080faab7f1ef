"""Tables on a database of their own."""

import inspect
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.app.tables.table_fixture import World, world


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "revive.sqlite3"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)])
def address(request: pytest.FixtureRequest) -> str | None:
    """A server's, in the big runs, but for tests that look into the file; None for SQLite."""
    if request.param == "sqlite":
        return None
    if "path" in inspect.signature(request.function).parameters:
        pytest.skip("it looks into the file")
    return str(request.getfixturevalue("postgresql"))


@pytest.fixture
async def w(address: str | None, path: Path) -> AsyncIterator[World]:
    async with world(path, address=address) as made:
        yield made
