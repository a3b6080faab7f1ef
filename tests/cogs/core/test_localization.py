"""Which language is spoken where: the order of the policy, one step after the other."""

from typing import Any

import discord
import pytest

from bot.client import Client
from bot.store import Scope
from bot.text import Locale
from cogs.core.localization import private_locale, public_locale
from tests.cogs.people import CHANNEL, GUILD, PERSON, THREAD, a_thread, asking

ENGLISH, GERMAN, FRENCH = discord.Locale.american_english, discord.Locale.german, discord.Locale.french
SPANISH = discord.Locale.spain_spanish

Set = dict[tuple[Scope, int], Locale]


async def prepared(client: Client, settings: Set, details: dict[str, Any]) -> Any:
    for (scope, owner), language in settings.items():
        await client.services.store.preferences.set_language(scope, owner, language)
    return asking(client, **details)


@pytest.mark.parametrize(
    ("settings", "details", "expected"),
    [
        ({(Scope.CHANNEL, CHANNEL): "fr", (Scope.SERVER, GUILD): "en"}, {"guild_locale": GERMAN}, "fr"),
        ({(Scope.SERVER, GUILD): "fr"}, {"guild_locale": GERMAN}, "fr"),
        ({}, {"guild_locale": GERMAN}, "de"),
        ({}, {"guild_locale": SPANISH}, "en"),
        ({}, {"guild_locale": None}, "en"),
        ({(Scope.PERSON, PERSON): "fr"}, {"guild_locale": GERMAN, "locale": FRENCH}, "de"),
        ({(Scope.CHANNEL, CHANNEL): "fr"}, {"channel": a_thread(CHANNEL), "channel_id": THREAD}, "fr"),
        (
            {(Scope.CHANNEL, CHANNEL): "fr", (Scope.CHANNEL, THREAD): "en"},
            {"channel": a_thread(CHANNEL), "channel_id": THREAD},
            "en",
        ),
        ({(Scope.PERSON, PERSON): "fr"}, {"guild_id": None, "guild_locale": None, "locale": GERMAN}, "fr"),
    ],
)
async def test_public(client: Client, settings: Set, details: dict[str, Any], expected: Locale) -> None:
    """Thread, channel, server, Discord's server language, English; outside servers the person's."""
    assert public_locale(await prepared(client, settings, details)) == expected


@pytest.mark.parametrize(
    ("settings", "details", "expected"),
    [
        ({(Scope.PERSON, PERSON): "fr", (Scope.CHANNEL, CHANNEL): "en"}, {"locale": GERMAN}, "fr"),
        ({(Scope.CHANNEL, CHANNEL): "fr"}, {"locale": ENGLISH}, "en"),
        ({(Scope.CHANNEL, CHANNEL): "fr"}, {"locale": discord.Locale.british_english}, "en"),
        ({(Scope.CHANNEL, CHANNEL): "fr"}, {"locale": SPANISH}, "fr"),
        ({}, {"locale": SPANISH, "guild_locale": GERMAN}, "de"),
        ({}, {"locale": SPANISH, "guild_id": None, "guild_locale": None}, "en"),
    ],
)
async def test_private(client: Client, settings: Set, details: dict[str, Any], expected: Locale) -> None:
    """The person's setting, their client's language, else as in public."""
    assert private_locale(await prepared(client, settings, details)) == expected
