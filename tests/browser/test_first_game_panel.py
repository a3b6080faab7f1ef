"""A first game on a phone: what is new, what would be good, and the hints, in three languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.test_table import LANGUAGES, Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Tab

ASK = {"de": "Was würdest du tun?", "fr": "Que ferais-tu", "en": "What would you do?"}
TITLE = {"de": "Das würde ich tun", "fr": "Ce que je ferais", "en": "What I would do"}


@LANGUAGES
@pytest.mark.parametrize(("size", "scheme"), [("desktop", "light"), ("phone", "dark")])
def test_a_first_game_explains_itself(
    real: str, visit: Callable[..., Tab], language: str, size: str, scheme: str
) -> None:
    tab = visit(real, language, size, scheme)
    page = Page(tab)
    page.end_open_game()
    tab.run(page.words["new"])
    page.press_public("lobby:computer:")
    page.press_public("lobby:first:")
    tab.settle()
    tab.shot("first-game-lobby")
    page.press_public("lobby:start:")
    page.with_control("table:turn:").wait_for()
    page.press_public("table:turn:")
    tab.shot("first-game-asked")
    page.decide()
    page.press_public("table:turn:")
    tab.settle(2.0)
    page.press_public("table:turn:")
    mine = tab.last
    assert mine.locator("[data-id^='table:nomore:'][data-id$=':lesson']").count()
    tab.shot("first-game-panel")
    mine.get_by_role("button", name=ASK[language]).first.click()
    tab.settle(1.0)
    assert TITLE[language] in tab.last.inner_text()
    tab.shot("first-game-hint")
    assert tab.fits()
    page.end()
