"""How much tables say in a channel: as set for the thread or its channel, else in brief."""

from typing import Final

import discord

from bot.store import MessageMode
from cogs.core.services import BotClient

USUAL: Final[MessageMode] = "brief"


def message_mode(bot: BotClient, channel: int | None) -> MessageMode:
    """How much a table says in a channel or thread."""
    preferences = bot.services.store.preferences
    place = bot.get_channel(channel) if channel is not None else None
    parent = place.parent_id if isinstance(place, discord.Thread) else None
    return preferences.message_mode(channel) or preferences.message_mode(parent) or USUAL
