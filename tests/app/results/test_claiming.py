"""A typed name becomes an account's when somebody who was there confirms it, and can be separated again."""

from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from bot.app.results import Claiming, ClaimRefusal, count_results
from bot.app.score_pad import (
    Closing,
    Options,
    PadRefusal,
    PadUser,
    Player,
    ScorePad,
    ScorePads,
    Sheet,
    may_fill,
    seat_of,
)
from bot.store import Store
from bot.store.result_statistics import EVERYTHING
from tests.app.results.sample_results import OTHER_PLACE, PLACE, keep

KIM, ALEX, ROBIN = PadUser(1, "Kim"), PadUser(2, "Alex"), PadUser(3, "Robin")
MODERATOR = PadUser(9, "Mod", moderator=True)


@pytest.fixture
async def store(database_address: str) -> AsyncIterator[Store]:
    async with await Store.open(database_address) as store:
        yield store


def result(*players: Player, owner: int = 2) -> ScorePad:
    sheets = tuple(Sheet(whole=100 - 10 * seat) for seat in range(len(players)))
    return ScorePad(owner, "en", players, sheets, Options(), Closing(owner, "Alex"))


async def results(store: Store, *pads: ScorePad, place: int = PLACE) -> None:
    await keep(store, pads, place)
    await count_results(store, place)


async def games(store: Store, place: int = PLACE) -> dict[str, int]:
    """The games of each person of a place."""
    await count_results(store, place)
    people, _ = await store.result_statistics.players(place, EVERYTHING)
    return {each.name: each.tally.games for each in people}


TONI_AND_ALEX = result(Player("Toni"), Player("Alex", 2))
KIM_AND_ALEX = result(Player("Kim", 1), Player("Alex", 2))


async def test_a_confirmed_name_counts_with_its_account(store: Store) -> None:
    await results(store, TONI_AND_ALEX, result(Player(" TONI "), Player("Alex", 2)), KIM_AND_ALEX)
    assert await games(store) == {"TONI": 2, "Kim": 1, "Alex": 3}
    claim = await Claiming(store).claim(PLACE, "toni", KIM, server=True)
    assert (claim.stored.state, claim.results, claim.witnesses) == ("open", 2, frozenset({2}))
    joined = await Claiming(store).settle(claim.id, PLACE, "confirm", ALEX)
    assert (joined.stored.state, joined.stored.settled_name) == ("joined", "Alex")
    assert await games(store) == {"Kim": 3, "Alex": 3}
    await results(store, *[result(Player("Toni"), Player("Robin", 3))])
    assert await games(store) == {"Kim": 4, "Alex": 3, "Robin": 1}


async def test_whose_name_it_is_corrects_their_own_line_alone(store: Store) -> None:
    await results(store, TONI_AND_ALEX, replace(TONI_AND_ALEX, game=True))
    first, refereed = sorted(stored.id for stored in await store.score_pads.closed_at(PLACE))
    claims, pads = Claiming(store), ScorePads(store.score_pads)

    async def why(seat: int, number: int = first) -> str | None:
        who = replace(KIM, names=await store.name_claims.names_of(PLACE, KIM.person))
        try:
            await pads.fill(number, PLACE, who, seat, "whole", {"whole": str(77 + seat)}, mending=True)
        except PadRefusal as refused:
            return refused.why
        return None

    claim = await claims.claim(PLACE, "toni", KIM, server=True)
    assert await why(0) == "not_at_table", "nobody has confirmed it yet"
    await claims.settle(claim.id, PLACE, "confirm", ALEX)
    assert (await why(0), await why(1), await why(0, refereed)) == (None, "not_at_table", "refereed")
    [edit] = (await pads.find(first, PLACE)).pad.edits
    assert (edit.person, edit.name, edit.was.whole) == (1, "Kim", 100)
    assert await store.name_claims.names_of(OTHER_PLACE, KIM.person) == frozenset()
    named = replace(KIM, names=frozenset({"toni"}))
    for refused in (pads.set_details(first, PLACE, named, {}), pads.delete(first, PLACE, named)):
        with pytest.raises(PadRefusal):
            await refused
    await claims.settle(claim.id, PLACE, "separate", KIM)
    assert await why(0) == "not_at_table"


def test_the_own_seat_is_that_of_the_account_before_that_of_a_name() -> None:
    toni = replace(KIM, names=frozenset({"toni"}))
    assert seat_of(TONI_AND_ALEX, toni) == 0
    assert seat_of(TONI_AND_ALEX, KIM) is None
    both = result(Player("TONI"), Player("Kim", 1))
    assert (seat_of(both, toni), may_fill(both, 1, toni)) == (1, True)
    for other in (Player("Toni", 5), Player("Toni", computer="easy")):
        assert seat_of(result(other, Player("Alex", 2)), toni) is None


async def test_separated_they_count_apart_and_all_is_remembered(store: Store) -> None:
    await results(store, TONI_AND_ALEX, KIM_AND_ALEX)
    claims = Claiming(store)
    claim = await claims.claim(PLACE, "Toni", KIM, server=True)
    await claims.settle(claim.id, PLACE, "confirm", ALEX)
    await claims.settle(claim.id, PLACE, "separate", KIM)
    assert await games(store) == {"Toni": 1, "Kim": 1, "Alex": 2}
    again = await claims.claim(PLACE, "Toni", ROBIN, server=True)
    states = [(each.person, each.state) for each in await claims.history(PLACE, name="toni")]
    assert states == [(3, "open"), (1, "separated")]
    [separated] = await claims.history(PLACE, account=1)
    assert (separated.settled_name, separated.ended_name) == ("Alex", "Kim")
    await claims.settle(again.id, PLACE, "withdraw", ROBIN)
    assert [each.state for each in await claims.history(PLACE, account=3)] == ["withdrawn"]


