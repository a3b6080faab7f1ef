"""A photo of a table in the page: allowed, sent, opened, deleted, in each language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageDraw

from tests.browser.test_tally import CLOSE, CLOSE_ANYWAY, set_up

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.browser.conftest import Address, Tab

ALLOW = {"en": "settings photos", "de": "einstellungen fotos", "fr": "réglages photos"}
SEND = {"en": "results photo", "de": "ergebnisse foto", "fr": "résultats photo"}
MODERATOR = {"en": "Robin", "de": "Toni", "fr": "Dominique"}
DELETED = {"en": "has been deleted", "de": "ist gelöscht", "fr": "est supprimée"}


def table(path: Path) -> Path:
    """A picture of a table with tiles on it, as a phone would take it."""
    image = Image.new("RGB", (1600, 1200), (94, 66, 42))
    draw = ImageDraw.Draw(image)
    for row in range(4):
        for column in range(6):
            x, y = 180 + column * 240 + row % 2 * 120, 180 + row * 260
            draw.regular_polygon((x, y, 118), 6, fill=(60 + 22 * column, 120 + 24 * row, 130))
    image.save(path, "JPEG")
    return path


def choose_option(tab: Tab, number: int, typed: str = "") -> None:
    """Choose the first that the command's option offers."""
    field = tab.page.locator("form.command input").nth(number)
    field.click()
    field.press_sequentially(typed)
    tab.page.locator(".combobox [role=option]").first.click()


def submitted(tab: Tab) -> Locator:
    tab.settle()
    before = tab.messages.count()
    tab.page.locator("form.command button[type=submit]").click()
    return tab.arrived(before)


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("language", ["de", "fr", "en"])
def test_a_photo_is_sent_opened_and_deleted(
    real: Address, visit: Callable[..., Tab], tmp_path: Path, language: str, size: str
) -> None:
    tab = visit(real, language, size, person=MODERATOR[language])
    tab.name = f"photos-{tab.name}"
    tab.start_command(ALLOW[language])
    choose_option(tab, 0)
    submitted(tab)
    tab.shot("1-allowed")
    board = set_up(tab, f"Zoé {size}")
    before = tab.messages.count()
    board.get_by_role("button", name=CLOSE[language], exact=True).click()
    tab.arrived(before).get_by_role("button", name=CLOSE_ANYWAY[language]).click()
    tab.settle()
    tab.start_command(SEND[language])
    choose_option(tab, 0, f"Zoé {size}")
    tab.page.locator("form.command input[type=file]").set_input_files(table(tmp_path / "IMG_2041.jpg"))
    submitted(tab)
    tab.shot("2-sent")
    assert tab.fits()
    photo = tab.messages.filter(has=tab.page.locator("[data-id^='tally:nophoto:']")).last
    tab.settle()
    before = tab.messages.count()
    board.locator("[data-id^='tally:photo:']").click()
    shown = tab.arrived(before)
    assert shown.locator("img").evaluate_all("all => all.some(i => i.naturalWidth === 1600)")
    tab.shot("3-opened")
    assert tab.fits()
    before = tab.messages.count()
    photo.locator("[data-id^='tally:nophoto:']").click()
    asked = tab.arrived(before)
    tab.shot("4-asked")
    asked.locator("[data-id^='tally:nophoto:']").click()
    tab.messages.get_by_text(DELETED[language]).wait_for()
    tab.settle()
    tab.shot("5-deleted")
    assert board.locator("[data-id^='tally:photo:']").count() == 0
