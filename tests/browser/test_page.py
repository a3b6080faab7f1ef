# ruff: noqa: E501 (scripts for the page)
"""Everything the page can show and do, with the sample bot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator, Route

    from tests.browser.conftest import Tab

LINE = 26
"""Pixels of the line that says that a message was edited; at the end of a channel there is no room for it below."""
UNNAMED = """() => [...document.querySelectorAll('button, a, input, select, textarea, [role=option], [role=menuitem]')]
  .filter(n => n.offsetParent && n.type !== 'hidden')
  .filter(n => !(n.getAttribute('aria-label') || n.innerText?.trim() || n.labels?.length || n.querySelector?.('img[alt]')))
  .map(n => n.outerHTML.slice(0, 120))"""


def test_markdown(sample: str, visit: Callable[..., Tab]) -> None:
    tab = visit(sample, "de")
    message = tab.run("markdown")
    for selector, text in (
        (".h1", "Heading one"),
        (".h2", "Heading two"),
        (".h3", "Heading three"),
        (".subtext", "small print"),
        ("strong >> nth=0", "bold"),
        ("em >> nth=0", "italic"),
        ("u", "underline"),
        ("s", "strike"),
        ("strong em", "both"),
        ("code >> nth=0", "code"),
        ("blockquote strong", "text"),
        ("ul ul li", "inner"),
        ("ol li >> nth=1", "second"),
        ("pre", 'print("<b>not html</b>")'),
        ("a >> nth=0", "link"),
    ):
        assert message.locator(selector).inner_text().strip() == text, selector
    text = message.inner_text()
    for plain in ("*plain*", "snake_case_name", "2 * 3 * 4", "<script>alert(1)</script>", "@Kim", "#spieltisch"):
        assert plain in text
    assert message.locator(".body").locator("script, b").count() == 0
    assert "9. Oktober 2025" in text
    spoiler = message.locator(".spoiler")
    assert "secret" not in spoiler.inner_text()
    spoiler.press("Enter")
    assert spoiler.inner_text() == "secret"
    message.get_by_role("button", name="/finde").click()
    assert tab.page.locator(".commandname").inner_text() == "/finde"


def test_layouts_embeds_and_files(sample: str, visit: Callable[..., Tab]) -> None:
    tab = visit(sample, "fr", "phone", "dark")
    card = tab.run("card")
    assert card.locator(".container .h1").inner_text() == "Card"
    assert card.get_by_role("img", name="a red square").is_visible()
    assert "a red square" not in card.inner_text()
    assert card.locator("hr").count() == 1
    assert card.get_by_role("link", name=re.compile("note.txt")).is_visible()
    assert card.get_by_role("link", name="Docs").get_attribute("href") == "https://example.com/docs"
    card.get_by_role("button", name=tab.word("spoiler")).click()
    assert card.locator(".cover").count() == 0
    loaded = "() => [...document.images].every(i => i.complete && i.naturalWidth)"
    tab.page.wait_for_function(loaded)
    tab.shot("card")
    card.get_by_role("button", name="Press").click()
    tab.page.get_by_text("pressed").wait_for()
    assert tab.word("edited") in tab.last.inner_text()
    file = tab.run("file", "hello")
    assert file.locator(".embed .field").count() == 2
    assert file.get_by_role("img", name="a blue rectangle").is_visible()
    assert tab.fits()
    tab.shot("file")


def _top(place: Locator) -> float:
    found = place.bounding_box()
    assert found is not None
    return found["y"]


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_descriptions_of_pictures_are_behind_a_button(sample: str, visit: Callable[..., Tab], size: str) -> None:
    tab = visit(sample, "de", size)
    card = tab.run("card")
    assert card.get_by_role("img", name="the red one").count() == 1
    for words in ("a red square", "the red one"):
        caption = card.locator("figcaption").first
        assert not caption.is_visible()
        card.get_by_role("button", name=tab.word("alt_show")).first.press("Enter")
        assert caption.inner_text() == words
        tab.shot(f"alt-{words}")
        button = card.get_by_role("button", name=tab.word("alt_hide"))
        assert button.get_attribute("aria-expanded") == "true"
        button.click()
        assert not caption.is_visible()
        card.locator("figure").first.evaluate("figure => figure.remove()")
    assert tab.fits()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_picture_that_is_loaded_late_moves_nothing(sample: str, visit: Callable[..., Tab], size: str) -> None:
    tab = visit(sample, "en", size)
    held: list[Route] = []
    tab.page.route("**/attachments/**", lambda route: held.append(route))
    card = tab.messages.nth(tab.messages.count())
    tab.start_command("card")
    tab.page.locator("form.command button[type=submit]").click()
    press = card.get_by_role("button", name="Press", exact=True)
    press.scroll_into_view_if_needed()
    before = _top(press), card.evaluate("node => node.offsetHeight")
    tab.page.wait_for_function("() => [...document.images].some(i => !i.complete)")
    for request in held:
        request.continue_()
    tab.page.unroute("**/attachments/**")
    tab.page.wait_for_function("() => [...document.images].every(i => i.complete && i.naturalWidth)")
    assert (_top(press), card.evaluate("node => node.offsetHeight")) == before


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("after", [0, 1, 12], ids=["the last message", "one below", "many below"])
def test_an_open_menu_stays_when_its_message_gets_a_picture(
    sample: str, visit: Callable[..., Tab], size: str, after: int
) -> None:
    """Somebody else's press brings the picture; what is ticked is kept, and the menu stays where it is."""
    tab, other = visit(sample, "en", size), visit(sample, "en")
    growing = tab.run("grow")
    for number in range(after):
        tab.box.fill(f"line {number}")
        tab.box.press("Enter")
        tab.page.get_by_text(f"line {number}").last.wait_for()
    menu = growing.locator("button.select")
    menu.click()
    tab.page.get_by_role("option", name="Way 2").click()
    before = _top(menu)
    other.page.get_by_role("button", name="Grow").last.click()
    growing.locator("img").wait_for()
    assert abs(_top(menu) - before) < LINE
    before = _top(menu)
    tab.shot(f"late-picture-{after}")
    other.box.fill("news")
    other.box.press("Enter")
    tab.page.get_by_text("news").last.wait_for()
    assert abs(_top(menu) - before) < 2 or tab.messages.count() < 4  # few messages lie at the bottom and are pushed up
    option = tab.page.get_by_role("option", name="Way 4")
    assert option.is_visible()
    option.click()
    count = tab.messages.count()
    tab.page.get_by_role("button", name=tab.word("done")).click()
    assert "way 2 and 4" in tab.arrived(count).inner_text()


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("end", [True, False], ids=["at the end", "scrolled up"])
def test_controls_in_sight_stay_when_their_message_gets_a_picture(
    sample: str, visit: Callable[..., Tab], size: str, end: bool
) -> None:
    tab, other = visit(sample, "en", size), visit(sample, "en")
    growing = tab.run("grow")
    for number in range(0 if end else 30):
        tab.box.fill(f"line {number}")
        tab.box.press("Enter")
        tab.page.get_by_text(f"line {number}").last.wait_for()
    menu = growing.locator("button.select")
    menu.scroll_into_view_if_needed()
    before = _top(menu)
    other.page.get_by_role("button", name="Grow").last.click()
    growing.locator("img").wait_for()
    assert abs(_top(menu) - before) < LINE


