"""The page in which a pack is written: by keyboard, in three languages, at phone width; the whole pack typed anew."""

from __future__ import annotations

import os
import re
import statistics
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from bot.app.own_packs.pack_data import read_data
from bot.app.own_packs.pack_frame import emptied
from bot.app.own_packs.pack_tables import sheets_of
from bot.app.own_packs.shorthand_parser import NotUnderstood, effects_typed
from bot.engine.packs import load_pack
from tests.browser.conftest import PATIENCE, SIZES, serve
from tests.packs.conftest import FIELD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

TYPED = (
    "crates", "modules", "machines", "printed_machines", "citizens", "artifact_cards", "tribes", "technologies",
    "tiles", "start_tiles", "large_locations",
)  # fmt: skip
TERRAINS = ("desert", "forest", "mountain", "field", "city", "water", "crystal")
SHORT = {
    form: forms[-1]
    for forms in (("gear", "gears", "g"), ("book", "books", "b"), ("food", "f"), ("crystal", "crystals", "c"),
                  ("point", "points", "p"), ("energy", "e"), ("step", "steps", "s"))
    for form in forms
}  # fmt: skip
NAMES = ("id", "name.en", "name.de", "name.fr")


@pytest.fixture
def frame(tmp_path: Path) -> Path:
    """An empty frame with the head of the shipped pack."""
    box = tmp_path / "box"
    box.mkdir()
    for file, text in emptied("field", "X", "en").items():
        (box / file).write_text(text, "utf-8")
    (box / "pack.yaml").write_bytes((FIELD / "pack.yaml").read_bytes())
    return box


@pytest.fixture
def address(frame: Path, tmp_path: Path) -> Iterator[str]:
    """Where its page is."""
    yield from serve(["bot", "pack", "edit", str(frame)], tmp_path)


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The page; what it asks of others or complains about fails the test."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": SIZES["desktop"][0], "height": SIZES["desktop"][1]}, locale="en")
    found = context.new_page()
    found.set_default_timeout(1000 * PATIENCE)
    found.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
    found.on("pageerror", lambda error: complaints.append(str(error)))
    found.on("request", lambda r: None if r.url.startswith((address, "data:")) else complaints.append(r.url))
    found.goto(address)
    rest(found)
    yield found
    context.close()
    assert complaints == []


def rest(page: Page) -> None:
    """Wait until everything typed is stored."""
    page.locator("body:not([data-busy]) #form h2").wait_for()


