"""A name is claimed in the channel and confirmed by a press; each language says it within Discord's limits."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import ui

from bot.app.results import Claiming, Settling, count_results
from bot.app.score_pad import PadUser
from bot.client import Client
from bot.text import LOCALES, Locale
from cogs.core.localization import UserError
from cogs.core.services import Interaction
from cogs.results.claim_panels import SettleClaim, claim_line, names_panel
from cogs.score_pad.views import OpenSeat
from tests.app.results.sample_results import keep
from tests.app.results.test_claiming import TONI_AND_ALEX
from tests.cogs.people import GUILD, PERSON, asking, given, texts


def person(number: int, name: str) -> Any:
    return SimpleNamespace(id=number, display_name=name)


def by(client: Client, number: int, name: str, **details: Any) -> Interaction:
    return asking(client, user=person(number, name), **details)


async def claimed(client: Client, number: int = PERSON, name: str = "Kim", typed: str = "toni") -> Interaction:
    interaction = by(client, number, name)
    results = cast("Any", client.get_cog("Results"))
    await results.claim.callback(results, interaction, typed)
    return interaction


def pressed(claim: int, how: str, *, sure: bool = False) -> SettleClaim:
    return SettleClaim(ui.Button(custom_id=f"results:claim:{claim}:{how}{':sure' if sure else ''}"))


def forms(interaction: Interaction) -> bool:
    """Whether the last answer offers forms to fill in."""
    _, sent = given(interaction)[-1]
    return "tally:form" in " ".join(str(getattr(item, "custom_id", "")) for item in sent["view"].walk_children())


async def test_whose_name_it_is_gets_the_forms_of_their_line(client: Client) -> None:
    [number] = await keep(client.services.store, [TONI_AND_ALEX], GUILD)
    await claimed(client)
    board = {seat: OpenSeat(ui.Button(custom_id=f"tally:seat:{number}:{seat}")) for seat in (0, 1)}
    before = by(client, PERSON, "Kim")
    await board[0].used(before)
    await pressed(1, "confirm").used(by(client, 2, "Alex"))
    own, other = by(client, PERSON, "Kim"), by(client, PERSON, "Kim")
    await board[0].used(own)
    await board[1].used(other)
    assert (forms(before), forms(own), forms(other)) == (False, True, False)
    mended = by(client, PERSON, "Kim")
    results = cast("Any", client.get_cog("Results"))
    await results.mend.callback(results, mended, number)
    assert "Toni" in texts(given(mended)[-1][1]["view"]), "their own line without being asked whose"
    assert forms(mended)


async def test_from_the_claim_to_the_separation(client: Client) -> None:
    await keep(client.services.store, [TONI_AND_ALEX], GUILD)
    [(how, sent)] = given(await claimed(client))
    assert how == "send"
    assert "Toni" in texts(sent["view"])
    assert sent["allowed_mentions"].users is False
    own = by(client, PERSON, "Kim")
    with pytest.raises(UserError, match=r"refused\.own"):
        await pressed(1, "confirm").used(own)
    confirmed = by(client, 2, "Alex")
    await pressed(1, "confirm").used(confirmed)
    [(_, edited)] = given(confirmed)
    assert "Alex" in texts(edited["view"])
    await pressed(1, "separate").used(own)
    [(_, asked)] = given(own)
    assert "Separate" in texts(asked["view"])
    sure = by(client, PERSON, "Kim")
    await pressed(1, "separate", sure=True).used(sure)
    assert [each.state for each in await Claiming(client.services.store).history(GUILD, name="toni")] == ["separated"]


async def test_only_names_that_were_typed_are_offered(client: Client) -> None:
    await keep(client.services.store, [TONI_AND_ALEX], GUILD)
    await count_results(client.services.store, GUILD)
    results = cast("Any", client.get_cog("Results"))
    assert [each.value for each in await results.typed_names(asking(client), "TO")] == ["Toni"]
    assert await results.typed_names(asking(client), "alex") == []


async def test_a_claim_of_nobody_s_name_says_so(client: Client) -> None:
    with pytest.raises(UserError, match="no_name"):
        await claimed(client, typed="*Nobody*")


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_state_in_every_language(client: Client, locale: Locale) -> None:
    await keep(client.services.store, [TONI_AND_ALEX], GUILD)
    await count_results(client.services.store, GUILD)
    claims, kim = Claiming(client.services.store), PadUser(PERSON, "K" * 32)
    lines = set()
    ends: tuple[Settling, ...] = ("refuse", "withdraw", "confirm")
    for end in ends:
        claim = await claims.claim(GUILD, "Toni", kim, server=True)
        who = kim if end == "withdraw" else PadUser(2, "Alex")
        lines |= {claim_line(locale, claim.stored)}
        lines |= {claim_line(locale, (await claims.settle(claim.id, GUILD, end, who)).stored)}
    lines |= {claim_line(locale, (await claims.settle(claim.id, GUILD, "separate", kim)).stored)}
    assert len({line.split("Toni")[0] + line.split("Toni")[1][:20] for line in lines}) >= 4
    language = {"de": discord.Locale.german, "fr": discord.Locale.french}.get(locale, discord.Locale.american_english)
    panel = await names_panel(by(client, PERSON, "Kim", locale=language))
    assert texts(panel).count("Toni") == 3
    assert len(texts(panel)) <= 4000
