"""What an artifact card counts is said once, by menus; then numbers are enough, and the short-hand still works."""

from collections.abc import AsyncIterator

import pytest

from bot.app.score_pad import (
    Artifacts,
    OpenedPad,
    Options,
    PadRefusal,
    PadUser,
    Player,
    ScorePads,
    Setup,
    Sheet,
    UnreadableForm,
    card_known,
    card_written,
    total,
)
from bot.app.score_pad.entry_cells import is_possible
from bot.app.score_pad.parsing import read_card
from bot.store import Store

PLACE = 10
KIM, TONI, STRANGER = PadUser(1, "Kim"), PadUser(2, "Toni"), PadUser(3, "Stranger")
SAID = {"yellow": "energy", "white": "crates", "violet": "-", "each": "1 2 3"}
CARD = (Artifacts(of="energy"), Artifacts(each=2, of="crates"), Artifacts(each=3))
NUMBERS = {"yellow": "3 6", "white": "0 4", "violet": "1 5 1 machines"}
ENTERED = (Artifacts(3, 6, 1, "energy"), Artifacts(0, 4, 2, "crates"), Artifacts(1, 5, 1, "machines"))


@pytest.fixture
async def pads() -> AsyncIterator[ScorePads]:
    async with await Store.open("sqlite+aiosqlite:///:memory:") as store:
        yield ScorePads(store.score_pads)


async def started(pads: ScorePads, *, common: bool) -> OpenedPad:
    setup = Setup((Player("Kim", 1), Player("Toni", 2)), options=Options(common_card=common))
    return await pads.start(PLACE, PLACE, KIM, "en", setup)


async def filled(pads: ScorePads, number: int, who: PadUser, seat: int, typed: dict[str, str]) -> OpenedPad:
    return await pads.fill(number, PLACE, who, seat, "artifacts", typed, mending=False)


async def test_numbers_are_enough_for_whoever_said_what_the_card_counts(pads: ScorePads) -> None:
    number = (await started(pads, common=False)).id
    said = await pads.set_card(number, PLACE, KIM, 0, SAID)
    assert (said.pad.sheets[0].card, said.pad.missing[2]) == (CARD, (0, "artifacts")), "nothing is filled in by it"
    assert total(said.pad.sheets[0], said.pad.options) == 0
    assert card_known(said.pad, 1) == (), "another player has another card"
    after = await filled(pads, number, KIM, 0, NUMBERS)
    assert after.pad.sheets[0].artifacts == ENTERED
    assert total(after.pad.sheets[0], after.pad.options) == 4 * 6 + 4 * 2 + 2 * 5
    same = await filled(pads, number, TONI, 1, {"yellow": "3 6"})
    assert same.pad.sheets[1].of_colour("yellow") == Artifacts(3, 6)


async def test_of_the_common_card_one_person_says_it_for_all(pads: ScorePads) -> None:
    number = (await started(pads, common=True)).id
    await pads.set_card(number, PLACE, KIM, 0, SAID)
    after = await filled(pads, number, TONI, 1, NUMBERS)
    assert after.pad.sheets[1].artifacts == ENTERED
    own = await pads.set_card(number, PLACE, KIM, 0, {"yellow": "waters"})
    assert card_known(own.pad, 0)[0].of == "waters"


@pytest.mark.parametrize(
    ("typed", "points"),
    [("", (1, 1, 1)), ("2", (2, 2, 2)), ("1 1 2", (1, 1, 2)), ("1, 1,2", (1, 1, 2)), ("0", (0,) * 3)],
)
def test_points_for_each(typed: str, points: tuple[int, ...]) -> None:
    card = read_card({"each": typed, "yellow": "energy", "white": "ghosts"})
    assert tuple(entry.each for entry in card) == points
    assert [entry.of for entry in card] == ["energy", None, None]
    assert read_card(card_written(card)) == card


@pytest.mark.parametrize(
    ("typed", "reason"), [("1 2", "each_count"), ("1 2 3 4", "each_count"), ("x", "no_number"), ("1000", "too_large")]
)
async def test_points_that_cannot_be_change_nothing(pads: ScorePads, typed: str, reason: str) -> None:
    before = await started(pads, common=False)
    with pytest.raises(UnreadableForm) as unreadable:
        await pads.set_card(before.id, PLACE, KIM, 0, SAID | {"each": typed})
    assert [(each.field, each.reason, each.typed) for each in unreadable.value.mistakes] == [("each", reason, typed)]
    assert (await pads.find(before.id, PLACE)).pad == before.pad


async def test_who_may_and_when(pads: ScorePads) -> None:
    number = (await started(pads, common=False)).id

    async def why(who: PadUser, seat: int = 0, place: int = PLACE) -> str:
        with pytest.raises(PadRefusal) as refusal:
            await pads.set_card(number, place, who, seat, SAID)
        return refusal.value.why

    assert (await why(STRANGER), await why(KIM, 7), await why(KIM, 0, 99)) == ("not_at_table", "not_at_table", "gone")
    await filled(pads, number, KIM, 0, NUMBERS)
    assert await why(KIM) == "card_entered"
    await pads.close(number, PLACE, KIM, incomplete=True)
    assert await why(KIM, 1) == "closed"


def test_entries_of_a_file_have_whole_cards() -> None:
    assert is_possible(Sheet(card=CARD))
    assert not is_possible(Sheet(card=CARD[:1]))
    assert not is_possible(Sheet(card=(Artifacts(each=1000), *CARD[1:])))
