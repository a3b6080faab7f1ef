"""``/games`` outside servers: tables that look for players on servers of the person, in channels that they see."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import create_autospec

import discord
import pytest

from bot.app.tables import Caller
from bot.client import Client
from cogs.game.handlers.own_games_buttons import show_own_games
from cogs.game.table_access import tables_of
from tests.cogs.people import PERSON, asking, given, texts

HOME, STRANGE, GONE = 101, 102, 103
OPEN, HIDDEN, ELSEWHERE, LOST, QUIET, OWN = 1, 2, 3, 4, 5, 6
PLACES = {OPEN: HOME, HIDDEN: HOME, ELSEWHERE: STRANGE, LOST: GONE, QUIET: HOME, OWN: HOME}


def refused() -> discord.NotFound:
    response: Any = SimpleNamespace(status=404, reason="Not Found")
    return discord.NotFound(response, "Unknown Member")


def a_server(number: int, *, member: bool) -> Any:
    server = create_autospec(discord.Guild, instance=True)
    asked = {"return_value": SimpleNamespace(id=PERSON, guild=server)} if member else {"side_effect": refused()}
    told = {f"fetch_member.{what}": value for what, value in asked.items()}
    server.configure_mock(id=number, **{"get_member.return_value": None, **told})
    return server


def a_channel(number: int) -> Any:
    channel = create_autospec(discord.TextChannel, instance=True)
    seen = discord.Permissions(view_channel=number != HIDDEN)
    channel.configure_mock(name=f"channel-{number}", **{"permissions_for.return_value": seen})
    return channel


async def test_only_what_the_person_sees_is_listed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    servers = {HOME: a_server(HOME, member=True), STRANGE: a_server(STRANGE, member=False)}
    monkeypatch.setattr(client, "get_guild", servers.get)
    monkeypatch.setattr(client, "get_channel", {number: a_channel(number) for number in PLACES}.get)
    lobby, numbers = tables_of(client).lobby, {}
    for channel, guild in PLACES.items():
        owner = Caller(user=PERSON if channel == OWN else 9, name="Kim", channel=channel, guild=guild)
        numbers[channel] = (await lobby.open(owner)).game
        if channel != QUIET:
            await lobby.option(owner, numbers[channel], "looking", True)
    user = SimpleNamespace(id=PERSON, display_name="Kim")
    interaction = asking(client, guild_id=None, user=user)
    await show_own_games(interaction)
    [(_, answer)] = given(interaction)
    _, listed = texts(answer["view"]).split("Tables looking for players")
    assert [channel for channel in PLACES if f"/{PLACES[channel]}/{channel}" in listed] == [OPEN]
    assert "#channel-1" in listed
