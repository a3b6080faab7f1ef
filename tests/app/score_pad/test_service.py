"""What people do with score pads: who may, what is refused, and that nobody's entries are lost."""

import asyncio

import pytest

from bot.app.score_pad import (
    OpenedPad,
    Options,
    PadRefusal,
    PadUser,
    Player,
    ScorePads,
    Setup,
    UnreadableForm,
    card_known,
    ranked_seats,
)
from bot.store import Store

PLACE, CHANNEL = 10, 20
KIM, TONI, STRANGER, MODERATOR = (
    PadUser(1, "Kim"),
    PadUser(2, "Toni"),
    PadUser(3, "Stranger"),
    PadUser(4, "Mod", moderator=True),
)
TWO = Setup((Player("Kim", 1), Player("Toni", 2)))
POINTS = {"track": "50", "progress": "10"}
FORMS = (("points", POINTS), ("cards", {"leftover": "7"}), ("artifacts", {"yellow": "1 2 3"}))


async def started(pads: ScorePads, setup: Setup = TWO) -> OpenedPad:
    return await pads.start(PLACE, CHANNEL, KIM, "en", setup)


async def filled(pads: ScorePads, number: int) -> OpenedPad:
    """Everything filled in by Kim, for both."""
    for seat in (0, 1):
        for form, typed in FORMS:
            opened = await pads.fill(number, PLACE, KIM, seat, form, typed, mending=False)  # type: ignore[arg-type]
    return opened


async def refused(call: object) -> str:
    with pytest.raises(PadRefusal) as refusal:
        await call  # type: ignore[misc]
    return refusal.value.why


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        (Setup(), "no_players"),
        (Setup(names=" , ,"), "no_players"),
        (Setup(TWO.people, "Anna, Ben, Cleo"), "too_many_players"),
        (Setup((Player("Kim", 1), Player("Kim", 1))), "twice"),
        (Setup((Player("Kim", 1), Player("Kimberly", 1))), "twice"),
        (Setup(names="Anna, anna"), "twice"),
        (Setup(names="x" * 33), "long_name"),
        (Setup(TWO.people, options=Options(mode="solo")), "alone"),
        (Setup(TWO.people, options=Options(mode="mautoma")), "alone"),
    ],
)
async def test_tables_that_cannot_be(pads: ScorePads, setup: Setup, why: str) -> None:
    assert await refused(started(pads, setup)) == why
    assert await pads.open_in(CHANNEL) == []


async def test_people_and_names(pads: ScorePads) -> None:
    opened = await started(pads, Setup((Player("Kim", 1),), "Anna,  Ben ; Cleo"))
    assert [player.name for player in opened.pad.players] == ["Kim", "Anna", "Ben", "Cleo"]


async def test_a_whole_tally(pads: ScorePads) -> None:
    opened = await started(pads)
    await filled(pads, opened.id)
    closed = await pads.close(opened.id, PLACE, TONI)
    assert closed.pad.closed is not None
    assert closed.pad.closed.name == "Toni"
    assert [each.total for each in ranked_seats(closed.pad)] == [73, 73]  # 50 + 10 + 7 ÷ 5 + (1 + 1) × 2 × 3
    assert [result.id for result in await pads.results(PLACE)] == [opened.id]
    assert await pads.open_in(CHANNEL) == []


async def test_all_fill_in_at_once(pads: ScorePads) -> None:
    """Six forms of two players sent in the same moment: all of them are in."""
    opened = await started(pads)
    calls = [
        pads.fill(opened.id, PLACE, who, seat, form, typed, mending=False)  # type: ignore[arg-type]
        for seat, who in enumerate((KIM, TONI))
        for form, typed in FORMS
    ]
    await asyncio.gather(*calls)
    assert (await pads.find(opened.id, PLACE)).pad.missing == []


async def test_nothing_of_an_unreadable_form_is_taken_over(pads: ScorePads) -> None:
    opened = await started(pads)
    with pytest.raises(UnreadableForm):
        await pads.fill(opened.id, PLACE, KIM, 0, "points", {"track": "50", "progress": "x"}, mending=False)
    assert (await pads.find(opened.id, PLACE)).pad == opened.pad


async def test_who_may_fill_in(pads: ScorePads) -> None:
    opened = await started(pads, Setup((Player("Toni", 2),), "Anna"))
    for who in (KIM, TONI, MODERATOR):
        await pads.fill(opened.id, PLACE, who, 0, "points", POINTS, mending=False)
    assert await refused(pads.fill(opened.id, PLACE, STRANGER, 0, "points", POINTS, mending=False)) == "not_at_table"
    await pads.fill(opened.id, PLACE, STRANGER, 1, "points", POINTS, mending=False)
    assert await refused(pads.fill(opened.id, PLACE, KIM, 2, "points", POINTS, mending=False)) == "not_at_table"


