"""``/settings games``: who may, what the menus set, and the list."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui

from bot.app.tables.server_games import ServerGames
from bot.client import Client
from bot.store.server_rules import ServerRules
from cogs.core.localization import UserError
from cogs.core.services import Interaction
from cogs.game.table_access import tables_of
from cogs.general.server_games_settings import BackToRules, ListGames, PickBarred, PickChannels, PickMost
from tests.cogs.people import GUILD, PERSON, asking, given, texts

MANAGER = discord.Permissions(manage_guild=True)


def games_of(client: Client) -> ServerGames:
    return tables_of(client).server_games


def pressing(client: Client, permissions: discord.Permissions = MANAGER) -> Interaction:
    message = SimpleNamespace(flags=SimpleNamespace(ephemeral=True), id=5)
    user = SimpleNamespace(id=PERSON, display_name="Kim")
    kind = discord.InteractionType.component
    return asking(client, type=kind, message=message, user=user, permissions=permissions, id=77)


def with_values(menu: Any, values: list[Any]) -> Any:
    menu._values = values
    return menu


async def test_only_who_manages_the_server_sees_it(client: Client) -> None:
    settings = client.get_cog("Settings")
    user = SimpleNamespace(id=PERSON, display_name="Kim")
    with pytest.raises(UserError) as declined:
        await settings.games.callback(settings, asking(client, user=user))  # type: ignore[union-attr]
    assert declined.value.key == "settings.may_not.server"
    interaction = asking(client, user=user, permissions=MANAGER)
    await settings.games.callback(settings, interaction)  # type: ignore[union-attr]
    [(how, answer)] = given(interaction)
    assert (how, answer["ephemeral"]) == ("send", True)
    assert "Games on this server" in texts(answer["view"])


async def test_the_menus_set_what_they_say(client: Client) -> None:
    channels = with_values(ui.ChannelSelect[Any](custom_id="settings:games:channels"), [discord.Object(8)])
    role = discord.Role.__new__(discord.Role)
    role.id = 55
    barred = with_values(ui.MentionableSelect[Any](custom_id="settings:games:barred"), [role, discord.Object(9)])
    options = [discord.SelectOption(label=str(number), value=str(number)) for number in (0, 3)]
    most = with_values(ui.Select[Any](custom_id="settings:games:most", options=options), ["3"])
    for item in (PickChannels(channels), PickBarred(barred), PickMost(most)):
        interaction = pressing(client)
        await item.used(interaction)
        [(how, answer)] = given(interaction)
        assert how == "edit"
        assert "✅" in texts(answer["view"])
    assert await games_of(client).rules(GUILD) == ServerRules((8,), 3, (55,), (9,))
    await PickMost(with_values(most, ["0"])).used(pressing(client))
    assert (await games_of(client).rules(GUILD)).most is None


async def test_a_menu_left_open_sets_nothing_for_who_may_not_any_more(client: Client) -> None:
    channels = with_values(ui.ChannelSelect[Any](custom_id="settings:games:channels"), [discord.Object(8)])
    with pytest.raises(UserError):
        await PickChannels(channels).used(pressing(client, discord.Permissions.none()))
    with pytest.raises(UserError):
        await ListGames(ui.Button(custom_id="settings:games:list:0")).used(pressing(client, discord.Permissions.none()))
    assert await games_of(client).rules(GUILD) == ServerRules()


async def test_the_list_and_back(client: Client) -> None:
    listed, back = pressing(client), pressing(client)
    await ListGames(ui.Button(custom_id="settings:games:list:9f")).used(listed)
    await BackToRules(ui.Button(custom_id="settings:games:show")).used(back)
    assert [
        "No game is open here" in texts(answer["view"]) for each in (listed, back) for _, answer in given(each)
    ] == [
        True,
        False,
    ]
