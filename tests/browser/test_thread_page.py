"""A game in its thread as people see it on the page: from the lobby through the link to the first turn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_table import Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Tab

PLACES = {"de": "spieleabend", "fr": "soirée-jeux", "en": "game-night"}


@pytest.mark.parametrize(
    ("language", "size", "scheme"), [("de", "desktop", "light"), ("fr", "phone", "dark"), ("en", "phone", "light")]
)
def test_a_game_in_its_thread(real: str, visit: Callable[..., Tab], language: str, size: str, scheme: str) -> None:
    tab = visit(real, language, size, scheme)
    if size == "phone":
        tab.page.get_by_role("button", name=tab.word("open_places")).click()
    tab.page.locator("#sidebar").get_by_role("link", name=re.compile(PLACES[language])).first.click()
    page = Page(tab)
    lobby = tab.run(page.words["new"])
    page.press_public("lobby:computer:")
    tab.shot("thread-1-lobby")
    page.press_public("lobby:start:")
    link = lobby.locator("a.mention", has_text="Revive")
    link.wait_for()
    tab.shot("thread-2-channel")
    assert tab.fits()
    link.click()
    page.with_control("table:turn:").wait_for()
    tab.settle()
    tab.shot("thread-3-table")
    assert tab.fits()
    assert "Revive · " in tab.page.locator("#top h2").inner_text()
    if size == "phone":
        tab.page.get_by_role("button", name=tab.word("open_places")).click()
        tab.settle()
    assert tab.page.locator("#sidebar li li a", has_text="Revive · ").count()
    tab.shot("thread-4-places")
