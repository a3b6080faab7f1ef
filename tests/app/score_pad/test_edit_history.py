"""Two people edit one seat: no change is lost, only changed fields are written, and where both changed one field the
second is asked. A typed result says who changed what, when, and what it was."""

import asyncio
import csv
import io
import json
import random
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.app.score_pad import (
    FORMS,
    EditConflict,
    Form,
    OpenedPad,
    Options,
    PadRefusal,
    PadUser,
    Player,
    ScorePads,
    Setup,
    Sheet,
    as_csv,
    as_json,
    edits_of_result,
    fields_of,
    sheet_after,
    written,
)
from bot.app.score_pad.edit_history import EDITS_KEPT, MOST_EDITS, value_of
from bot.store import Store
from bot.text import LOCALES, Locale

PLACE, CHANNEL = 10, 20
KIM, TONI = PadUser(1, "Kim"), PadUser(2, "Toni")
ALL = Options(expansion=True)
USUAL: dict[Form, dict[str, str]] = {
    "points": {"track": "50", "progress": "10", "technologies": "3", "locations": "7 5", "devotion": "2"},
    "cards": {"cards": "4 6", "scyphoz": "1", "leftover": "2 0 1 1", "small": "1", "end_tile": "1"},
    "artifacts": {"yellow": "3 6 1 energy", "white": "0 4 2 kites", "violet": "1 5 1"},
}
OTHER: dict[str, tuple[str, ...]] = {
    "track": ("51", "52"),
    "progress": ("11", "12"),
    "technologies": ("4", "5"),
    "locations": ("7", "5"),
    "devotion": ("0", "3"),
    "cards": ("1", ""),
    "scyphoz": ("0", "3"),
    "leftover": ("4", "0"),
    "small": ("0", "3"),
    "end_tile": ("",),
    "yellow": ("1 1", ""),
    "white": ("0 4 2 kite", "2 2 2"),
    "violet": ("1 5 1 energy", "9 9 9"),
}
"""Entries that no field has at first."""


@pytest.fixture
async def pads(tmp_path: Path) -> AsyncIterator[ScorePads]:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'tallies.sqlite3'}") as store:
        yield ScorePads(store.score_pads)


async def filled(pads: ScorePads, options: Options = ALL) -> OpenedPad:
    """A pad for Kim and Toni with Kim's forms filled in."""
    opened = await pads.start(PLACE, CHANNEL, KIM, "en", Setup((Player("Kim", 1), Player("Toni", 2)), options=options))
    for form in FORMS:
        opened = await pads.fill(opened.id, PLACE, KIM, 0, form, USUAL[form], mending=False)
    return opened


async def result(pads: ScorePads) -> OpenedPad:
    opened = await filled(pads)
    return await pads.close(opened.id, PLACE, KIM, incomplete=True)


def shown(opened: OpenedPad, form: Form, locale: Locale = "en", seat: int = 0) -> dict[str, str]:
    """What the form shows when it is opened."""
    return written(opened.pad.sheets[seat], form, locale, opened.pad.options)


async def send(
    pads: ScorePads, who: PadUser, opened: OpenedPad, form: Form, typed: dict[str, str], *, mending: bool = False
) -> OpenedPad:
    """Send a form that was opened on ``opened``."""
    base = opened.pad.revision
    return await pads.fill(opened.id, PLACE, who, 0, form, typed, mending=mending, base=base)


PAIRS = [
    (form, one, other)
    for form in FORMS
    for one in fields_of(form, ALL)
    for other in fields_of(form, ALL)
    if one != other
]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("form", "one", "other"), PAIRS)
async def test_two_change_different_fields_of_one_form(
    pads: ScorePads, form: Form, one: str, other: str, locale: Locale
) -> None:
    opened = await filled(pads)
    await send(pads, KIM, opened, form, shown(opened, form) | {one: OTHER[one][0]})
    after = await send(pads, TONI, opened, form, shown(opened, form, locale) | {other: OTHER[other][0]})
    before, now = opened.pad.sheets[0], after.pad.sheets[0]
    for field in fields_of(form, ALL):
        changed = value_of(now, field) != value_of(before, field)
        assert changed is (field in (one, other)), field


