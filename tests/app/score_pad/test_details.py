"""The details of a typed result: day, place, note, parts, start player. Nobody's are lost, and the day
is one that was."""

import csv
import io
from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest
from lxml import etree

from bot.app.result_files.play_files import bg_stats_play, plays_for_bgg
from bot.app.results import count_results
from bot.app.score_pad import (
    Details,
    OpenedPad,
    Options,
    PadRefusal,
    PadUser,
    Player,
    ScorePad,
    ScorePads,
    Setup,
    UnreadableForm,
    as_csv,
    day_played,
)
from bot.app.score_pad.details import AHEAD, LONGEST_NOTE, LONGEST_PLACE, MOST_DETAILS_EDITS
from bot.app.score_pad.service import decoded, encoded
from bot.store import Store
from bot.store.result_statistics import EVERYTHING

PLACE, CHANNEL = 10, 20
KIM, TONI, STRANGER = PadUser(1, "Kim"), PadUser(2, "Toni"), PadUser(3, "Stranger")
EXPANSION = Options(expansion=True)
TOLD = {"played": "31.1.2026", "place": " Kitchen\n", "note": "Won – on  the last turn", "parts": "lakes devotion"}
AS_TOLD = Details(date(2026, 1, 31), "Kitchen", "Won – on the last turn", ("devotion", "lakes"), 1)


async def result(pads: ScorePads, options: Options = EXPANSION) -> OpenedPad:
    setup = Setup((Player("Kim", 1), Player("Toni", 2)), options=options)
    opened = await pads.start(PLACE, CHANNEL, KIM, "en", setup)
    return await pads.close(opened.id, PLACE, KIM, incomplete=True)


async def test_what_is_told_is_kept_with_what_it_was(pads: ScorePads) -> None:
    number = (await result(pads)).id
    first = await pads.set_details(number, PLACE, KIM, TOLD | {"starter": "1"})
    assert first.pad.details == AS_TOLD
    again = await pads.set_details(number, PLACE, KIM, TOLD | {"starter": "1"})
    assert again.pad == first.pad, "what changes nothing is no change"
    second = await pads.set_details(number, PLACE, TONI, {"played": "2026-02-01", "starter": "-"})
    assert second.pad.details == Details(date(2026, 2, 1))
    told = [(edit.was, edit.person, edit.name) for edit in second.pad.details_edits]
    assert told == [(Details(), 1, "Kim"), (AS_TOLD, 2, "Toni")]
    assert decoded(encoded(second.pad)) == second.pad


async def test_the_usual_day_is_that_of_closing(pads: ScorePads) -> None:
    opened = await result(pads)
    assert opened.stored.closed_at
    today = opened.stored.closed_at.date()
    for typed in ("", today.isoformat(), f"{today.day}.{today.month}.{today.year}"):
        after = await pads.set_details(opened.id, PLACE, KIM, {"played": typed, "place": f"Attic {typed}"})
        assert after.pad.details.played is None
        assert day_played(after.pad, opened.stored.closed_at) == today


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("soon", "no_day"),
        ("30.2.2026", "no_day"),
        ("2021-12-31", "early_day"),
        ("9999-12-31", "future_day"),
        (((datetime.now(UTC) + AHEAD).date() + timedelta(days=2)).isoformat(), "future_day"),
    ],
)
async def test_days_that_cannot_be_change_nothing(pads: ScorePads, typed: str, reason: str) -> None:
    before = await result(pads)
    with pytest.raises(UnreadableForm) as unreadable:
        await pads.set_details(before.id, PLACE, KIM, TOLD | {"played": typed})
    assert [(each.field, each.reason, each.typed) for each in unreadable.value.mistakes] == [("played", reason, typed)]
    assert (await pads.find(before.id, PLACE)).pad == before.pad


async def test_two_write_at_once(pads: ScorePads) -> None:
    """Each writes what they changed in the form; of one that both changed, the history tells what it was."""
    number = (await result(pads)).id
    await pads.set_details(number, PLACE, KIM, {"place": "Kitchen", "note": "Long"}, 0)
    await pads.set_details(number, PLACE, KIM, {"place": "Garden", "note": "Long"}, 1)
    after = await pads.set_details(number, PLACE, TONI, {"place": "Kitchen", "note": "Very long"}, 1)
    assert (after.pad.details.place, after.pad.details.note) == ("Garden", "Very long")
    late = await pads.set_details(number, PLACE, TONI, {"place": "Attic"}, 0)
    assert (late.pad.details.place, late.pad.details.note) == ("Attic", "Very long")
    assert late.pad.details_edits[-1].was.place == "Garden"


