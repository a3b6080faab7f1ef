"""Text first, its picture as soon as it is drawn: nobody waits for a picture to read what they asked for."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

import discord

from bot.pictures import Picture
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import Panel
from cogs.core.services import Interaction
from cogs.game.plan_mode import as_asked
from cogs.game.table_access import answer, begun, is_newest

AT_ONCE: Final = 0.02
"""Seconds that the text waits for its picture: what is kept comes along, what has to be drawn follows."""


async def show(
    interaction: Interaction,
    drawing: Coroutine[Any, Any, Picture | None],
    panel: Callable[[Picture | None], Panel],
    reply: Callable[[Interaction, Panel], Awaitable[None]] = answer,
) -> None:
    """Answer with a panel, and put its picture into it once that is drawn, unless the person has gone on meanwhile."""
    begun(interaction)
    task = asyncio.ensure_future(drawing)
    done, _ = await asyncio.wait({task}, timeout=AT_ONCE)
    if done:
        await reply(interaction, panel(task.result()))
        return
    try:
        await reply(interaction, panel(None))
        picture = await task
    finally:
        task.cancel()
    if picture is not None and is_newest(interaction):
        await _add(interaction, as_asked(interaction, panel(picture), private_locale(interaction)))


async def _add(interaction: Interaction, panel: Panel) -> None:
    try:
        await interaction.edit_original_response(view=panel, attachments=panel.files)
    except discord.NotFound:
        return  # the message was dismissed: there is nothing to add to
