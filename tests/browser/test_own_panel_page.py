"""The own panel in the page: after one's turn and those of computer players it shows the next turn without a press."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.test_table import LANGUAGES, OFFERED, Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Tab


@LANGUAGES
def test_the_panel_shows_the_next_turn_by_itself(real: str, visit: Callable[..., Tab], language: str) -> None:
    tab = visit(real, language, "phone", "dark")
    page = Page(tab)
    page.begin()
    page.decide()
    page.press_public("table:turn:")
    mine = tab.page.locator(".message.private").last
    private = tab.page.locator(".message.private").count()
    page.press_id(mine, "table:do:", ":s:gear")
    page.press_id(mine, "table:close:", ":turn")
    page.press_id(mine, "table:do:", ":e")
    mine.locator("[data-id^='table:do:'][data-id$=':h']").wait_for()
    assert any(each.startswith(("table:pick:", "table:card", "table:do:")) for each in mine.evaluate(OFFERED))
    assert tab.page.locator(".message.private").count() == private
    tab.shot("own-panel-followed")
    assert tab.fits()
    page.end()
