"""A game over days in the page: three people in three languages agree on a pace and set quiet hours; whoever waits
plans a turn; one is late, is nudged, has a turn played; a plan is played, a seat filled in, its person comes back, and
all agree to go back to an earlier turn. The clock of the channel is set forward."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.conftest import Tab

ORDER = ("en", "de", "fr")
SIZES = ("phone", "desktop")
NEW = {"en": "game new", "de": "spiel neu", "fr": "partie nouvelle"}
HOURS = {"en": "settings hours", "de": "einstellungen ruhezeit", "fr": "réglages calme"}
BACK = {"en": "game back", "de": "spiel zurück", "fr": "partie retour"}
UNDO = {"en": "game undo", "de": "spiel zurücknehmen", "fr": "partie annuler"}
LOG = {"en": "game log", "de": "spiel verlauf", "fr": "partie journal"}
WENT_BACK = {"en": "goes back to the start", "de": "zum Anfang von Zug", "fr": "revient au début du tour"}
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
            tab.messages.last.scroll_into_view_if_needed()
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
        places = page.get_by_role("button", name=self.tabs["en"].word("open_places"))
        if narrow := places.is_visible():
            places.click()
        for name, count in (("+1 day", hours // 24), ("+8 hours", hours % 24 // 8), ("+1 hour", hours % 8)):
            for _ in range(count):
                page.locator(".clock button", has_text=name).click()
                self.tabs["en"].settle()
        if narrow:
            page.locator("#sidebar").get_by_role("button", name=self.tabs["en"].word("close")).click()
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
    tab.page.locator("[role=option]:visible", has_text=CITY[tab.language]).first.click()
    for text in ("22:00", "8:00"):
        form.locator(".chip").first.click()
        form.locator("input").last.fill(text)
        tab.page.locator("[role=option]:visible").first.click()
    form.locator("button[type=submit]").click()
    tab.arrived(before)


def plan_a_turn(days: Days, language: str) -> None:
    """Plan to use the switch, which no turn of another can spoil; nobody else sees anything of it."""
    page = days.tabs[language].page
    others = [tab for each, tab in days.tabs.items() if each != language]
    before = [tab.page.locator(".message:not(.private)").all_inner_texts() for tab in others]
    days.press(language, "table:turn:")
    panel = page.locator(".message.private").last
    panel.locator("[data-id^='plan:turn:']").first.click()
    days.settle()
    panel = page.locator(".message.private").last
    days.tabs[language].shot("days-plan-empty")
    panel.locator("[data-id^='plan:do:'][data-id*=':s:']").first.click()
    days.settle()
    days.tabs[language].shot("days-plan-made")
    assert "1." in page.locator(".message.private").last.inner_text()
    assert [tab.page.locator(".message:not(.private)").all_inner_texts() for tab in others] == before


def play_plan(days: Days, language: str) -> None:
    """One tap."""
    page = days.tabs[language].page
    days.press(language, "table:turn:")
    days.tabs[language].shot("days-plan-stands")
    page.locator(".message.private").last.locator("[data-id^='table:planned:']").first.click()
    days.settle()
    days.tabs[language].shot("days-plan-played")
    assert not page.locator(".message.private").last.locator("[data-id^='table:planned:']").count()


def go_back(days: Days, asking: str) -> None:
    """Ask to go back to the start of an earlier turn; with the last agreement the table does."""
    tab = days.tabs[asking]
    before = tab.messages.count()
    tab.start_command(UNDO[asking])
    form = tab.page.locator("form.command")
    form.locator(".chip").first.click()
    form.locator("input").last.click()
    options = tab.page.locator("[role=option]:visible")
    options.last.wait_for()
    tab.shot("days-rollback-turns")
    options.last.click()
    form.locator("button[type=submit]").click()
    tab.arrived(before)
    tab.shot("days-rollback-asked")
    for language in (asking, *(each for each in ORDER if each != asking)):
        page = days.tabs[language].page
        if language != asking:
            page.locator("[data-id^='table:back:']").last.click()
            days.settle()
            days.tabs[language].shot("days-rollback-vote")
        page.locator(".message.private [data-id^='table:goback:']").last.click()
        days.settle()
        days.tabs[language].shot("days-rollback-agreed")
    days.shot("days-rollback-done")


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_days(own_bot: str, visit: Callable[..., Tab], size: str) -> None:
    days = Days({language: visit(own_bot, language, size) for language in ORDER})
    days.gather(days.tabs["en"].page.evaluate("new URLSearchParams(location.hash.slice(1)).get('channel')"))
    days.tabs["en"].run(NEW["en"])
    days.press("en", "lobby:options:")
    days.pick("en", "lobby:pace:", 1, private=True)
    for language in ("de", "fr"):
        days.press(language, "lobby:join:")
    days.shot("days-lobby")
    days.press("en", "lobby:start:")
    for language in ORDER:
        days.decide(language)
    for tab in days.tabs.values():
        quiet_hours(tab)
    days.shot("days-hours")
    sleeper = days.active()
    others = [language for language in ORDER if language != sleeper]
    for language in others:
        plan_a_turn(days, language)
    days.forward(72)
    days.shot("days-late")
    days.press(others[0], "table:late:")
    days.shot("days-what-now")
    days.pick(others[0], "table:nudge:", 1, private=True)
    days.shot("days-nudged")
    help_out(days, others, "turn")
    days.shot("days-turn-played")
    second = days.active()
    play_plan(days, second)
    days.forward(72)
    helper = next(language for language in ORDER if language != second)
    help_out(days, [helper], "takeover")
    days.shot("days-vote")
    days.forward(24)
    days.shot("days-filled-in")
    assert days.with_control(second, "table:back:").count()
    days.tabs[second].run(BACK[second])
    days.settle()
    days.shot("days-back")
    go_back(days, helper)
    for tab in days.tabs.values():
        log = tab.run(LOG[tab.language]).inner_text()
        assert "🤖" in log
        assert WENT_BACK[tab.language] in log
    days.shot("days-log")


def help_out(days: Days, people: list[str], what: str) -> None:
    """People vote on a computer player."""
    for language in people:
        days.press(language, "table:late:")
        page = days.tabs[language].page
        page.locator(".message.private").last.locator(f"[data-id^='table:help:'][data-id*=':{what}:y']").first.click()
        days.settle()
