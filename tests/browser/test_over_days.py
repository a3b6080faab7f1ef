"""A game over days in the page: three people in three languages agree on a pace; one is late, is nudged, has a turn
played and a seat filled in, and comes back. The clock of the channel is set forward."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.conftest import Tab

ORDER = ("en", "de", "fr")
SIZES = {"en": "desktop", "de": "phone", "fr": "phone"}
NEW = {"en": "game new", "de": "spiel neu", "fr": "partie nouvelle"}
HOURS = {"en": "settings hours", "de": "einstellungen ruhezeit", "fr": "réglages calme"}
BACK = {"en": "game back", "de": "spiel zurueck", "fr": "partie retour"}
LOG = {"en": "game log", "de": "spiel verlauf", "fr": "partie journal"}
CITY = {"en": "London", "de": "Berlin", "fr": "Paris"}


class Days:
    """Three people at a table, each in a tab."""

    def __init__(self, tabs: dict[str, Tab]) -> None:
        self.tabs = tabs

    def settle(self) -> None:
        for tab in self.tabs.values():
            tab.settle(1.5)

    def gather(self, place: str) -> None:
        """Everybody opens the same channel."""
        for tab in self.tabs.values():
            tab.page.evaluate("place => { location.hash = `#channel=${place}` }", place)
        self.settle()

    def shot(self, what: str) -> None:
        for tab in self.tabs.values():
            tab.shot(what)
            assert tab.fits()

    def with_control(self, language: str, start: str) -> Locator:
        return self.tabs[language].page.locator(f".message:not(.private):has([data-id^='{start}'])").last

    def press(self, language: str, start: str) -> None:
        """Press a control of a message that everybody sees."""
        self.with_control(language, start).locator(f"[data-id^='{start}']").first.click()
        self.settle()

    def pick(self, language: str, start: str, number: int, *, private: bool = False) -> None:
        """Choose from a menu by the number of the option."""
        kind = ".message.private" if private else ".message:not(.private)"
        page = self.tabs[language].page
        page.locator(f"{kind}:has([data-id^='{start}'])").last.locator(f"[data-id^='{start}']").first.click()
        page.locator(".popup:not([hidden]) [role=option]").nth(number).click()
        self.settle()

    def forward(self, hours: int) -> None:
        """Set the clock forward by whole days and hours."""
        page = self.tabs["en"].page
        for name, count in (("+1 day", hours // 24), ("+8 hours", hours % 24 // 8), ("+1 hour", hours % 8)):
            for _ in range(count):
                page.locator(".clock button", has_text=name).click()
                self.settle()

    def decide(self, language: str) -> None:
        """Answer what the setup asks."""
        tab = self.tabs[language]
        for _ in range(6):
            self.press(language, "table:turn:")
            answers = tab.page.locator(".message.private").last.locator("[data-id^='table:do:'][data-id*=':d:']")
            if not answers.count():
                return
            answers.first.click()
            self.settle()

    def active(self) -> str:
        """Whose turn it is: the one whose own panel offers actions."""
        for language in ORDER:
            self.press(language, "table:turn:")
            panel = self.tabs[language].page.locator(".message.private").last
            if panel.locator("[data-id^='table:pick:'], [data-id^='table:card']").count():
                return language
        raise AssertionError("nobody is on turn")


def quiet_hours(tab: Tab) -> None:
    """Set quiet hours, with all that can be said about them."""
    tab.settle()
    before = tab.messages.count()
    tab.start_command(HOURS[tab.language])
    form: Any = tab.page.locator("form.command")
    form.locator("input").first.fill(CITY[tab.language])
    tab.page.locator("[role=option]:visible").first.click()
    for text in ("22:00", "8:00"):
        form.locator(".chip").first.click()
        form.locator("input").last.fill(text)
        tab.page.locator("[role=option]:visible").first.click()
    form.locator("button[type=submit]").click()
    tab.arrived(before)


@pytest.mark.soak
def test_days(real: str, visit: Callable[..., Tab]) -> None:
    days = Days({language: visit(real, language, SIZES[language]) for language in ORDER})
    days.gather(days.tabs["en"].page.evaluate("new URLSearchParams(location.hash.slice(1)).get('channel')"))
    days.tabs["en"].run(NEW["en"])
    days.pick("en", "lobby:pace:", 1)
    for language in ("de", "fr"):
        days.press(language, "lobby:join:")
    days.shot("days-1-lobby")
    days.press("en", "lobby:start:")
    for language in ORDER:
        days.decide(language)
    for tab in days.tabs.values():
        quiet_hours(tab)
    days.shot("days-2-hours")
    sleeper = days.active()
    others = [language for language in ORDER if language != sleeper]
    days.forward(48)
    days.forward(24)
    days.shot("days-3-late")
    days.press(others[0], "table:late:")
    days.shot("days-4-what-now")
    days.pick(others[0], "table:nudge:", 1, private=True)
    days.shot("days-5-nudged")
    help_out(days, others, "turn")
    days.shot("days-6-turn-played")
    days.forward(72)
    second = days.active()
    others = [language for language in ORDER if language != second]
    help_out(days, others[:1], "takeover")
    days.shot("days-7-vote")
    days.forward(24)
    days.shot("days-8-filled-in")
    assert days.with_control(second, "table:back:").count()
    days.tabs[second].run(BACK[second])
    days.settle()
    days.shot("days-9-back")
    for tab in days.tabs.values():
        assert "🤖" in tab.run(LOG[tab.language]).inner_text()
    days.shot("days-10-log")


def help_out(days: Days, people: list[str], what: str) -> None:
    """People vote on a computer player."""
    for language in people:
        days.press(language, "table:late:")
        page = days.tabs[language].page
        page.locator(".message.private").last.locator(f"[data-id^='table:help:'][data-id*=':{what}:y']").first.click()
        days.settle()
