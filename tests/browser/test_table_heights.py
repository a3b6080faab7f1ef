"""How much of a phone the table takes: its live message, and what a finished turn leaves, over games in three languages
measured as the page draws them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_table import LANGUAGES, TOLD, Page, _one_click

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Tab

SCREEN = 640
"""Pixels between header and composer of a phone of 390 × 844."""
WIDTH = 270
"""Pixels of a picture and of text in a frame."""
LINES = 3
ROWS = 3
LIVE = """node => { const rows = new Set([...node.querySelectorAll('.row .button')].map(button => button.offsetTop));
  const picture = node.querySelector('.picture');
  return { height: node.offsetHeight, buttons: node.querySelectorAll('.row .button').length, rows: rows.size,
    width: picture ? picture.clientWidth : 0, lines: node.querySelectorAll('li').length }; }"""
LEFT = """nodes => nodes.filter(node => !node.querySelector('button[data-id]')).map(node => {
  const texts = [...node.querySelectorAll('.text')].map(text => text.innerText.split('\\n').filter(Boolean));
  return { height: node.offsetHeight, lines: texts[0] || [] }; })"""


@LANGUAGES
@pytest.mark.parametrize("clicks", [40, pytest.param(3000, marks=pytest.mark.soak)])
def test_the_table_fits_a_phone(real: str, visit: Callable[..., Tab], language: str, clicks: int) -> None:
    """Against a computer player, from the lobby on; with ``soak`` to the final score."""
    tab = visit(real, language, "phone", "dark")
    page, chance = Page(tab), random.Random(5)
    ended = tab.page.locator("[data-id^='table:rematch:']")
    before, first = ended.count(), tab.messages.count()
    page.begin()
    page.decide()
    highest = 0
    for number in range(clicks):
        if ended.count() > before:
            break
        _one_click(tab, page, chance)
        if number % 10 == 0:
            tab.settle(TOLD)
            highest = max(highest, _check_live(page))
    tab.settle(TOLD)
    tab.shot("table-live")
    left = tab.page.locator(".message:not(.private)").evaluate_all(LEFT)[first:]
    most = [turn["height"] for turn in left]
    print(f"{language}: live message up to {highest} px, left behind {most}")
    assert left
    if ended.count() == before:
        page.end()


def _check_live(page: Page) -> int:
    """Measure the live message, if there is one; its height."""
    live = page.with_control("table:overview:")
    if not live.count():
        return 0
    found = live.evaluate(LIVE)
    assert found["height"] <= SCREEN, live.inner_text()
    assert found["buttons"] <= 6
    assert found["rows"] <= ROWS
    assert found["lines"] <= LINES - 1
    assert found["width"] in (0, WIDTH)
    return int(found["height"])
