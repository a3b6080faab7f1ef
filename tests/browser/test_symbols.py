"""The signs as people see them: the application's emojis in texts, on buttons and in menus, and the legend of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.pictures.emoji_images import SIDE, emoji_names
from tests.browser.test_table import TOLD, Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.conftest import Tab

SHOWN = f"""nodes => nodes.filter(node => node.complete && node.naturalWidth === {SIDE})
  .map(node => node.alt.replace(/^:|(_[0-9a-f]{{4}})?:$/g, ''))"""
"""The icons whose images the page has."""
PAGES = 4
LEGEND = {"de": "Zeichen", "fr": "Signes", "en": "Symbols"}
"""The topic of the help; the one for screen readers comes after it."""
LANGUAGES = pytest.mark.parametrize("language", ["de", "fr", "en"])


def shown(place: Locator) -> set[str]:
    return set(place.locator("img.emoji").evaluate_all(SHOWN))


@LANGUAGES
def test_the_legend_in_the_help(real: str, visit: Callable[..., Tab], language: str) -> None:
    """On a phone: every page has room at the side, and all images of the application are in it."""
    tab = visit(real, language, "phone", "dark")
    tab.page.wait_for_timeout(1000)
    legend = tab.run({"de": "hilfe", "fr": "aide", "en": "help"}[language])
    legend.locator("button.select").click()
    legend.get_by_role("option", name=LEGEND[language]).first.click()
    tab.settle()
    seen: set[str] = set()
    for page in range(PAGES):
        seen |= shown(legend)
        tab.shot(f"symbols-{page}")
        assert tab.fits()
        if page + 1 < PAGES:
            legend.locator(f"[data-id='help:open:symbols:{page + 1}']").click()
            tab.settle()
    assert seen == set(emoji_names())


@LANGUAGES
def test_the_panel_shows_them_and_leads_to_the_legend(real: str, visit: Callable[..., Tab], language: str) -> None:
    """The same sign in the text, on a button and in a menu."""
    tab = visit(real, language, "phone", "dark")
    page = Page(tab)
    page.begin()
    page.decide()
    tab.settle(TOLD)
    page.press_public("table:turn:")
    panel = tab.last
    tab.shot("symbols-panel")
    assert {"gear", "points"} <= shown(panel.locator(".text"))
    assert "hibernate" in shown(panel.locator(".row button"))
    before = tab.messages.count()
    panel.locator("[data-id^='table:look:']").click()
    tab.page.locator(".popup:not([hidden]) [role=option]").nth(1).click()
    legend = tab.arrived(before)
    assert "gear" in shown(legend)
    assert legend.evaluate("node => node.classList.contains('private')")
    page.end()
