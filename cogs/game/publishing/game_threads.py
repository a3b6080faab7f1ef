"""A thread for each game, where the table wants one and the bot may make one: started on the lobby's message, named
once, and named anew at the end. Where the thread is lost, the game goes on in the channel."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, TypeVar

import discord
import structlog

from bot.app.tables import Status
from cogs.core.discord_permissions import THREADS
from cogs.core.public_messages import edit_message
from cogs.core.services import BotClient
from cogs.game.snapshot import TableSnapshot
from cogs.game.table_access import tables_of
from cogs.game.views.thread_names import ended_name, in_thread_panel, stays_panel, thread_name

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()

T = TypeVar("T")

KEPT_MINUTES: Final = 10080
"""Minutes without a message after which Discord archives a thread: a week, the longest that there is."""
RENAMING: Final = 5.0
"""Seconds that a new name may take: Discord allows two in ten minutes, and nobody waits so long."""
ARCHIVED: Final = 50083
GONE: Final = 10003
LOCKED: Final = 160005
THREAD_EXISTS: Final = 160004
UNMADE: Final = {
    10008: "no_message",
    50001: "no_permission",
    50013: "no_permission",
    160006: "too_many",
}
"""Why no thread could be made, by Discord's codes; everything else is ``refused``."""
LOST: Final = {
    GONE: "deleted",
    50001: "no_permission",
    50013: "no_permission",
    ARCHIVED: "locked",
    LOCKED: "locked",
}
"""Why a game cannot go on in its thread, by Discord's codes."""


def may_open_thread(bot: BotClient, channel: int) -> bool:
    """Whether the bot may start a thread in a channel; not in threads, and not where it is not known."""
    place = bot.get_channel(channel)
    if not isinstance(place, discord.TextChannel) or place.guild.me is None:
        return False
    return place.permissions_for(place.guild.me).is_superset(THREADS)


def wants_thread(status: Status) -> bool:
    """Whether a table is to have a thread that is still to be made."""
    return status.in_thread and status.home is None and not status.aside


async def open_thread(bot: BotClient, found: TableSnapshot) -> None:
    """Make the thread of a game that has just begun, on the lobby's message, and go on there; where none can be made
    the game goes on in the channel, which is told why. Done twice, it comes to the same."""
    status, threads = found.status, tables_of(bot).threads
    why = None if status.message is not None else "no_message"
    if status.message is not None:
        try:
            await bot.http.start_thread_with_message(  # by number: the server may not be known yet
                status.channel, status.message, name=thread_name(found), auto_archive_duration=KEPT_MINUTES
            )
        except discord.HTTPException as error:
            why = None if error.code == THREAD_EXISTS else UNMADE.get(error.code, "refused")
            log.info("no thread was made", game=status.game, code=error.code, reason=error.text)
    if why is not None:
        await _tell(bot, found, status.channel, why)
        await threads.stay(status.game)
        return
    thread = status.message or 0  # a thread has the number of the message on which it was started
    await edit_message(bot, status.channel, thread, in_thread_panel(found.locale, status.game, thread))
    await threads.enter(status.game, thread)


async def return_home(bot: BotClient, found: TableSnapshot, code: int) -> bool:
    """Go back to the channel where a game cannot go on in its thread, as Discord's code says; whether it has."""
    status, threads = found.status, tables_of(bot).threads
    if status.home is None or code not in LOST or not threads.may_return(status):
        return False
    if not await _tell(bot, found, status.home, LOST[code]):
        return False
    await threads.leave(status.game)
    log.info("a game went back to the channel of its thread", game=status.game, code=code)
    return True


async def _tell(bot: BotClient, found: TableSnapshot, channel: int, why: str) -> bool:
    """Say in a channel that the game goes on there, and why; whether that can be read there. By the nonce Discord knows
    what was said just before the process was killed."""
    once = f"home.{found.game}.{found.status.version}"
    try:
        await bot.get_partial_messageable(channel, guild_id=found.status.guild).send(
            view=stays_panel(found.locale, found.game, why), allowed_mentions=discord.AllowedMentions.none(), nonce=once
        )
    except discord.HTTPException as error:
        log.info("a channel was not told of a game", game=found.game, code=error.code, reason=error.text)
        return False
    return True


async def reopening(bot: BotClient, channel: int, request: Callable[[], Awaitable[T]]) -> T:
    """Send a request; where its thread is archived, open that and send it again.

    :raises discord.HTTPException: it failed, or the thread is locked.
    """
    try:
        return await request()
    except discord.HTTPException as error:
        if error.code != ARCHIVED:
            raise
        thread = await bot.fetch_channel(channel)
        if not isinstance(thread, discord.Thread) or thread.locked:
            raise
        await thread.edit(archived=False)
    return await request()


def to_gather(found: TableSnapshot) -> tuple[int, ...]:
    """The people who are to be brought into the game's thread: all of them, where nothing has been posted there."""
    status = found.status
    if status.home is None or status.message is not None or status.stage != "running":
        return ()
    return tuple(seat.user for seat in status.seats if seat.user is not None)


async def add_people(bot: BotClient, thread: int, people: Iterable[int]) -> None:
    """Add people to a thread who were not mentioned in it. Who cannot be added finds it all the same."""
    for user in people:
        try:
            await bot.http.add_user_to_thread(thread, user)
        except discord.HTTPException as error:
            log.info("somebody was not added to a thread", thread=thread, user=user, code=error.code)


async def name_at_end(bot: BotClient, found: TableSnapshot) -> None:
    """Let the thread's name say how the game ended. Where Discord does not allow it by now, it keeps its name."""
    if found.status.home is None:
        return
    name = ended_name(found)
    try:
        async with asyncio.timeout(RENAMING):
            thread = await bot.fetch_channel(found.status.channel)
            if isinstance(thread, discord.Thread) and thread.name != name:
                await thread.edit(name=name, archived=False)
    except (discord.HTTPException, TimeoutError) as error:
        log.info("a thread keeps its name", game=found.game, reason=str(error))
