"""What keeps a table's message from its channel, found out before and after, and told to whoever acts."""

import re
from typing import Final

import discord

from bot.app.tables import Status, TableRefusal
from bot.text import Locale, joined, t
from cogs.core.discord_permissions import lacking, named
from cogs.core.localization import UserError, private_locale
from cogs.core.persistent_ui import Panel
from cogs.core.services import BotClient, Interaction
from cogs.game.publishing.message_updates import messages_of
from cogs.game.snapshot import snapshot_of_seat
from cogs.game.table_access import explained
from cogs.game.views.late_panel import left_lines
from cogs.game.views.status_panel import status_panel

_OURS: Final = re.compile(r"(?:table|lobby|plan):[a-z]+:(?P<game>\d+)")
WRITING: Final = ("view_channel", "send_messages", "send_messages_in_threads")
"""The permissions without which nothing can be posted."""
ATTACHING: Final = "attach_files"
"""The permission without which everything is told in words."""


def may_post(interaction: Interaction) -> None:
    """Make sure that the bot can post a table here.

    :raises UserError: it may not, or the thread is closed.
    """
    channel = interaction.channel
    if isinstance(channel, discord.Thread) and (channel.archived and channel.locked):
        raise UserError("game.trouble.archived", channel=f"<#{channel.id}>")
    missing = _missing(interaction)
    if missing:
        locale = private_locale(interaction)
        raise UserError("game.trouble.lacking", permissions=joined(locale, named(locale, missing)))


def _missing(interaction: Interaction) -> list[str]:
    in_thread = isinstance(interaction.channel, discord.Thread)
    unneeded = "send_messages" if in_thread else "send_messages_in_threads"
    return [name for name in lacking(interaction.app_permissions) if name in WRITING and name != unneeded]


def troubles(interaction: Interaction, status: Status, locale: Locale) -> list[str]:
    """Sentences about what is wrong with the table's channel or its players; mostly none."""
    found = []
    key = _trouble(interaction, status)
    if key == "lacking":
        permissions = joined(locale, named(locale, _missing(interaction)))
        found.append(t(locale, "game.trouble.lacking", permissions=permissions))
    elif key is not None:
        found.append(t(locale, f"game.trouble.{key}", channel=f"<#{status.channel}>", game=status.game))
    if _says_no_pictures(interaction, status):
        found.append(t(locale, "game.trouble.no_pictures", permissions=joined(locale, named(locale, [ATTACHING]))))
    return [*(f"⚠️ {sentence}" for sentence in found), *who_left(interaction, status, locale)]


def who_left(interaction: Interaction, status: Status, locale: Locale) -> list[str]:
    """A sentence about each player who was found to have left the server: nobody can wait for them."""
    return left_lines(status, locale, messages_of(interaction.client).left.get(status.game, ()))


def _says_no_pictures(interaction: Interaction, status: Status) -> bool:
    """Whether somebody is to be told that no pictures can be shown: once, until they can be again."""
    told, who = messages_of(interaction.client).told_of_pictures, (status.game, interaction.user.id)
    if interaction.app_permissions.attach_files:
        told.discard(who)
        return False
    first = who not in told
    told.add(who)
    return first


def _trouble(interaction: Interaction, status: Status) -> str | None:
    if interaction.channel_id == status.channel:
        channel = interaction.channel
        if isinstance(channel, discord.Thread) and channel.archived and channel.locked:
            return "archived"
        if _missing(interaction):
            return "lacking"
    return messages_of(interaction.client).posts.trouble.get(status.game)


async def drawn_status(interaction: Interaction, game: int, first: str = "") -> Panel:
    """A table as it stands, with what is wrong with it; ``first``: what else is to be said.

    :raises TableRefusal: there is no such table.
    """
    found = await snapshot_of_seat(interaction, game)
    return status_panel(found, [first, *troubles(interaction, found.status, found.locale)])


async def done_panel(interaction: Interaction, game: int, what: str) -> Panel:
    """That something was done to a table, and how it stands now."""
    return await drawn_status(interaction, game, f"✅ {t(private_locale(interaction), f'game.done.{what}')}")


def channel_name(bot: BotClient, channel: int) -> str:
    """The name of a channel for a menu; its number where it is gone."""
    found = bot.get_channel(channel)
    return str(getattr(found, "name", channel))


async def answer_gone(interaction: Interaction, custom_id: str) -> bool:
    """Answer a click on a table's control that its message has no more; False for every other control."""
    known = _OURS.match(custom_id)
    if known is None:
        return False
    game = int(known["game"])
    async with explained(interaction, game):
        raise TableRefusal("stale")
    return True
