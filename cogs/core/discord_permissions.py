"""What the bot needs on a server, and what people need to change something for others."""

from collections.abc import Iterator
from typing import Final

import discord

from bot.text import Locale, catalogues, t

NEEDED: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""What answers need."""
THREADS: Final = discord.Permissions(create_public_threads=True, send_messages_in_threads=True)
"""What games in threads of their own need; without it they are played in the channel."""
ASKED: Final = NEEDED | THREADS
"""What the bot asks for when it is invited."""


def invite(application: int) -> str:
    """The address under which somebody who manages a server invites the bot."""
    return discord.utils.oauth_url(application, permissions=ASKED, scopes=("bot", "applications.commands"))


def lacking(granted: discord.Permissions) -> list[str]:
    """The permissions for answers that are not granted, by Discord's names for programs."""
    return [name for name, needed in NEEDED if needed and not getattr(granted, name)]


def named(locale: Locale, permissions: list[str]) -> Iterator[str]:
    """The permissions as Discord's settings call them in that language."""
    return (_named(locale, permission) for permission in permissions)


def _named(locale: Locale, permission: str) -> str:
    key = f"error.permission.{permission}"
    return t(locale, key) if key in catalogues()[locale] else t(locale, "error.permission.other", name=permission)
