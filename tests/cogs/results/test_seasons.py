"""Seasons in the channel: made by moderators, opened from the list, told at their end."""

from datetime import date
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import ui
from msgspec.structs import replace

from bot.client import Client
from bot.store.seasons import StoredSeason
from bot.text import LOCALES, Locale, t
from cogs.core.localization import UserError
from cogs.core.services import Interaction
from cogs.results import season_end
from cogs.results.season_end import season_panel
from cogs.results.statistics_handlers import Choose
from cogs.results.statistics_wording import FEW, few_words
from tests.app.results.sample_results import keep, random_pads
from tests.cogs.people import CHANNEL, GUILD, asking, given, texts

KIM = SimpleNamespace(id=1, display_name="Kim")
MODERATOR = discord.Permissions(manage_messages=True)


async def season(client: Client, name: str, begin: str, until: str, **details: Any) -> Interaction:
    interaction = asking(client, user=KIM, **details)
    results = cast("Any", client.get_cog("Results"))
    await results.season.callback(results, interaction, name, begin, until)
    return interaction


def menus(panel: Any) -> dict[str, ui.Select[Any]]:
    found = [item for item in panel.walk_children() if isinstance(item, ui.Select)]
    return {item.custom_id.split(":")[2]: item for item in found}


def choose(menu: ui.Select[Any], value: str) -> Choose:
    chosen = Choose(ui.Select(custom_id=menu.custom_id, options=menu.options))
    chosen.item._values = [value]
    return chosen


async def test_made_opened_and_removed(client: Client) -> None:
    await keep(client.services.store, random_pads(5, 60), GUILD)
    [(_, sent)] = given(await season(client, "Winter *cup*", "1.1.2025", "2025-01-10", permissions=MODERATOR))
    menu = menus(sent["view"])["season"]
    opened = asking(client, user=KIM)
    await choose(menu, menu.options[0].value).used(opened)
    [(_, shown)] = given(opened)
    assert "Winter" in texts(shown["view"])
    assert "1\\." in texts(shown["view"])
    remove = menus(sent["view"])["remove"]
    with pytest.raises(UserError, match="not_you"):
        await choose(remove, remove.options[0].value).used(asking(client, user=KIM))
    await choose(remove, remove.options[0].value).used(asking(client, user=KIM, permissions=MODERATOR))
    assert await client.services.store.seasons.of(GUILD) == []


async def test_two_of_the_same_days_have_one_table(client: Client) -> None:
    await keep(client.services.store, random_pads(5, 60), GUILD)
    await season(client, "Winter", "1.1.2025", "2025-01-10", permissions=MODERATOR)
    [(_, sent)] = given(await season(client, "Frost", "1.1.2025", "2025-01-10", permissions=MODERATOR))
    menu = menus(sent["view"])["season"]
    assert len({option.value for option in menu.options}) == len(menu.options) == 1
    assert len(menus(sent["view"])["remove"].options) == 2
    opened = asking(client, user=KIM)
    await choose(menu, menu.options[0].value).used(opened)
    [(_, shown)] = given(opened)
    assert "Winter" in texts(shown["view"])
    assert "Frost" in texts(shown["view"])


@pytest.mark.parametrize(
    ("name", "begin", "until", "details", "key"),
    [
        ("Winter", "1.1.2025", "2025-01-10", {}, "not_you"),
        ("Winter", "soon", "2025-01-10", {"permissions": MODERATOR}, "bad_day"),
        ("Winter", "1.1.1025", "2025-01-10", {"permissions": MODERATOR}, "bad_day"),
        ("Winter", "1.2.2025", "2025-01-10", {"permissions": MODERATOR}, "turned"),
        (" ", "1.1.2025", "2025-01-10", {"permissions": MODERATOR}, "no_name"),
    ],
)
async def test_what_is_refused(
    client: Client, name: str, begin: str, until: str, details: dict[str, Any], key: str
) -> None:
    with pytest.raises(UserError, match=key):
        await season(client, name, begin, until, **details)


