"""How much tables say in a channel; for ``/settings``."""

from typing import Final

from discord import app_commands

from bot.store import MESSAGE_MODES, MessageMode
from bot.text import t
from cogs.core.localization import Localized, private_locale
from cogs.core.persistent_ui import reply_privately, with_deferral
from cogs.core.services import Interaction
from cogs.game.views.message_layout import panel_of

MODE_CHOICES: Final = [
    app_commands.Choice(name=Localized(f"command.settings.messages.mode.{mode}"), value=mode) for mode in MESSAGE_MODES
]


async def set_message_mode(interaction: Interaction, mode: MessageMode) -> None:
    """Set how much tables say in this channel or thread; on return it is stored."""
    preferences = interaction.client.services.store.preferences
    await with_deferral(interaction, preferences.set_message_mode(interaction.channel_id or 0, mode))
    locale = private_locale(interaction)
    await reply_privately(
        interaction, panel_of([t(locale, "settings.saved.channel"), t(locale, f"settings.messages.{mode}")])
    )
