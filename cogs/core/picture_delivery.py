"""Pictures for messages: in time, or not at all. A picture never fails or holds up what it belongs to."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

import discord

from bot.pictures import Picture, Renderer
from cogs.core.services import BotClient, Interaction

PATIENCE: Final = 1.0
"""Seconds that a person's answer waits for its picture; it goes out without one after that."""
PUBLIC_PATIENCE: Final = 5.0
"""Seconds that a message for everybody waits for its picture."""


def renderer_of(bot: BotClient) -> Renderer:
    """What draws the pictures of a client."""
    return bot.services.pictures


def may_attach(bot: BotClient, channel: int) -> bool:
    """Whether the bot may attach files in a channel; where that is not known it is tried."""
    place = bot.get_channel(channel)
    if not isinstance(place, discord.abc.GuildChannel | discord.Thread) or place.guild.me is None:
        return True
    return place.permissions_for(place.guild.me).attach_files


async def in_time(work: Coroutine[Any, Any, Picture | None], seconds: float = PATIENCE) -> Picture | None:
    """A picture, or None where it takes too long; it is drawn on for whoever asks next."""
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({task}, timeout=seconds)
    return task.result() if done else None


async def for_channel(
    bot: BotClient, channel: int, work: Coroutine[Any, Any, Picture | None], seconds: float = PUBLIC_PATIENCE
) -> Picture | None:
    """A picture for a message that everybody sees; None where it takes too long or files may not be attached."""
    if not may_attach(bot, channel):
        work.close()
        return None
    return await in_time(work, seconds)


async def for_person(interaction: Interaction, work: Coroutine[Any, Any, Picture | None]) -> Picture | None:
    """A picture for one person's answer; None where it takes too long or files may not be attached."""
    if not interaction.app_permissions.attach_files:
        work.close()
        return None
    return await in_time(work)