def test_what_is_typed_while_a_message_is_on_its_way_stays(sample: str, visit: Callable[..., Tab]) -> None:
    tab = visit(sample, "en")
    tab.page.evaluate("() => { window.send = WebSocket.prototype.send; }")
    tab.page.evaluate("() => { WebSocket.prototype.send = function (d) { window.late = () => send.call(this, d); }; }")
    tab.box.fill("first words")
    tab.box.press("Enter")
    tab.page.wait_for_function("() => window.late")
    assert tab.box.input_value() == ""
    tab.box.fill("second words")
    tab.page.evaluate("() => { WebSocket.prototype.send = window.send; window.late(); }")
    tab.page.get_by_text("first words").last.wait_for()
    assert tab.box.input_value() == "second words"


def test_a_message_that_is_refused_is_in_the_box_again(sample: str, visit: Callable[..., Tab]) -> None:
    tab = visit(sample, "en")
    tab.box.evaluate("box => { box.value = 'x'.repeat(2001); }")
    tab.box.press("Enter")
    tab.page.locator("#composer .failed").wait_for()
    assert tab.box.input_value() == "x" * 2001


@pytest.mark.parametrize("language", ["de", "fr", "en"])
def test_the_box_has_no_scrollbar_until_it_is_full(sample: str, visit: Callable[..., Tab], language: str) -> None:
    tab = visit(sample, language, "phone")
    bars = "n => [n.offsetWidth - n.clientWidth, n.offsetHeight - n.clientHeight, getComputedStyle(n).overflowY]"
    assert tab.box.evaluate(bars) == [0, 0, "hidden"]
    assert tab.box.evaluate("n => n.clientHeight") < 50
    tab.shot("composer")
    tab.box.fill("one\ntwo\nthree")
    assert tab.box.evaluate(bars)[2] == "hidden"
    assert tab.box.evaluate("n => n.scrollHeight <= n.clientHeight")
    tab.box.fill("line\n" * 40)
    assert tab.box.evaluate(bars)[2] == "auto"
    assert tab.box.evaluate("n => n.clientHeight") <= 200
    tab.box.fill("")
    assert tab.box.evaluate(bars) == [0, 0, "hidden"]


