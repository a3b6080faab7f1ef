"""The table as people see it: lobby, turn, panels, refusal, range and score, clicked through in three languages, wide
and narrow; and whole games in the page, clicked on a phone."""

from __future__ import annotations

import contextlib
import os
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.conftest import Tab

WORDS = {
    "de": {
        "new": "spiel neu",
        "mine": "Mein Zug",
        "all": "Was kann ich tun?",
        "board": "Mein Tableau",
        "market": "Auslage",
        "score": "Punkte",
        "range": "entfernung",
        "can": "darf-ich erkunden",
        "end": "spiel abbrechen",
    },
    "fr": {
        "new": "partie nouvelle",
        "mine": "Mon tour",
        "all": "Que puis-je faire",
        "board": "Mon plateau",
        "market": "Marché",
        "score": "Score",
        "range": "distance",
        "can": "puis-je explorer",
        "end": "partie arrêter",
    },
    "en": {
        "new": "game new",
        "mine": "My turn",
        "all": "What can I do?",
        "board": "My board",
        "market": "Market",
        "score": "Score",
        "range": "range",
        "can": "can explore",
        "end": "game end",
    },
}
OVER = {"de": "Endstand", "fr": "score final", "en": "final score"}
"""The heading of the final score, which is in the server's language."""
LANGUAGES = pytest.mark.parametrize("language", ["de", "fr", "en"])
PANEL = 1200
"""Pixels of the own panel on a phone at most, when a game begins."""
SCREEN = 640
"""Pixels between header and composer of a phone of 390 × 844."""
TOLD = 0.5
"""Seconds of silence after which a table has been told everything: bots under test edit often."""
OFFERED = """node => [...node.querySelectorAll('button[data-id]:enabled')].map(button => button.dataset.id)
  .filter(id => /^table:(do|close|pick|card|cards|menu|many):/.test(id))"""
MENUS = ("table:cards:", "table:menu:", "table:many:")


class Page:
    """One person at the table in a tab."""

    def __init__(self, tab: Tab) -> None:
        self.tab, self.page, self.words = tab, tab.page, WORDS[tab.language]

    def press(self, message: Locator, word: str) -> None:
        """Press a button of a private message by its label, and wait for what changes."""
        self._click(message.get_by_role("button", name=self.words[word]).first)

    def press_id(self, message: Locator, start: str, part: str) -> None:
        """Press the first button of a private message whose custom id begins so and has this in it."""
        self._click(message.locator(f"[data-id^='{start}'][data-id*='{part}']").first)

    def look(self, message: Locator, word: str) -> None:
        """Pick something from the menu at the end of a panel by its label."""
        message.locator("[data-id^='table:look:']").first.click()
        self._click(self.page.locator(".popup:not([hidden]) [role=option]").filter(has_text=self.words[word]).first)

    def move(self, message: Locator, part: str) -> None:
        """Make the first move whose code has this in it: by its button, or from the first menu, of the plays."""
        buttons = message.locator(f"[data-id^='table:do:'][data-id*='{part}']")
        if not buttons.count():
            message.locator("[data-id^='table:menu:'][data-id*='play.']").first.click()
            buttons = self.page.locator(".popup:not([hidden]) [role=option]")
        self._click(buttons.first)

    def press_public(self, start: str) -> None:
        """Press a button of a public message, which is in the server's language, and wait for what changes."""
        self._click(self.with_control(start).locator(f"[data-id^='{start}']").first)

    def _click(self, button: Locator) -> None:
        button.click()
        self.tab.settle()

    def with_control(self, start: str) -> Locator:
        """The last public message that has a control whose custom id begins so; of ended games none has."""
        return self.page.locator(f".message:not(.private):has([data-id^='{start}'])").last

    def begin(self, option: str = "", pack: str = "") -> None:
        """Open a table with one computer player, and start it. ``option``: the name of one that is switched; ``pack``:
        of the one that is chosen."""
        self.end_open_game()
        self.tab.run(self.words["new"])
        self.press_public("lobby:computer:")
        for menu, name in (("option", option), ("pack", pack)):
            if name:
                self.choose_in_lobby(menu, name)
        self.tab.shot("table-1-lobby")
        assert self.tab.fits()
        self.press_public("lobby:start:")
        self.with_control("table:turn:").wait_for()

    def lobby_options(self) -> Locator:
        """Open what can be chosen in the lobby; the private message with it."""
        self.press_public("lobby:options:")
        return self.page.locator(".message.private:has([data-id^='lobby:option:'])").last

    def choose_in_lobby(self, menu: str, name: str) -> None:
        """Choose by its name, in a menu of what can be chosen in the lobby."""
        choosing = self.lobby_options()
        choosing.locator(f"[data-id^='lobby:{menu}:']").first.click()
        self._click(self.page.locator(".popup:not([hidden]) [role=option]").filter(has_text=name).first)

    def end_open_game(self) -> None:
        """Break off what a failed test has left open in the channel, so that it fails no other."""
        self.tab.settle()
        if self.with_control("table:turn:").count():
            self.end()

    def end(self) -> None:
        """Break the game off for good, so that the channel is free for the next one."""
        self._click(self.tab.run(self.words["end"]).locator("[data-id^='table:breakoff:']"))
        self._click(self.page.locator("[data-id^='table:final:']").last)
        self.tab.settle(TOLD)

    def decide(self) -> None:
        """Answer what is asked before the first turn, and wait for it."""
        self.press_public("table:turn:")
        asked = self.page.locator(".message.private").last
        asked.locator("[data-id^='table:do:'], [data-id^='table:pick:']").first.wait_for()
        for _ in range(5):
            self.tab.settle()
            answers = asked.locator(".section [data-id^='table:do:']")
            if not answers.count():
                break
            self._click(answers.first)
        turn = self.page.locator(".message").last.locator("[data-id^='table:pick:'], [data-id^='table:overview:']")
        turn.first.wait_for()


