"""Following a game: choosing the moments, and what a follower is told."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.app.tables.followers import MOMENTS
from bot.engine.actions import Record
from bot.text import t
from bot.text.game.emoji import sign
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.message_layout import cut, panel_of
from cogs.game.views.news_panel import news_lines
from cogs.game.views.table_buttons import QUIET
from cogs.game.views.table_links import table_link
from cogs.game.views.turn_panel import standing_text

NOT_AT_ALL: Final = "off"
LONGEST: Final = 1800


def follow_panel(found: TableSnapshot, chosen: str | None) -> Panel:
    """The moments at which somebody who does not play can be told of a game."""
    locale = found.locale
    now = t(locale, f"follow.moments.{chosen}") if chosen else t(locale, "follow.moments.off")
    options = [
        discord.SelectOption(label=t(locale, f"follow.moments.{each}"), value=each, default=each == (chosen or "off"))
        for each in (*MOMENTS, NOT_AT_ALL)
    ]
    menu: ui.Select[Any] = ui.Select(
        custom_id=ids.follow_moments(found.game), placeholder=t(locale, "follow.pick"), options=options
    )
    title = t(locale, "follow.title", game=found.game)
    return panel_of([f"### {title}", t(locale, "follow.about"), f"**{now}**"], [menu])


def following_panel(found: TableSnapshot, records: Sequence[Record], told: int) -> Panel:
    """What has happened in a game since a follower was told last, as everybody may know it."""
    title = t(found.locale, "follow.news", game=found.game)
    lines = cut("\n".join(news_lines(found, records, told)), LONGEST)
    standing = standing_text(found)
    stop: ui.Button[Any] = ui.Button(
        label=t(found.locale, "follow.stop"), custom_id=ids.unfollow(found.game), style=QUIET
    )
    link = table_link(found.status, t(found.locale, "game.notice.open"))
    return panel_of([f"### {sign('news')} {title}", lines, standing], [link, stop])


def stopped_panel(found: TableSnapshot) -> Panel:
    """That somebody follows a game no more."""
    return panel_of([t(found.locale, "follow.stopped", game=found.game)])
