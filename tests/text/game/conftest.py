"""Tables to speak of."""

import pytest

from bot.engine.packs import field
from bot.text.game import Table
from tests.text.game import sample


@pytest.fixture(scope="session")
def table() -> Table:
    """The sample pack's table, without anybody's view."""
    return sample.bare(sample.game(2))


@pytest.fixture(scope="session")
def field_table() -> Table:
    """The bot's own pack, without anybody's view."""
    return sample.bare(sample.game(3, chosen=field()))