@LANGUAGES
@pytest.mark.parametrize(("size", "scheme"), [("desktop", "light"), ("phone", "dark")])
def test_a_turn_by_clicking(real: str, visit: Callable[..., Tab], language: str, size: str, scheme: str) -> None:
    tab = visit(real, language, size, scheme)
    page = Page(tab)
    page.begin()
    page.decide()
    tab.settle(TOLD)
    tab.shot("table-2-turn")
    live = page.with_control("table:turn:")
    _portrait(tab, live, "table-2-turn-whole")
    assert size == "desktop" or live.evaluate("node => node.offsetHeight") <= SCREEN
    page.press_public("table:turn:")
    mine = tab.last
    tab.shot("table-3-mine")
    assert size != "phone" or _height(mine) <= PANEL
    _portrait(tab, mine, "table-3-mine-whole")
    page.press_id(mine, "table:pick:", ":map:")
    tab.shot("table-4-targets")
    _portrait(tab, tab.last, "table-4-targets-whole")
    page.press(tab.last, "mine")
    page.move(tab.last, ":k:")
    tab.shot("table-5-played")
    _portrait(tab, tab.last, "table-5-played-whole")
    page.look(tab.last, "all")
    tab.shot("table-6-all")
    _portrait(tab, tab.last, "table-6-all-whole")
    page.press(tab.last, "mine")
    page.look(tab.last, "board")
    assert tab.fits()
    tab.shot("table-7-board")
    tab.run(page.words["range"])
    tab.shot("table-8-range")
    refused = tab.run(page.words["can"], "A4")
    assert "❌" in refused.inner_text() or "✅" in refused.inner_text()
    tab.shot("table-9-answer")
    _portrait(tab, refused, "table-9-answer-whole")
    assert tab.fits()
    page.end()


@LANGUAGES
@pytest.mark.soak
@pytest.mark.parametrize("option", ["", "Call of the Abyss"])
def test_a_whole_game_by_clicking(real: str, visit: Callable[..., Tab], language: str, option: str) -> None:
    """On a phone, against a computer player, from the lobby to the final score; with and without the expansion."""
    tab = visit(real, language, "phone", "dark")
    page, chance = Page(tab), random.Random(4)
    ended = tab.page.locator("[data-id^='table:rematch:']")
    before = ended.count()
    page.begin(option)
    for _ in range(3000):
        if ended.count() > before:
            break
        _one_click(tab, page, chance)
    final = page.with_control("table:rematch:")
    assert OVER[language] in final.inner_text()
    assert tab.fits()
    final.scroll_into_view_if_needed()
    tab.shot("table-final")
    _portrait(tab, final, "table-final-whole")


def _height(message: Locator) -> float:
    box = message.locator(".components").bounding_box()
    assert box is not None
    return box["height"]


def _portrait(tab: Tab, message: Locator, what: str) -> None:
    """A whole message as a picture, however long it is, where the environment names a folder."""
    size = tab.page.viewport_size
    if (folder := os.environ.get("PRACTICE_SCREENSHOTS")) and size:
        tab.page.set_viewport_size({"width": size["width"], "height": 4000})
        message.screenshot(path=str(Path(folder) / f"{tab.name}-{what}.png"))
        tab.page.set_viewport_size(size)


def _one_click(tab: Tab, page: Page, chance: random.Random) -> None:
    """Anything that the person's own panel offers; where it offers nothing, the panel anew. A control that goes away
    under the finger is no mistake: the next click sees what is there then."""
    from playwright.sync_api import TimeoutError as TooLate

    panel: Any = tab.page.locator(".message.private").last
    found = panel.evaluate(OFFERED) if panel.count() else []
    with contextlib.suppress(TooLate):
        control = chance.choice(found) if found else ""
        if control.startswith(MENUS):
            _choose(tab, panel, control, chance)
        elif control:
            panel.locator(f"[data-id='{control}']").click(timeout=1500)
        else:
            page.with_control("table:turn:").locator("[data-id^='table:turn:']").first.click(timeout=1500)
    tab.page.wait_for_timeout(90)


def _choose(tab: Tab, panel: Any, menu: str, chance: random.Random) -> None:
    button = panel.locator(f"[data-id='{menu}']")
    wanted = _wanted(button, 25) if menu.startswith("table:many:") else 1
    button.click(timeout=1500)
    options = tab.page.locator(".popup:not([hidden]) [role=option]")
    options.first.wait_for(timeout=1500)
    for number in chance.sample(range(options.count()), min(wanted, options.count())):
        options.nth(number).click(timeout=1500)
    done = tab.page.locator(".popup:not([hidden]) button.primary")
    if done.count():
        done.click(timeout=1500)


def _wanted(button: Any, options: int) -> int:
    """How many of so many options a menu wants: the number at the end of what stands on it, else one."""
    number = re.search(r"(\d+)\s*$", button.inner_text())
    return min(int(number[1]), options) if number else 1
