"""What happens to threads as time goes by and people act: archiving, reopening, locking, deletion, members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.practice import limits
from bot.practice.errors import ApiError
from bot.practice.practice_clock import CLOCK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.practice.discord_state import DiscordState
    from bot.practice.model import Channel, Guild

MANAGE = "manage_threads"


def rest(state: DiscordState, thread: Channel) -> None:
    """Archive a thread in which nobody has written for as long as its setting says."""
    if thread.is_thread and not thread.archived:
        minutes = (CLOCK.time() - thread.active_at) / state.config.archive_minute
        if minutes >= thread.archive_minutes:
            change(state, thread, archived=True)


def change(state: DiscordState, thread: Channel, *, archived: bool | None = None, locked: bool | None = None) -> None:
    """Archive or lock a thread, or the contrary, and tell the bot."""
    thread.archived = thread.archived if archived is None else archived
    thread.locked = thread.locked if locked is None else locked
    if archived is False:
        thread.active_at = CLOCK.time()
    state.sessions.dispatch("THREAD_UPDATE", thread.to_dict(), guild=thread.guild, intents=limits.I_GUILDS)
    state.journal.tell("channel", thread)


def delete(state: DiscordState, thread: Channel) -> None:
    """Delete a thread with all its messages, and tell the bot."""
    assert thread.guild
    assert thread.parent
    state.directory.channels.pop(thread.id)
    thread.guild.threads.pop(thread.id)
    ids = {"id": str(thread.id), "guild_id": str(thread.guild.id), "parent_id": str(thread.parent.id)}
    state.sessions.dispatch("THREAD_DELETE", {**ids, "type": thread.type}, guild=thread.guild, intents=limits.I_GUILDS)
    state.journal.tell("channel", thread)


def write(state: DiscordState, thread: Channel, *, moderates: bool, mentioned: Iterable[int] = ()) -> None:
    """Somebody writes into a thread: an archived one opens, who is mentioned becomes a member.

    Raises :class:`ApiError` where it is locked and they do not look after threads.
    """
    rest(state, thread)
    if thread.locked and not moderates:
        if thread.archived:
            raise ApiError(400, 50083, "Thread is archived", "thread-archived", severity="note")
        raise ApiError(403, 160005, "This thread is locked", "thread-locked", severity="note")
    if thread.archived:
        change(state, thread, archived=False)
    thread.active_at = CLOCK.time()
    thread.thread_members.update(mentioned)


def check_open(state: DiscordState, thread: Channel) -> None:
    """Raise :class:`ApiError` for a thread in which nothing can be changed, because it is archived."""
    rest(state, thread)
    if thread.is_thread and thread.archived:
        raise ApiError(400, 50083, "Thread is archived", "thread-archived", severity="note")


def check_room(state: DiscordState, guild: Guild) -> None:
    """Raise :class:`ApiError` where a server has no room for one more open thread."""
    if sum(not thread.archived for thread in guild.threads.values()) >= state.config.active_threads:
        words = "Maximum number of active threads reached"
        raise ApiError(400, 160006, words, "too-many-threads", severity="note")


def check_rename(state: DiscordState, channel: Channel) -> None:
    """Note a new name of a channel. Raises :class:`ApiError` (429) where it had too many of late."""
    now, window = CLOCK.time(), state.config.rename_window
    channel.renamed_at = [at for at in channel.renamed_at if now - at < window]
    if len(channel.renamed_at) >= state.config.renames:
        words = "The write action you are performing on the channel has hit the write rate limit."
        extra = {"retry_after": round(channel.renamed_at[0] + window - now, 3), "global": False}
        raise ApiError(429, 20028, words, "rename-limit", severity="note", extra=extra)
    channel.renamed_at.append(now)