async def test_of_two_who_claim_a_name_one_gets_it(store: Store) -> None:
    await results(store, TONI_AND_ALEX)
    claims = Claiming(store)
    first = await claims.claim(PLACE, "Toni", KIM, server=True)
    second = await claims.claim(PLACE, "Toni", ROBIN, server=True)
    await claims.settle(second.id, PLACE, "confirm", ALEX)
    with pytest.raises(ClaimRefusal) as refused:
        await claims.settle(first.id, PLACE, "confirm", ALEX)
    assert refused.value.why == "settled"
    with pytest.raises(ClaimRefusal) as taken:
        await claims.claim(PLACE, "Toni", KIM, server=True)
    assert (taken.value.why, taken.value.values["who"]) == ("taken", "Robin")
    assert {each.person: each.state for each in await claims.history(PLACE, name="toni")} == {1: "refused", 3: "joined"}


async def test_nobody_confirms_their_own_claim(store: Store) -> None:
    await results(store, TONI_AND_ALEX)
    claims = Claiming(store)
    mod = PadUser(1, "Kim", moderator=True)
    claim = await claims.claim(PLACE, "Toni", mod, server=True)
    for who, why in ((KIM, "own"), (mod, "own"), (ROBIN, "not_you")):
        with pytest.raises(ClaimRefusal) as refused:
            await claims.settle(claim.id, PLACE, "confirm", who)
        assert refused.value.why == why
    assert (await claims.settle(claim.id, PLACE, "refuse", MODERATOR)).stored.state == "refused"


async def test_where_nobody_was_there_moderators_decide(store: Store) -> None:
    await results(store, result(Player("Toni"), Player("Jo"), owner=1))
    claims = Claiming(store)
    claim = await claims.claim(PLACE, "Toni", KIM, server=True)
    assert not claim.witnesses
    with pytest.raises(ClaimRefusal):
        await claims.settle(claim.id, PLACE, "confirm", KIM)
    assert (await claims.settle(claim.id, PLACE, "confirm", MODERATOR)).stored.state == "joined"


async def test_alone_in_a_conversation_nobody_has_to_be_asked(store: Store) -> None:
    await results(store, result(Player("Toni"), Player("Jo"), owner=1))
    claim = await Claiming(store).claim(PLACE, "Toni", KIM, server=False)
    assert claim.stored.state == "joined"
    assert await games(store) == {"Toni": 1, "Jo": 1}
    toni = await store.result_statistics.find(PLACE, account=1)
    assert toni is not None


@pytest.mark.parametrize("name", ["Nobody", "Kim", "", " ", "‮", "x" * 500])
async def test_a_name_without_results(store: Store, name: str) -> None:
    """Neither a name that never played nor one that stands for an account."""
    await results(store, TONI_AND_ALEX, KIM_AND_ALEX)
    with pytest.raises(ClaimRefusal) as refused:
        await Claiming(store).claim(PLACE, name, ROBIN, server=True)
    assert refused.value.why == "no_name"


async def test_who_sat_at_the_same_table_is_somebody_else(store: Store) -> None:
    await results(store, result(Player("Toni"), Player("Kim", 1)), TONI_AND_ALEX)
    with pytest.raises(ClaimRefusal) as refused:
        await Claiming(store).claim(PLACE, "Toni", KIM, server=True)
    assert refused.value.why == "same_table"


async def test_two_names_of_one_table_are_two_people(store: Store) -> None:
    await results(store, result(Player("Toni"), Player("Tony"), Player("Alex", 2)))
    claims = Claiming(store)
    claim = await claims.claim(PLACE, "Toni", KIM, server=True)
    await claims.settle(claim.id, PLACE, "confirm", ALEX)
    await count_results(store, PLACE)
    with pytest.raises(ClaimRefusal) as refused:
        await claims.claim(PLACE, "Tony", KIM, server=True)
    assert refused.value.why == "same_table"


async def test_a_name_that_later_sits_beside_its_account_is_a_guest(store: Store) -> None:
    """Kim owns the name Toni; at a table with both, Toni is somebody else."""
    await results(store, TONI_AND_ALEX)
    claim = await Claiming(store).claim(PLACE, "Toni", KIM, server=True)
    await Claiming(store).settle(claim.id, PLACE, "confirm", ALEX)
    await results(store, result(Player("Toni"), Player("Kim", 1)))
    assert await games(store) == {"Kim": 2, "Toni": 1, "Alex": 1}


async def test_another_place_is_not_touched(store: Store) -> None:
    """Names belong to their place; an account is the same everywhere."""
    await results(store, TONI_AND_ALEX, KIM_AND_ALEX)
    await results(store, TONI_AND_ALEX, KIM_AND_ALEX, place=OTHER_PLACE)
    claim = await Claiming(store).claim(PLACE, "Toni", KIM, server=True)
    with pytest.raises(ClaimRefusal) as refused:
        await Claiming(store).settle(claim.id, OTHER_PLACE, "confirm", ALEX)
    assert refused.value.why == "gone"
    await Claiming(store).settle(claim.id, PLACE, "confirm", ALEX)
    assert await games(store) == {"Kim": 2, "Alex": 2}
    assert await games(store, OTHER_PLACE) == {"Toni": 1, "Kim": 1, "Alex": 2}
    kim = await store.result_statistics.find(PLACE, account=1)
    assert kim is not None
    assert await store.result_statistics.places(kim.id) == 2
    everywhere = await store.result_statistics.person(None, kim.id, EVERYTHING)
    assert everywhere is not None
    assert everywhere.games == 3
