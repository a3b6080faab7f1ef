"""A store on each kind of database, and its score pads."""

from collections.abc import AsyncIterator

import pytest

from bot.app.score_pad import ScorePads
from bot.store import Store


@pytest.fixture
async def store(database_address: str) -> AsyncIterator[Store]:
    async with await Store.open(database_address) as store:
        yield store


@pytest.fixture
def pads(store: Store) -> ScorePads:
    return ScorePads(store.score_pads)
