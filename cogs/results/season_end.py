"""The end of a season, told in its channel with the final table and a picture."""

import asyncio
import logging
from typing import Final

import discord
from discord import ui

from bot.app.results import count_results
from bot.app.score_pad import ScorePads
from bot.pictures.chart_picture import Bar, BarChart
from bot.store.result_statistics import PersonTally, ResultFilter
from bot.store.seasons import StoredSeason
from bot.text import DEFAULT, Locale, t
from cogs.core.localization import language_of_place, language_of_server
from cogs.core.persistent_ui import ACCENT, Panel
from cogs.core.picture_delivery import for_channel
from cogs.core.services import BotClient
from cogs.core.theme_choice import public_theme
from cogs.results.statistics_view import DAY, seconds
from cogs.results.statistics_wording import few_note, shown, tally_line

log = logging.getLogger(__name__)

EVERY: Final = 60
"""Seconds between two looks for seasons that are over."""
MOST: Final = 12
"""People of the final table."""


async def end_seasons(bot: BotClient) -> None:
    """Look again and again for seasons that are over, and tell their channels."""
    await bot.wait_until_ready()
    while True:
        try:
            for season in await bot.services.store.seasons.take_ended(bot.services.store.now().date()):
                await _tell(bot, season)
        except Exception:
            log.exception("seasons that are over were not told")
        await asyncio.sleep(EVERY)


async def _tell(bot: BotClient, season: StoredSeason) -> None:
    """Tell one channel; where that is refused, the log says so, and nothing is tried again."""
    panel = await season_panel(bot, season, await _locale_of(bot, season))
    target = bot.get_partial_messageable(season.channel)
    try:
        await target.send(view=panel, files=panel.files, allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException as error:
        log.warning("the end of a season was not told", extra={"channel": season.channel, "error": str(error)})


async def _locale_of(bot: BotClient, season: StoredSeason) -> Locale:
    """The language of the channel; in direct messages that of the person, else of the newest result there."""
    channel, guild = bot.get_channel(season.channel), bot.get_guild(season.place)
    if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return language_of_place(bot, channel)
    if guild is not None:
        return language_of_server(bot, guild, season.channel)
    person = await _person_in(bot, season.channel)
    if person is not None and (told_in := bot.services.store.preferences.told_in(person)):
        return told_in
    newest = await ScorePads(bot.services.store.score_pads).results(season.place, 1)
    return newest[0].pad.locale if newest else DEFAULT


async def _person_in(bot: BotClient, channel: int) -> int | None:
    """Who writes direct messages there with the bot; None where that is not known."""
    try:
        found = bot.get_channel(channel) or await bot.fetch_channel(channel)
    except (discord.HTTPException, discord.InvalidData):
        return None
    return found.recipient.id if isinstance(found, discord.DMChannel) and found.recipient else None


async def season_panel(bot: BotClient, season: StoredSeason, locale: Locale) -> Panel:
    """The final table: most wins above the expected ones first."""
    await count_results(bot.services.store, season.place)
    chosen = ResultFilter(since=seconds(season.begin), until=seconds(season.until) + DAY)
    people, _ = await bot.services.store.result_statistics.players(season.place, chosen, "share", most=MOST)
    days = " – ".join(f"<t:{seconds(day)}:d>" for day in (season.begin, season.until))
    texts = [f"### {t(locale, 'results.season.ended', name=shown(season.name))}\n-# {days}", *_table(locale, people)]
    panel = Panel()
    panel.add_item(ui.Container(*map(ui.TextDisplay, texts), accent_colour=ACCENT))
    if people:
        bars = tuple(Bar(each.name, round(each.tally.wins, 1), each.tally.expected) for each in people)
        chart = BarChart(t(locale, "results.chart.players"), t(locale, "results.chart.expected"), bars)
        work = bot.services.pictures.chart(chart, locale, public_theme(bot, season.channel, season.place))
        panel.show(await for_channel(bot, season.channel, work))
    return panel


def _table(locale: Locale, people: list[PersonTally]) -> list[str]:
    if not people:
        return [t(locale, "results.season.no_games")]
    lines = [f"{at}\\. **{shown(each.name)}** {tally_line(locale, each.tally)}" for at, each in enumerate(people, 1)]
    notes = [f"-# {t(locale, key)}" for key in ("results.key", "results.season.order")]
    return ["\n".join(lines), "\n".join([*notes, *few_note(locale, lines)])]
