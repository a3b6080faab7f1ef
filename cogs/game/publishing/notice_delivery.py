"""Notices that are messages of their own: decisions that wait for somebody, reminders, and whatever goes by DM."""

import logging
from collections.abc import Sequence
from typing import Final

import discord

from bot.app.tables import Notice, Status
from bot.app.tables.wording import notice_text
from bot.text import DEFAULT, Locale, as_locale, joined, t
from cogs.core.persistent_ui import Panel
from cogs.core.services import BotClient
from cogs.game.snapshot import TableSnapshot, public_snapshot, table_locale
from cogs.game.table_access import tables_of
from cogs.game.views.ending_notice import headline
from cogs.game.views.message_layout import panel_of
from cogs.game.views.table_buttons import PRIMARY, turn_button
from cogs.game.views.table_links import table_link

log = logging.getLogger(__name__)

UNKNOWN_MEMBER: Final = frozenset({10007, 10013})
"""Discord's codes for somebody who is not on the server, or not at all."""


async def has_left(bot: BotClient, notice: Notice) -> bool:
    """Whether the person is no longer on the server. What cannot be found out counts as no."""
    guild = bot.get_guild(notice.guild)
    if guild is None:
        return False
    try:
        await guild.fetch_member(notice.user)
    except discord.NotFound as error:
        return error.code in UNKNOWN_MEMBER
    except discord.HTTPException:
        pass
    return False


async def deliver(bot: BotClient, status: Status, notice: Notice) -> bool:
    """Send the notice; whether it arrived."""
    try:
        if notice.where == "dm":
            await _by_dm(bot, status, notice)
        else:
            await _in_channel(bot, status, notice)
    except discord.HTTPException as error:
        log.info("a notice did not arrive", extra={"game": notice.game, "code": error.code, "where": notice.where})
        return False
    return True


async def _in_channel(bot: BotClient, status: Status, notice: Notice) -> None:
    found = await public_snapshot(tables_of(bot), notice.game, None, table_locale(status))
    panel = notice_panel(found, notice)
    channel = bot.get_partial_messageable(status.channel, guild_id=status.guild)
    only = discord.AllowedMentions(users=[discord.Object(notice.user)], everyone=False, roles=False)
    await channel.send(view=panel, allowed_mentions=only)


def notice_panel(found: TableSnapshot, notice: Notice) -> Panel:
    """A notice as a message of its own."""
    return panel_of([notice_text(found.locale, notice, f"<@{notice.user}>")], [turn_button(found, PRIMARY)])


def ping_panel(found: TableSnapshot, users: Sequence[int]) -> Panel:
    """That it is somebody's turn, in a line."""
    kind = "turn" if headline(found) is None else "last_turn"
    person = joined(found.locale, [f"<@{user}>" for user in users])
    words = t(found.locale, f"table.notice.{kind}.first", person=person, game=found.game)
    return panel_of([words], [turn_button(found, PRIMARY)])


async def _by_dm(bot: BotClient, status: Status, notice: Notice) -> None:
    locale: Locale = as_locale(notice.locale) or DEFAULT
    user = await bot.create_dm(discord.Object(notice.user))
    me = discord.utils.escape_markdown(getattr(user.recipient, "display_name", "") or "")
    words = notice_text(locale, notice, me or t(locale, "game.notice.you"))
    panel = panel_of([words], [table_link(status, t(locale, "game.notice.open"))])
    await user.send(view=panel)


async def tell_channel_gone(bot: BotClient, status: Status) -> None:
    """Tell a table's owner that its channel was deleted, and how to go on."""
    locale = table_locale(status)
    words = t(locale, "game.trouble.deleted_channel", game=status.game)
    try:
        await (await bot.create_dm(discord.Object(status.owner))).send(view=panel_of([f"⚠️ {words}"]))
    except discord.HTTPException as error:
        log.info("an owner could not be told", extra={"game": status.game, "code": error.code})
