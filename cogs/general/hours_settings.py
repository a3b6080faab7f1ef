"""When a person does not want to be disturbed: quiet hours, days without play, holidays; for ``/settings``."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import msgspec
from discord import app_commands

from bot.app.tables import PlayerSettings, TableRefusal
from bot.app.tables.quiet_hours import EVERY_DAY, USUAL_ZONES, Hours, Quiet, zone_of, zones
from bot.app.tables.wording import moment
from bot.text import Locale, t, tn
from bot.text.clock_reading import clock_typed, clock_words, date_typed, days_typed, days_words
from bot.text.formatting import joined
from bot.text.time_zones import zone_words, zones_found, zones_meant
from cogs.core.escaping import escaped
from cogs.core.localization import UserError, private_locale
from cogs.core.persistent_ui import reply_privately
from cogs.core.services import Interaction
from cogs.game.table_access import explained, tables_of
from cogs.game.views.message_layout import panel_of

Choices = list[app_commands.Choice[str]]
MOST: Final = 25
LONGEST: Final = 100
LONGEST_TYPED: Final = 40
NAMED: Final = 3
"""Zones that a refusal names."""
SEASONS: Final = (timedelta(), timedelta(days=91), timedelta(days=182), timedelta(days=273))
"""Zones that have the same time after each of these are taken for the same."""
AWAY_OFFERED: Final = (1, 2, 3, 5, 7, 10, 14, 21, 28)
"""Days from today that are offered as the end of holidays."""
DAYS_OFFERED: Final = ((0, 1, 2, 3, 4), (5, 6), (4, 5, 6), EVERY_DAY)


async def set_hours(
    interaction: Interaction, zone: str, begin: str | None, end: str | None, days: str | None, show: bool | None
) -> None:
    """Set quiet hours and days; on return it is stored. What is left out is as if it had never been set, but for
    holidays and for who may see it.

    :raises UserError: a time cannot be read, or only one is given.
    """
    async with explained(interaction):
        tables = tables_of(interaction.client)
        before = (await tables.settings(interaction.user.id)).hours
        hours = Hours(
            zone=_zone(interaction, zone, tables.now()),
            quiet=_quiet(begin, end),
            days=_days(days),
            away_until=before.away_until,
            shown=before.shown if show is None else show,
        )
        await _set(interaction, hours)


async def set_away(interaction: Interaction, until: str | None) -> None:
    """Set the end of the person's holidays, or end them; on return it is stored.

    :raises UserError: the day cannot be read.
    """
    async with explained(interaction):
        tables = tables_of(interaction.client)
        before = (await tables.settings(interaction.user.id)).hours
        back = None
        if until is not None:
            zone = zone_of(before.zone)
            day = date_typed(until, tables.now().astimezone(zone).date())
            if day is None:
                raise UserError("pace.hours.no_date", typed=escaped(until, LONGEST_TYPED))
            back = _beginning(day, zone)
        await _set(interaction, msgspec.structs.replace(before, away_until=back))


def _beginning(day: date, zone: ZoneInfo) -> datetime:
    """When a day begins there; of one at the ends of the calendar, that in UTC."""
    try:
        return datetime.combine(day, time(), zone).astimezone(UTC)
    except OverflowError:
        return datetime.combine(day, time(), UTC)


async def _set(interaction: Interaction, hours: Hours) -> None:
    tables, locale = tables_of(interaction.client), private_locale(interaction)
    settings = await tables.set_hours(interaction.user.id, hours)
    saved = t(locale, "settings.saved.person")
    await reply_privately(interaction, panel_of([saved, "\n".join(hours_lines(locale, settings, tables.now()))]))


def hours_lines(locale: Locale, settings: PlayerSettings, now: datetime) -> Iterator[str]:
    """What a person has set."""
    hours = settings.hours
    local = now.astimezone(zone_of(hours.zone))
    yield t(
        locale, "pace.hours.zone", zone=zone_words(locale, hours.zone), now=clock_words(local.hour * 60 + local.minute)
    )
    if hours.quiet is None:
        yield t(locale, "pace.hours.no_quiet")
    else:
        begin, end = (clock_words(minute) for minute in hours.quiet)
        yield t(locale, "pace.hours.quiet", begin=begin, end=end)
    some = days_words(locale, hours.days)
    yield t(locale, "pace.hours.every_day") if hours.days == EVERY_DAY else t(locale, "pace.hours.days", days=some)
    away = hours.away_until if hours.away_until is not None and hours.away_until > now else None
    yield t(locale, "pace.hours.away", until=moment(away, "f")) if away else t(locale, "pace.hours.here")
    yield t(locale, "pace.hours.shown" if hours.shown else "pace.hours.hidden")
    yield f"-# {t(locale, 'pace.hours.how')}"


def _zone(interaction: Interaction, typed: str, now: datetime) -> str:
    """The zone that was picked, or the one that what was typed can mean; of several with the same time, the first.

    :raises TableRefusal: ``hours_zone``.
    :raises UserError: it can mean zones with different times.
    """
    wanted = typed.strip()
    if wanted in zones():
        return wanted
    found = zones_meant(zones(), wanted)
    if not found:
        raise TableRefusal("hours_zone")
    times = {tuple((now + later).astimezone(zone_of(zone)).utcoffset() for later in SEASONS) for zone in found}
    if len(times) > 1:
        locale = private_locale(interaction)
        named = joined(locale, [zone_words(locale, zone) for zone in found[:NAMED]])
        raise UserError("pace.hours.several_zones", typed=escaped(typed, LONGEST_TYPED), zones=named)
    return found[0]


def _quiet(begin: str | None, end: str | None) -> Quiet | None:
    if begin is None and end is None:
        return None
    if begin is None or end is None:
        raise UserError("pace.hours.both")
    return Quiet(_minute(begin), _minute(end))


def _minute(typed: str) -> int:
    minute = clock_typed(typed)
    if minute is None:
        raise UserError("pace.hours.no_time", typed=escaped(typed, LONGEST_TYPED))
    return minute


def _days(typed: str | None) -> tuple[int, ...]:
    """The days; none where they cannot be read: that is refused then."""
    return EVERY_DAY if typed is None else days_typed(typed) or ()


# ---- completions -------------------------------------------------------------------------------------------------


def zone_choices(interaction: Interaction, typed: str) -> Choices:
    """Zones by their cities and countries, with what time it is there."""
    locale, now = private_locale(interaction), tables_of(interaction.client).now()
    found = zones_found(locale, zones(), typed, MOST) or ([] if typed.strip() else list(USUAL_ZONES))
    return [app_commands.Choice(name=_zone_label(locale, zone, now), value=zone) for zone in found]


def _zone_label(locale: Locale, zone: str, now: datetime) -> str:
    local = now.astimezone(zone_of(zone))
    return f"{zone_words(locale, zone)} · {clock_words(local.hour * 60 + local.minute)}"[:LONGEST]


def time_choices(typed: str, first: int) -> Choices:
    """What was typed, and whole hours from ``first`` on."""
    minute = clock_typed(typed)
    offered = [minute] if minute is not None else [(first + step) % 24 * 60 for step in range(24)]
    words = [clock_words(each) for each in offered]
    return [app_commands.Choice(name=word, value=word) for word in words]


def day_choices(interaction: Interaction, typed: str) -> Choices:
    """What was typed, else days that people often mean."""
    locale, days = private_locale(interaction), days_typed(typed)
    words = [days_words(locale, each) for each in ([days] if days else DAYS_OFFERED)]
    return [app_commands.Choice(name=word, value=word) for word in words]


async def away_choices(interaction: Interaction, typed: str) -> Choices:
    """The day that was typed, else days from tomorrow on."""
    locale, tables = private_locale(interaction), tables_of(interaction.client)
    zone = zone_of((await tables.settings(interaction.user.id)).hours.zone)
    today = tables.now().astimezone(zone).date()
    day = date_typed(typed, today)
    offered = [day] if day is not None else [today + timedelta(days=number) for number in AWAY_OFFERED]
    return [
        app_commands.Choice(name=f"{each.isoformat()} · {_when(locale, (each - today).days)}", value=each.isoformat())
        for each in offered
        if each > today
    ]


def _when(locale: Locale, days: int) -> str:
    return tn(locale, "pace.when.days", days)
