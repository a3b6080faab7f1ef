"""Everything kept is dated by the store's clock, which is not always the machine's: the practice channel sets its own
forward."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.app.automa_desk import AutomaDesks, Keeping
from bot.app.score_pad import PadUser, Player, ScorePads, Setup, UnreadableForm
from bot.store import Store
from tests.app.tables.table_fixture import FakeClock

KIM = PadUser(1, "Kim")
PLACE, CHANNEL = 10, 20
LATER = datetime(2031, 5, 6, 7, tzinfo=UTC)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(LATER)


@pytest.fixture
async def store(database_address: str, clock: FakeClock) -> AsyncIterator[Store]:
    async with await Store.open(database_address, now=clock.now) as store:
        yield store


async def test_a_score_pad_is_dated_by_it(store: Store, clock: FakeClock) -> None:
    pads = ScorePads(store.score_pads)
    pad = await pads.start(PLACE, CHANNEL, KIM, "en", Setup((Player("Kim", 1), Player("Toni", 2))))
    assert pad.stored.started_at == LATER
    clock.turn(days=3)
    filled = await pads.fill(pad.id, PLACE, KIM, 0, "points", {"track": "50", "progress": "10"}, mending=False)
    assert [edit.at for edit in filled.pad.edits] == [clock.now()]
    clock.turn(days=3)
    closed = await pads.close(pad.id, PLACE, KIM, incomplete=True)
    assert closed.stored.closed_at == clock.now()
    clock.turn(hours=5)
    played = (clock.now().date() - timedelta(days=1)).isoformat()
    detailed = await pads.set_details(pad.id, PLACE, KIM, {"played": played})
    assert detailed.pad.details_edits[-1].at == clock.now()
    with pytest.raises(UnreadableForm):
        await pads.set_details(pad.id, PLACE, KIM, {"played": (clock.now().date() + timedelta(days=9)).isoformat()})


async def test_what_a_message_lacks_is_looked_for_by_it(store: Store, clock: FakeClock) -> None:
    pads, desks = ScorePads(store.score_pads), AutomaDesks(store.automa_desks)
    pad = await pads.start(PLACE, CHANNEL, KIM, "en", Setup((Player("Kim", 1), Player("Toni", 2))))
    await store.score_pads.show_on(pad.id, CHANNEL, 5, 0)
    await pads.fill(pad.id, PLACE, KIM, 0, "points", {"track": "50", "progress": "10"}, mending=False)
    desk = await desks.new(KIM.person, 1)
    await desks.show_on(desk, CHANNEL, 6)
    await desks.turn(desk.id, KIM.person)
    assert [each.id for each in await pads.behind()] == [pad.id]
    assert [each.id for each in await desks.behind()] == [desk.id]
    clock.turn(hours=25)
    assert await pads.behind() == []
    assert await desks.behind() == []


async def test_a_desk_and_its_result_are_dated_by_it(store: Store, clock: FakeClock) -> None:
    desks, pads = AutomaDesks(store.automa_desks), ScorePads(store.score_pads)
    desk = await desks.new(KIM.person, 1)
    assert desk.stored.started_at == LATER
    clock.turn(days=2)
    while (await desks.find(desk.id, KIM.person)).step.kind != "over":
        await desks.turn(desk.id, KIM.person)
    keeping = Keeping(place=PLACE, channel=CHANNEL, name="Kim", locale="en")
    ended = await desks.end(desk.id, KIM.person, 31, keeping)
    assert ended.stored.closed_at == clock.now()
    assert [result.stored.closed_at for result in await pads.results(PLACE)] == [clock.now()]


async def test_claims_and_seasons_are_dated_by_it(store: Store, clock: FakeClock) -> None:
    claim = await store.name_claims.add(PLACE, "kim", "Kim", KIM.person, KIM.name)
    found = await store.name_claims.of_person(PLACE, KIM.person)
    assert [(each.id, each.asked_at) for each in found] == [(claim, LATER)]
    await store.seasons.add(PLACE, CHANNEL, "Spring", date(2031, 3, 1), date(2031, 5, 5), told=False)
    assert [season.name for season in await store.seasons.take_ended(store.now().date())] == ["Spring"]
