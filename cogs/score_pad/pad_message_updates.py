"""Keeps the public message of a score pad up to date: while several people fill it in, and after a start of what the
process before has not come to show."""

from collections.abc import Awaitable, Callable

import structlog

from bot.app.score_pad import OpenedPad, PadRefusal, ScorePads
from cogs.core.persistent_ui import Panel
from cogs.core.public_messages import edit_message
from cogs.core.services import BotClient

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()

Draw = Callable[[OpenedPad], Awaitable[Panel]]
"""The score pad as its message shows it."""


def refresh(bot: BotClient, opened: OpenedPad, draw: Draw) -> None:
    """Edit the score pad's message soon, as ``draw`` shows it then."""
    if opened.stored.message is not None:
        bot.services.edits.soon(f"score-pad-{opened.id}", lambda: _edit_newest(bot, opened, draw))


async def show_last(bot: BotClient, opened: OpenedPad, panel: Panel) -> None:
    """Show ``panel`` on the message of a score pad that is no more."""
    if opened.stored.message is not None:
        await edit_message(bot, opened.stored.channel, opened.stored.message, panel)


async def _edit_newest(bot: BotClient, opened: OpenedPad, draw: Draw) -> None:
    pads = ScorePads(bot.services.store.score_pads)
    try:
        newest = await pads.find(opened.id, opened.stored.place)
    except PadRefusal:
        log.info("a score pad was deleted before its message was edited", score_pad=opened.id)
        return
    channel, message = newest.stored.channel, newest.stored.message or 0
    if await edit_message(bot, channel, message, await draw(newest)):
        pads.note_shown(newest)