async def test_outside_servers_everybody_may(client: Client) -> None:
    await season(client, "Ours", "1.1.2025", "2025-01-10", guild_id=None)
    assert [each.name for each in await client.services.store.seasons.of(CHANNEL)] == ["Ours"]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("games", [0, 4, 40])
async def test_the_end(client: Client, locale: Locale, games: int) -> None:
    if games:
        await keep(client.services.store, random_pads(5, games), GUILD)
    ended = StoredSeason(1, GUILD, CHANNEL, "Winter", date(2025, 1, 1), date(2025, 2, 1))
    panel = await season_panel(client, ended, locale)
    assert "Winter" in texts(panel)
    assert len(panel.pictures) == bool(games)
    assert (few_words(locale, 1) in texts(panel)) == (t(locale, "results.few.note", most=FEW) in texts(panel))
    assert len(texts(panel)) <= 4000


async def unknown(_: int) -> None:
    """A channel that cannot be fetched."""
    raise discord.NotFound(cast("Any", SimpleNamespace(status=404, reason="gone")), "gone")


async def test_a_channel_that_is_gone_stops_nothing(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    class Gone:
        async def send(self, **_: Any) -> None:
            raise discord.NotFound(cast("Any", SimpleNamespace(status=404, reason="gone")), "gone")

    ended = StoredSeason(1, GUILD, CHANNEL, "Winter", date(2025, 1, 1), date(2025, 2, 1))
    bot = SimpleNamespace(
        services=client.services,
        get_channel=lambda _: None,
        get_guild=lambda _: None,
        fetch_channel=unknown,
        get_partial_messageable=lambda _: Gone(),
    )
    await season_end._tell(cast("Any", bot), ended)
    assert "not told" in caplog.text


class Channel:
    """A channel in which something is said."""

    def __init__(self) -> None:
        self.said = ""

    async def send(self, *, view: Any, **_: Any) -> None:
        self.said = texts(view)


@pytest.mark.parametrize(
    ("guild", "result", "expected"),
    [
        ("de", "fr", "Saison „Winter“ ist zu Ende"),
        (None, "fr", "La saison «\u00a0Winter\u00a0» est"),
        (None, None, "Season “Winter” is over"),
    ],
)
async def test_a_channel_that_is_not_at_hand(client: Client, guild: str | None, result: Any, expected: str) -> None:
    """An archived thread has the language of its server, direct messages that of the newest result there."""
    if result:
        await keep(client.services.store, [replace(pad, locale=result) for pad in random_pads(5, 3)], GUILD)
    channel, ended = Channel(), StoredSeason(1, GUILD, CHANNEL, "Winter", date(2024, 1, 1), date(2024, 2, 1))
    bot = SimpleNamespace(
        services=client.services,
        get_channel=lambda _: None,
        get_guild=lambda _: SimpleNamespace(id=GUILD, preferred_locale=guild) if guild else None,
        fetch_channel=unknown,
        get_partial_messageable=lambda _: channel,
    )
    await season_end._tell(cast("Any", bot), ended)
    assert expected in channel.said


@pytest.mark.parametrize(
    ("language", "expected"), [("de", "Saison „Winter“"), ("fr", "La saison «\u00a0Winter"), ("en", "Season “Winter”")]
)
async def test_direct_messages_have_the_language_of_their_person(
    client: Client, language: Locale, expected: str
) -> None:
    """Also where they have no results; nothing is set but the language of their Discord."""
    await client.services.store.preferences.note_client(KIM.id, language)
    channel, ended = Channel(), StoredSeason(1, CHANNEL, CHANNEL, "Winter", date(2024, 1, 1), date(2024, 2, 1))
    conversation = object.__new__(discord.DMChannel)
    conversation.recipients = [cast("Any", KIM)]

    async def fetched(_: int) -> discord.DMChannel:
        return conversation

    bot = SimpleNamespace(
        services=client.services,
        get_channel=lambda _: None,
        get_guild=lambda _: None,
        fetch_channel=fetched,
        get_partial_messageable=lambda _: channel,
    )
    await season_end._tell(cast("Any", bot), ended)
    assert expected in channel.said
