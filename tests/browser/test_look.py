"""Looking at a component from the panel that names it: its words, picture, place and rules, after one choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.test_table import TOLD, Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Tab

SHOW = {"de": "zeigen material", "fr": "montrer élément", "en": "show component"}
CARD = {"de": "Funkengeleit", "fr": "Porte-étincelle", "en": "Spark Bearer"}
ACTIVE = {"de": "Im aktiven Bereich von", "fr": "Dans la zone active de", "en": "’s active area"}
LANGUAGES = pytest.mark.parametrize("language", ["de", "fr", "en"])


@LANGUAGES
def test_a_card_of_the_hand(real: str, visit: Callable[..., Tab], language: str) -> None:
    tab = visit(real, language, "phone", "dark")
    page = Page(tab)
    page.begin()
    page.decide()
    tab.settle(TOLD)
    page.press_public("table:turn:")
    menu = tab.last.locator(".selectmenu:has([data-id^='table:look:'])")
    menu.locator("button.select").click()
    tab.shot("look-1-menu")
    before = tab.messages.count()
    menu.get_by_role("option").nth(2).click()  # after everything that can be done, and the signs
    shown = tab.arrived(before)
    shown.locator("img.picture").wait_for()
    tab.settle()
    tab.shot("look-2-card")
    assert tab.fits()
    assert ACTIVE[language] in shown.inner_text()
    assert shown.locator("[data-id^='cite:']").count() >= 1
    page.end()


@LANGUAGES
def test_any_component_by_its_name(real: str, visit: Callable[..., Tab], language: str) -> None:
    """Without a table: what it does and its rules, not where it is; the name is typed in English."""
    tab = visit(real, language, "phone", "dark")
    shown = tab.run(SHOW[language], CARD["en"])
    shown.locator("img.picture").wait_for()
    tab.settle()
    tab.shot("look-3-named")
    assert CARD[language] in shown.inner_text()
    assert "📍" not in shown.inner_text()
