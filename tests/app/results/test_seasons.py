"""Seasons are made with sensible days and names, and their end is given once."""

from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path

import pytest

from bot.app.results import LONGEST_SEASON, SeasonRefusal, make_season
from bot.app.results.season_making import MOST_DAYS, MOST_SEASONS
from bot.store import Store
from bot.store.shards import Shards
from tests.app.results.sample_results import OTHER_PLACE, PLACE

TODAY = date(2026, 3, 1)
BEGIN, END = date(2026, 1, 1), date(2026, 3, 31)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'revive.sqlite3'}") as store:
        yield store


async def made(store: Store, name: str = "Winter", begin: date = BEGIN, until: date = END, place: int = PLACE) -> None:
    await make_season(store, place, 5, name, begin, until, TODAY)


async def test_a_season(store: Store) -> None:
    await made(store, " Winter  cup ")
    [season] = await store.seasons.of(PLACE)
    assert (season.name, season.begin, season.until, season.channel) == ("Winter cup", BEGIN, END, 5)
    assert await store.seasons.of(OTHER_PLACE) == []
    await store.seasons.remove(season.id, OTHER_PLACE)
    assert len(await store.seasons.of(PLACE)) == 1
    await store.seasons.remove(season.id, PLACE)
    assert await store.seasons.of(PLACE) == []


@pytest.mark.parametrize(
    ("name", "begin", "until", "why"),
    [
        (" ", BEGIN, END, "no_name"),
        ("x" * (LONGEST_SEASON + 1), BEGIN, END, "long_name"),
        ("WINTER", BEGIN, END, "taken"),
        ("Spring", END, BEGIN, "turned"),
        ("Ever", date(2000, 1, 1), date(2100, 1, 1), "too_long"),
    ],
)
async def test_what_no_season_can_be(store: Store, name: str, begin: date, until: date, why: str) -> None:
    await made(store)
    with pytest.raises(SeasonRefusal) as refused:
        await made(store, name, begin, until)
    assert refused.value.why == why
    assert len(await store.seasons.of(PLACE)) == 1


async def test_there_are_only_so_many(store: Store) -> None:
    for number in range(MOST_SEASONS):
        await made(store, f"Season {number}")
    with pytest.raises(SeasonRefusal, match="too_many"):
        await made(store, "One more")
    await made(store, "One more", place=OTHER_PLACE)


async def test_the_longest(store: Store) -> None:
    await made(store, "Long", BEGIN, date.fromordinal(BEGIN.toordinal() + MOST_DAYS - 1))
    assert len(await store.seasons.of(PLACE)) == 1


async def test_the_end_comes_once(store: Store) -> None:
    """After the last day; not of a season that was over when it was made."""
    await made(store)
    await made(store, "Last year", date(2025, 1, 1), date(2025, 12, 31))
    assert await store.seasons.take_ended(END) == []
    [ended] = await store.seasons.take_ended(date(2026, 4, 1))
    assert ended.name == "Winter"
    assert await store.seasons.take_ended(date(2026, 4, 2)) == []


@pytest.mark.parametrize("place", [5 << 22, (6 << 22) + 1, (7 << 22) + 2])
async def test_the_end_is_told_by_the_process_that_looks_after_the_place(store: Store, place: int) -> None:
    """Only there is the channel known, and with it the language."""
    await made(store, place=place)
    after = date(2026, 4, 1)
    told = {}
    for shard in range(3):
        store._database.shards = Shards.of(3, [shard])
        told[shard] = [season.place for season in await store.seasons.take_ended(after)]
    assert told == {shard: [place] if shard == (place >> 22) % 3 else [] for shard in range(3)}
