"""Tables on a database of their own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.app.tables.table_fixture import World, world


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "revive.sqlite3"


@pytest.fixture
async def w(path: Path) -> AsyncIterator[World]:
    async with world(path) as made:
        yield made