@pytest.mark.parametrize("field", [field for form in FORMS for field in fields_of(form, ALL) if field != "end_tile"])
async def test_two_change_one_field(pads: ScorePads, field: str) -> None:
    """The second is asked; sent again on what they have seen meanwhile, their entry stands."""
    form = next(form for form in FORMS if field in fields_of(form, ALL))
    opened = await filled(pads)
    first = await send(pads, KIM, opened, form, shown(opened, form) | {field: OTHER[field][0]})
    with pytest.raises(EditConflict) as contest:
        await send(pads, TONI, opened, form, shown(opened, form) | {field: OTHER[field][1]})
    assert [(each.field, each.name) for each in contest.value.conflicts] == [(field, "Kim")]
    assert contest.value.opened.pad == first.pad, "nothing else was changed, so nothing is written"
    again = shown(first, form) | {field: OTHER[field][1]}
    after = await send(pads, TONI, contest.value.opened, form, again)
    assert value_of(after.pad.sheets[0], field) not in (
        value_of(opened.pad.sheets[0], field),
        value_of(first.pad.sheets[0], field),
    )


async def test_what_is_not_contested_is_written_at_once(pads: ScorePads) -> None:
    opened = await filled(pads)
    await send(pads, KIM, opened, "points", shown(opened, "points") | {"track": "51"})
    with pytest.raises(EditConflict):
        await send(pads, TONI, opened, "points", shown(opened, "points") | {"track": "52", "progress": "12"})
    sheet = (await pads.find(opened.id, PLACE)).pad.sheets[0]
    assert (sheet.track, sheet.progress) == (51, 12)


async def test_both_enter_the_same(pads: ScorePads) -> None:
    opened = await filled(pads)
    first = await send(pads, KIM, opened, "points", shown(opened, "points") | {"track": "51"})
    second = await send(pads, TONI, opened, "points", shown(opened, "points") | {"track": "50 + 1"})
    assert second.pad == first.pad


async def test_both_fill_in_an_empty_form(pads: ScorePads) -> None:
    """What the second has left empty does not wipe out what the first has entered."""
    opened = await pads.start(PLACE, CHANNEL, KIM, "en", Setup((Player("Kim", 1), Player("Toni", 2))))
    await send(pads, KIM, opened, "points", USUAL["points"])
    await send(pads, KIM, opened, "cards", USUAL["cards"])
    with pytest.raises(EditConflict) as contest:
        await send(pads, TONI, opened, "points", {"track": "60", "progress": "10"})
    assert [each.field for each in contest.value.conflicts] == ["track"]
    after = await send(pads, TONI, opened, "cards", {"cards": "", "leftover": "", "small": "0", "end_tile": ""})
    expected = Sheet(track=50, progress=10, technologies=3, locations=(7, 5), cards=(4, 6), small=1, end_tile=True)
    sheet = after.pad.sheets[0]
    assert {field: value_of(sheet, field) for field in fields_of("points", Options())} == {
        field: value_of(expected, field) for field in fields_of("points", Options())
    }
    assert (sheet.cards, sheet.small, sheet.end_tile) == ((4, 6), 1, True)


async def test_steps_of_a_tie(pads: ScorePads) -> None:
    opened = await filled(pads)
    base = opened.pad.revision
    await pads.break_tie(opened.id, PLACE, KIM, {"0": "18", "1": "9"}, base)
    with pytest.raises(EditConflict) as contest:
        await pads.break_tie(opened.id, PLACE, TONI, {"0": "18", "1": "20", "7": "3"}, base)
    assert [(each.seat, each.field, each.name) for each in contest.value.conflicts] == [(1, "steps", "Kim")]
    after = await pads.break_tie(opened.id, PLACE, TONI, {"1": "20"}, contest.value.opened.pad.revision)
    assert [sheet.track_steps for sheet in after.pad.sheets] == [18, 20]


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(4, 20))])
async def test_nothing_is_lost_among_many(pads: ScorePads, seed: int) -> None:
    """Several forms of one seat, opened and sent in any order, each with some fields changed: a field ends as the last
    person entered it who was not asked, and nobody is asked without reason."""
    chance = random.Random(seed)
    opened = await filled(pads)
    for _ in range(30):
        form = chance.choice(FORMS)
        fields = fields_of(form, ALL)
        wishes = [{field: chance.choice(OTHER[field]) for field in chance.sample(fields, 2)} for _ in range(2)]
        base = await pads.find(opened.id, PLACE)
        for who, wish in zip((KIM, TONI), wishes, strict=True):
            before = (await pads.find(opened.id, PLACE)).pad.sheets[0]
            try:
                await send(pads, who, base, form, shown(base, form, chance.choice(LOCALES)) | wish)
                asked = set()
            except EditConflict as contest:
                asked = {each.field for each in contest.conflicts}
            after = (await pads.find(opened.id, PLACE)).pad.sheets[0]
            assert asked <= wishes[0].keys() & wishes[1].keys()
            for field in (each for other in FORMS for each in fields_of(other, ALL)):
                if field in asked or field not in wish:
                    assert value_of(after, field) == value_of(before, field)


