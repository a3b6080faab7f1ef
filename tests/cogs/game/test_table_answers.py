"""Questions about a component are answered by the pack of the channel's table, which its lobby has chosen already."""

import pytest

from bot.client import Client
from bot.text import LOCALES, Locale
from cogs.game.table_answers import answer_from_table
from tests.app.tables.table_fixture import KIM, caller
from tests.cogs.people import CHANNEL, GUILD, asking
from tests.packs.own_pack import own_zip

OWN = ("{en: Tidewardens, de: Gezeitenwacht, fr: Garde des marées}", "{en: Reefkin, de: Riffleute, fr: Gens du récif}")


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_lobby_has_the_components_of_its_pack(client: Client, locale: Locale) -> None:
    owner = caller(KIM, channel=CHANNEL, guild=GUILD, manager=True)
    tables = client.services.tables
    await tables.server_packs.add(owner, own_zip(tribes=OWN), "box.zip")
    told = {"de": "Riffleute", "fr": "Gens du récif", "en": "Reefkin"}[locale]
    assert await answer_from_table(asking(client), "What do the Reefkin do?", locale) is None
    await tables.lobby.open(owner, pack="my_box")
    found = await answer_from_table(asking(client), "What do the Reefkin do?", locale)
    assert found is not None
    assert found.text.startswith(f"**{told}**\n")
    assert await answer_from_table(asking(client), "What do the Tidewardens do?", locale) is None
