"""Keeps the message of a score pad up to date while several people fill it in: at most one edit a second, always with
the latest state."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final
from weakref import WeakKeyDictionary

import discord

from bot.app.score_pad import OpenedPad, PadRefusal, ScorePads
from cogs.core.persistent_ui import Panel
from cogs.core.services import BotClient

log = logging.getLogger(__name__)

BETWEEN: Final = 1.0
"""Seconds between two edits of one message."""


class Boards:
    """The boards of one client that wait to be edited."""

    def __init__(self, bot: BotClient) -> None:
        self._bot = bot
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._due: set[int] = set()
        self._edited: dict[int, float] = {}

    def refresh(self, opened: OpenedPad, draw: Callable[[OpenedPad], Awaitable[Panel]]) -> None:
        """Edit the score pad's message soon, as ``draw`` shows it then; calls that come meanwhile are one edit."""
        if opened.stored.message is None:
            return
        self._due.add(opened.id)
        if opened.id not in self._tasks:
            work = self._keep_up(opened.id, opened.stored.place, draw)
            self._tasks[opened.id] = asyncio.create_task(work, name=f"score-pad-{opened.id}")

    async def settled(self) -> None:
        """Wait until no edit is to come or on its way."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def _keep_up(self, number: int, place: int, draw: Callable[[OpenedPad], Awaitable[Panel]]) -> None:
        """Edit, one edit after the other, until nothing has changed since the last."""
        try:
            while number in self._due:
                await asyncio.sleep(max(0.0, self._edited.get(number, 0.0) + BETWEEN - time.monotonic()))
                self._due.discard(number)
                self._edited[number] = time.monotonic()
                opened = await ScorePads(self._bot.services.store.score_pads).find(number, place)
                await self._edit(opened, await draw(opened))
        except PadRefusal:
            log.info("a score pad was deleted before its message was edited", extra={"score_pad": number})
        except Exception:
            log.exception("a score pad's message could not be brought up to date", extra={"score_pad": number})
        finally:
            self._due.discard(number)
            del self._tasks[number]
            self._forget_old()

    async def show_last(self, opened: OpenedPad, panel: Panel) -> None:
        """Show ``panel`` on the message of a score pad that is no more."""
        if opened.stored.message is not None:
            await self._edit(opened, panel)

    def _forget_old(self) -> None:
        now = time.monotonic()
        self._edited = {number: at for number, at in self._edited.items() if at + BETWEEN > now}

    async def _edit(self, opened: OpenedPad, panel: Panel) -> None:
        channel = self._bot.get_partial_messageable(opened.stored.channel)
        message = channel.get_partial_message(opened.stored.message or 0)
        try:
            await message.edit(view=panel, attachments=panel.files)
        except discord.HTTPException as error:
            # Where the bot is only somebody's app it may not edit by itself; the next button on the message does it.
            log.info("a score pad's message could not be edited", extra={"score_pad": opened.id, "reason": error.text})


_BOARDS: WeakKeyDictionary[BotClient, Boards] = WeakKeyDictionary()


def boards_of(bot: BotClient) -> Boards:
    """The boards of a client."""
    return _BOARDS.setdefault(bot, Boards(bot))
