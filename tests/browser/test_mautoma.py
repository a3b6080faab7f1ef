"""Playing alone as people see it: the lobby, the Mautoma's turn with its reasons, and the desk beside a real box,
clicked through in three languages, wide and narrow; and a whole game in the page."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_table import LANGUAGES, TOLD, Page, _one_click

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.conftest import Tab

NEW = {"de": "mautoma neu", "fr": "mautoma nouveau", "en": "mautoma new"}
WHY = {"de": "Warum? Mautomas Zug", "fr": "Pourquoi\u202f? Tour", "en": "Why? The Mautoma’s turn"}
RESULT = {"de": "gegen den Mautoma", "fr": "contre le Mautoma", "en": "against the Mautoma"}
"""The final score is in the server's language."""
SIZES = pytest.mark.parametrize(("size", "scheme"), [("desktop", "light"), ("phone", "dark")])


def begin(tab: Tab, page: Page) -> None:
    """A table for one against the Mautoma, by the lobby's menu."""
    page.end_open_game()
    tab.run(page.words["new"])
    page.choose_in_lobby("option", "Mautoma")
    page.with_control("lobby:start:").filter(has_text="Mautoma").wait_for()
    tab.settle()
    tab.shot("mautoma-1-lobby")
    assert tab.fits()
    page.press_public("lobby:start:")
    page.with_control("table:turn:").wait_for()


def play(tab: Tab, page: Page, chance: random.Random, until: str) -> None:
    """Click on until the page shows a public control whose custom id begins so, or a text."""
    for _ in range(3000):
        if re.search(until, page.with_control("table:").inner_text()):
            return
        _one_click(tab, page, chance)
    raise AssertionError(f"{until} did not come")


def with_a_choice(tab: Tab, why: Locator) -> None:
    """On to the turn before while nothing was to be chosen in this one: that has no picture."""
    for _ in range(3):
        tab.settle(TOLD)
        if why.locator("img").count():
            return
        why.locator("[data-id$='0b']").click()


def opened(tab: Tab, command: str, field: str) -> Locator:
    """A new desk, the marker's field picked from what is offered."""
    before = tab.messages.count()
    tab.start_command(command)
    tab.page.locator("form.command input").first.press_sequentially(field)
    tab.page.locator(".combobox [role=option], [role=listbox] [role=option]").first.click()
    tab.page.locator("form.command button[type=submit]").click()
    return tab.arrived(before)


@LANGUAGES
@SIZES
def test_a_turn_of_the_mautoma(real: str, visit: Callable[..., Tab], language: str, size: str, scheme: str) -> None:
    tab = visit(real, language, size, scheme)
    page = Page(tab)
    begin(tab, page)
    play(tab, page, random.Random(4), r"\b[3-9] (von|sur|of) 18")
    tab.settle(TOLD)
    tab.shot("mautoma-2-turn")
    page.press_public("table:why:")
    why = tab.page.locator(".message.private").filter(has_text=WHY[language]).last
    with_a_choice(tab, why)
    why.locator("img").first.wait_for()
    tab.settle()
    why.scroll_into_view_if_needed()
    tab.shot("mautoma-3-why")
    assert tab.fits()
    page.end()


@LANGUAGES
@SIZES
def test_a_desk(real: str, visit: Callable[..., Tab], language: str, size: str, scheme: str) -> None:
    """Two cards, the first hibernation, and on to the result."""
    tab = visit(real, language, size, scheme)
    desk = opened(tab, NEW[language], "4")
    for turn in range(1, 19):
        desk.locator(f"[data-id^='mautoma:turn:'][data-id$=':{turn - 1}']").click()
        desk.locator(f"[data-id^='mautoma:undo:'][data-id$=':{turn}']").wait_for()
        if turn in (2, 3):
            tab.settle(TOLD)
            tab.shot(f"mautoma-desk-{turn}")
    desk.locator("[data-id^='mautoma:points:']").wait_for()
    tab.shot("mautoma-desk-over")
    assert tab.fits()


@pytest.mark.soak
@LANGUAGES
def test_a_whole_game_against_the_mautoma(real: str, visit: Callable[..., Tab], language: str) -> None:
    """On a phone, from the lobby to the result on the scale."""
    tab = visit(real, language, "phone", "dark")
    page = Page(tab)
    begin(tab, page)
    play(tab, page, random.Random(6), RESULT[language] + ".*\n.*170")
    assert tab.fits()
    tab.settle(TOLD)
    tab.shot("mautoma-result")
