"""Whether photos of tables may be posted with results; for ``/settings``."""

from bot.text import t
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import reply_privately, with_deferral
from cogs.core.services import Interaction
from cogs.game.views.message_layout import panel_of


async def set_photos(interaction: Interaction, allowed: bool) -> None:
    """Set it for this server; on return it is stored."""
    preferences = interaction.client.services.store.preferences
    await with_deferral(interaction, preferences.set_photos(interaction.guild_id or 0, allowed))
    locale = private_locale(interaction)
    words = t(locale, "settings.photos.on" if allowed else "settings.photos.off")
    await reply_privately(interaction, panel_of([t(locale, "settings.saved.server"), words]))
