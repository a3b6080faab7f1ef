"""A person's tables on all servers: shown anew, page by page."""

import asyncio
from collections.abc import Sequence
from typing import Final

import discord

from bot.app.tables import Status
from bot.app.tables.own_games import OwnTables
from bot.text import Locale, t
from cogs.core.escaping import escaped
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import PersistentButton, PersistentSelect, reply_privately, with_deferral
from cogs.core.services import BotClient, Interaction
from cogs.game.handlers.history_buttons import show_news
from cogs.game.table_access import answer, explained, member_sees, sees_channel, tables_of
from cogs.game.views.own_games_panel import own_games_panel

MOST_SERVERS: Final = 10
"""So many servers with tables that look for players are asked whether somebody is there."""
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
    statuses = [*(each.status for each in (*found.open, *found.finished, *found.archived)), *looking]
    places = places_of(interaction.client, locale, statuses)
    await answer(interaction, own_games_panel(locale, user, found, places, page, looking))


async def _looking(interaction: Interaction, found: OwnTables) -> list[Status]:
    """The tables of this server that look for players, outside servers those of the servers that the person shares with
    the bot, in channels that the person sees, without their own."""
    own = {each.status.game for each in found.open}
    if interaction.guild_id is None:
        wanted = await with_deferral(interaction, _looking_elsewhere(interaction.client, interaction.user.id))
    else:
        wanted = await tables_of(interaction.client).lobby.looking(interaction.guild_id)
        wanted = tuple(each for each in wanted if sees_channel(interaction, each))
    return [each for each in wanted if each.game not in own]


async def _looking_elsewhere(bot: BotClient, user: int) -> tuple[Status, ...]:
    """The tables that look for players on servers where the person is, in channels that they see."""
    lobby = tables_of(bot).lobby
    servers = [server for guild in await lobby.looking_servers() if (server := bot.get_guild(guild)) is not None]
    members = await asyncio.gather(*(_member(server, user) for server in servers[:MOST_SERVERS]))
    found: list[Status] = []
    for member in filter(None, members):
        found += [each for each in await lobby.looking(member.guild.id) if member_sees(bot, member, each.channel)]
    return tuple(found)


async def _member(server: discord.Guild, user: int) -> discord.Member | None:
    """The person on the server; None: they are not there, or Discord does not say."""
    try:
        return server.get_member(user) or await server.fetch_member(user)
    except discord.HTTPException:
        return None


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
