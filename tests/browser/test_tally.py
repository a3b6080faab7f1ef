"""The score pad as people use it: four players on four phones at once, and whole tallies in three languages.

A tap is a finger put down anywhere but in a text field: that is typing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import PATIENCE, SIZES, Address, Tab

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Locator

LANGUAGE = {"Alex": "en", "Kim": "de", "Toni": "de", "Camille": "fr"}
NEW = {"en": "tally new", "de": "wertung neu", "fr": "décompte nouveau"}
FORMS = {
    "en": ("1 · Points", "2 · Cards and the rest", "3 · Artifact card"),
    "de": ("1 · Punkte", "2 · Karten und Rest", "3 · Artefaktkarte"),
    "fr": ("1 · Points", "2 · Cartes et divers", "3 · Carte Artefact"),
}
TOTAL = {"en": "Total: ", "de": "Summe: ", "fr": "Total : "}
CLOSE = {"en": "Close", "de": "Abschließen", "fr": "Terminer"}
RESULT = {"en": "Result #", "de": "Ergebnis #", "fr": "Résultat n°"}
MOST_FORMS, MOST_TAPS = 3, 12
COUNT_TAPS = """() => {
  window.taps = 0;
  document.addEventListener("pointerdown", (e) => {
    if (e.isTrusted && !e.target.closest("input[type=text], textarea")) window.taps++;
  }, true);
}"""
SHEETS: dict[str, tuple[dict[str, str], dict[str, str], dict[str, str], int]] = {
    # 61 + 18 + 5 + 12; 2 × (4 + 6), 11 ÷ 5, 2 × 1, 4; 24 + 8 + 10: 96 + 28 + 42
    "Alex": (
        {"track": "61", "progress": "18", "technologies": "5", "locations": "7 5"},
        {"cards": "4 6", "leftover": "4 3 2 2", "small": "1", "end_tile": "yes"},
        {"yellow": "3 6 1 energy", "white": "0 4 2 crates", "violet": "1 5 1 machines"},
        166,
    ),
    # 70 + 21 + 0 + 5; 2 × 7, 4 ÷ 5; 12 + 6 + 16: 96 + 14 + 34
    "Kim": (
        {"track": "70", "progress": "21", "locations": "5"},
        {"cards": "7", "leftover": "4"},
        {"yellow": "2 4 1", "white": "1 3 1", "violet": "3 4 1"},
        144,
    ),
    # 66 + 15 + 3 + 16; 2 × 8, 9 ÷ 5, 2 × 1; 6 + 12 + 8: 100 + 19 + 26 = 145
    "Toni": (
        {"track": "66", "progress": "15", "technologies": "3", "locations": "7 5 4"},
        {"cards": "8", "leftover": "3 3 2 1", "small": "1"},
        {"yellow": "0 6 1", "white": "2 4 1", "violet": "1 4 1"},
        145,
    ),
    # 80 + 12; 2 × (3 + 5), 6 ÷ 5; 9 + 5 + 6: 92 + 17 + 20 = 129
    "Camille": (
        {"track": "80", "progress": "12"},
        {"cards": "3 5", "leftover": "6"},
        {"yellow": "2 3 1", "white": "0 5 1", "violet": "1 3 1"},
        129,
    ),
}


@pytest.fixture
def tabs(browser: Browser, real: Address) -> Iterator[Callable[..., Tab]]:
    """Opens a tab of a person, in the channel where the German server plays."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_tab(name: str, size: str = "phone", channel: str = "spieltisch") -> Tab:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme="dark")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
        page.goto(real)
        page.get_by_role("button", name=name).first.click()
        page.locator("#box").wait_for()
        if size == "phone":
            page.locator("#top button").first.click()
        page.locator("#sidebar").get_by_role("link", name=re.compile(channel)).click()
        page.wait_for_function("at => document.querySelector('#top h2').textContent.includes(at)", arg=channel)
        page.evaluate(COUNT_TAPS)
        return Tab(page, f"tally-{name}-{size}", LANGUAGE[name], real)

    yield open_tab
    for context in contexts:
        context.close()
    assert complaints == []


