"""When a person is not to be disturbed: quiet hours of a day, days without play, holidays. All of it follows the wall
clock of the person's zone, through switches to summer time and back."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final, Literal, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

import msgspec

DAY: Final = 24 * 60
"""Minutes."""
EVERY_DAY: Final = (0, 1, 2, 3, 4, 5, 6)
LONGEST_QUIET: Final = 18 * 60
"""Minutes of a day that can be quiet, at most: something has to be left to play in."""
LONGEST_AWAY: Final = timedelta(days=120)
USUAL_ZONES: Final = (
    "America/Chicago",
    "America/Los_Angeles",
    "America/New_York",
    "America/Toronto",
    "Australia/Sydney",
    "Europe/Berlin",
    "Europe/Brussels",
    "Europe/London",
    "Europe/Paris",
    "Europe/Vienna",
    "Europe/Zurich",
)
"""Zones that are offered before anything is typed."""
_SEARCHED: Final = 10
"""Days within which quiet times end or begin, whatever somebody has set."""
_NO_PLACES: Final = ("Etc/", "SystemV/", "US/", "Canada/", "Brazil/", "Chile/", "Mexico/", "posix/", "right/")
_STEP: Final = timedelta(minutes=30)
"""Zones switch at whole and half hours of UTC."""


class Quiet(NamedTuple):
    """Quiet hours on the wall clock, in minutes after midnight; from ``begin`` to before ``end``, which may be on the
    next day."""

    begin: int
    end: int


class Hours(msgspec.Struct, frozen=True):
    """When a person wants to be told of games.

    ``zone``: a name of the time zone database; ``days``: those on which they play, Monday is 0; ``away_until``: when
    their holidays end; ``shown``: others may see when they are back.
    """

    zone: str = "UTC"
    quiet: Quiet | None = None
    days: tuple[int, ...] = EVERY_DAY
    away_until: datetime | None = None
    shown: bool = False

    @property
    def any(self) -> bool:
        """Whether they ever want to be left alone."""
        return self.quiet is not None or self.days != EVERY_DAY or self.away_until is not None

    def asleep(self, at: datetime) -> bool:
        """Whether they are not to be disturbed at that moment."""
        return (self.away_until is not None and at < self.away_until) or self._weekly_asleep(at)

    def asleep_until(self, at: datetime) -> datetime | None:
        """When they can be told something again; None: now."""
        if not self.asleep(at):
            return None
        back = at if self.away_until is None else max(at, self.away_until)
        return self._next_change(back) if self._weekly_asleep(back) else back

    def awake_after(self, since: datetime, span: timedelta) -> datetime:
        """When so much time will have passed in which they could have been told something."""
        moment, left = since, span
        while True:
            moment = self.asleep_until(moment) or moment
            if self.quiet is None and self.days == EVERY_DAY:
                return moment + left
            until = self._next_change(moment)
            if until - moment >= left:
                return moment + left
            left -= until - moment
            moment = until

    def _weekly_asleep(self, at: datetime) -> bool:
        local = at.astimezone(zone_of(self.zone))
        if local.weekday() not in self.days:
            return True
        return self.quiet is not None and within(self.quiet, local.hour * 60 + local.minute)

    def _next_change(self, at: datetime) -> datetime:
        """When quiet times begin or end next."""
        now, zone = self._weekly_asleep(at), zone_of(self.zone)
        first = at.astimezone(zone).date() - timedelta(days=1)
        for number in range(_SEARCHED):
            for moment in _boundaries(self.zone, self.quiet, first + timedelta(days=number)):
                if moment > at and self._weekly_asleep(moment) != now:
                    return moment
        return at + timedelta(days=_SEARCHED)


Wrong = Literal["hours_zone", "hours_same", "hours_long", "hours_days"]


def wrong_with(hours: Hours) -> Wrong | None:
    """What cannot be about a person's hours."""
    if hours.zone not in zones():
        return "hours_zone"
    if hours.quiet is not None and hours.quiet.begin == hours.quiet.end:
        return "hours_same"
    if hours.quiet is not None and (hours.quiet.end - hours.quiet.begin) % DAY > LONGEST_QUIET:
        return "hours_long"
    return "hours_days" if not set(hours.days) <= set(EVERY_DAY) or not hours.days else None


def within(quiet: Quiet, minute: int) -> bool:
    """Whether a minute of the day is quiet."""
    if quiet.begin < quiet.end:
        return quiet.begin <= minute < quiet.end
    return minute >= quiet.begin or minute < quiet.end


@lru_cache(maxsize=1024)
def zone_of(name: str) -> ZoneInfo:
    """The zone of that name. :raises ZoneInfoNotFoundError: there is none."""
    return ZoneInfo(name)


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """The names of all zones that places have: ``Continent/City``, and UTC."""
    places = (name for name in available_timezones() if "/" in name and not name.startswith(_NO_PLACES))
    return frozenset(places) | {"UTC"}


@lru_cache(maxsize=65536)
def _boundaries(zone: str, quiet: Quiet | None, day: date) -> tuple[datetime, ...]:
    """The moments of a day at which quiet times can begin or end, in order: on a day on which clocks are changed, every
    half hour."""
    return tuple(sorted(set(_moments(zone_of(zone), quiet, day))))


def _moments(zone: ZoneInfo, quiet: Quiet | None, day: date) -> Iterator[datetime]:
    midnight = datetime.combine(day, time(), zone)
    begin, end = midnight.astimezone(UTC), datetime.combine(day + timedelta(days=1), time(), zone).astimezone(UTC)
    yield begin
    for minute in quiet or ():
        wall = datetime.combine(day, time(minute // 60, minute % 60), zone)
        yield wall.astimezone(UTC)
        yield wall.replace(fold=1).astimezone(UTC)
    if end - begin != timedelta(days=1):
        moment = begin.replace(minute=begin.minute // 30 * 30, second=0)
        while moment < end:
            yield moment
            moment += _STEP
