"""How a person wants to be told that it is their turn, and whether the end of a turn asks; for ``/settings``."""

from typing import Final, cast, get_args

import msgspec
from discord import app_commands

from bot.app.tables import Notices, PlayerSettings, Where
from bot.text import Locale, t
from cogs.core.localization import Localized, private_locale
from cogs.core.persistent_ui import reply_privately
from cogs.core.services import Interaction
from cogs.game.handlers.first_game_coaching import switch
from cogs.game.table_access import tables_of
from cogs.game.views.message_layout import panel_of

WHEN_CHOICES: Final = [
    app_commands.Choice(name=Localized(f"game.settings.when.{when}"), value=when) for when in get_args(Notices)
]
WHERE_CHOICES: Final = [
    app_commands.Choice(name=Localized(f"game.settings.where.{where}"), value=where) for where in get_args(Where)
]


async def set_notices(interaction: Interaction, when: str, where: str | None) -> None:
    """Set when and, if given, where the person is told; on return it is stored."""
    changes = {"notices": cast("Notices", when), **({"where": cast("Where", where)} if where else {})}
    await _set(interaction, **changes)


async def set_confirmation(interaction: Interaction, ask: bool) -> None:
    """Set whether the end of a turn asks before; on return it is stored."""
    await _set(interaction, confirm_end=ask)


async def set_explanations(interaction: Interaction, explain: bool) -> None:
    """Set whether first games explain themselves to the person, from the beginning or not at all."""
    await switch(interaction, explain)
    locale = private_locale(interaction)
    told = t(locale, "game.settings.explains" if explain else "game.settings.explains_not")
    await reply_privately(interaction, panel_of([t(locale, "settings.saved.person"), told]))


async def _set(interaction: Interaction, **changes: object) -> None:
    tables, user = tables_of(interaction.client), interaction.user.id
    settings = msgspec.structs.replace(await tables.settings(user), **changes)
    await tables.set_settings(user, settings)
    await reply_privately(interaction, panel_of(_lines(private_locale(interaction), settings)))


def _lines(locale: Locale, settings: PlayerSettings) -> list[str]:
    """What is set now."""
    notices = t(locale, f"game.settings.when.{settings.notices}")
    where = t(locale, f"game.settings.where.{settings.where}")
    asks = t(locale, "game.settings.asks" if settings.confirm_end else "game.settings.asks_not")
    return [t(locale, "settings.saved.person"), t(locale, "game.settings.now", notices=notices, where=where), asks]