def set_up(tab: Tab, names: str, people: tuple[str, ...] = ()) -> Locator:
    """Start a tally with the form; the board."""
    before = tab.messages.count()
    tab.start_command(NEW[tab.language])
    tab.page.locator("form.command button[type=submit]").click()
    form = tab.page.locator("dialog.form")
    form.wait_for()
    choose(tab, form, people)
    form.locator("#field-names").fill(names)
    tab.shot("0-setup")
    assert tab.fits()
    form.locator("button[type=submit]").click()
    return tab.arrived(before)


def newest_with(tab: Tab, button: str) -> Locator:
    """The newest message with such a button. How many there are before it differs from person to person."""
    message = tab.messages.filter(has=tab.page.get_by_role("button", name=button)).last
    message.wait_for()
    return tab.page.locator(f".message[data-id='{message.get_attribute('data-id')}']")


def choose(tab: Tab, form: Locator, people: tuple[str, ...]) -> None:
    """Have just these people chosen in the form's menu."""
    form.locator(".select").click()
    for option in form.locator("[role=option]").all():
        name = option.locator(".label").inner_text()
        if (option.get_attribute("aria-selected") == "true") != (name in people):
            option.click()
    form.get_by_role("button", name=tab.word("done")).click()


def fill(tab: Tab, form: dict[str, str]) -> None:
    """Fill the open form in and send it."""
    dialog = tab.page.locator("dialog.form")
    dialog.wait_for()
    for field, text in form.items():
        if field == "small":
            dialog.locator("#field-small").click()
            dialog.locator("[role=option]").filter(has_text=re.compile(f"^{text}$")).click()
        elif field == "end_tile":
            dialog.locator("#field-end_tile").click()
        else:
            dialog.locator(f"#field-{field}").fill(text)
    assert tab.fits()
    tab.shot("1-form-" + next(iter(form)))
    dialog.locator("button[type=submit]").click()
    dialog.wait_for(state="detached")


def fill_all(tab: Tab, board: Locator, name: str, sheet: str) -> int:
    """A player fills in everything from the board's button on; how many forms it took."""
    board.get_by_role("button", name=f"{name} 0/3").click()
    before = tab.messages.count()
    *forms, total = SHEETS[sheet]
    fill(tab, forms[0])
    mine = tab.arrived(before)
    for label, form in zip(FORMS[tab.language][1:], forms[1:], strict=True):
        mine.get_by_role("button", name=label).click()
        fill(tab, form)
    mine.get_by_text(f"{TOTAL[tab.language]}{total}").wait_for()
    tab.shot(f"2-lines-{name}")
    return len(forms)


def dismiss(tab: Tab) -> None:
    """Put the last message away, and wait until it is gone: what arrives next is told by its place."""
    count = tab.messages.count()
    tab.last.get_by_role("button", name=tab.word("dismiss")).click()
    tab.page.wait_for_function("n => document.querySelectorAll('.message').length < n", arg=count)


def test_four_players_on_their_phones(tabs: Callable[..., Tab]) -> None:
    """Each needs at most three forms and twelve taps besides typing, all at the same time."""
    players = {name: tabs(name) for name in SHEETS}
    set_up(players["Alex"], "", tuple(SHEETS))
    boards = {name: newest_with(tab, f"{name} 0/3") for name, tab in players.items()}
    for tab in players.values():
        tab.page.evaluate("window.taps = 0")
    for name, tab in players.items():
        forms = fill_all(tab, boards[name], name, name)
        taps = tab.page.evaluate("window.taps")
        print(f"{name}: {forms} forms, {taps} taps")
        assert forms <= MOST_FORMS
        assert taps <= MOST_TAPS
    board = boards["Alex"]
    board.get_by_text("166").first.wait_for()
    players["Alex"].page.wait_for_function("() => document.querySelectorAll('.message .container').length")
    board.get_by_role("button", name="Abschließen").click()
    board.get_by_text(re.compile(r"Ergebnis #\d+")).wait_for()
    players["Alex"].shot("3-result")
    text = board.inner_text()
    assert [text.index(name) for name in ("Alex", "Toni", "Kim", "Camille")] == sorted(
        text.index(name) for name in ("Alex", "Toni", "Kim", "Camille")
    )
    assert players["Alex"].fits()


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize(
    ("person", "names"),
    [("Camille", ["Zoé", "Léo"]), ("Kim", ["Anna", "Ben", "Jörg"]), ("Alex", ["Ann", "Bob", "Cy", "Di"])],
)
def test_a_whole_tally(tabs: Callable[..., Tab], person: str, names: list[str], size: str) -> None:
    tab = tabs(person, size, channel="Revive Referee")
    board = set_up(tab, ", ".join(names))
    for name, sheet in zip(names, SHEETS, strict=False):
        fill_all(tab, board, name, sheet)
        dismiss(tab)
    board.get_by_role("button", name=CLOSE[tab.language], exact=True).click()
    board.get_by_text(re.compile(re.escape(RESULT[tab.language]))).wait_for()
    tab.shot("3-result")
    board.get_by_role("button", name=names[0]).click()
    assert tab.fits()


