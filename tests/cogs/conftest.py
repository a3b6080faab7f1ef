"""A client that never connects, with its cogs loaded and a store of its own; and people who talk to it."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from bot.app.tables import Tables
from bot.client import Client
from bot.engine.components import Pack
from bot.engine.packs import field
from bot.pictures import Renderer
from bot.reference import Reference
from bot.settings import Settings
from bot.store import Store
from cogs.core.services import Services


class ColdRenderer(Renderer):
    """Draws nothing beforehand: most tests draw nothing at all."""

    async def warm_up(self, pack: Pack) -> None:
        """Nothing."""


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'revive.sqlite3'}") as store:
        client = Client(
            Services(
                settings=Settings(),
                store=store,
                reference=cast("Reference", SimpleNamespace(words_only=False, edition=date(2026, 11, 24))),
                started_at=datetime(2026, 1, 1, tzinfo=UTC),
                version="1.2.3",
                practice=False,
                tables=Tables(store.games, [field()], server_packs=store.server_packs),
                pictures=ColdRenderer(),
            )
        )
        await client.load_cogs()
        yield client
        for cog in client.cogs.values():
            await cog.cog_unload()