async def test_after_it_was_closed(pads: ScorePads) -> None:
    opened = await started(pads, Setup((Player("Kim", 1),), "Anna"))
    assert await refused(pads.close(opened.id, PLACE, KIM)) == "incomplete"
    assert await refused(pads.close(opened.id, PLACE, STRANGER, incomplete=True)) == "not_at_table"
    await pads.close(opened.id, PLACE, KIM, incomplete=True)
    assert await refused(pads.close(opened.id, PLACE, KIM)) == "closed"
    assert await refused(pads.fill(opened.id, PLACE, KIM, 0, "points", POINTS, mending=False)) == "closed"
    mended = await pads.fill(opened.id, PLACE, KIM, 0, "points", POINTS, mending=True)
    assert mended.pad.sheets[0].track == 50
    assert mended.stored.closed_at is not None
    assert await refused(pads.fill(opened.id, PLACE, STRANGER, 1, "points", POINTS, mending=True)) == "not_at_table"


async def test_deleted(pads: ScorePads) -> None:
    opened = await started(pads)
    assert await refused(pads.delete(opened.id, PLACE, STRANGER)) == "not_yours"
    await pads.delete(opened.id, PLACE, TONI)
    assert await refused(pads.find(opened.id, PLACE)) == "gone"
    assert await refused(pads.fill(opened.id, PLACE, KIM, 0, "points", POINTS, mending=True)) == "gone"
    assert await refused(pads.delete(opened.id, PLACE, KIM)) == "gone"
    assert (await started(pads)).id > opened.id, "a number is never given twice"


async def test_another_server_does_not_see_it(pads: ScorePads) -> None:
    opened = await started(pads)
    for call in (
        pads.find(opened.id, 99),
        pads.fill(opened.id, 99, KIM, 0, "points", POINTS, mending=False),
        pads.delete(opened.id, 99, KIM),
    ):
        assert await refused(call) == "gone"


async def test_a_tie_is_broken_by_steps(pads: ScorePads) -> None:
    opened = await started(pads)
    await filled(pads, opened.id)
    assert await refused(pads.break_tie(opened.id, PLACE, STRANGER, {"0": "3"})) == "not_at_table"
    broken = await pads.break_tie(opened.id, PLACE, TONI, {"0": "18", "1": "20"})
    assert [(each.seat, each.rank) for each in ranked_seats(broken.pad)] == [(1, 1), (0, 2)]


async def test_a_common_card_is_said_once(pads: ScorePads) -> None:
    opened = await started(pads, Setup(TWO.people, options=Options(common_card=True)))
    await pads.fill(opened.id, PLACE, KIM, 0, "artifacts", {"yellow": "3 6 2 energy"}, mending=False)
    opened = await pads.fill(opened.id, PLACE, TONI, 1, "artifacts", {"yellow": "1 4"}, mending=False)
    toni = opened.pad.sheets[1].of_colour("yellow")
    assert (toni.of, toni.each, toni.counted) == ("energy", 2, 4)
    assert card_known(opened.pad, 0) == opened.pad.sheets[1].artifacts


async def test_several_open_in_one_channel(pads: ScorePads) -> None:
    numbers = [(await started(pads)).id for _ in range(3)]
    assert [opened.id for opened in await pads.open_in(CHANNEL)] == numbers[::-1]


async def test_only_the_newest_drafts_are_kept(store: Store) -> None:
    numbers = [await store.score_pads.keep_draft(1, None, "setup", b"{}") for _ in range(53)]
    other = await store.score_pads.keep_draft(2, None, "setup", b"{}")
    kept = [number for number in numbers if await store.score_pads.draft(number)]
    assert kept == numbers[-50:]
    assert await store.score_pads.draft(other)


async def test_the_same_people_again(pads: ScorePads) -> None:
    setup = Setup((Player("Kim", 1),), "Anna", Options(expansion=True, long_game=True))
    number = (await started(pads, setup)).id
    assert await refused(pads.start_same(number, PLACE, CHANNEL, TONI, "de")) == "still_open"
    await pads.close(number, PLACE, KIM, incomplete=True)
    again = await pads.start_same(number, PLACE, CHANNEL, TONI, "de")
    assert again.id != number
    assert [(player.name, player.person) for player in again.pad.players] == [("Kim", 1), ("Anna", None)]
    assert (again.pad.options, again.pad.owner, again.pad.locale) == (setup.options, 2, "de")
    assert (again.pad.closed, again.pad.edits, again.pad.sheets[0].forms_done) == (None, (), 0)
    assert await refused(pads.start_same(number, PLACE + 1, CHANNEL, TONI, "de")) == "gone"


async def test_two_press_for_the_same_people_at_once(pads: ScorePads) -> None:
    """One pad is started; whoever comes second is told its number. In another channel, it is another pad."""
    number = (await started(pads)).id
    await pads.close(number, PLACE, KIM, incomplete=True)
    calls = (pads.start_same(number, PLACE, CHANNEL, who, "en") for who in (KIM, TONI))
    found = await asyncio.gather(*calls, return_exceptions=True)
    (new,) = [each for each in found if isinstance(each, OpenedPad)]
    (refusal,) = [each for each in found if isinstance(each, PadRefusal)]
    assert (refusal.why, refusal.values) == ("open_already", {"number": new.id})
    assert [each.id for each in await pads.open_in(CHANNEL)] == [new.id]
    assert (await pads.start_same(number, PLACE, CHANNEL + 1, KIM, "en")).id != new.id
    await pads.close(new.id, PLACE, KIM, incomplete=True)
    assert (await pads.start_same(number, PLACE, CHANNEL, KIM, "en")).id != new.id
