"""The lobby: short for everybody, what can be chosen behind a button for whoever presses it, old messages go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.text import Locale, t
from tests.end_to_end.clicking import ids, lobby_options, values_of
from tests.end_to_end.edit_pace import TOLD

if TYPE_CHECKING:
    from bot.practice.model import Channel, Message, User
    from tests.end_to_end.process import BotProcess
    from tests.end_to_end.script import Script

    People = dict[str, User]

MENUS = ("tribe", "option", "pace", "strength", "remove")


@pytest_asyncio.fixture(loop_scope="module")
async def lobby(script: Script, bot: BotProcess, places: dict[str, Channel], people: People) -> Message:
    """A lobby of one person and a computer player, on the German server."""
    guild = places["de"].guild
    assert guild is not None
    place = script.directory.create_channel(guild, f"lobby-{len(guild.channels)}")
    return (await script.slash(people["de"], place, "game new", {"computers": 1})).message


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_what_can_be_chosen_is_behind_a_button(
    script: Script, lobby: Message, people: People, language: Locale
) -> None:
    """In the person's language; what is chosen stands in the lobby, in short."""
    assert not [menu for menu in MENUS if ids(lobby, f"lobby:{menu}:")]
    person = people[language]
    if person is not people["de"]:
        await script.click(lobby, ids(lobby, "lobby:join:")[0], user=person)
    choosing = await lobby_options(script, lobby, person)
    assert choosing.ephemeral
    assert t(language, "game.lobby.options") in choosing.text
    assert [menu for menu in MENUS if ids(choosing.message, f"lobby:{menu}:")] == list(MENUS)
    tribe = values_of(choosing.message, ids(choosing.message, "lobby:tribe:")[0])[1]
    before = lobby.text
    again = await script.select(choosing, ids(choosing.message, "lobby:tribe:")[0], [tribe])
    assert again.message is choosing.message
    await script.settle(TOLD)
    assert lobby.text != before
    owner = await lobby_options(script, lobby, people["de"])
    await script.select(owner, ids(owner.message, "lobby:option:")[0], ["random_seats=off"])
    await script.select(owner, ids(owner.message, "lobby:pace:")[0], ["relaxed"])
    await script.settle(TOLD)
    assert t("de", "game.option.random_seats") in lobby.text
    assert t("de", "pace.name.relaxed") in lobby.text


async def test_what_only_the_owner_may_choose(script: Script, lobby: Message, people: People) -> None:
    """The refusal takes the place of the menus and leads back to them."""
    await script.click(lobby, ids(lobby, "lobby:join:")[0], user=people["fr"])
    choosing = await lobby_options(script, lobby, people["fr"])
    refused = await script.select(choosing, ids(choosing.message, "lobby:option:")[0], ["random_seats=off"])
    assert refused.message is choosing.message
    assert "⚠️" in refused.text
    back = await script.click(refused, ids(refused.message, "lobby:options:")[0])
    assert back.message is choosing.message
    assert ids(back.message, "lobby:option:")


async def test_who_does_not_sit_there_has_no_tribe_to_choose(script: Script, lobby: Message, people: People) -> None:
    choosing = (await lobby_options(script, lobby, people["fr"])).message
    assert not ids(choosing, "lobby:tribe:")
    assert ids(choosing, "lobby:option:")


async def test_menus_that_outlive_the_lobby(script: Script, lobby: Message, people: People) -> None:
    choosing = await lobby_options(script, lobby, people["de"])
    await script.click(lobby, ids(lobby, "lobby:cancel:")[0], user=people["de"])
    menu = ids(choosing.message, "lobby:option:")[0]
    refused = await script.select(choosing, menu, ["random_seats=off"])
    assert "⚠️" in refused.text
    told = await script.click(refused, ids(refused.message, "lobby:options:")[0])
    assert not ids(told.message, "lobby:")


async def test_lobbies_of_earlier_versions(script: Script, lobby: Message, people: People) -> None:
    """Their message had the menus itself: they do what they did, and the message becomes one of now."""
    choosing = await lobby_options(script, lobby, people["de"])
    rows = [row for row in choosing.message.components if row["type"] == 1]
    lobby.components.extend(rows)
    await script.select(lobby, ids(lobby, "lobby:option:")[0], ["random_seats=off"], user=people["de"])
    await script.settle(TOLD)
    assert t("de", "game.option.random_seats") in lobby.text
    assert not ids(lobby, "lobby:option:")
    assert ids(lobby, "lobby:options:")
