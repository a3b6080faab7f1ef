"""Which role is told of tables that look for players; for ``/settings``."""

import discord

from bot.text import t
from cogs.core.localization import UserError, private_locale
from cogs.core.persistent_ui import reply_privately, with_deferral
from cogs.core.services import Interaction
from cogs.game.views.message_layout import panel_of


async def set_players_role(interaction: Interaction, role: discord.Role | None) -> None:
    """Set the role of this server, or with None that nobody is told; on return it is stored.

    :raises UserError: it is the role that everybody has.
    """
    guild = interaction.guild_id or 0
    if role is not None and role.id == guild:
        raise UserError("settings.players.everyone")
    preferences = interaction.client.services.store.preferences
    await with_deferral(interaction, preferences.set_players_role(guild, role.id if role is not None else None))
    locale = private_locale(interaction)
    words = t(locale, "settings.players.off") if role is None else t(locale, "settings.players.set", role=role.mention)
    await reply_privately(interaction, panel_of([t(locale, "settings.saved.server"), words]))