async def test_sent_at_the_same_moment(pads: ScorePads) -> None:
    opened = await filled(pads)
    calls = [
        send(pads, KIM, opened, "points", shown(opened, "points") | {field: OTHER[field][0]})
        for field in fields_of("points", ALL)
    ]
    await asyncio.gather(*calls)
    sheet = (await pads.find(opened.id, PLACE)).pad.sheets[0]
    assert (sheet.track, sheet.progress, sheet.technologies, sheet.locations, sheet.devotion) == (51, 11, 4, (7,), 0)


async def test_a_form_older_than_what_is_remembered(pads: ScorePads) -> None:
    """Whoever had a form open for more than a hundred changes is asked about every difference."""
    opened = await filled(pads)
    now = opened
    for number in range(EDITS_KEPT + 2):
        now = await send(pads, KIM, now, "points", shown(now, "points") | {"track": str(100 + number)})
    assert len(now.pad.edits) == EDITS_KEPT
    with pytest.raises(EditConflict) as contest:
        await send(pads, TONI, opened, "points", shown(opened, "points") | {"progress": "12"})
    assert [each.field for each in contest.value.conflicts] == ["track", "progress"]
    assert (await pads.find(opened.id, PLACE)).pad == now.pad


async def test_a_changed_result_says_so(pads: ScorePads) -> None:
    opened = await result(pads)
    assert edits_of_result(opened.pad) == [], "what is entered before it is a result is no change of it"
    first = await send(pads, TONI, opened, "points", shown(opened, "points") | {"track": "60"}, mending=True)
    second = await send(
        pads, KIM, first, "points", shown(first, "points") | {"track": "61", "progress": "9"}, mending=True
    )
    again = await send(pads, KIM, second, "points", shown(second, "points"), mending=True)
    assert again.pad == second.pad, "what changes nothing is no change"
    told = [
        (edit.name, edit.person, edit.seat, edit.fields, edit.was.track, sheet_after(again.pad, edit).track)
        for edit in edits_of_result(again.pad)
    ]
    assert told == [("Toni", 2, 0, ("track",), 50, 60), ("Kim", 1, 0, ("track", "progress"), 60, 61)]
    assert all(datetime.now(UTC) - edit.at < timedelta(hours=1) for edit in edits_of_result(again.pad))


async def test_steps_of_a_result_are_told_too(pads: ScorePads) -> None:
    opened = await result(pads)
    after = await pads.break_tie(opened.id, PLACE, TONI, {"0": "18"})
    (edit,) = edits_of_result(after.pad, 0)
    assert (edit.name, edit.fields, edit.was.track_steps) == ("Toni", ("steps",), None)


async def test_changes_cannot_push_out_changes(pads: ScorePads) -> None:
    now = await result(pads)
    for number in range(MOST_EDITS):
        now = await send(pads, KIM, now, "points", shown(now, "points") | {"track": str(100 + number)}, mending=True)
    with pytest.raises(PadRefusal) as refusal:
        await send(pads, KIM, now, "points", shown(now, "points") | {"track": "3"}, mending=True)
    assert refusal.value.why == "changed_often"
    assert len(edits_of_result(now.pad)) == MOST_EDITS
    assert edits_of_result(now.pad)[0].was.track == 50


async def test_changes_are_exported(pads: ScorePads) -> None:
    opened = await result(pads)
    now = await send(
        pads, TONI, opened, "cards", shown(opened, "cards") | {"leftover": "9", "end_tile": ""}, mending=True
    )
    (exported,) = json.loads(as_json([(now.stored, now.pad)]))
    assert exported["refereed"] is False
    told = [(each["player"], each["by"], each["field"], each["was"], each["now"]) for each in exported["changes"]]
    assert told == [("Kim", "Toni", "leftover", "2 0 1 1", "9"), ("Kim", "Toni", "end_tile", "1", "")]
    rows = {row["player"]: row for row in csv.DictReader(io.StringIO(as_csv([(now.stored, now.pad)])))}
    assert [(rows[name]["refereed"], rows[name]["changes"]) for name in ("Kim", "Toni")] == [
        ("False", "1"),
        ("False", "0"),
    ]
