"""Seasons in the page: one in which nobody plays, one with games; made, opened, and told at their end, in each
language. The clock of the channel is set forward."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_result_files import MODERATOR, sent

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.conftest import Address, Tab

SEASON = {"en": "results season", "de": "ergebnisse saison", "fr": "résultats saison"}
EMPTY = {"en": "Frost", "de": "Frost", "fr": "Givre"}
PLAYED = {"en": "Thaw", "de": "Tauwetter", "fr": "Dégel"}
NOBODY = {
    "en": "Nobody played in this season",
    "de": "In dieser Saison hat niemand gespielt",
    "fr": "Personne n’y a joué",
}
MINUTE = 1000 * 90
"""Milliseconds in which the end of a season is noticed."""


def results(day: str) -> str:
    """Six games of one day."""
    games = ((("Ada", 84), ("Bruno", 71), ("Chloé", 90)), (("Ada", 77), ("Dimitri", 79)))
    rows = ["result;closed_at;player;total"]
    for number in range(6):
        rows += [f"{number};{day};{name};{points + number}" for name, points in games[number % 2]]
    return "\n".join(rows)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_end_of_two_seasons(own_bot: Address, visit: Callable[..., Tab], tmp_path: Path, size: str) -> None:
    tabs = [visit(own_bot, language, size, person=MODERATOR[language]) for language in ("de", "fr", "en")]
    now = datetime.now(UTC)
    today = now.date()
    for tab in tabs:
        tab.name = f"seasons-{tab.name}"
        file = tmp_path / f"{tab.language}.csv"
        file.write_text(results(f"{today - timedelta(days=3)}"), encoding="utf-8")
        taken = sent(tab, file)
        taken.locator("button.primary").click()
        tab.settle()
        begin = str(today - timedelta(days=5))
        tab.run(SEASON[tab.language], PLAYED[tab.language], begin, str(today))
        tab.shot("1-made")
        listed = tab.run(SEASON[tab.language], EMPTY[tab.language], str(today), str(today))
        tab.shot("2-both")
        assert tab.fits()
        listed.locator("[data-id^='results:choose:season:']").click()
        tab.page.locator(".popup:not([hidden]) [role=option]", has_text=EMPTY[tab.language]).click()
        tab.messages.get_by_text(NOBODY[tab.language]).wait_for()
        tab.settle()
        tab.shot("3-empty")
    page = tabs[-1].page
    if narrow := (places := page.get_by_role("button", name=tabs[-1].word("open_places"))).is_visible():
        places.click()
    page.locator(".clock button", has_text="+1 day").click()
    tabs[-1].settle()
    if narrow:
        page.locator("#sidebar").get_by_role("button", name=tabs[-1].word("close")).click()
    for tab in tabs:
        ended = tab.page.locator(".message:not(.private)").filter(has_text=NOBODY[tab.language]).last
        ended.wait_for(timeout=MINUTE)
        tab.settle()
        told = tab.page.locator(".message:not(.private)").filter(has_text="Ada").last
        assert told.locator("img").evaluate_all("all => all.some(i => i.naturalWidth > 300)")
        assert PLAYED[tab.language] in told.inner_text()
        assert tab.fits()
        for number, message in enumerate((ended, told)):
            message.scroll_into_view_if_needed()
            tab.shot(f"4-ended-{number}")
