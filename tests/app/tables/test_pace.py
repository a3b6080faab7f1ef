"""The pace of a table: agreed to by all, and what follows from it. The clock is turned by hand."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.app.tables import PlayerSettings, Status, TableRefusal
from bot.app.tables.pace import Pace
from bot.app.tables.quiet_hours import Hours, Quiet
from tests.app.tables.table_fixture import ALEX, EVE, KIM, ROBIN, World, caller, world
from tests.app.tables.test_notices import end_turn, ticked

NIGHT = Quiet(22 * 60, 8 * 60)


async def paced(w: World, pace: Pace, *people: int) -> int:
    """A running game with a pace, at the first person's turn, everything told."""
    game = (await w.tables.lobby.open(caller(people[0]))).game
    await w.tables.lobby.pace(caller(people[0]), game, pace)
    for person in people[1:]:
        await w.tables.lobby.join(caller(person), game)
    await w.tables.lobby.option(caller(people[0]), game, "random_seats", False)
    await w.tables.lobby.start(caller(people[0]), game)
    await w.settle_setup(game)
    await ticked(w)
    return game


async def late(w: World, game: int) -> list[int]:
    status: Status = await w.tables.status(game)
    return sorted(status.late)


async def test_a_lobby_starts_when_all_have_agreed(w: World) -> None:
    game = (await w.tables.lobby.open(caller(KIM))).game
    await w.tables.lobby.join(caller(ALEX), game)
    status = await w.tables.lobby.pace(caller(KIM), game, "day")
    assert status.undecided == (1,)
    with pytest.raises(TableRefusal, match="pace_open"):
        await w.tables.lobby.start(caller(KIM), game)
    status = await w.tables.lobby.join(caller(ROBIN), game)
    assert status.undecided == (1,), "who joins has seen it"
    with pytest.raises(TableRefusal, match="not_in_game"):
        await w.tables.lobby.agree(caller(EVE), game)
    assert (await w.tables.lobby.agree(caller(ALEX), game)).undecided == ()
    assert (await w.tables.lobby.pace(caller(KIM), game, "live")).undecided == (1, 2)
    assert (await w.tables.lobby.pace(caller(KIM), game, "none")).undecided == ()
    assert (await w.tables.lobby.start(caller(KIM), game)).stage == "running"


async def test_only_the_owner_chooses_it_in_a_lobby(w: World) -> None:
    game = (await w.tables.lobby.open(caller(KIM))).game
    await w.tables.lobby.join(caller(ALEX), game)
    with pytest.raises(TableRefusal, match="not_allowed"):
        await w.tables.lobby.pace(caller(ALEX), game, "live")


async def test_a_running_game_changes_it_by_vote(w: World) -> None:
    game = await paced(w, "none", KIM, ALEX, ROBIN)
    with pytest.raises(TableRefusal, match="not_allowed"):
        await w.tables.administration.pace(caller(EVE, moderator=True), game, "live")
    assert not (await w.tables.administration.pace(caller(KIM), game, "live")).done, "nor does the owner alone"
    voted = await w.tables.administration.pace(caller(ALEX), game, "live")
    assert (voted.done, voted.status.pace) == (True, "live")
    await ticked(w, minutes=16)
    assert await late(w, game) == [0], "the pace holds for the turn under way, from its beginning"
    await w.tables.administration.pace(caller(KIM), game, "relaxed")
    await w.tables.administration.pace(caller(ALEX), game, "relaxed")
    assert await late(w, game) == []


@pytest.mark.parametrize(
    ("pace", "reminder", "late_after"), [("live", 5, 15), ("day", 720, 1440), ("relaxed", 1440, 4320)]
)
async def test_reminded_then_late(w: World, pace: Pace, reminder: int, late_after: int) -> None:
    game = await paced(w, pace, KIM, ALEX)
    await end_turn(w, game, KIM)
    assert await ticked(w) == [(ALEX, "turn", 0)]
    assert await ticked(w, minutes=reminder - 1) == []
    assert [kind for _, kind, _ in await ticked(w, minutes=1)] == ["turn"]
    assert await ticked(w, minutes=late_after - reminder - 1) == []
    assert await late(w, game) == []
    assert [(user, kind) for user, kind, _ in await ticked(w, minutes=1)] == [(ALEX, "late")]
    assert await late(w, game) == [1]
    assert await ticked(w, days=30) == [], "nobody is told twice"
    await end_turn(w, game, ALEX)
    assert await late(w, game) == []


async def test_without_a_pace_nobody_is_late(w: World) -> None:
    game = await paced(w, "none", KIM, ALEX)
    await end_turn(w, game, KIM)
    assert await ticked(w) == [(ALEX, "turn", 0)]
    assert await ticked(w, days=40) == []
    assert await late(w, game) == []