def test_buttons_and_menus(sample: str, visit: Callable[..., Tab]) -> None:
    tab = visit(sample, "en")
    panel = tab.run("panel")
    assert panel.get_by_role("button", name="🎲").is_disabled()
    panel.get_by_role("button", name="Later").click()
    panel.get_by_text("edited later").wait_for()
    count = tab.messages.count()
    panel.get_by_role("button", name="Pick colours").click()
    for colour in ("Red", "Green", "Blue"):
        tab.page.get_by_role("option", name=colour).click()
    tab.page.get_by_role("button", name=tab.word("done")).click()
    assert "picked red, green" in tab.arrived(count).inner_text()
    panel.get_by_role("button", name="Pick a user").click()
    tab.page.get_by_role("textbox", name=tab.word("search")).fill("ton")
    tab.page.keyboard.press("Enter")
    assert "user Toni" in tab.arrived(count + 1).inner_text()
    tab.run("menus")
    for menu, option, said in (
        ("a role", "@Hosts", "role Hosts"),
        ("a channel", "#rule-questions", "channel rule-questions"),
    ):
        count = tab.messages.count()
        tab.page.get_by_role("button", name=f"Pick {menu}").click()
        tab.page.get_by_role("option", name=option).click()
        assert said in tab.arrived(count).inner_text()
    tab.shot("menus")


def test_forms(sample: str, visit: Callable[..., Tab], tmp_path: Path) -> None:
    tab = visit(sample, "de", "phone")
    tab.start_command("form")
    tab.page.locator("form.command button[type=submit]").click()
    form = tab.page.get_by_role("dialog")
    form.get_by_role("button", name=tab.word("submit")).click()
    assert form.get_by_role("alert").inner_text() == tab.word("error.field-required", field="Name")
    form.get_by_label("Name").fill("Ann")
    form.get_by_role("button", name="Colour").click()
    form.get_by_role("option", name="Blue").click()
    (tmp_path / "p.txt").write_text("proof", encoding="utf-8")
    form.get_by_label("Proof").set_input_files(tmp_path / "p.txt")
    tab.shot("form")
    count = tab.messages.count()
    form.get_by_role("button", name=tab.word("submit")).click()
    sent = tab.arrived(count)
    assert "Ann likes Blue, file=proof" in sent.inner_text()
    assert "/form" in sent.locator(".reference").inner_text()
    tab.start_command("boxes")
    tab.page.locator("form.command button[type=submit]").click()
    form.get_by_label("L", exact=True).check()
    form.get_by_label("snow").check()
    form.get_by_label("ice").check()
    form.get_by_label("fog").check()
    form.get_by_role("button", name=tab.word("submit")).click()
    assert form.get_by_role("alert").inner_text() == tab.word("error.field-count", field="Extras", least="0", most="2")
    form.get_by_label("fog").uncheck()
    form.get_by_label("Agree").check()
    form.get_by_role("button", name=tab.word("submit")).click()
    assert "L with ['ice', 'snow'], agree=True, ['Kim']" in tab.arrived(count + 1).inner_text()


