"""Who may set which language where, and what is shown then."""

import asyncio
from typing import Any

import discord
import pytest

from bot.client import Client
from bot.store import Scope
from bot.text import LOCALES, Locale, t
from cogs.core import persistent_ui
from cogs.core.localization import UserError
from cogs.core.theme_choice import private_theme, public_theme
from cogs.general.settings_cog import PickLanguage, PickTheme, set_language, set_theme, settings_panel
from tests.cogs.people import CHANNEL, GUILD, PERSON, THREAD, a_thread, asking, given, texts

MANAGER = discord.Permissions(manage_guild=True)
CHANNEL_MANAGER = discord.Permissions(manage_channels=True)
THREAD_MANAGER = discord.Permissions(manage_threads=True)


@pytest.mark.parametrize(
    ("scope", "details", "owner"),
    [
        (Scope.PERSON, {}, PERSON),
        (Scope.PERSON, {"guild_id": None}, PERSON),
        (Scope.CHANNEL, {"permissions": CHANNEL_MANAGER}, CHANNEL),
        (Scope.CHANNEL, {"permissions": THREAD_MANAGER, "channel": a_thread(), "channel_id": THREAD}, THREAD),
        (Scope.SERVER, {"permissions": MANAGER}, GUILD),
    ],
)
async def test_who_may(client: Client, scope: Scope, details: dict[str, Any], owner: int) -> None:
    await set_language(asking(client, **details), scope, "fr")
    assert client.services.store.preferences.language(scope, owner) == "fr"


@pytest.mark.parametrize(
    ("scope", "details", "key"),
    [
        (Scope.CHANNEL, {}, "settings.may_not.channel"),
        (Scope.CHANNEL, {"permissions": MANAGER}, "settings.may_not.channel"),
        (Scope.CHANNEL, {"permissions": THREAD_MANAGER}, "settings.may_not.channel"),
        (Scope.SERVER, {"permissions": CHANNEL_MANAGER}, "settings.may_not.server"),
        (Scope.SERVER, {"guild_id": None, "permissions": MANAGER}, "settings.not_here"),
        (Scope.CHANNEL, {"guild_id": None, "permissions": CHANNEL_MANAGER}, "settings.not_here"),
    ],
)
async def test_who_may_not(client: Client, scope: Scope, details: dict[str, Any], key: str) -> None:
    with pytest.raises(UserError) as declined:
        await set_language(asking(client, **details), scope, "fr")
    with pytest.raises(UserError) as also:
        await set_theme(asking(client, **details), scope, "light")
    assert declined.value.key == also.value.key == key
    assert "**" not in declined.value.text("de")


async def test_the_answer_is_in_the_new_language(client: Client) -> None:
    interaction = asking(client)
    settings = client.get_cog("Settings")
    await settings.language.callback(settings, interaction, "fr")  # type: ignore[union-attr]
    [(how, answer)] = given(interaction)
    assert (how, answer["ephemeral"]) == ("send", True)
    assert "Enregistré pour toi" in texts(answer["view"])


async def test_automatic_takes_the_setting_back(client: Client) -> None:
    settings = client.get_cog("Settings")
    for choice in ("fr", "auto"):
        await settings.language.callback(settings, asking(client), choice)  # type: ignore[union-attr]
    assert client.services.store.preferences.language(Scope.PERSON, PERSON) is None


@pytest.mark.parametrize(
    ("details", "scopes"),
    [
        ({}, ["person"]),
        ({"permissions": MANAGER}, ["person", "server"]),
        ({"permissions": MANAGER | CHANNEL_MANAGER}, ["person", "channel", "server"]),
        ({"permissions": discord.Permissions.all(), "guild_id": None}, ["person"]),
    ],
)
async def test_menus_are_for_those_who_may(client: Client, details: dict[str, Any], scopes: list[str]) -> None:
    panel = settings_panel(asking(client, **details))
    for menu in (PickLanguage, PickTheme):
        assert [item.state["scope"] for item in panel.walk_children() if isinstance(item, menu)] == scopes
    assert panel.is_persistent()


async def test_a_slow_store_gives_a_sign_in_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(persistent_ui, "PATIENCE", 0.01)
    preferences, release = client.services.store.preferences, asyncio.Event()
    quick = preferences.set_language

    async def slow(*args: Any) -> None:
        await release.wait()
        await quick(*args)

    monkeypatch.setattr(preferences, "set_language", slow)
    interaction, settings = asking(client), client.get_cog("Settings")
    working = asyncio.create_task(settings.language.callback(settings, interaction, "fr"))  # type: ignore[union-attr]
    await asyncio.sleep(0.05)
    assert [how for how, _ in given(interaction)] == ["defer"]
    release.set()
    await working
    assert [how for how, _ in given(interaction)] == ["defer", "followup"]


async def test_the_theme_of_a_person_goes_before_the_places(client: Client) -> None:
    """Person, then thread, its channel, the server; dark where nobody has said anything."""
    everything = {"permissions": discord.Permissions.all()}
    in_thread = {"channel": a_thread(), "channel_id": THREAD, "permissions": discord.Permissions.all()}
    assert private_theme(asking(client)) == "dark"
    await set_theme(asking(client, **everything), Scope.SERVER, "light")
    assert private_theme(asking(client, **in_thread)) == "light"
    await set_theme(asking(client, **everything), Scope.CHANNEL, "dark")
    assert private_theme(asking(client)) == "dark"
    assert public_theme(client, CHANNEL + 1, GUILD) == "light"
    await set_theme(asking(client), Scope.PERSON, "light")
    assert private_theme(asking(client)) == "light"
    assert public_theme(client, CHANNEL, GUILD) == "dark"
    await set_theme(asking(client, **everything), Scope.CHANNEL, None)
    assert public_theme(client, CHANNEL, GUILD) == "light"
    assert public_theme(client, None, None) == "dark"


async def test_the_theme_command_answers_with_the_settings(client: Client) -> None:
    interaction, settings = asking(client), client.get_cog("Settings")
    await settings.theme.callback(settings, interaction, "light")  # type: ignore[union-attr]
    [(how, answer)] = given(interaction)
    assert (how, answer["ephemeral"]) == ("send", True)
    assert client.services.store.preferences.theme(Scope.PERSON, PERSON) == "light"
    menus = [item for item in settings_panel(asking(client)).walk_children() if isinstance(item, PickTheme)]
    assert [[option.value for option in menu.item.options if option.default] for menu in menus] == [["light"]]


@pytest.mark.parametrize("locale", LOCALES)
async def test_where_nothing_is_set_tables_of_one_person_are_told(client: Client, locale: Locale) -> None:
    """And only there: what is set counts for them, too."""
    preferences, shown = client.services.store.preferences, asking(client)
    await preferences.set_language(Scope.PERSON, PERSON, locale)
    usual = t(locale, "settings.messages.usual")
    assert usual in texts(settings_panel(shown))
    await preferences.set_message_mode(CHANNEL, "brief")
    told = texts(settings_panel(shown))
    assert usual not in told
    assert t(locale, "settings.messages.brief") in told