async def test_own_wishes_go_before_the_pace(w: World) -> None:
    await w.tables.set_settings(ALEX, PlayerSettings("48"))
    game = await paced(w, "relaxed", KIM, ALEX)
    await end_turn(w, game, KIM)
    await ticked(w)
    assert await ticked(w, hours=47) == []
    assert await ticked(w, hours=1) == [(ALEX, "turn", 48)]


async def test_who_wants_no_notices_is_late_all_the_same(w: World) -> None:
    await w.tables.set_settings(ALEX, PlayerSettings("off"))
    game = await paced(w, "live", KIM, ALEX)
    await end_turn(w, game, KIM)
    assert await ticked(w, minutes=20) == []
    assert await late(w, game) == [1]


async def test_quiet_hours_put_off_and_stop_the_clock(w: World) -> None:
    """Noon in UTC is 13:00 in Berlin; Alex sleeps from 22:00 to 8:00."""
    await w.tables.set_hours(ALEX, Hours("Europe/Berlin", NIGHT))
    game = await paced(w, "day", KIM, ALEX)
    await ticked(w, hours=10)
    await end_turn(w, game, KIM)  # 23:00 in Berlin
    assert await ticked(w) == []
    assert await ticked(w, hours=8, minutes=59) == []
    assert await ticked(w, minutes=1) == [(ALEX, "turn", 0)], "at 8:00"
    assert await ticked(w, hours=12) == [(ALEX, "turn", 12)]
    assert await ticked(w, hours=11, minutes=59) == [], "the night does not count"
    assert await ticked(w, hours=9, minutes=59) == []
    assert await ticked(w, minutes=2) == [(ALEX, "late", 0)], "24 hours awake"


async def test_holidays_begin_at_once_and_end_early(w: World) -> None:
    game = await paced(w, "day", KIM, ALEX)
    await w.tables.set_hours(ALEX, Hours(away_until=w.clock.now() + timedelta(days=10)))
    await end_turn(w, game, KIM)
    assert await ticked(w, days=3) == []
    assert await late(w, game) == []
    await w.tables.set_hours(ALEX, Hours())
    assert [kind for _, kind, _ in await ticked(w)] == ["turn", "late"], "as if they had never been"


async def test_days_in_the_past_and_too_far_away(w: World) -> None:
    for until, reason in ((w.clock.now(), "away_past"), (w.clock.now() + timedelta(days=121), "away_long")):
        with pytest.raises(TableRefusal, match=reason):
            await w.tables.set_hours(ALEX, Hours(away_until=until))
    with pytest.raises(TableRefusal, match="hours_zone"):
        await w.tables.set_hours(ALEX, Hours("Mars/Olympus"))
    assert (await w.tables.settings(ALEX)).hours == Hours()


async def test_hours_can_be_changed_after_holidays(w: World) -> None:
    back = w.clock.now() + timedelta(days=2)
    await w.tables.set_hours(ALEX, Hours(away_until=back))
    w.clock.turn(days=3)
    kept = (await w.tables.settings(ALEX)).hours
    await w.tables.set_hours(ALEX, Hours("Europe/Berlin", NIGHT, away_until=kept.away_until))
    assert (await w.tables.settings(ALEX)).hours == Hours("Europe/Berlin", NIGHT)


async def test_hours_are_kept(w: World, path: Path) -> None:
    hours = Hours("Asia/Kathmandu", NIGHT, (0, 2, 6), datetime(2026, 4, 1, tzinfo=UTC), True)
    await w.tables.set_settings(ALEX, PlayerSettings("8", "home", False))
    await w.tables.set_hours(ALEX, hours)
    async with world(path, clock=w.clock) as later:
        assert await later.tables.settings(ALEX) == PlayerSettings("8", "home", False, hours)


async def test_others_see_who_sleeps_where_they_may(w: World) -> None:
    game = await paced(w, "day", KIM, ALEX)
    await end_turn(w, game, KIM)
    back = w.clock.now() + timedelta(days=2)
    await w.tables.set_hours(ALEX, Hours(away_until=back))
    assert await w.tables.seen_asleep(await w.tables.status(game)) == {}
    await w.tables.set_hours(ALEX, Hours(away_until=back, shown=True))
    assert await w.tables.seen_asleep(await w.tables.status(game)) == {1: back}


async def test_who_sleeps_is_late_all_the_same_and_told_in_the_morning(w: World) -> None:
    """A process that was away looks at it in the night."""
    await w.tables.set_hours(ALEX, Hours("UTC", NIGHT))
    game = await paced(w, "live", KIM, ALEX)
    await end_turn(w, game, KIM)
    assert [kind for _, kind, _ in await ticked(w, hours=11)] == []
    assert await late(w, game) == [1]
    assert [kind for _, kind, _ in await ticked(w, hours=9)] == ["turn", "late"]
    assert await ticked(w, days=2) == [(ALEX, "turn", 0)], "the reminder of a live table, after five minutes"
