"""Every page of statistics in every language within Discord's limits; its controls lead to pages that are there."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Any, cast

import discord
import pytest
from discord import ui
from hypothesis import given as drawn
from hypothesis import strategies as st

from bot.app.results import count_results
from bot.app.score_pad import Closing, Options, Player, ScorePad, Sheet
from bot.app.score_pad.day_parsing import day_typed
from bot.client import Client
from bot.engine.packs import field
from bot.text import LOCALES, Locale
from bot.text.game.names import in_language
from cogs.core.localization import UserError
from cogs.core.persistent_ui import Panel
from cogs.results.component_names import ComponentNames
from cogs.results.statistics_controls import chosen_in
from cogs.results.statistics_handlers import Choose, GoTo
from cogs.results.statistics_panels import statistics_panel
from cogs.results.statistics_view import ORDERS, PAGES, StatisticsView
from tests.app.results.sample_results import OTHER_PLACE, keep, random_pads
from tests.app.tables.table_fixture import KIM, caller
from tests.cogs.people import GUILD, asking, given, texts
from tests.cogs.results.test_claim_panels import by
from tests.packs.own_pack import own_zip

LANGUAGES = {"de": discord.Locale.german, "fr": discord.Locale.french, "en": discord.Locale.american_english}
MOST_TEXT, MOST_COMPONENTS, MOST_IN_ID = 4000, 40, 100


@pytest.fixture
async def client_with_results(client: Client) -> Client:
    await keep(client.services.store, random_pads(5, 120, accounts=8), GUILD)
    await count_results(client.services.store, GUILD)
    return client


async def person(client: Client, name: str) -> int:
    people = {shown: number for number, shown in await client.services.store.result_statistics.names(GUILD)}
    return people[name]


def ids_of(panel: Panel) -> Iterator[str]:
    for item in panel.walk_children():
        if isinstance(item, ui.Button | ui.Select) and item.custom_id:
            yield item.custom_id


def within_limits(panel: Panel) -> None:
    assert len(texts(panel)) <= MOST_TEXT
    assert len(list(panel.walk_children())) <= MOST_COMPONENTS
    found = list(ids_of(panel))
    assert len(found) == len(set(found))
    assert all(len(custom_id) <= MOST_IN_ID for custom_id in found)
    for item in panel.walk_children():
        if isinstance(item, ui.Select):
            assert 1 <= len(item.options) <= 25
            assert len({option.value for option in item.options}) == len(item.options)


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_page(client_with_results: Client, locale: Locale) -> None:
    client, language = client_with_results, LANGUAGES[locale]
    kim, alex = await person(client, "Kim"), await person(client, "Alex")
    for page in PAGES:
        for view in (StatisticsView(page, kim, alex), StatisticsView(page, kim, alex, seats=3, tribe="root")):
            panel = await statistics_panel(by(client, 99, "Sam", locale=language), view)
            within_limits(panel)
            assert "None" not in texts(panel)
            for custom_id in ids_of(panel):
                if custom_id.startswith("results:at:"):
                    control = GoTo(ui.Button(custom_id=custom_id))
                    assert StatisticsView.read(control.state["state"]).page in PAGES


async def test_from_the_first_page_to_a_person_and_back(client_with_results: Client) -> None:
    results = cast("Any", client_with_results.get_cog("Results"))
    first = asking(client_with_results)
    await results.players.callback(results, first)
    [(_, sent)] = given(first)
    menu, *_ = [item for item in sent["view"].walk_children() if isinstance(item, ui.Select)]
    chosen = Choose(ui.Select(custom_id=menu.custom_id, options=menu.options))
    chosen.item._values = [menu.options[0].value]
    pressed = asking(client_with_results)
    await chosen.used(pressed)
    [(how, edited)] = given(pressed)
    assert how == "edit"
    assert menu.options[0].label in texts(edited["view"])
    back = next(item for item in ids_of(edited["view"]) if item.startswith("results:at:players"))
    again = asking(client_with_results)
    await GoTo(ui.Button(custom_id=back)).used(again)
    [(_, shown)] = given(again)
    assert texts(shown["view"]) == texts(sent["view"])


async def test_pages_turn(client_with_results: Client) -> None:
    shown = []
    for first in (0, 6):
        panel = await statistics_panel(asking(client_with_results), StatisticsView(first=first))
        shown += re.findall(r"^(\d+)\\\. \*\*(.*?)\*\*", texts(panel), re.MULTILINE)
    assert [int(place) for place, _ in shown] == list(range(1, len(shown) + 1))
    assert len({name for _, name in shown}) == len(shown) > 6


async def test_without_results_a_page_says_so(client: Client) -> None:
    for page in ("players", "tribes", "cards", "alone", "filter"):
        panel = await statistics_panel(asking(client), StatisticsView(page))
        within_limits(panel)
        assert list(ids_of(panel))


@pytest.mark.parametrize("page", ["person", "lines", "groups", "versus"])
async def test_somebody_without_results_here(client: Client, page: Any) -> None:
    with pytest.raises(UserError, match="nobody"):
        await statistics_panel(asking(client), StatisticsView(page, 77, 78))


async def test_what_was_played_elsewhere_is_shown_to_oneself_alone(client_with_results: Client) -> None:
    client = client_with_results
    await keep(client.services.store, random_pads(6, 60, accounts=8), OTHER_PLACE)
    await count_results(client.services.store, OTHER_PLACE)
    kim = await person(client, "Kim")
    here, everywhere = StatisticsView("person", kim), StatisticsView("person", kim, everywhere=True)
    own = texts(await statistics_panel(by(client, 1, "Kim"), everywhere))
    assert "all servers" in own
    others = texts(await statistics_panel(by(client, 2, "Alex"), everywhere))
    assert others == texts(await statistics_panel(by(client, 2, "Alex"), here)) != own


async def test_few_games_say_that_they_are_few(client: Client) -> None:
    await keep(client.services.store, random_pads(5, 4), GUILD)
    await count_results(client.services.store, GUILD)
    panel = await statistics_panel(asking(client), StatisticsView())
    assert "few\u00a0games" in texts(panel)
    assert "say little" in texts(panel)


async def test_every_page_with_the_remark_says_what_it_means(client_with_results: Client) -> None:
    client, marked = client_with_results, set()
    people = await client.services.store.result_statistics.names(GUILD)
    for page in PAGES:
        for number, _ in people:
            for seats in (None, 4):
                view = StatisticsView(page, number, people[0][0], seats=seats)
                told = texts(await statistics_panel(asking(client), view))
                assert ("few\u00a0games" in told) == ("say little" in told)
                marked |= {page} if "say little" in told else set()
    assert marked >= {"person", "groups", "versus", "alone"}


async def test_person_by_mention_name_or_choice(client_with_results: Client) -> None:
    results = cast("Any", client_with_results.get_cog("Results"))
    kim = await person(client_with_results, "Kim")
    for typed in ("kim", "<@1>", f"#{kim}"):
        asked = asking(client_with_results)
        await results.person.callback(results, asked, typed)
        [(_, sent)] = given(asked)
        assert "### Kim" in texts(sent["view"])
    for typed in ("nobody", "<@12345>", "#99999999999999", "<@9999999999999999999>", "", "‮"):
        with pytest.raises(UserError):
            await results.person.callback(results, asking(client_with_results), typed)
    with pytest.raises(UserError, match="not_yourself"):
        await results.person.callback(results, asking(client_with_results), "kim", "<@1>")


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("2026-01-31", date(2026, 1, 31)),
        ("31.1.2026", date(2026, 1, 31)),
        (" 31. 1. 2026", date(2026, 1, 31)),
        ("31/01/2026", date(2026, 1, 31)),
        ("30.2.2026", None),
        ("2026-13-01", None),
        ("yesterday", None),
        ("", None),
        ("٣١.١.٢٠٢٦", date(2026, 1, 31)),
    ],
)
def test_days(typed: str, day: date | None) -> None:
    assert day_typed(typed) == day


@pytest.mark.parametrize(("typed", "key"), [("soon", "bad_day"), ("31.12.2099", "future_day")])
async def test_a_day_that_cannot_be(client: Client, typed: str, key: str) -> None:
    results = cast("Any", client.get_cog("Results"))
    with pytest.raises(UserError, match=key):
        await results.players.callback(results, asking(client), typed)


VIEWS = st.builds(
    StatisticsView,
    page=st.sampled_from(PAGES),
    person=st.integers(0, 10**6),
    other=st.integers(0, 10**6),
    first=st.integers(0, 10**4),
    since=st.none() | st.dates(date(2000, 1, 1), date(2100, 1, 1)),
    until=st.none() | st.dates(date(2000, 1, 1), date(2100, 1, 1)),
    seats=st.sampled_from((None, 2, 3, 4)),
    expansion=st.sampled_from((None, True, False)),
    refereed=st.sampled_from((None, True, False)),
    computers=st.sampled_from((None, True, False)),
    tribe=st.from_regex(r"[a-z][a-z0-9_]{0,31}|", fullmatch=True),
    beside=st.integers(0, 10**6),
    order=st.sampled_from(ORDERS),
    everywhere=st.booleans(),
)


@drawn(VIEWS)
def test_a_page_is_read_as_it_was_written(view: StatisticsView) -> None:
    assert StatisticsView.read(str(view)) == view
    assert len(f"results:choose:computers:{view}") <= MOST_IN_ID + 12
    if not view.since or not view.until:
        assert len(f"results:at:{view}:1") <= MOST_IN_ID


@drawn(st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789_.:", max_size=60))
def test_a_forged_page_is_refused(text: str) -> None:
    try:
        view = StatisticsView.read(text)
    except ValueError:
        return
    assert view.page in PAGES
    assert max(view.person, view.other, view.first, view.beside) < 36**6


@pytest.mark.parametrize(
    ("what", "value"), [("seats", "x!"), ("order", "worst"), ("since", "x"), ("page", "nowhere"), ("expansion", "q")]
)
def test_a_forged_choice_is_refused(what: str, value: str) -> None:
    with pytest.raises((ValueError, KeyError, StopIteration)):
        chosen_in(StatisticsView(), what, value, date(2026, 1, 1))


# ---- components of other packs -----------------------------------------------------------------------------------

LONG = "a" + 31 * "b"


async def with_own_pack(client: Client) -> None:
    """A server with a pack of its own, whose tribes have the names of the usual pack; and results with both."""
    owner = caller(KIM, guild=GUILD, manager=True)
    await client.services.tables.server_packs.add(owner, own_zip(), "box.zip")
    tribes = ("tide", "tide", "my_box/tide", "gone_box/ash_walkers", f"{LONG[:31]}/{LONG}", "my_box/*_*")
    cards = ("a_open_doors", "my_box/a_open_doors", "my_box/a_gone", "gone_box/a_open_doors")
    players = [Player(f"P{number}", number + 1, tribe, cards[number % 4]) for number, tribe in enumerate(tribes)]
    pads = [
        ScorePad(1, "en", pair, (Sheet(whole=90), Sheet(whole=70)), Options(), Closing(1, "Kim"), game=True)
        for pair in zip(players[::2], players[1::2], strict=True)
    ]
    await keep(client.services.store, pads, GUILD)
    await count_results(client.services.store, GUILD)


@pytest.mark.parametrize("locale", LOCALES)
async def test_tribes_and_cards_have_the_names_of_their_pack(client: Client, locale: Locale) -> None:
    await with_own_pack(client)
    usual = in_language(locale, field().tribe["tide"].name)
    asked = by(client, 99, "Sam", locale=LANGUAGES[locale])
    shown = texts(await statistics_panel(asked, StatisticsView("tribes")))
    box = {"de": "Meine Schachtel", "fr": "Ma boîte", "en": "My Box"}[locale]
    for name in (usual, f"{usual} ({box})", "Ash walkers (Gone box)"):
        assert f"**{name}** " in shown
    card = in_language(locale, field().artifact_card["a_open_doors"].name)
    shown = texts(await statistics_panel(asked, StatisticsView("cards")))
    for name in (card, f"{card} ({box})", f"A gone ({box})", "A open doors (Gone box)"):
        assert f"**{name}** " in shown


async def test_another_server_s_pack_is_not_read(client: Client) -> None:
    await with_own_pack(client)
    there = await ComponentNames.read_here(asking(client, guild_id=OTHER_PLACE), "en")
    assert there.tribe("my_box/tide") == "Tide (My box)", "its identifiers, spelt out"
    assert there.tribe("tide") == in_language("en", field().tribe["tide"].name)


def tribe_menu(panel: Panel) -> ui.Select[Any]:
    menus = [each for each in panel.walk_children() if isinstance(each, ui.Select)]
    return next(each for each in menus if ":tribe:" in each.custom_id)


async def test_the_filter_knows_a_tribe_whose_name_is_too_long_for_a_custom_id(client: Client) -> None:
    await with_own_pack(client)
    day = date(2025, 1, 1)
    busy = StatisticsView(
        "filter", 36**5 - 1, since=day, until=day, seats=2, expansion=False, refereed=True, computers=False,
        beside=36**5 - 1, order="last",
    )  # fmt: skip
    for tribe, games in (("my_box/tide", 1), ("tide", 2), (f"{LONG[:31]}/{LONG}", 1)):
        panel = await statistics_panel(asking(client), busy)
        menu = tribe_menu(panel)
        assert tribe in [option.value for option in menu.options]
        chosen = await statistics_panel(asking(client), chosen_in(busy, "tribe", tribe, day))
        within_limits(chosen)
        again = tribe_menu(chosen)
        assert [option.value for option in again.options if option.default] == [tribe]
        custom_id = StatisticsView("players", tribe=tribe)
        pressed = GoTo(ui.Button(custom_id=f"results:at:{custom_id}")).state["state"]
        shown = texts(await statistics_panel(asking(client), StatisticsView.read(pressed)))
        assert len(re.findall(r"^\d+\\\.", shown, re.MULTILINE)) == games


async def test_a_tribe_that_no_result_has_any_more_lets_nothing_through(client: Client) -> None:
    await with_own_pack(client)
    seen = StatisticsView.read("players::::k123")
    shown = texts(await statistics_panel(asking(client), seen))
    assert "as ?" in shown
    assert "No results match the filter." in shown
