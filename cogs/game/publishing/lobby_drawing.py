"""A lobby drawn as it stands, from what the tables know of it, and what can be chosen in it with its picture."""

from bot.app.tables import Chosen
from bot.app.tables.lobby import IN_THREAD, idle_options, most_seats
from bot.pictures import Agreed
from bot.text import Locale, t
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import Panel
from cogs.core.services import BotClient, Interaction
from cogs.game.publishing.game_threads import may_open_thread, wants_thread
from cogs.game.publishing.table_pictures import lobby_picture
from cogs.game.snapshot import public_snapshot, table_locale
from cogs.game.table_access import tables_of
from cogs.game.views.lobby_options_panel import lobby_options_panel
from cogs.game.views.lobby_panel import OFFERED, lobby_panel, value_words


async def offered(bot: BotClient, game: int) -> list[Chosen]:
    """The options that a lobby offers, in their order; those that would do nothing are left out."""
    tables = tables_of(bot)
    found = {each.name: each for each in await tables.lobby.options(game)}
    status = await tables.status(game)
    idle = set(idle_options(status.options))
    if not (may_open_thread(bot, status.channel) or wants_thread(status)):
        idle.add(IN_THREAD)
    return [found[name] for name in OFFERED if name in found and name not in idle]


async def draw_lobby(bot: BotClient, game: int) -> Panel:
    """The lobby as it stands, in its own language."""
    tables = tables_of(bot)
    status = await tables.status(game)
    found = await public_snapshot(tables, game, None, table_locale(status))
    return lobby_panel(found, await offered(bot, game) if status.stage == "lobby" else ())


async def draw_options(interaction: Interaction, game: int) -> Panel:
    """What can be chosen in the lobby, for the person and in their language, with its picture."""
    tables = tables_of(interaction.client)
    found = await public_snapshot(tables, game, interaction.user.id, private_locale(interaction))
    if found.status.stage != "lobby":
        return lobby_options_panel(found, (), ())
    options, tribes = await offered(interaction.client, game), await tables.lobby.tribes(game)
    agreed = [_agreed(found.locale, each) for each in options]
    picture = await lobby_picture(interaction, found, agreed, most_seats(found.status.options))
    packs = await tables.lobby.packs(game)
    return lobby_options_panel(found, options, tribes, packs, pictured=picture is not None).show(picture)


def _agreed(locale: Locale, option: Chosen) -> Agreed:
    """An option as the picture shows it."""
    value = value_words(locale, option.name, option.value)
    return Agreed(t(locale, f"game.option.{option.name}"), value, on=option.value is True)
