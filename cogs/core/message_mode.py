"""How much tables say in a channel: as set for the thread or its channel, else in brief, and
in one message where one person plays."""

from typing import Final

import discord

from bot.store import MessageMode
from cogs.core.services import BotClient

USUAL: Final[MessageMode] = "brief"


def message_mode(bot: BotClient, channel: int | None, *, alone: bool = False) -> MessageMode:
    """How much a table says in a channel or thread.

    :param alone: one person plays, who has nobody to tell: unless something is set, the table keeps one message, so
        that what they press stays the last thing in the channel.
    """
    usual: MessageMode = "silent" if alone else USUAL
    return set_mode(bot, channel) or usual


def set_mode(bot: BotClient, channel: int | None) -> MessageMode | None:
    """What is set for a channel or thread; None where nothing is."""
    preferences = bot.services.store.preferences
    place = bot.get_channel(channel) if channel is not None else None
    parent = place.parent_id if isinstance(place, discord.Thread) else None
    return preferences.message_mode(channel) or preferences.message_mode(parent)
