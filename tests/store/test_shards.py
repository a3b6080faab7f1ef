"""Which servers a process looks after, and that the database agrees."""

import pytest
from sqlalchemy import select
from sqlmodel import col

from bot.store import Store
from bot.store.shards import ALL, GUEST, Shards
from bot.store.sql.preference_tables import TallyRow

GUILDS = [0, 1, 1 << 22, 3 << 22, (7 << 22) + 5, 1_100_000_000_000_000_000, 1_100_000_000_004_194_304, 2**63 - 1]


@pytest.mark.parametrize("count", [1, 2, 3, 16, 1000])
def test_each_server_has_one_process(count: int) -> None:
    """As Discord deals them: (id >> 22) % number of shards."""
    processes = [Shards.of(count, [shard]) for shard in range(count)]
    for guild in GUILDS:
        assert [shard for shard, each in enumerate(processes) if each.own(guild)] == [(guild >> 22) % count]


@pytest.mark.parametrize("shards", [ALL, GUEST, Shards.of(None, None), Shards.of(3, None), Shards.of(3, [0, 2])])
async def test_the_database_deals_them_in_the_same_way(database_address: str, shards: Shards) -> None:
    chosen = select(col(TallyRow.place)).where(*shards.where(col(TallyRow.place)))
    async with await Store.open(database_address) as store:
        for guild in GUILDS:
            await store.score_pads.add(guild, 1, b"")
        found = await store.database.read(lambda connection: list(connection.execute(chosen).scalars()))
    assert sorted(found) == (GUILDS if shards is GUEST else [guild for guild in GUILDS if shards.own(guild)])


def test_a_guest_looks_after_nothing() -> None:
    assert not [guild for guild in GUILDS if GUEST.own(guild)]
    assert not GUEST.all