async def test_forged_forms_do_no_harm(pads: ScorePads) -> None:
    number = (await result(pads, Options())).id
    typed = {"place": "x" * 5000, "note": "y" * 5000, "parts": "lakes ghosts", "starter": "7"}
    after = await pads.set_details(number, PLACE, KIM, typed, 10**9)
    assert after.pad.details == Details(None, "x" * LONGEST_PLACE, "y" * LONGEST_NOTE)


async def test_who_may_and_of_what(store: Store, pads: ScorePads) -> None:
    async def why(number: int, who: PadUser, place: int = PLACE) -> str:
        with pytest.raises(PadRefusal) as refusal:
            await pads.set_details(number, place, who, TOLD)
        return refusal.value.why

    closed = await result(pads)
    assert await why(closed.id, STRANGER) == "not_at_table"
    assert await why(closed.id, KIM, PLACE + 1) == "gone"
    opened = await pads.start(PLACE, CHANNEL, KIM, "en", Setup((Player("Kim", 1),)))
    assert await why(opened.id, KIM) == "still_open"
    refereed = await store.score_pads.add(PLACE, CHANNEL, encoded(_refereed(closed)), closed=True)
    assert await why(refereed.id, KIM) == "refereed"
    for number in range(MOST_DETAILS_EDITS):
        await pads.set_details(closed.id, PLACE, KIM, {"place": str(number)})
    assert await why(closed.id, KIM) == "changed_often"


def _refereed(opened: OpenedPad) -> ScorePad:
    return msgspec.structs.replace(opened.pad, game=True)


async def test_statistics_count_the_day_played(store: Store, pads: ScorePads) -> None:
    opened = await result(pads)
    await count_results(store, PLACE)

    async def last() -> datetime:
        people, _ = await store.result_statistics.players(PLACE, EVERYTHING)
        return datetime.fromtimestamp(people[0].tally.last, UTC)

    assert opened.stored.closed_at
    assert await last() == opened.stored.closed_at.replace(microsecond=0)
    await pads.set_details(opened.id, PLACE, KIM, {"played": "2026-01-31"})
    await count_results(store, PLACE)
    assert await last() == datetime(2026, 1, 31, 12, tzinfo=UTC)


async def test_results_are_listed_by_the_day_played(pads: ScorePads) -> None:
    first, second, third = [(await result(pads)).id for _ in range(3)]

    async def listed() -> list[int]:
        return [opened.id for opened in await pads.results(PLACE)]

    assert await listed() == [third, second, first]
    await pads.set_details(third, PLACE, KIM, {"played": "2026-01-31"})
    await pads.set_details(second, PLACE, KIM, {"played": "2026-01-30"})
    assert await listed() == [first, third, second]
    assert [opened.id for opened in await pads.results(PLACE, 1, 1)] == [third]
    await pads.fill(third, PLACE, KIM, 0, "points", {"track": "1", "progress": "1"}, mending=True)
    assert await listed() == [first, third, second], "another change leaves the day as it is"
    await pads.set_details(second, PLACE, KIM, {"played": ""})
    assert await listed() == [second, first, third]


async def test_files_tell_the_day_played(pads: ScorePads) -> None:
    """So an imported file counts the game on that day, too."""
    opened = await result(pads)
    after = await pads.set_details(opened.id, PLACE, KIM, {"played": "2026-01-31"})
    rows = list(csv.DictReader(io.StringIO(as_csv([(after.stored, after.pad)]))))
    assert {row["closed_at"] for row in rows} == {"2026-01-31T12:00:00+00:00"}


async def test_files_of_plays_tell_place_note_and_start_player(pads: ScorePads) -> None:
    opened = await result(pads)
    told = await pads.set_details(opened.id, PLACE, KIM, TOLD | {"starter": "1", "note": "Won < lost & \x0bsad"})
    play = bg_stats_play(told.stored, told.pad, {}, "en")
    assert (play["playDate"], play["location"], play["comments"]) == (
        "2026-01-31 12:00:00",
        "Kitchen",
        "Won < lost & sad",
    )
    starters = [each["name"] for each in play["players"] if each["startPlayer"]]
    assert starters == [told.pad.players[1].name]
    [entry] = etree.fromstring(plays_for_bgg([(told.stored, told.pad)], {}, "en"))
    assert (entry.get("date"), entry.get("location")) == ("2026-01-31", "Kitchen")
    assert entry.findtext("comments") == "Won < lost & sad"
