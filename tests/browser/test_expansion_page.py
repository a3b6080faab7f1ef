"""*Call of the Abyss* on the page: switched on in the lobby, seen on the own panel and in the market; a lake."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.test_table import TOLD, Page, _portrait

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Tab

NAME = "Call of the Abyss"
SEEN = {
    "de": ("0 Verehrung", "Neben dem Spielplan"),
    "fr": ("0 point de dévotion", "À côté du plateau principal"),
    "en": ("No points or devotion", "Beside the map"),
}


@pytest.mark.parametrize(
    "language", ["de", pytest.param("fr", marks=pytest.mark.soak), pytest.param("en", marks=pytest.mark.soak)]
)
def test_a_table_with_the_expansion(real: str, visit: Callable[..., Tab], language: str) -> None:
    tab = visit(real, language, "phone", "dark")
    page = Page(tab)
    page.begin(NAME)
    page.decide()
    tab.settle(TOLD)
    page.press_public("table:turn:")
    devotion, apart = SEEN[language]
    assert devotion in tab.last.inner_text()
    _portrait(tab, tab.last, "abyss-1-turn")
    page.press_public("table:overview:")
    page.press_id(tab.last, "table:market:", ":")
    market = tab.last
    market.locator("img.picture").wait_for()
    tab.settle()
    assert apart in market.inner_text()
    _portrait(tab, market, "abyss-2-market")
    assert tab.fits()
    menu = market.locator(".selectmenu:has([data-id^='table:look:'])").last
    before = tab.messages.count()
    menu.locator("button.select").click()
    menu.get_by_role("option").last.click()
    shown = tab.arrived(before)
    shown.locator("img.picture").wait_for()
    tab.settle()
    _portrait(tab, shown, "abyss-3-look")
    assert tab.fits()
    page.end()
