"""Interactions as they arrive from Discord, without Discord: what was answered is kept."""

from dataclasses import dataclass, field
from datetime import datetime
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import create_autospec

import discord

from bot.client import Client
from cogs.core.services import Interaction

GUILD, CHANNEL, THREAD, PERSON = 11, 22, 33, 44


@dataclass
class Response:
    """The answers to an interaction, in order, by how they were given."""

    given: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    fails_with: Exception | None = None

    def is_done(self) -> bool:
        return bool(self.given)

    async def send_message(self, content: str | None = None, **options: Any) -> Any:
        self._note("send", {"content": content, **options})
        return SimpleNamespace(message_id=99)

    async def edit_message(self, **options: Any) -> None:
        self._note("edit", options)

    async def send_modal(self, form: discord.ui.Modal) -> None:
        self._note("form", {"form": form})

    async def defer(self, **options: Any) -> None:
        self._note("defer", options)

    async def send(self, content: str | None = None, **options: Any) -> Any:
        self._note("followup", {"content": content, **options})
        return SimpleNamespace(id=99)

    def _note(self, how: str, what: dict[str, Any]) -> None:
        if self.fails_with:
            raise self.fails_with
        self.given.append((how, what))


@dataclass
class Asking:
    """An interaction of one person at one place."""

    client: Client
    locale: discord.Locale = discord.Locale.american_english
    guild_locale: discord.Locale | None = discord.Locale.german
    guild_id: int | None = GUILD
    channel_id: int = CHANNEL
    channel: Any = None
    permissions: discord.Permissions = field(default_factory=discord.Permissions.none)
    app_permissions: discord.Permissions = field(default_factory=discord.Permissions.all)
    response: Response = field(default_factory=Response)
    type: discord.InteractionType = discord.InteractionType.application_command
    command: Any = None
    data: dict[str, Any] = field(default_factory=dict)
    extras: dict[str, Any] = field(default_factory=dict)
    user: Any = field(default_factory=lambda: discord.Object(PERSON))
    message: Any = None
    id: int = 0
    created_at: datetime = field(default_factory=discord.utils.utcnow)

    @property
    def followup(self) -> Response:
        return self.response

    def is_guild_integration(self) -> bool:
        return self.guild_id is not None

    @property
    def guild(self) -> None:
        """Nothing of the server is cached."""

    async def edit_original_response(self, **options: Any) -> None:
        self.response._note("edit later", options)


def asking(client: Client, **details: Any) -> Interaction:
    """Somebody with an English Discord on a German server, unless ``details`` say otherwise."""
    return cast("Interaction", Asking(client, **details))


def given(interaction: Interaction) -> list[tuple[str, dict[str, Any]]]:
    return cast("Asking", interaction).response.given


def a_thread(parent: int = CHANNEL) -> discord.Thread:
    thread: discord.Thread = create_autospec(discord.Thread, instance=True)
    thread.parent_id = parent
    return thread


def texts(view: discord.ui.LayoutView) -> str:
    """All the words of a panel."""
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))
