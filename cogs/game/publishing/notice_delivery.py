"""Notices that are messages of their own: decisions that wait for somebody, reminders, and whatever goes by DM."""

import logging
from collections.abc import Sequence
from typing import Any, Final

import discord
import msgspec

from bot.app.tables import Notice, Status
from bot.app.tables.wording import notice_text
from bot.text import DEFAULT, Locale, as_locale, t
from cogs.core.discord_links import message_url
from cogs.core.escaping import escaped
from cogs.core.persistent_ui import Panel
from cogs.core.services import BotClient
from cogs.game.snapshot import LONGEST_NAME, TableSnapshot, active_user, public_snapshot, table_locale
from cogs.game.table_access import tables_of
from cogs.game.views.ending_notice import headline
from cogs.game.views.message_layout import panel_of
from cogs.game.views.table_buttons import PRIMARY, turn_button

log = logging.getLogger(__name__)

UNKNOWN_MEMBER: Final = frozenset({10007, 10013})
"""Discord's codes for somebody who is not on the server, or not at all."""
CLOSED: Final = 50007
"""Discord's code for somebody who takes no direct messages."""
SERVER_ERRORS: Final = 500


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


def language_of(bot: BotClient, notice: Notice) -> Locale:
    """The language in which a person is told: theirs, else the table's."""
    return bot.services.store.preferences.told_in(notice.user) or as_locale(notice.locale) or DEFAULT


async def deliver(bot: BotClient, notices: Sequence[Notice], nonce: str) -> int | None:
    """Send notices of one place as one message; its number, None where it did not arrive. To whom no direct message can
    be sent it comes in the channel.

    :raises discord.HTTPException: it may be tried again.
    """
    try:
        if notices[0].where == "dm":
            return await _by_dm(bot, notices, nonce)
    except discord.HTTPException as error:
        if error.code != CLOSED:
            _refused(error, notices)
            return None
    try:
        return await _in_channel(bot, notices, nonce)
    except discord.HTTPException as error:
        _refused(error, notices)
    return None


def _refused(error: discord.HTTPException, notices: Sequence[Notice]) -> None:
    """Log what Discord will never let through. :raises discord.HTTPException: it is Discord that has failed."""
    if error.status >= SERVER_ERRORS:
        raise error
    facts = {"game": notices[0].game, "code": error.code, "where": notices[0].where}
    log.info("a notice did not arrive", extra=facts)


async def _in_channel(bot: BotClient, notices: Sequence[Notice], nonce: str) -> int:
    first = notices[0]
    home = first.home if first.where == "home" else None
    channel = bot.get_partial_messageable(home or first.channel, guild_id=first.guild)
    people = [discord.Object(user) for user in dict.fromkeys(notice.user for notice in notices)]
    only = discord.AllowedMentions(users=people, everyone=False, roles=False)
    return (await channel.send(view=await notice_panel(bot, notices), allowed_mentions=only, nonce=nonce)).id


async def notice_panel(bot: BotClient, notices: Sequence[Notice]) -> Panel:
    """Notices as a message in a channel: a line for each, in the language of whoever it is for."""
    lines = [_said(language_of(bot, notice), notice, f"<@{notice.user}>") for notice in notices]
    games = {notice.game for notice in notices}
    if len(games) > 1 or notices[0].where == "home":
        return _with_link(bot, [f"{line} {link(notice)}" for line, notice in zip(lines, notices, strict=True)], notices)
    status = await tables_of(bot).status(notices[0].game)
    found = await public_snapshot(tables_of(bot), notices[0].game, None, table_locale(status))
    return panel_of(["\n".join(lines)], [turn_button(found, PRIMARY)])


def _said(locale: Locale, notice: Notice, person: str) -> str:
    """A notice in words, others' names in it harmless."""
    nudge = notice.nudge and msgspec.structs.replace(notice.nudge, by=escaped(notice.nudge.by, LONGEST_NAME))
    return notice_text(locale, msgspec.structs.replace(notice, nudge=nudge), person)


def _with_link(bot: BotClient, lines: Sequence[str], notices: Sequence[Notice]) -> Panel:
    """Lines with the way to their game, where it is only one."""
    panel = panel_of(["\n".join(lines)])
    if len({notice.game for notice in notices}) == 1:
        label = t(language_of(bot, notices[0]), "game.notice.open")
        panel.add_item(discord.ui.ActionRow(discord.ui.Button[Any](label=label, url=link(notices[0]))))
    return panel


def link(notice: Notice) -> str:
    """The address of the table."""
    return message_url(notice.guild, notice.channel, notice.message)


def ping_panel(bot: BotClient, found: TableSnapshot, users: Sequence[int]) -> Panel:
    """That it is somebody's turn, in a line for each in their language."""
    return panel_of(["\n".join(ping_lines(bot, found, users))], [turn_button(found, PRIMARY)])


def ping_lines(bot: BotClient, found: TableSnapshot, users: Sequence[int]) -> list[str]:
    """What people are told with the table's message: each in their language."""
    kind = "turn" if headline(found) is None else "last_turn"
    told = bot.services.store.preferences.told_in
    active = active_user(found.status)
    kinds = {user: kind if user == active else "decision" for user in users}
    return [
        t(told(user) or found.locale, f"table.notice.{kinds[user]}.first", person=f"<@{user}>", game=found.game)
        for user in users
    ]


async def _by_dm(bot: BotClient, notices: Sequence[Notice], nonce: str) -> int:
    locale = language_of(bot, notices[0])
    user = await bot.create_dm(discord.Object(notices[0].user))
    me = discord.utils.escape_markdown(getattr(user.recipient, "display_name", "") or "")
    lines = [_said(locale, notice, me or t(locale, "game.notice.you")) for notice in notices]
    if len({notice.game for notice in notices}) > 1:
        lines = [f"- {line} {link(notice)}" for line, notice in zip(lines, notices, strict=True)]
    return (await user.send(view=_with_link(bot, lines, notices), nonce=nonce)).id


async def tell_channel_gone(bot: BotClient, status: Status) -> None:
    """Tell a table's owner that its channel was deleted, and how to go on."""
    locale = table_locale(status)
    words = t(locale, "game.trouble.deleted_channel", game=status.game)
    try:
        await (await bot.create_dm(discord.Object(status.owner))).send(view=panel_of([f"⚠️ {words}"]))
    except discord.HTTPException as error:
        log.info("an owner could not be told", extra={"game": status.game, "code": error.code})
