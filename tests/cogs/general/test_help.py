"""Help names every command there is, in the words of the person's client, within Discord's limits."""

import discord
import pytest
from discord import ui

from bot.client import Client
from bot.store import Scope
from bot.text import LOCALES, Locale
from cogs.core.command_index import CommandIndex, Entry, Wording
from cogs.general.help_cog import PER_PAGE, START, OpenHelp, PickTopic, find_topic, help_panel, topic_title, topics
from tests.cogs.people import PERSON, asking, given, texts

DISCORD = {"de": discord.Locale.german, "fr": discord.Locale.french, "en": discord.Locale.american_english}


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_command_is_explained(client: Client, locale: Locale) -> None:
    interaction = asking(client, locale=DISCORD[locale])
    said = "\n".join(
        texts(help_panel(interaction, topic, page))
        for topic in topics(client.command_index)
        for page in range(len(client.command_index.of_family(topic)) // PER_PAGE + 1)
    )
    assert client.command_index.entries
    for entry in client.command_index.entries:
        assert entry.usage(locale) in said
        assert entry.description[locale] in said


@pytest.mark.parametrize(("locale", "typed"), [("de", "/frag"), ("fr", "/"), ("en", "/ask")])
async def test_the_first_steps_come_first(client: Client, locale: Locale, typed: str) -> None:
    said = texts(help_panel(asking(client, locale=DISCORD[locale]), START))
    first = next(line for line in said.splitlines() if line.startswith("1."))
    ask = client.command_index.find("ask")
    assert ask is not None
    assert ask.typed(locale) in first
    assert typed in first


async def test_commands_are_named_as_the_client_shows_them(client: Client) -> None:
    """Somebody with a German Discord who has set French reads French but types German names."""
    await client.services.store.preferences.set_language(Scope.PERSON, PERSON, "fr")
    said = texts(help_panel(asking(client, locale=DISCORD["de"]), "bot"))
    assert "/einstellungen sprache" in said
    assert "Choisir la langue" in said


@pytest.mark.parametrize("locale", LOCALES)
async def test_panels_keep_discord_s_limits(client: Client, locale: Locale) -> None:
    for topic in topics(client.command_index):
        panel = help_panel(asking(client, locale=DISCORD[locale]), topic)
        assert panel.content_length() <= 4000
        assert panel.total_children_count <= 40
        assert panel.is_persistent()


async def test_a_topic_is_found_by_its_title_in_any_language(client: Client) -> None:
    for topic in topics(client.command_index):
        for locale in LOCALES:
            assert find_topic(client.command_index, f" {topic_title(locale, topic).upper()} ") == topic
    assert find_topic(client.command_index, "cooking") is None


async def test_completion_offers_topics_by_what_was_typed(client: Client) -> None:
    help_cog = client.get_cog("Help")
    found = await help_cog.topics(asking(client, locale=DISCORD["de"]), "EINST")  # type: ignore[union-attr]
    assert [(choice.name, choice.value) for choice in found] == [("Der Bot und seine Einstellungen", "bot")]


async def test_long_families_are_paged(client: Client) -> None:
    """More commands than one page holds: every one is on exactly one page, buttons lead to and fro."""
    names = [f"command-{i}" for i in range(2 * PER_PAGE + 1)]
    entries = [
        Entry((Wording({"en": n}),), Wording({"en": n + "!"}), (), i % 2 == 0, "bot") for i, n in enumerate(names)
    ]
    client.command_index = CommandIndex(entries)
    pages = [help_panel(asking(client), "bot", page) for page in range(3)]
    assert [len([n for n in names if f"`/{n}`" in texts(page)]) for page in pages] == [PER_PAGE, PER_PAGE, 1]
    assert [turns(page) for page in pages] == [["1"], ["0", "2"], ["1"]]
    assert turns(help_panel(asking(client), "bot", 99)) == ["1"], "a page that is no more: the last"
    assert "(on servers only)" in texts(pages[0])


def turns(panel: ui.LayoutView) -> list[str]:
    return [item.state["page"] for item in panel.walk_children() if isinstance(item, OpenHelp)]


async def test_buttons_work_in_place_and_as_a_new_message(client: Client) -> None:
    turning, opening = asking(client), asking(client)
    await OpenHelp.turn("x", "bot", 0).callback(turning)
    await OpenHelp.button("en").callback(opening)
    assert [how for how, _ in given(turning)] == ["edit"]
    assert [(how, what["ephemeral"]) for how, what in given(opening)] == [("send", True)]


async def test_a_button_of_a_family_that_is_no_more_leads_to_the_start(client: Client) -> None:
    interaction = asking(client)
    await OpenHelp.turn("x", "gone", 3).callback(interaction)
    assert texts(given(interaction)[0][1]["view"]).startswith("## First steps")


async def test_the_menu_shows_where_one_is(client: Client) -> None:
    menu = PickTopic.among("fr", "bot", client.command_index)
    assert [option.value for option in menu.item.options if option.default] == ["bot"]
