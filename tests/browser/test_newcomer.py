"""What a newcomer does with the real bot: in three languages, on a wide and a narrow screen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Tab

QUESTIONS = {
    "de": "Wie weit darf ich erkunden?",
    "fr": "Combien coûte l'exploration ?",
    "en": "How far may I explore?",
}
TYPED = {"de": "krist", "fr": "crist", "en": "cryst"}
OTHER = {"de": "Français", "fr": "English", "en": "Deutsch"}
FIRST_STEPS = {"de": "Erste Schritte", "fr": "Premiers pas", "en": "First steps"}
LANGUAGES = pytest.mark.parametrize("language", ["de", "fr", "en"])
SIZES = pytest.mark.parametrize(("size", "scheme"), [("desktop", "light"), ("phone", "dark")])


@LANGUAGES
@SIZES
def test_a_first_visit(real: str, visit: Callable[..., Tab], language: str, size: str, scheme: str) -> None:
    tab = visit(real, language, size, scheme)
    assert tab.page.locator("html").get_attribute("lang") == language
    tab.shot("1-start")

    help_ = tab.run("help")
    assert FIRST_STEPS[language] in help_.inner_text()
    assert tab.word("only_you") in help_.inner_text()
    tab.shot("2-help")

    answer = tab.run("ask", QUESTIONS[language])
    assert answer.locator(".container").count() == 1
    assert tab.fits()
    tab.shot("3-answer")

    before = answer.inner_text()
    see_also = answer.locator(".button").first
    label = see_also.inner_text().strip()
    see_also.click()
    tab.page.wait_for_function(
        "([label, before]) => [...document.querySelectorAll('.message')].at(-1).innerText !== before"
        " && [...document.querySelectorAll('.message')].at(-1).innerText.includes(label)",
        arg=[label, before],
    )
    tab.shot("4-see-also")

    tab.start_command("rule")
    option = tab.page.locator("form.command input")
    option.press_sequentially(TYPED[language])
    suggestions = tab.page.locator(".combobox [role=option]")
    suggestions.first.filter(has_text=re.compile(TYPED[language], re.IGNORECASE)).wait_for()
    tab.shot("5-completion")
    wanted = suggestions.first.inner_text()
    option.press("ArrowDown")
    option.press("Enter")
    assert option.input_value() == wanted
    count = tab.messages.count()
    option.press("Enter")
    rule = tab.arrived(count)
    assert TYPED[language].lower() in rule.inner_text().lower()
    tab.shot("6-rule")

    rule.get_by_role("button", name=tab.word("dismiss")).click()
    tab.page.wait_for_function("n => document.querySelectorAll('.message').length === n", arg=count)
    assert tab.fits()


@LANGUAGES
def test_the_bot_s_language(real: str, visit: Callable[..., Tab], language: str) -> None:
    """/settings language changes what the bot speaks; the page keeps to the person's client."""
    tab = visit(real, language)
    tab.start_command("settings language")
    choice = tab.page.locator("form.command input").first
    choice.press_sequentially(OTHER[language])
    tab.page.locator(".combobox [role=option]").first.wait_for()
    choice.press("Enter")
    count = tab.messages.count()
    choice.press("Enter")
    tab.arrived(count)
    spoken = {"Deutsch": "de", "Français": "fr", "English": "en"}[OTHER[language]]
    assert FIRST_STEPS[spoken] in tab.run("help").inner_text()
    assert tab.word("only_you") in tab.last.inner_text()
    tab.shot("7-settings")
    shown = tab.run("settings show")
    menu = shown.locator(".select").first
    menu.click()
    options = tab.page.locator(".selectmenu .popup:visible [role=option]")
    options.filter(has_not_text=re.compile("Deutsch|Français|English")).first.click()
    tab.page.wait_for_function("() => !document.querySelector('.busy')")
    assert FIRST_STEPS[language] in tab.run("help").inner_text()


def test_a_menu_leads_through_help(real: str, visit: Callable[..., Tab]) -> None:
    tab = visit(real, "en")
    message = tab.run("help")
    before = message.locator(".container").inner_text()
    message.locator(".select").click()
    tab.page.locator(".selectmenu [role=option]").nth(1).click()
    tab.page.wait_for_function(
        "before => [...document.querySelectorAll('.container')].at(-1).innerText !== before", arg=before
    )
    tab.shot("8-help-menu")


def test_direct_messages_and_threads(real: str, visit: Callable[..., Tab]) -> None:
    tab = visit(real, "fr")
    for place in ("Revive Referee", "Partie du jeudi"):
        tab.page.locator("#sidebar").get_by_role("link", name=re.compile(place)).click()
        tab.page.wait_for_function("place => document.querySelector('#top h2').textContent.includes(place)", arg=place)
        assert FIRST_STEPS["fr"] in tab.run("help").inner_text()
    tab.shot("9-thread")


def test_how_soon_an_answer_is_seen(real: str, visit: Callable[..., Tab], capsys: pytest.CaptureFixture[str]) -> None:
    """Said, not judged: from the bot's answer at the server to the frame that shows it."""
    tab = visit(real, "en")
    for _ in range(10):
        tab.run("help")
    tab.page.wait_for_function("() => document.querySelectorAll('[data-shown-after]').length >= 10")
    shown = sorted(
        int(x or 0)
        for x in tab.page.eval_on_selector_all("[data-shown-after]", "all => all.map(n => n.dataset.shownAfter)")
    )
    with capsys.disabled():
        print(
            f"\nan answer is seen after {shown[len(shown) // 2]} ms (median), {shown[-1]} ms (longest of {len(shown)})"
        )
    assert len(shown) >= 10
