"""What people have set for notices, for their hours, and for the end of a turn."""

from datetime import datetime
from typing import cast, get_args

import msgspec

from bot.app.tables.model import Notices, PlayerSettings, TableRefusal, Where
from bot.app.tables.quiet_hours import EVERY_DAY, LONGEST_AWAY, Hours, Quiet, wrong_with, zones
from bot.store.due_notices import DueNotices, StoredPlayerSettings


class PlayerSettingsStore:
    """The settings of all persons."""

    def __init__(self, store: DueNotices) -> None:
        self._store = store

    async def of(self, user: int) -> PlayerSettings:
        """What a person has set, else what everybody gets."""
        found = await self._store.settings(user)
        if found is None or found.notices not in get_args(Notices) or found.place not in get_args(Where):
            return PlayerSettings()
        return PlayerSettings(
            cast("Notices", found.notices), cast("Where", found.place), found.confirm_end, _hours(found)
        )

    async def set(self, user: int, settings: PlayerSettings) -> None:
        """Store a person's settings. On return they are on the disk."""
        hours = settings.hours
        begin, end = hours.quiet or (None, None)
        await self._store.set_settings(
            user,
            StoredPlayerSettings(
                settings.notices,
                settings.where,
                settings.confirm_end,
                hours.zone,
                begin,
                end,
                "".join(str(day) for day in hours.days),
                hours.away_until,
                hours.shown,
            ),
        )

    async def set_hours(self, user: int, hours: Hours, now: datetime) -> PlayerSettings:
        """Store when a person does not want to be disturbed; what waits for them is timed anew. Holidays that are over
        are left out.

        :raises TableRefusal: those of ``wrong_with``, ``away_past``, ``away_long``.
        """
        if (what := wrong_with(hours)) is not None:
            raise TableRefusal(what)
        before = await self.of(user)
        if hours.away_until is not None and before.hours.away_until == hours.away_until <= now:
            hours = msgspec.structs.replace(hours, away_until=None)
        if hours.away_until is not None and hours.away_until <= now:
            raise TableRefusal("away_past")
        if hours.away_until is not None and hours.away_until - now > LONGEST_AWAY:
            until = int(hours.away_until.timestamp())
            raise TableRefusal("away_long", days=LONGEST_AWAY.days, until=until)
        settings = msgspec.structs.replace(before, hours=hours)
        await self.set(user, settings)
        await self._store.look_again(user, now)
        return settings


def _hours(found: StoredPlayerSettings) -> Hours:
    """The hours as stored; those of a zone that this machine does not know any more are in UTC."""
    begin, end = found.quiet_from, found.quiet_to
    quiet = None if begin is None or end is None else Quiet(begin, end)
    days = tuple(int(digit) for digit in found.days) if found.days else EVERY_DAY
    zone = found.zone if found.zone in zones() else "UTC"
    return Hours(zone or "UTC", quiet, days, found.away_until, found.shown)
