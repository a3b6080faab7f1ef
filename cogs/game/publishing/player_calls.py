"""Calling a role that moderators chose to a table that looks for players: once for each table, at most once an hour for
each server."""

import logging
from datetime import timedelta
from typing import Final

import discord

from bot.app.tables import Status
from cogs.core.services import BotClient
from cogs.game.snapshot import table_locale
from cogs.game.table_access import tables_of
from cogs.game.views.looking_panel import call_panel

log = logging.getLogger(__name__)

BETWEEN: Final = timedelta(hours=1)
"""Between two calls on one server."""


async def call_players(bot: BotClient, status: Status) -> bool:
    """Call the server's role to a lobby that looks for players, where that has not been done; whether it was."""
    preferences = bot.services.store.preferences
    role = preferences.players_role(status.guild)
    if role is None or not status.looking or status.stage != "lobby":
        return False
    if not await tables_of(bot).lobby.claim_call(status.game) or not await preferences.claim_call(
        status.guild, tables_of(bot).repository.now(), BETWEEN
    ):
        return False
    panel = call_panel(table_locale(status), status, role)
    told = discord.AllowedMentions(everyone=False, users=False, roles=[discord.Object(role)])
    channel = bot.get_partial_messageable(status.channel, guild_id=status.guild)
    try:
        await channel.send(view=panel, allowed_mentions=told, nonce=f"{status.game}.players")
    except discord.HTTPException as error:
        log.info("players could not be called", extra={"game": status.game, "code": error.code})
        return False
    return True