def until(page: Page, what: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(int(PATIENCE * 20)):
        if what():
            return
        page.wait_for_timeout(50)
    raise TimeoutError


def show(page: Page, sheet: str, row: int = 0) -> None:
    page.locator(f'[data-sheet="{sheet}"]').click()
    rest(page)
    if row:
        page.locator(f'[data-row="{row}"]').click()
        rest(page)


def shot(page: Page, name: str) -> None:
    if folder := os.environ.get("PRACTICE_SCREENSHOTS"):
        page.screenshot(path=str(Path(folder) / f"pack-editor-{name}.png"))


def field(page: Page, heading: str) -> Any:
    return page.locator(f'[data-heading="{heading}"]')


def test_a_few_components_by_keyboard(page: Page, frame: Path) -> None:
    page.locator('[id="field-get"]').focus()
    page.keyboard.type("2g + 1 point")
    rest(page)
    assert field(page, "get").locator(".read").inner_text() == "2 gears · 1 point"
    page.locator("#picture").wait_for()
    until(page, lambda: page.locator("#picture").evaluate("node => node.complete && node.naturalWidth > 0"))
    shot(page, "en-crate")
    page.keyboard.press("Alt+n")
    page.locator("#title", has_text="crate_2").wait_for()
    rest(page)
    page.keyboard.press("Alt+l")
    until(page, lambda: page.locator('[id="field-get"]').input_value().startswith("2"))
    page.locator('[id="field-get"]').fill("2 gaer")
    rest(page)
    assert "'gaer'" in field(page, "get").locator(".wrong").inner_text()
    assert not page.locator("#picture").is_visible(), "nothing is drawn of what is wrong"
    page.keyboard.press("Alt+z")
    until(page, lambda: page.locator('[id="field-get"]').input_value() == "2 gears + 1 point")
    rest(page)
    crates = yaml.safe_load((frame / "crates.yaml").read_text("utf-8"))["crates"]
    assert crates[1] == {"id": "crate_2", "get": [{"gain": {"gear": 2}}, {"gain": {"points": 1}}]}
    assert page.locator('[data-sheet="crates"] .count').inner_text() == "2/28"
    show(page, "score_bonuses")
    assert page.locator("#title").inner_text() == "Space 5"
    assert not page.locator("#picture").is_visible(), "a space of a track has no picture"


def test_hexagons_by_mouse_and_by_keyboard(page: Page, frame: Path) -> None:
    show(page, "tiles")
    page.locator("input[name=brush]").nth(1).check()
    page.locator('[data-hex="0"]').click()
    rest(page)
    for key in ("d", "5", "6"):
        page.keyboard.press(key)
        rest(page)
    page.keyboard.press("+")
    rest(page)
    shot(page, "en-tile")
    spaces = yaml.safe_load((frame / "tiles.yaml").read_text("utf-8"))["tiles"][0]["spaces"]
    assert spaces == [
        {"terrain": "forest"},
        {"terrain": "desert"},
        {"terrain": "city"},
        {"terrain": "water", "crystals": 1},
    ]
    page.set_viewport_size({"width": SIZES["phone"][0], "height": SIZES["phone"][1]})
    page.locator("header select").select_option("de")
    page.locator("html[lang=de]").wait_for()
    rest(page)
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    shot(page, "de-phone")
    page.locator("header select").select_option("fr")
    page.locator("html[lang=fr]").wait_for()
    show(page, "places", 3)
    page.locator('[data-space="0 1"]').click()
    rest(page)
    assert page.locator('[id="field-spaces"]').input_value().endswith("; 0 1")
    shot(page, "fr-board")


@pytest.mark.soak
def test_the_whole_shipped_pack_typed_anew(page: Page, frame: Path) -> None:
    """Through the page's controls alone: the same hash. Keystrokes: what is typed, and a key to pass each field."""
    keys: dict[str, list[int]] = {}
    for sheet in (each for each in sheets_of(read_data(FIELD), "en") if each.name in TYPED):
        show(page, sheet.name)
        for number, row in enumerate(sheet.rows):
            if number:
                show(page, sheet.name, number)
            pressed = 0
            for column, text in zip(sheet.columns, row, strict=True):
                counted = type_in(page, sheet.name, column.heading, text)
                pressed += 0 if column.heading in NAMES else counted
            rest(page)
            keys.setdefault(sheet.name, []).append(pressed)
    for name, found in keys.items():
        print(f"{name}: {statistics.median(found)} keys, {max(found)} at most")
    assert load_pack(frame).hash == load_pack(FIELD).hash
    for name in ("tiles", "crates", "machines"):
        assert statistics.median(keys[name]) <= 25
    assert statistics.median(keys["citizens"]) <= 60


def type_in(page: Page, sheet: str, heading: str, text: str) -> int:
    """Bring a field to a text, where it is another; the keys that it takes."""
    if sheet in ("tiles", "start_tiles") and heading.startswith("spaces.") and not heading.endswith("bonus"):
        return type_hex(page, heading, text)
    control = page.locator(f'[id="field-{heading}"]')
    if control.count() == 0 or control.is_disabled() or control.input_value() == text:
        return 1
    if control.evaluate("node => node.tagName") == "SELECT":
        control.select_option(text)
        rest(page)
        return 2
    short = abbreviated(text)
    control.fill(short)
    return len(short) + 1


def abbreviated(text: str) -> str:
    """Effects as somebody who has typed twenty would type them: ``2g+p``. Other texts stay as they are."""
    short = re.sub(r"[a-z]+", lambda word: SHORT.get(word[0], word[0]), text).replace(" + ", "+")
    short = re.sub(r"(\d) (?=[a-z]\b)", r"\1", short)
    try:
        return short if effects_typed(short, "en") == effects_typed(text, "en") else text
    except NotUnderstood:
        return text


def type_hex(page: Page, heading: str, text: str) -> int:
    _, number, what = heading.split(".")
    space = page.locator(f'[data-hex="{int(number) - 1}"]')
    if not text:
        return 0
    space.focus()
    for key in ["+"] * int(text) if what == "crystals" else [str(1 + TERRAINS.index(text))]:
        page.keyboard.press(key)
        rest(page)
    return 1 if what == "terrain" else int(text)
