"""The lobby on a phone: one screen, however many sit there and whatever was chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.test_table import LANGUAGES, SCREEN, TOLD, Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Tab

JOIN, START, OPTIONS = "lobby:join:", "lobby:start:", "lobby:options:"
ABOVE_END = """(node, part) => node.getBoundingClientRect().bottom
  - node.querySelector(part).getBoundingClientRect().top"""
CHANGED = 4
"""Options that are changed, from the end of the menu."""
SEATED = 3
"""Computer players beside whoever opens the table: a full one."""


@LANGUAGES
def test_the_lobby_is_one_screen_of_a_phone(real: str, visit: Callable[..., Tab], language: str) -> None:
    tab = visit(real, language, "phone", "dark")
    page = Page(tab)
    page.end_open_game()
    tab.run(page.words["new"])
    tab.shot("lobby-1-open")
    for _ in range(SEATED):
        page.press_public("lobby:computer:")
    lobby = page.with_control(START)
    tab.shot("lobby-2-full")
    few = lobby.evaluate("node => node.offsetHeight")
    choosing = page.lobby_options()
    private = choosing.evaluate("node => node.offsetHeight")
    choosing.evaluate("node => node.scrollIntoView({block: 'start'})")
    tab.shot("lobby-3-options")
    for number in range(CHANGED):
        choosing.locator("[data-id^='lobby:option:']").first.click()
        tab.page.locator(".popup:not([hidden]) [role=option]").nth(-1 - number).click()
        tab.settle()
    choosing.locator("[data-id^='lobby:pace:']").first.click()
    tab.page.locator(".popup:not([hidden]) [role=option]").nth(1).click()
    tab.settle(TOLD)
    tab.shot("lobby-4-changed")
    lobby.evaluate("node => node.scrollIntoView({block: 'start'})")
    tab.shot("lobby-5-changed")
    most = lobby.evaluate("node => node.offsetHeight")
    above = {each: lobby.evaluate(ABOVE_END, f"[data-id^='{each}']") for each in (JOIN, START, OPTIONS)}
    print(f"{language}: lobby {few} px, much chosen {most} px, from its end {above}, options {private} px")
    assert tab.fits()
    assert max(few, most) <= SCREEN
    page.press_public("lobby:cancel:")
