"""Quiet hours by the wall clock: compared with a look at every minute, in any zone, also where clocks are changed."""

import random
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.app.tables.quiet_hours import EVERY_DAY, Hours, Quiet, wrong_with, zones

NIGHT = Quiet(22 * 60, 8 * 60)
BERLIN = Hours("Europe/Berlin", NIGHT)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def quiet_by_the_wall(hours: Hours, moment: datetime) -> bool:
    """The same told without the program's help."""
    local = moment.astimezone(ZoneInfo(hours.zone))
    if hours.away_until is not None and moment < hours.away_until:
        return True
    if local.weekday() not in hours.days:
        return True
    if hours.quiet is None:
        return False
    begin, end = (time(minute // 60, minute % 60) for minute in hours.quiet)
    now = local.time().replace(second=0, microsecond=0)
    return begin <= now < end if begin < end else now >= begin or now < end


@pytest.mark.parametrize(
    ("asked", "back"),
    [
        ("2026-01-10T20:59", None),
        ("2026-01-10T21:00", "2026-01-11T07:00"),
        ("2026-03-28T22:00", "2026-03-29T06:00"),  # clocks go forward that night
        ("2026-10-24T22:00", "2026-10-25T07:00"),  # and back
        ("2026-07-01T05:59", "2026-07-01T06:00"),
    ],
)
def test_a_night_in_berlin(asked: str, back: str | None) -> None:
    assert BERLIN.asleep_until(at(asked)) == (None if back is None else at(back))


def test_days_without_play_and_holidays() -> None:
    weekdays = Hours("Europe/Paris", NIGHT, (0, 1, 2, 3, 4))
    assert weekdays.asleep_until(at("2026-01-09T21:00")) == at("2026-01-12T07:00"), "Friday night to Monday"
    away = Hours("Europe/Paris", NIGHT, away_until=at("2026-01-20T23:00"))
    assert away.asleep_until(at("2026-01-09T12:00")) == at("2026-01-21T07:00")
    assert away.asleep_until(at("2026-01-21T12:00")) is None


def test_only_time_awake_counts() -> None:
    assert BERLIN.awake_after(at("2026-01-10T20:00"), timedelta(hours=1)) == at("2026-01-10T21:00")
    assert BERLIN.awake_after(at("2026-01-10T20:00"), timedelta(hours=2)) == at("2026-01-11T08:00")
    assert Hours().awake_after(at("2026-01-10T20:00"), timedelta(hours=24)) == at("2026-01-11T20:00")
    away = Hours(away_until=at("2026-02-01T00:00"))
    assert away.awake_after(at("2026-01-10T20:00"), timedelta(hours=24)) == at("2026-02-02T00:00")


def test_every_minute_of_random_people() -> None:
    """When somebody is back is the first minute that is not quiet, in any zone and at any time of the year."""
    rng, names = random.Random(5), sorted(zones())
    tried = 0
    while tried < 150:
        quiet = Quiet(rng.randrange(1440), rng.randrange(1440))
        hours = Hours(rng.choice(names), quiet, tuple(sorted(rng.sample(range(7), rng.randint(4, 7)))))
        if wrong_with(hours):
            continue
        tried += 1
        day = rng.choice([at("2026-03-28T00:00"), at("2026-10-24T00:00"), at("2026-01-01T00:00")])
        moment = asked = day + timedelta(minutes=rng.randrange(4000))
        while quiet_by_the_wall(hours, moment):
            moment += timedelta(minutes=1)
        assert (hours.asleep_until(asked) or asked) == moment, (hours, asked)


@pytest.mark.parametrize(
    ("hours", "what"),
    [
        (Hours("Mars/Olympus"), "hours_zone"),
        (Hours("Etc/GMT+5"), "hours_zone"),
        (Hours(quiet=Quiet(60, 60)), "hours_same"),
        (Hours(quiet=Quiet(8 * 60, 3 * 60)), "hours_long"),
        (Hours(days=()), "hours_days"),
        (Hours(days=(7,)), "hours_days"),
        (Hours("Asia/Kathmandu", NIGHT, EVERY_DAY), None),
    ],
)
def test_what_cannot_be(hours: Hours, what: str | None) -> None:
    assert wrong_with(hours) == what
