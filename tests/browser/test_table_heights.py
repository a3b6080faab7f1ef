"""How much of a phone the table takes: its live message, and what a finished turn leaves, measured as the page draws
them, at every main action of whole games; and once more by clicking."""

from __future__ import annotations

import random
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest

from bot.pictures.emoji_images import emoji_images
from tests.browser.played_messages import LONG_NAMES, MAP, NAMES, Played, own_panels, sent
from tests.browser.test_table import LANGUAGES, SCREEN, TOLD, Page, _one_click

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Route

    from bot.practice.errors import Json
    from bot.text import Locale
    from tests.browser.conftest import Tab

WIDTH = 270
"""Pixels of a picture and of text in a frame."""
TALLEST = 240
"""Pixels of the map."""
OWN = 720
OWN_TALLEST = 1180
"""Pixels of the private panel in the median and at most."""
LINES = 2
ROWS = 3
BUTTONS = 6
SIZES = """node => { const rows = new Set([...node.querySelectorAll('.row .button')].map(button => button.offsetTop));
  const picture = node.querySelector('.picture');
  return { height: node.offsetHeight, buttons: node.querySelectorAll('.row .button').length, rows: rows.size,
    width: picture ? picture.clientWidth : 0, picture: picture ? picture.clientHeight : 0,
    lines: node.querySelectorAll('li').length, text: node.innerText }; }"""
DRAWN = """async messages => { const { messageNode } = await import('/page/message.js');
  const none = { onMenu: () => null, onPerson: () => null }, box = document.getElementById('messages');
  return messages.map(message => { const node = messageNode(message, null, none); box.append(node);
    const sizes = (%s)(node); node.remove(); return sizes; }); }"""
GAMES = (Played(2, 5), Played(4, 3), Played(1, 7, "mautoma"), Played(1, 7, "solo"))


@pytest.mark.parametrize(
    ("language", "games"),
    [("de", GAMES[:1]), *(pytest.param(each, GAMES, marks=pytest.mark.soak) for each in ("de", "fr", "en"))],
)
def test_whole_games_fit_a_phone(
    sample: str, visit: Callable[..., Tab], language: Locale, games: tuple[Played, ...]
) -> None:
    """Of people with usual and with long names; all games and languages with ``soak``."""
    tab = visit(sample, language, "phone", "dark")
    _with_icons(tab)
    for game in games:
        for names in (NAMES, LONG_NAMES):
            said = sent(language, game, names)
            live, left = _drawn(tab, said.live), _drawn(tab, said.left)
            print(f"{language} {game} {names[0]}: live {_spread(live)} px, left behind {_spread(left)} px")
            for sizes in live:
                _check(sizes)
                assert sizes["width"] == WIDTH
            for sizes in left:
                assert not sizes["buttons"]


def _with_icons(tab: Tab) -> None:
    """The icons of the pictures as emojis; the smallest stands for the map."""
    icons = list(emoji_images().values())

    def emoji(route: Route) -> None:
        number = int(route.request.url.rpartition("/")[2].removesuffix(".png"))
        route.fulfill(body=icons[number - 1], content_type="image/png")

    tab.page.route("**/emojis/*.png", emoji)
    tab.page.route(f"**/{MAP.name}", lambda route: route.fulfill(body=icons[0], content_type="image/png"))


@LANGUAGES
def test_own_panels_of_a_whole_game(sample: str, visit: Callable[..., Tab], language: Locale) -> None:
    """The private panel of whoever is on turn grows no further."""
    tab = visit(sample, language, "phone", "dark")
    _with_icons(tab)
    heights = []
    for game in GAMES[:1]:
        drawn = _drawn(tab, own_panels(language, game, NAMES))
        heights += sorted(sizes["height"] for sizes in drawn)
        print(f"{language} {game}: own panel {_spread(drawn)} px")
    assert median(heights) <= OWN
    assert max(heights) <= OWN_TALLEST


def _drawn(tab: Tab, messages: list[Json]) -> list[dict[str, Any]]:
    """The sizes of messages as the page draws them."""
    found: list[dict[str, Any]] = tab.page.evaluate(DRAWN % SIZES, messages)
    return found


def _spread(drawn: list[dict[str, Any]]) -> str:
    heights = sorted(sizes["height"] for sizes in drawn)
    return f"{heights[0]}–{median(heights):.0f}–{heights[-1]}"


def _check(sizes: dict[str, Any]) -> None:
    assert sizes["height"] <= SCREEN, sizes
    assert 3 <= sizes["buttons"] <= BUTTONS
    assert sizes["rows"] <= ROWS
    assert sizes["lines"] <= LINES
    assert sizes["picture"] <= TALLEST


@LANGUAGES
@pytest.mark.soak
def test_a_table_that_is_clicked_fits_a_phone(real: str, visit: Callable[..., Tab], language: str) -> None:
    """Against a computer player, from the lobby to the final score."""
    tab = visit(real, language, "phone", "dark")
    page, chance = Page(tab), random.Random(5)
    ended = tab.page.locator("[data-id^='table:rematch:']")
    before = ended.count()
    page.begin()
    page.decide()
    highest = 0
    for number in range(3000):
        if ended.count() > before:
            break
        _one_click(tab, page, chance)
        live = page.with_control("table:overview:")
        if number % 10 == 0 and live.count():
            tab.settle(TOLD)
            sizes = live.evaluate(SIZES)
            _check(sizes)
            highest = max(highest, sizes["height"])
    print(f"{language}: live message up to {highest} px")
    assert highest
