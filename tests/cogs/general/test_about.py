"""``/about`` tells what is so here."""

from dataclasses import replace
from datetime import UTC, datetime

import discord
import pytest

from bot.client import Client
from bot.text import LOCALES, Locale
from cogs.core.discord_permissions import ASKED, NEEDED, invite, lacking, named
from cogs.general.about_cog import about_panel
from tests.cogs.people import asking, texts


async def test_it_says_version_and_that_it_is_unofficial(client: Client) -> None:
    said = texts(about_panel(asking(client), "en"))
    assert "Version 1.2.3" in said
    assert "Unofficial" in said
    assert "practice" not in said


@pytest.mark.parametrize("locale", LOCALES)
async def test_it_says_how_old_the_rules_are(client: Client, locale: Locale) -> None:
    noon = int(datetime(2026, 11, 24, 12, tzinfo=UTC).timestamp())
    assert f"<t:{noon}:D>" in texts(about_panel(asking(client), locale))


async def test_it_says_when_it_is_the_practice_channel(client: Client) -> None:
    client.services = replace(client.services, practice=True)
    assert "Übungskanal" in texts(about_panel(asking(client), "de"))


@pytest.mark.parametrize("words_only", [True, False])
async def test_it_says_when_questions_are_searched_by_words_only(
    client: Client, words_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.services.reference, "words_only", words_only)
    assert ("words alone" in texts(about_panel(asking(client), "en"))) is words_only


@pytest.mark.parametrize(
    ("granted", "guild", "told"),
    [
        (NEEDED, 1, False),
        (discord.Permissions(view_channel=True), 1, True),
        (discord.Permissions.none(), None, False),
    ],
)
async def test_it_names_the_permissions_it_lacks_here(
    client: Client, granted: discord.Permissions, guild: int | None, told: bool
) -> None:
    said = texts(about_panel(asking(client, app_permissions=granted, guild_id=guild), "fr"))
    assert ("Envoyer des messages" in said) == told


def test_every_needed_permission_has_a_name_in_every_language() -> None:
    missing = lacking(discord.Permissions.none())
    assert len(missing) == 6
    for locale in ("de", "fr", "en"):
        assert not [name for name in named(locale, missing) if "„" in name or "«" in name or "“" in name]


def test_the_invite_link() -> None:
    assert invite(7).startswith("https://discord.com/oauth2/authorize?client_id=7&scope=bot+applications.commands")
    assert invite(7).endswith(f"permissions={ASKED.value}")