CARD = {"en": "Card: what it counts", "de": "Karte: was sie zählt", "fr": "Carte : ce qu’elle compte"}


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("person", ["Camille", "Kim", "Alex"])
def test_the_artifact_card_by_menus(tabs: Callable[..., Tab], person: str, size: str) -> None:
    """After that numbers are enough."""
    tab = tabs(person, size, channel="Revive Referee")
    board = set_up(tab, "Zoé")
    board.get_by_role("button", name="Zoé 0/3").click()
    before = tab.messages.count()
    fill(tab, SHEETS["Camille"][0])
    mine = tab.arrived(before)
    mine.get_by_role("button", name=CARD[tab.language].replace("Carte :", "Carte\u00a0:")).click()
    form = tab.page.locator("dialog.form")
    form.wait_for()
    form.locator("#field-yellow").click()
    form.locator("[role=option]").nth(1).click()
    form.locator("#field-each").fill("2 1 1")
    assert tab.fits()
    tab.shot("9-card")
    form.locator("button[type=submit]").click()
    form.wait_for(state="detached")
    tab.shot("9-card-said")
    mine.get_by_role("button", name=FORMS[tab.language][2]).click()
    form.wait_for()
    tab.shot("9-card-form")
    fill(tab, {"yellow": "3 6"})
    mine.get_by_text("(3 + 1) × 6 × 2").wait_for()
    tab.shot("9-card-lines")


ASKED = {
    "en": ("results list", "calc artifact", "tally new"),
    "de": ("ergebnisse liste", "rechnen artefakt", "wertung neu"),
    "fr": ("résultats liste", "calculer artefact", "décompte nouveau"),
}
CLOSE_ANYWAY = {"en": "Close anyway", "de": "Trotzdem abschließen", "fr": "Terminer quand même"}
AGAIN = {"en": "Open the form again", "de": "Formular wieder öffnen", "fr": "Rouvrir le formulaire"}


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("person", ["Camille", "Kim", "Alex"])
def test_results_calculators_and_mistakes(tabs: Callable[..., Tab], person: str, size: str) -> None:
    tab = tabs(person, size, channel="Revive Referee")
    results, artifact, _ = ASKED[tab.language]
    board = set_up(tab, "Zoé")
    board.get_by_role("button", name="Zoé 0/3").click()
    before = tab.messages.count()
    fill(tab, {"track": "zwölf", "progress": "-3", "locations": "7 5"})
    told = tab.arrived(before)
    tab.shot("4-mistake")
    told.get_by_role("button", name=AGAIN[tab.language]).click()
    form = tab.page.locator("dialog.form")
    form.wait_for()
    assert form.locator("#field-track").input_value() == "zwölf"
    assert form.locator("#field-locations").input_value() == "7 5"
    form.locator("footer button").first.click()
    before = tab.messages.count()
    board.get_by_role("button", name=CLOSE[tab.language], exact=True).click()
    tab.arrived(before).get_by_role("button", name=CLOSE_ANYWAY[tab.language]).wait_for()
    tab.shot("5-missing")
    listed = tab.run(results)
    assert tab.fits()
    tab.shot("6-results")
    if listed.locator(".select").count():
        listed.locator(".select").click()
        listed.locator("[role=option]").first.click()
        listed.locator("[data-id^='tally:all:']").wait_for()
        tab.shot("7-one-result")
    answer = tab.run(artifact, "3", "6")
    assert "(3 + 1) × 6 × 1 = 24" in answer.inner_text().replace("\u00a0", " ")
    before = tab.messages.count()
    answer.get_by_role("button", name=re.compile("Rule|Regel|Règle")).click()
    tab.arrived(before)
    tab.shot("8-calculated")
    assert tab.fits()
