"""Edits and deletions of a public message by the bot itself, without a press on it."""

from typing import Final

import discord
import structlog

from cogs.core.persistent_ui import Panel
from cogs.core.services import BotClient

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()

HOPELESS: Final = frozenset({10003, 10008, 50001, 50005, 50013})
"""Discord's codes for a message that the bot cannot edit, now or later: unknown channel or message, no access (the bot
is only somebody's app there), not its own, no permission. The next button on the message shows what is true."""


async def edit_message(bot: BotClient, channel: int, message: int, panel: Panel) -> bool:
    """Show a panel on a message; whether it shows it now, or never can."""
    partial = bot.get_partial_messageable(channel).get_partial_message(message)
    try:
        await partial.edit(view=panel, attachments=panel.files)
    except discord.HTTPException as error:
        log.info("a message could not be edited", channel=channel, message=message, reason=error.text)
        return error.code in HOPELESS
    return True


async def delete_message(bot: BotClient, channel: int, message: int) -> bool:
    """Delete a message of the bot; whether it is gone. False where Discord does not let it, for instance where the bot
    no longer sees the channel."""
    partial = bot.get_partial_messageable(channel).get_partial_message(message)
    try:
        await partial.delete()
    except discord.NotFound:
        return True
    except discord.HTTPException as error:
        log.info("a message could not be deleted", channel=channel, message=message, reason=error.text)
        return False
    return True
