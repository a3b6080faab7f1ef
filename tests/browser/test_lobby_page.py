"""The lobby on a phone: the end of the message, which Discord shows, has who sits and the buttons to join and start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.test_table import LANGUAGES, SCREEN, Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Tab

JOIN, START, OPTION = "lobby:join:", "lobby:start:", "lobby:option:"
ABOVE_END = """(node, part) => node.getBoundingClientRect().bottom
  - node.querySelector(part).getBoundingClientRect().top"""
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
    parts = {each: f"[data-id^='{each}']" for each in (JOIN, START, OPTION)} | {"seats": "ol"}
    above = {each: lobby.evaluate(ABOVE_END, part) for each, part in parts.items()}
    print(f"{language}: {above}, whole lobby {lobby.evaluate('node => node.offsetHeight')} px")
    tab.shot("lobby-2-full-end")
    lobby.evaluate("node => node.scrollIntoView({block: 'start'})")
    tab.shot("lobby-2-full")
    assert tab.fits()
    assert max(above[JOIN], above[START], above["seats"]) <= SCREEN
    assert above[OPTION] > above["seats"]
    page.press_public("lobby:cancel:")
