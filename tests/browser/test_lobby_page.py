"""The lobby on a phone: who sits and the buttons to join and to start come first, what is agreed on below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.test_table import LANGUAGES, SCREEN, Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Tab

JOIN, START, OPTION = "lobby:join:", "lobby:start:", "lobby:option:"
BOTTOM = """(node, start) => { const part = [...node.querySelectorAll(`[data-id^='${start}']`)][0];
  return part.getBoundingClientRect().bottom - node.getBoundingClientRect().top; }"""
SEATED = 3
"""Computer players beside whoever opens the table: a full one."""


@LANGUAGES
def test_a_phone_shows_at_once_who_sits_and_how_to_start(real: str, visit: Callable[..., Tab], language: str) -> None:
    tab = visit(real, language, "phone", "dark")
    page = Page(tab)
    page.end_open_game()
    tab.run(page.words["new"])
    tab.shot("lobby-1-open")
    for _ in range(SEATED):
        page.press_public("lobby:computer:")
    lobby = page.with_control(START)
    bottoms = {each: lobby.evaluate(BOTTOM, each) for each in (JOIN, START, OPTION)}
    print(f"{language}: {bottoms}, whole lobby {lobby.evaluate('node => node.offsetHeight')} px")
    tab.shot("lobby-2-full-end")
    lobby.evaluate("node => node.scrollIntoView({block: 'start'})")
    tab.shot("lobby-2-full")
    assert tab.fits()
    assert max(bottoms[JOIN], bottoms[START]) <= SCREEN
    assert bottoms[OPTION] > bottoms[START]
    page.press_public("lobby:cancel:")
