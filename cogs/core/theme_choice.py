"""Whether a picture is dark or light: as a person has set it for what they alone see, as a place has for the rest."""

from typing import Final

import discord

from bot.store import Preferences, Scope, Theme
from cogs.core.services import BotClient, Interaction

USUAL: Final[Theme] = "dark"


def private_theme(interaction: Interaction) -> Theme:
    """For what one person sees: what they have set, else as in public."""
    preferences = interaction.client.services.store.preferences
    return preferences.theme(Scope.PERSON, interaction.user.id) or public_theme(
        interaction.client, interaction.channel_id, interaction.guild_id
    )


def public_theme(bot: BotClient, channel: int | None, guild: int | None) -> Theme:
    """For what everybody sees: as set for the thread, the channel or the server, else dark."""
    preferences = bot.services.store.preferences
    place = bot.get_channel(channel) if channel is not None else None
    parent = place.parent_id if isinstance(place, discord.Thread) else None
    return _of_place(preferences, channel, parent) or preferences.theme(Scope.SERVER, guild) or USUAL


def _of_place(preferences: Preferences, channel: int | None, parent: int | None) -> Theme | None:
    return preferences.theme(Scope.CHANNEL, channel) or preferences.theme(Scope.CHANNEL, parent)