def test_options_are_checked_before_they_are_sent(sample: str, visit: Callable[..., Tab]) -> None:
    tab = visit(sample, "fr")
    tab.start_command("paint")
    submit = tab.page.locator("form.command button[type=submit]")
    submit.click()
    assert tab.page.locator(".option .failed").inner_text() == tab.word("error.missing-option")
    colour = tab.page.locator("form.command input").first
    colour.fill("Bl")
    tab.page.get_by_role("option", name="Bleu").wait_for()
    colour.press("Enter")
    tab.page.get_by_role("button", name="+ times").click()
    times = tab.page.locator("form.command input").nth(1)
    for wrong, key in (("many", "error.number"), ("9", "error.number-range")):
        times.fill(wrong)
        submit.click()
        tab.page.get_by_text(tab.word(key, least="1", most="5")).wait_for()
    times.fill("2")
    tab.page.get_by_role("button", name="+ who").click()
    tab.page.locator("form.command input").nth(2).fill("Dom")
    tab.page.keyboard.press("Enter")
    count = tab.messages.count()
    submit.click()
    assert "2x2 Dominique in fr" in tab.arrived(count).inner_text()
    tab.shot("options")


def test_numbers_are_completed_or_typed(sample: str, visit: Callable[..., Tab]) -> None:
    tab = visit(sample, "en")
    submit = tab.page.locator("form.command button[type=submit]")
    for typed, picked, said in (("2", "Page 12", "page 12"), ("40", "", "page 40")):
        tab.start_command("page")
        tab.page.locator("form.command input").first.fill(typed)
        if picked:
            tab.page.get_by_role("option", name=picked).click()
        count = tab.messages.count()
        submit.click()
        assert said in tab.arrived(count).inner_text()
    tab.start_command("page")
    tab.page.locator("form.command input").first.fill("forty")
    submit.click()
    tab.page.get_by_text(tab.word("error.number")).wait_for()


def test_waiting_and_failing(impatient: str, visit: Callable[..., Tab]) -> None:
    tab = visit(impatient, "de")
    count = tab.messages.count()
    tab.start_command("slow")
    tab.page.locator("form.command button[type=submit]").click()
    tab.page.get_by_text(tab.word("thinking", name="Revive Referee")).wait_for()
    assert "done" in tab.arrived(count).inner_text()
    tab.start_command("silent")
    tab.page.locator("form.command button[type=submit]").click()
    failed = tab.page.locator(".local.failed")
    failed.wait_for()
    assert tab.word("no_response") in failed.inner_text()
    panel = tab.run("panel")
    panel.get_by_role("button", name="Broken").click()
    panel.get_by_text(tab.word("failed")).wait_for()
    refusals = tab.page.locator(".refusals")
    assert int(refusals.inner_text()) >= 2
    refusals.click()
    assert "no-response" in tab.page.get_by_role("dialog").inner_text()
    tab.shot("failed")
    tab.page.keyboard.press("Escape")


