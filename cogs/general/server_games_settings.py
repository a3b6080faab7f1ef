"""What a server allows: where games may be opened, how many at once, and who may not; and the list of its games. For
``/settings games``."""

from collections.abc import Awaitable
from typing import Any, Final, TypeVar

import discord
from discord import ui

from bot.app.tables import TableRefusal
from bot.app.tables.server_games import ServerGames
from bot.store.server_rules import ServerRules
from cogs.core.localization import UserError, private_locale
from cogs.core.persistent_ui import (
    PersistentButton,
    PersistentPicker,
    PersistentSelect,
    edit_in_place,
    is_private,
    reply_privately,
    with_deferral,
)
from cogs.core.services import Interaction
from cogs.game.table_access import caller_of, tables_of
from cogs.game.views.server_games_panel import server_games_list, server_games_panel

T = TypeVar("T")


class PickChannels(PersistentPicker[ui.ChannelSelect[Any]], template=r"settings:games:channels"):
    """The channels in which games may be opened."""

    async def used(self, interaction: Interaction) -> None:
        """Set them."""
        channels = [each.id for each in self.item.values]
        await _set(interaction, _games(interaction).set_channels(caller_of(interaction), channels))


class PickMost(PersistentSelect, template=r"settings:games:most"):
    """How many games may be open at once."""

    async def used(self, interaction: Interaction) -> None:
        """Set it; 0 is no limit."""
        await _set(interaction, _games(interaction).set_most(caller_of(interaction), int(self.chosen[0]) or None))


class PickBarred(PersistentPicker[ui.MentionableSelect[Any]], template=r"settings:games:barred"):
    """Who may not open games."""

    async def used(self, interaction: Interaction) -> None:
        """Set them."""
        roles = [each.id for each in self.item.values if isinstance(each, discord.Role)]
        people = [each.id for each in self.item.values if not isinstance(each, discord.Role)]
        await _set(interaction, _games(interaction).set_barred(caller_of(interaction), roles, people))


class ListGames(PersistentButton, template=r"settings:games:list:(?P<page>\d+)(?P<to>[a-z]*)"):
    """A page of the list of games."""

    async def used(self, interaction: Interaction) -> None:
        """Show it."""
        found = await _allowed(interaction, _games(interaction).listed(caller_of(interaction)))
        await edit_in_place(interaction, server_games_list(private_locale(interaction), found, int(self.state["page"])))


class BackToRules(PersistentButton, template=r"settings:games:show"):
    """Back to what the server allows."""

    async def used(self, interaction: Interaction) -> None:
        """Show it."""
        await show_server_games(interaction)


CONTROLS: Final = (PickChannels, PickMost, PickBarred, ListGames, BackToRules)


async def show_server_games(interaction: Interaction, rules: ServerRules | None = None) -> None:
    """What the server allows, with menus to change it; ``rules``: as they were just set.

    :raises UserError: the person may not manage the server.
    """
    games, caller = _games(interaction), caller_of(interaction)
    found = await _allowed(interaction, games.listed(caller))
    shown = rules if rules is not None else await games.rules(caller.guild)
    panel = server_games_panel(private_locale(interaction), shown, found, saved=rules is not None)
    pressed = interaction.type is discord.InteractionType.component
    await (edit_in_place if pressed and is_private(interaction) else reply_privately)(interaction, panel)


async def _set(interaction: Interaction, setting: Awaitable[ServerRules]) -> None:
    await show_server_games(interaction, await _allowed(interaction, setting))


async def _allowed(interaction: Interaction, work: Awaitable[T]) -> T:
    """:raises UserError: the person may not manage the server (any more)."""
    try:
        return await with_deferral(interaction, work)
    except TableRefusal as refusal:
        raise UserError("settings.may_not.server") from refusal


def _games(interaction: Interaction) -> ServerGames:
    return tables_of(interaction.client).server_games
