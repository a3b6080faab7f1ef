"""A box of one's own, as its owner would play it: twenty components changed on the page, sent to a server, chosen in
the lobby and played to the end, in each language."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import product
from typing import TYPE_CHECKING

import pytest

from bot.engine.components import COMPONENT_LISTS
from bot.engine.packs import load_pack
from tests.browser.conftest import PATIENCE, SIZES, serve
from tests.browser.test_pack_editor import rest, shot, show, type_hex
from tests.browser.test_table import OVER, Page, _one_click, _portrait
from tests.packs.conftest import FIELD
from tests.packs.own_pack import zipped

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser
    from playwright.sync_api import Page as BrowserPage

    from tests.browser.conftest import Tab

CLICKS = 3000
NAME = "Our box"
TYPED = {
    "en": ("4g", "2b + 1 point", "3f / card", "1c + step", "2 forest", "star", "build -2g + crate",
           "1p per machine max 4"),
    "de": ("4z", "2b + 1 Punkt", "3n / Karte", "1k + Schritt", "2 Wald", "Stern", "bauen -2z + Kiste",
           "1p je Maschine max 4"),
    "fr": ("4g", "2l + 1 point", "3n / carte", "1c + pas", "2 forêt", "étoile", "construire -2g + caisse",
           "1p par machine max 4"),
}  # fmt: skip
"""Effects in each language's own short-hand."""
SENTENCE = {
    "en": ("Turn over two crates and keep one.", 'by hand "{}" (crate; 2 x 1 gear) worth 2'),
    "de": ("Decke zwei Kisten auf und behalte eine.", 'von Hand "{}" (Kiste; 2 x 1 Zahnrad) wert 2'),
    "fr": ("Retourne deux caisses et garde-en une.", 'à la main "{}" (caisse; 2 x 1 engrenage) vaut 2'),
}
ENTERED = {"en": "Entered by hand", "de": "Von Hand eingegeben", "fr": "Saisi à la main"}
"""What the final score says of it; before it stands a sign, which the page shows as a picture."""
ADD = {"en": "game pack add", "de": "spiel paket hinzufügen", "fr": "partie paquet ajouter"}
MANAGERS = {"en": "Robin", "de": "Toni", "fr": "Dominique"}
EFFECTS = [
    *(("crates", row) for row in range(8)),
    *(("modules", row) for row in range(4)),
    *(("machines", row) for row in range(2)),
]
STARTERS = (0, 6, 12, 18)
"""A card of each starting set that begins in the active area: both its halves say the sentence, so that whoever plays
it meets that, at random too."""


@pytest.mark.soak
@pytest.mark.parametrize("language", ["de", "fr", "en"])
def test_a_box_made_on_the_page_is_played_to_the_end(
    browser: Browser, real: str, visit: Callable[..., Tab], tmp_path: Path, language: str
) -> None:
    box = tmp_path / f"box_{language}"
    made = [sys.executable, "-m", "bot", "pack", "new", str(box), "--id", box.name, "--name", NAME]
    subprocess.run(made, check=True)
    _write(browser, box, tmp_path, language)
    assert _changed(box) == len(EFFECTS) + len(STARTERS) + 2 == 20
    archive = tmp_path / f"{box.name}.zip"
    archive.write_bytes(zipped({file.name: file.read_bytes() for file in box.iterdir()}))
    _send(visit(real, language, "desktop", person=MANAGERS[language]), archive, language)
    final = _play(visit(real, language, "phone", "dark"), language)
    assert OVER[language] in final
    assert NAME in final
    assert ENTERED[language] in final


def _write(browser: Browser, box: Path, data: Path, language: str) -> None:
    """Change twenty components on the page, in the owner's language."""
    for address in serve(["bot", "pack", "edit", str(box)], data):
        context = browser.new_context(
            viewport={"width": SIZES["desktop"][0], "height": SIZES["desktop"][1]}, locale=language
        )
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.goto(address)
        rest(page)
        assert page.evaluate("document.documentElement.lang") == language
        for number, (sheet, row) in enumerate(EFFECTS):
            _type(page, sheet, row, "get", TYPED[language][number % len(TYPED[language])])
        shot(page, f"{language}-own-machine")
        sentence, typed = SENTENCE[language]
        for row, half in product(STARTERS, ("top", "bottom")):
            _type(page, "citizens", row, f"{half}.get", typed.format(sentence))
        shot(page, f"{language}-own-citizen")
        show(page, "tiles", 1)
        type_hex(page, "spaces.1.terrain", "forest")
        shot(page, f"{language}-own-tile")
        _type(page, "artifact_cards", 0, "lines.yellow.points", "3")
        assert page.locator("#rows .done").count() == page.locator("#rows [data-row]").count()
        context.close()


def _type(page: BrowserPage, sheet: str, row: int, heading: str, text: str) -> None:
    show(page, sheet, row)
    control = page.locator(f'[id="field-{heading}"]')
    control.fill("")
    control.press_sequentially(text)
    rest(page)
    assert page.locator(f'[data-heading="{heading}"] .wrong').inner_text() == ""


def _changed(box: Path) -> int:
    """How many components differ from the shipped pack's."""
    before, after = load_pack(FIELD), load_pack(box)
    lists = [(getattr(before, each), getattr(after, each)) for each in COMPONENT_LISTS]
    return sum(old != new for olds, news in lists for old, new in zip(olds, news, strict=True))


def _send(tab: Tab, archive: Path, language: str) -> None:
    """Offer the pack to the server, as whoever manages it."""
    tab.settle()
    before = tab.messages.count()
    tab.start_command(ADD[language])
    tab.page.locator("form.command input[type=file]").set_input_files(archive)
    tab.page.locator("form.command button[type=submit]").click()
    added = tab.arrived(before)
    assert NAME in added.inner_text()
    _portrait(tab, added, "own-box-1-added")


def _play(tab: Tab, language: str) -> str:
    """Choose the pack in the lobby and click anything until the game is over; what the final score says."""
    page, chance = Page(tab), random.Random(4)
    ended = tab.page.locator("[data-id^='table:rematch:']")
    before = ended.count()
    page.begin(pack=NAME)
    sentences = 0
    for click in range(CLICKS):
        if ended.count() > before:
            break
        _one_click(tab, page, chance)
        panel = tab.page.locator(".message.private").last
        if sentences < 2 and panel.count() and SENTENCE[language][0] in panel.inner_text():
            sentences += 1
            _portrait(tab, panel, f"own-box-2-by-hand-{sentences}-{click}")
    assert sentences
    final = page.with_control("table:rematch:")
    _portrait(tab, final, "own-box-3-final")
    return str(final.inner_text())