def test_only_with_the_keyboard(sample: str, visit: Callable[..., Tab]) -> None:
    tab = visit(sample, "en")
    keys = tab.page.keyboard
    assert tab.box.evaluate("n => n === document.activeElement")
    keys.type("/pan")
    keys.press("Enter")
    count = tab.messages.count()
    keys.press("Enter")
    panel = tab.arrived(count)
    tab.page.wait_for_function("() => document.activeElement.id === 'box'")
    keys.press("ArrowUp")
    focused = "() => document.activeElement.className + ' ' + (document.activeElement.textContent || '')"
    assert "message" in tab.page.evaluate(focused)
    for _ in range(4):
        keys.press("Tab")
        if "Later" in tab.page.evaluate(focused):
            break
    outline = tab.page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    keys.press("Enter")
    panel.get_by_text("edited later").wait_for()
    panel.get_by_role("button", name="Pick colours").focus()
    for key in ("Enter", "ArrowDown", "Enter", "Escape"):
        keys.press(key)
    assert tab.page.locator(".selectmenu .popup:visible").count() == 0
    panel.get_by_role("button", name=re.compile("Pick colours")).focus()
    count = tab.messages.count()
    for key in ("Enter", "Enter", "Tab", "Enter"):
        keys.press(key)
    assert "picked" in tab.arrived(count).inner_text()
    tab.page.locator("#box").focus()
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    keys.press("Escape")
    assert tab.box.evaluate("n => n === document.activeElement")
    assert tab.page.evaluate(UNNAMED) == []


def test_menus_on_messages_and_people(sample: str, visit: Callable[..., Tab]) -> None:
    tab = visit(sample, "fr")
    tab.box.fill("tout **doux**")
    tab.box.press("Enter")
    mine = tab.page.locator(".message", has_text=re.compile("tout doux")).last
    mine.wait_for()
    count = tab.messages.count()
    mine.click(button="right")
    tab.page.get_by_role("menuitem", name="Crier").click()
    shouted = tab.arrived(count)
    assert "TOUT DOUX" in shouted.inner_text()
    assert "Camille a utilisé Crier" in " ".join(shouted.locator(".reference").inner_text().split())
    tab.last.locator(".author").click()
    tab.page.get_by_role("menuitem", name="Qui est-ce").click()
    assert "revive referee" in tab.arrived(count + 1).inner_text().lower()
    mine.hover()
    mine.get_by_role("button", name=tab.word("reply")).click()
    tab.box.fill("répondu")
    tab.box.press("Enter")
    assert "tout doux" in tab.arrived(count + 2).locator(".reference").inner_text()
    tab.box.fill(f"<@{1_100_000_000_000_000_000}> hi")
    tab.box.press("Enter")
    greeted = tab.page.locator(".message.pinged", has_text="hi there")
    greeted.wait_for()
    assert "@Revive Referee hi" in greeted.locator(".reference").inner_text()
    tab.shot("menus-on")


def test_two_people(sample: str, visit: Callable[..., Tab]) -> None:
    kim, camille = visit(sample, "de"), visit(sample, "fr", "phone", "dark")
    camille.page.get_by_role("button", name=camille.word("open_places")).click()
    camille.page.get_by_role("link", name="english-table").click()
    kim.page.get_by_role("link", name="english-table").click()
    kim.page.get_by_text(kim.word("start", channel="#english-table")).wait_for()
    kim.box.fill("hello <@1100000000000005000>")
    kim.box.press("Enter")
    seen = camille.page.locator(".message.pinged", has_text="hello @Camille")
    seen.wait_for()
    assert "only" not in seen.inner_text()
    secret = kim.run("find", "cedar")
    assert kim.word("only_you") in secret.inner_text()
    kim.box.fill("after the secret")
    kim.box.press("Enter")
    camille.page.get_by_text("after the secret").wait_for()
    assert camille.page.get_by_text("found cedar").count() == 0
    camille.page.get_by_role("button", name=camille.word("open_places")).click()
    camille.page.get_by_role("link", name="english-table").click(trial=True)  # the drawer has come to rest
    camille.shot("drawer")
    camille.page.keyboard.press("Escape")
    kim.page.get_by_role("link", name="regelfragen").click()
    kim.page.get_by_text(kim.word("start", channel="#regelfragen")).wait_for()
    camille.box.fill("still here")
    camille.box.press("Enter")
    kim.page.locator("#sidebar a.unread", has_text="english-table").wait_for()


