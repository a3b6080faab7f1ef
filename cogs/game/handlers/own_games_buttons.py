"""A person's tables on all servers: shown anew, page by page."""

from collections.abc import Sequence
from typing import Final

from bot.app.tables import Status
from bot.app.tables.own_games import OwnTables
from bot.text import Locale, t
from cogs.core.escaping import escaped
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import PersistentButton, PersistentSelect, reply_privately
from cogs.core.services import BotClient, Interaction
from cogs.game.handlers.history_buttons import show_news
from cogs.game.table_access import answer, explained, sees_channel, tables_of
from cogs.game.views.own_games_panel import own_games_panel

LONGEST: Final = 40
"""Characters of the name of a channel or server."""


class OwnGamesPage(PersistentButton, template=r"games:page:(?P<page>\d+):[a-z]+"):
    """A page of the person's tables, as they are now."""

    async def used(self, interaction: Interaction) -> None:
        await show_own_games(interaction, int(self.state["page"]))


class LookAtOwn(PersistentSelect, template=r"games:look"):
    """What has happened at one of the person's tables, beside the list."""

    async def used(self, interaction: Interaction) -> None:
        game = int(self.chosen[0])
        async with explained(interaction, game):
            await show_news(interaction, game, reply=reply_privately)


CONTROLS: Final = (OwnGamesPage, LookAtOwn)


async def show_own_games(interaction: Interaction, page: int = 0) -> None:
    """All tables of the person, for them alone."""
    user, locale = interaction.user.id, private_locale(interaction)
    found = await tables_of(interaction.client).own_games.of(user)
    looking = await _looking(interaction, found)
    statuses = [*(each.status for each in (*found.open, *found.finished)), *looking]
    places = places_of(interaction.client, locale, statuses)
    await answer(interaction, own_games_panel(locale, user, found, places, page, looking))


async def _looking(interaction: Interaction, found: OwnTables) -> list[Status]:
    """The tables of this server that look for players, in channels that the person sees, without their own."""
    if interaction.guild_id is None:
        return []
    own = {each.status.game for each in found.open}
    wanted = await tables_of(interaction.client).lobby.looking(interaction.guild_id)
    return [each for each in wanted if each.game not in own and sees_channel(interaction, each)]


def places_of(bot: BotClient, locale: Locale, statuses: Sequence[Status]) -> dict[int, str]:
    """Where tables are: channel and server by name; nothing of what the bot cannot see any more."""
    places = {status.game: _place(bot, locale, status.guild, status.channel) for status in statuses}
    return {game: place for game, place in places.items() if place}


def _place(bot: BotClient, locale: Locale, guild: int, channel: int) -> str:
    server, place = bot.get_guild(guild), bot.get_channel(channel)
    named = f"#{escaped(name, LONGEST)}" if (name := getattr(place, "name", "")) else ""
    if server is None or not named:
        return named
    return t(locale, "games.place", channel=named, server=escaped(server.name, LONGEST))
