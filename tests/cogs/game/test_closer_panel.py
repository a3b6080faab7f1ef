"""Looking closer: one press shows everything that a panel names, and nothing that is hidden."""

from itertools import islice

import pytest
from discord import ui

from bot.engine import decision
from bot.text import LOCALES, Locale
from bot.text.game import component_name
from cogs.game.views.closer_panel import (
    BESIDE,
    MARKET,
    ON_PAGE,
    OWN,
    beside_last,
    closer_panel,
    drawn,
    named_last,
    named_on,
    rules_of,
    shown_on,
)
from cogs.game.views.inspect_panels import market_panel, seat_panel
from cogs.game.views.offer_groups import groups_of
from cogs.game.views.target_panel import pick_panel
from cogs.game.views.turn_panel import turn_panel
from tests.cogs.game.test_component_panel import hidden_from, looks
from tests.cogs.game.test_inspect_panels import games, look_at, mistakes


@pytest.mark.parametrize("locale", LOCALES)
def test_whatever_a_menu_leads_to_is_seen_with_one_press(locale: Locale) -> None:
    """The own panel, the market, boards and targets: each has the button, and it shows all that their menus list."""
    for game in islice(games(2, 5, expansion=True), 0, None, 23):
        found = look_at(game, locale, 0)
        game_id = found.game
        shown = {OWN: turn_panel(found), MARKET: market_panel(found), "0cards": seat_panel(found, 0, "cards")}
        offers = found.controls.offers if found.controls else ()
        shown |= {group: pick_panel(found, group) for group in groups_of(offers) if group in ("explore", "populate")}
        for of, panel in shown.items():
            ids = {each.custom_id for each in panel.walk_children() if isinstance(each, ui.Button)}
            assert f"table:closer:{game_id}:{of}" in ids, of
            listed = looks(panel) - {"all-offers", "all-news", "own-board", "all-signs"}
            assert listed <= set(named_on(found, of)), of


@pytest.mark.parametrize("locale", LOCALES)
def test_pages_fit_and_tell_each_component_once(locale: Locale) -> None:
    for game in islice(games(4, 3, expansion=True), 0, None, 31):
        found, hidden = look_at(game, locale, 0), hidden_from(game, 0)
        for of in (OWN, MARKET, "0cards", "1cards", "0tribe", "1tribe", "explore"):
            named = named_on(found, of)
            assert not hidden & set(named), of
            for page in range(-(-len(named) // ON_PAGE)):
                shown = shown_on(named, page)
                titles = dict.fromkeys(rules_of(found, shown), "W" * 60)
                panel = closer_panel(found, of, named, page, titles)
                assert mistakes(panel) == []
                text = "\n".join(each.content for each in panel.walk_children() if isinstance(each, ui.TextDisplay))
                for number, each in shown:
                    assert f"{number}\\." in text
                    assert each.startswith("tile-") or component_name(locale, found.table, each).lower() in text.lower()
                assert {one.number for one in drawn(found, shown)} <= {number for number, _ in shown}


def test_a_question_s_answers_come_first() -> None:
    asked = next(game for game in games(2, 5) if (now := decision(game, 0)) is not None and now.kind == "card")
    found, now = look_at(asked, "fr", 0), decision(asked, 0)
    assert now is not None
    wanted = [option.id for option in now.options if isinstance(option.id, str)]
    assert named_on(found, OWN)[: len(wanted)] == wanted


def test_unknown_panels_name_nothing() -> None:
    found = look_at(next(iter(games(2, 4))), "en", 0)
    for of in ("9cards", "0", "0nothing", "nothing"):
        assert named_on(found, of) == []
    assert not shown_on([], 99)


def test_what_happened_last_comes_first() -> None:
    *_, game = games(2, 5)
    found = look_at(game, "en", 0)
    named = named_last(found, list(game.records))
    assert named
    assert len(named) == len(set(named))
    assert named[0] == next(each for record in reversed(game.records) for each in named_last(found, [record]))


def test_what_happened_last_stands_before_the_own_panel_s_and_after_a_question_s_answers() -> None:
    for game in islice(games(2, 5), 0, None, 23):
        found, asked = look_at(game, "en", 0), decision(game, 0)
        last = named_last(found, list(game.records))
        named, own = beside_last(found, last), named_on(found, OWN)
        answers = [option.id for option in asked.options if isinstance(option.id, str)] if asked is not None else []
        known = [each for each in dict.fromkeys(answers) if each in own]
        assert named[: len(known)] == known
        assert set(named) == {*own, *last[:BESIDE]}
        assert set(last[:BESIDE]) <= set(named[: len(known) + BESIDE])