def test_somebody_new_and_another_language(sample: str, visit: Callable[..., Tab]) -> None:
    tab = visit(sample, "en")
    tab.page.get_by_role("button", name=re.compile("Change person")).click()
    dialog = tab.page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Noa")
    dialog.get_by_label("Language").select_option("fr")
    dialog.get_by_role("button", name="Join").click()
    tab.page.get_by_role("button", name=re.compile("Noa: Changer de personne")).wait_for()
    tab.page.get_by_label("Langue de ton client").select_option("de")
    tab.page.get_by_role("heading", name="Übungskanal").wait_for()
    tab.page.reload()
    tab.page.get_by_role("heading", name="Übungskanal").wait_for()
    theme = tab.page.get_by_role("button", name=re.compile("Farben"))
    grounds = []
    for _ in range(3):
        grounds.append(tab.page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
        theme.click()
    assert len(set(grounds)) == 2


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read(sample: str, visit: Callable[..., Tab], size: str, scheme: str) -> None:
    """Contrast of every text on its ground: 4.5 to 1, as WCAG AA asks."""
    tab = visit(sample, "de", size, scheme)
    tab.run("panel")
    tab.run("card")
    tab.run("file", "x")
    tab.run("find", "cedar")
    poor = tab.page.evaluate(CONTRAST)
    assert poor == []


CONTRAST = r"""() => {
  const rgb = (c) => { const m = c.match(/[\d.]+/g).map(Number);
    const scale = c.startsWith('color(srgb') ? 255 : 1;
    return [m[0] * scale, m[1] * scale, m[2] * scale, m[3] ?? 1]; };
  const over = (a, b) => [0, 1, 2].map((i) => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
  const light = (c) => c.slice(0, 3).map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (n) => { const layers = [];
    for (; n; n = n.parentElement) { const c = rgb(getComputedStyle(n).backgroundColor); if (c[3]) layers.push(c); if (c[3] === 1) break; }
    return layers.reverse().reduce((below, c) => over(c, below), [255, 255, 255, 1]); };
  const out = [];
  for (const n of document.querySelectorAll('#app *')) {
    const own = [...n.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim());
    if (!own || !n.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (n.closest(':disabled, .veiled, .hidden-text, .tools, .spoiler')) continue;
    const under = ground(n), ink = over(rgb(getComputedStyle(n).color), under);
    const [a, b] = [light(ink), light(under)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) out.push(`${ratio.toFixed(2)} ${n.className || n.tagName}: ${n.textContent.trim().slice(0, 30)}`);
  }
  return out;
}"""


def test_a_frame_of_a_phone(sample: str, visit: Callable[..., Tab]) -> None:
    """With ``?phone`` the page stands in a frame of 390 × 844, in which text and buttons have Discord's sizes."""
    tab = visit(sample, "en")
    tab.page.goto(f"{sample}/?phone")
    frame = tab.page.frame_locator("iframe")
    frame.locator("#box").wait_for()
    assert tab.page.locator("iframe").evaluate("node => [node.clientWidth, node.clientHeight]") == [390, 844]
    sizes = frame.locator("#messages").evaluate(
        """node => { const message = node.appendChild(document.createElement('article')); message.className = 'message';
        message.innerHTML = '<div class="components"><div class="container"><div class="text">x</div></div>'
          + '<div class="row"><button class="button">x</button></div></div>';
        const style = name => getComputedStyle(message.querySelector(name));
        return [style('.text').lineHeight, message.querySelector('.text').clientWidth, message.querySelector('.button').offsetHeight]; }"""
    )
    assert sizes == ["22px", 270, 32]
